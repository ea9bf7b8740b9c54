"""Dialogs over the board: the legal moves, help, a question."""

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from rookery.cli import colours
from rookery.core.errors import Refusal
from rookery.core.scene import Choice


class Moves(ModalScreen[int | None]):
    """Asks for a move: typed in notation, found by words, or picked from the list. Returns the action, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Back to the table"),
        Binding("down", "go(1)", show=False),
        Binding("up", "go(-1)", show=False),
    ]

    def __init__(self, choices: Sequence[Choice], parse: Callable[[str], int], form: str) -> None:
        """`parse` reads notation and raises Refusal; `form` describes the notation to players."""
        super().__init__()
        self._choices = choices
        self._parse = parse
        self._form = form

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Label("Your move", classes="title")
            yield Input(placeholder=self._form)
            yield OptionList()
            yield Static(classes="refusal", markup=False)

    def on_mount(self) -> None:
        self._list("")

    def _list(self, typed: str) -> None:
        """List the choices that contain all typed words, first those whose notation begins with the typed text."""
        words = typed.lower().split()
        matches = [c for c in self._choices if all(word in f"{c.text} {c.words}".lower() for word in words)]
        matches.sort(key=lambda choice: not choice.text.lower().startswith(typed.strip().lower()))
        wide = max((len(choice.text) for choice in self._choices), default=0)
        options = self.query_one(OptionList)
        options.clear_options()
        for choice in matches:
            notation = (f"{choice.text:{wide}}  ", f"bold {colours.CURSOR}")
            options.add_option(Option(Text.assemble(notation, choice.words), id=str(choice.action)))
        if matches:
            options.highlighted = 0

    def on_input_changed(self, event: Input.Changed) -> None:
        self.query_one(".refusal", Static).update("")
        self._list(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the typed notation; if it is not a legal move, take the highlighted choice."""
        options = self.query_one(OptionList)
        try:
            self.dismiss(self._parse(event.value))
        except Refusal as error:
            if options.highlighted is not None and (not event.value or options.option_count):
                self._take(options.get_option_at_index(options.highlighted))
            else:
                self.query_one(".refusal", Static).update(f"{error}")

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self._take(event.option)

    def _take(self, option: Option) -> None:
        assert option.id is not None
        self.dismiss(int(option.id))

    def action_go(self, step: int) -> None:
        options = self.query_one(OptionList)
        if step > 0:
            options.action_cursor_down()
        else:
            options.action_cursor_up()


class Help(ModalScreen[None]):
    """Lists the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,enter,space", "dismiss", "Back")]

    KEYS = (
        ("cursor keys", "move from place to place"),
        ("Tab", "go to the next place that can be clicked (•)"),
        ("Enter, Space", "click that place; a mouse does the same"),
        ("Escape", "take a click back"),
        ("m", "type a move, or pick one from a list in words"),
        ("Page Up / Down", "see the previous or the next move"),
        ("Home / End", "see the beginning, or return to the game"),
        ("s", "save the record of the game"),
        ("n", "new game"),
        ("q", "quit"),
    )

    def __init__(self, about: str) -> None:
        super().__init__()
        self._about = about

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog small"):
            yield Label(self._about, classes="title", markup=False)
            text = Text()
            for key, does in self.KEYS:
                text.append(f"{key:16}", f"bold {colours.CURSOR}").append(f"{does}\n")
            yield Static(text)
            yield Label("Escape goes back to the table", classes="faint")

    def on_click(self) -> None:
        self.dismiss()


class Question(ModalScreen[bool]):
    """Asks a question to be answered with yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,enter", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog small"):
            yield Label(self._question, markup=False)
            yield Label("y or Enter: yes    n or Escape: no", classes="faint")


class HandOver(ModalScreen[None]):
    """Covers the board until the screen has been handed to the next player."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", "Show it")]

    def __init__(self, role: str) -> None:
        super().__init__()
        self._role = role

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog small"):
            yield Label(f"Hand over to {self._role}", classes="title", markup=False)
            yield Label("Enter shows their view", classes="faint")

    def on_click(self) -> None:
        self.dismiss()
