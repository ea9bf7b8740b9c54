"""The full screen: the board, the seats, the moves so far. It draws any scene and knows no game."""

from datetime import datetime
from functools import partial
from pathlib import Path
from typing import ClassVar

from rich.table import Column, Table
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from rookery.cli import colours
from rookery.cli.local_game import LocalGame, MoveEntry
from rookery.cli.screen.board_widget import Board
from rookery.cli.screen.canvas import Marks
from rookery.cli.screen.dialogs import HandOver, Help, Moves, Question
from rookery.cli.screen.picking import Picking
from rookery.core.errors import Trouble
from rookery.core.position import Position

BOT_PAUSE = 0.5  # seconds before a bot's move, so that people can follow the game


class TableApp(App[None]):
    """A game on the full screen, to play or (`watching`) only to view."""

    TITLE = "Rookery"
    ENABLE_COMMAND_PALETTE = False
    CSS = f"""
    Screen {{ background: {colours.BACKGROUND}; color: {colours.TEXT_COLOUR}; }}
    * {{ scrollbar-color: {colours.FAINT_COLOUR}; scrollbar-background: {colours.BACKGROUND}; }}
    Board {{ width: 1fr; height: 1fr; background: {colours.BACKGROUND}; scrollbar-size: 1 1; }}
    #prompt {{ height: 2; padding: 0 1; background: {colours.ZONE_BACKGROUND}; text-wrap: nowrap;
               text-overflow: ellipsis; }}
    #side {{ width: 36%; min-width: 28; max-width: 52; background: {colours.ZONE_BACKGROUND}; padding: 0 1; }}
    #seats {{ height: auto; margin-bottom: 1; }}
    #moves {{ height: 1fr; border: none; padding: 0; background: {colours.ZONE_BACKGROUND}; scrollbar-size: 1 1; }}
    #moves > .option-list--option-highlighted {{ background: {colours.LAST[0]}; text-style: none; }}
    Footer {{ background: {colours.BACKGROUND}; }}
    ModalScreen {{ align: center middle; }}
    .dialog {{ width: 76; max-width: 94%; height: 80%; background: {colours.ZONE_BACKGROUND}; padding: 1 2;
               border: round {colours.CURSOR}; }}
    .dialog OptionList {{ height: 1fr; border: none; background: {colours.ZONE_BACKGROUND}; }}
    .small {{ width: auto; height: auto; }}
    .small Label, .small Static {{ width: auto; max-width: 100%; }}
    .title {{ text-style: bold; color: {colours.CURSOR}; margin-bottom: 1; }}
    .faint {{ color: {colours.FAINT_COLOUR}; }}
    .refusal {{ color: #ff9f8a; height: auto; }}
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m,slash,colon", "moves", "Moves", key_display="m"),
        Binding("escape", "unclick", "Back"),
        Binding("s", "save", "Save"),
        Binding("n", "new", "New"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Quit"),
        Binding("ctrl+c", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        local: LocalGame,
        save: Path | None = None,
        *,
        watching: bool = False,
        ply: int | None = None,
        pause: float = BOT_PAUSE,
    ) -> None:
        """`save`: the file of the record. `watching`: view only. `ply`: the position shown first. `pause`: seconds
        before a bot's move."""
        super().__init__()
        self.local = local
        self.watching = watching
        self._save = save
        self._looking = ply  # None: the newest position
        self._pause = pause
        self._games = 0  # new games begun on this screen: a bot's answer to an earlier game is dropped
        self.picking = Picking()

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield Board(self.local.scene(self._looking), self.local.game.art)
            with Vertical(id="side"):
                yield Static(id="seats", markup=False)
                yield OptionList(id="moves")
        yield Static(id="prompt", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#moves").can_focus = False  # it can be clicked, but keys go to the board
        self.query_one(Board).focus()
        self._news()

    # ── What is shown ────────────────────────────────────────────────────────
    @property
    def ply(self) -> int:
        return self.local.record.plies if self._looking is None else self._looking

    @property
    def _asks(self) -> bool:
        asks = self.local.asks_person and self.local.to_hand_over is None
        return asks and self._looking is None and not self.watching

    def _news(self) -> None:
        """Show a game that has begun or continued, then ask the bot or the next person."""
        moves = self.query_one("#moves", OptionList)
        lines = self.local.lines()
        if moves.option_count > len(lines):
            moves.clear_options()
        moves.add_options([Option(self._move(line)) for line in lines[moves.option_count :]])
        self._show()
        if self.local.bot and not self.watching:
            ask = partial(self._ask_bot, self._games)
            if self._pause:
                self.set_timer(self._pause, ask)
            else:
                self.call_later(ask)
        elif (seat := self.local.to_hand_over) is not None and not self.watching:
            self.push_screen(HandOver(self.local.role(seat)), self._handed_over)

    def _handed_over(self, _: None) -> None:
        self.local.hand_over()
        self._show()

    def _show(self) -> None:
        scene = self.local.scene(self._looking)
        if self._asks and self.picking.choices != scene.choices:
            self.picking = Picking(scene.choices)
        elif not self._asks:
            self.picking = Picking()
        marks = Marks(chosen=self.picking.path, open=self.picking.open, last=self.local.last_path(self.ply))
        self.query_one(Board).show(scene, marks)
        self._show_seats()
        self._show_prompt()
        moves = self.query_one("#moves", OptionList)
        moves.highlighted = self.ply - 1 if self.ply else None

    def _move(self, line: MoveEntry) -> Table:
        """A line of the move list, with long words wrapped within their column."""
        colour = "" if line.seat is None else self.local.colours(line.seat)[0]
        grid = Table.grid(Column(width=3, justify="right"), Column(no_wrap=True), Column(ratio=1), padding=(0, 1))
        grid.expand = True
        notation = Text(line.text, f"bold {colour}")
        grid.add_row(Text(str(line.ply), colours.FAINT_COLOUR), notation, Text(line.description, colours.TEXT_COLOUR))
        return grid

    def _show_seats(self) -> None:
        scene, text = self.query_one(Board).scene, Text()
        text.append(f"{self.local.game.facts.name}\n", f"bold {colours.CURSOR}")
        mover = self.local.record.mover(self.ply)
        for seat in range(len(self.local.sitting)):
            text.append("▶ " if seat == mover else "  ", f"bold {colours.CURSOR}")
            for colour in self.local.colours(seat):
                text.append("■", colour)
            text.append(f" {self.local.role(seat)}", "bold")
            text.append("\n")
            below = Text()
            if self.local.sitting[seat] or len(self.local.people) == 1:
                below.append(f"{self.local.who(seat)}  ", colours.FAINT_COLOUR)
            for counter in scene.counters:
                if counter.seat == seat:
                    below.append(f"{counter.label} ", colours.FAINT_COLOUR).append(f"{counter.value}  ", "bold")
            if below:
                text.append("     ").append_text(below).append("\n")
        for counter in scene.counters:
            if counter.seat is None:
                text.append(f"  {counter.label} ", colours.FAINT_COLOUR)
                text.append(f"{counter.value}\n", "bold")
        text.append(scene.caption, "italic")
        self.query_one("#seats", Static).update(text)

    def _show_prompt(self) -> None:
        """Say what to do, and what is under the cursor."""
        board, text = self.query_one(Board), Text()
        choice = self.picking.finished_by(board.cursor)
        if self._looking is not None:
            text.append(f"After move {self.ply} of {self.local.record.plies}", f"bold {colours.CURSOR}")
            text.append("  (Page Up, Page Down; End: back to the game)", colours.FAINT_COLOUR)
        elif self._asks and choice is not None:
            text.append("Enter: ", f"bold {colours.CURSOR}").append(choice.words, "bold").append(f"  ({choice.text})")
        elif self._asks:
            text.append(board.scene.prompt(self.picking.path), "bold")
        elif self.local.bot and not self.watching:
            text.append(f"The {self.local.bot} bot is thinking ...", "italic")
        else:
            text.append(board.scene.caption, "bold")
            text.append("" if self.watching else "  (n: new game, s: save the record)", colours.FAINT_COLOUR)
        spot = next((spot for spot in board.scene.spots if spot.id == board.cursor), None)
        if spot is not None:
            zone = next(zone for zone in board.scene.zones if zone.id == spot.zone)
            text.append(f"\n{zone.words}: {spot.words}", colours.FAINT_COLOUR)
        self.query_one("#prompt", Static).update(text)

    # ── Playing ──────────────────────────────────────────────────────────────
    def on_board_pointed(self) -> None:
        self._show_prompt()

    def on_board_clicked(self, event: Board.Clicked) -> None:
        before = self.picking.path
        if self._asks and (choice := self.picking.click(event.spot)) is not None:
            self._play(choice.action)
            return
        if self._asks and self.picking.path == before and (words := self.local.why(before, event.spot)):
            self.notify(f"{words}.", timeout=4)
        self._show()

    def _play(self, action: int, remark: str = "") -> None:
        self.local.play(action, remark)
        if self._save is not None:
            self._write(self._named(self._save))
        self._news()

    def _ask_bot(self, number: int) -> None:
        if number == self._games:
            self._think(self.local.task(), number)

    @work(thread=True, exclusive=True)
    def _think(self, task: tuple[Position, str, int], number: int) -> None:
        """Ask the bot in a thread: kernels release the interpreter lock, so the screen keeps working."""
        action, remark = LocalGame.think(*task)
        self.call_from_thread(self._answered, action, remark, number)

    def _answered(self, action: int, remark: str, number: int) -> None:
        if number == self._games:
            self._play(action, remark)

    # ── Keys ─────────────────────────────────────────────────────────────────
    def action_unclick(self) -> None:
        if self._looking is not None and not self.watching:
            self.action_look_at()
        else:
            self.picking.back()
            self._show()

    def action_moves(self) -> None:
        if not self._asks:
            self.notify(
                "It is not your turn." if self._looking is None else "Press End to return to the game.", timeout=2
            )
            return
        scene, notation = self.local.scene(), self.local.game.notation
        self.push_screen(Moves(scene.choices, self.local.position.parse, notation.ACTION_FORM), self._moved)

    def _moved(self, action: int | None) -> None:
        if action is not None:
            self._play(action)

    def action_look(self, step: int) -> None:
        self.action_look_at(self.ply + step)

    def action_look_at(self, ply: int | None = None) -> None:
        """Show the position after `ply` plies. At the newest position, play continues."""
        newest = self.local.record.plies
        target = newest if ply is None else max(0, min(newest, ply))
        self._looking = None if target == newest and not self.watching else target
        self._show()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.action_look_at(event.option_index + 1)

    def action_save(self) -> None:
        name = f"{self.local.game.facts.slug}-{datetime.now().astimezone():%Y%m%d-%H%M%S}.jsonl"
        self._write(self._named(self._save) if self._save else Path(name).absolute(), say=True)

    def _named(self, path: Path) -> Path:
        """The record's file: each game of this screen has its own, as in game.jsonl, game-2.jsonl ..."""
        return path.with_stem(f"{path.stem}-{self._games + 1}") if self._games else path

    def _write(self, path: Path, say: bool = False) -> None:
        try:
            self.local.save(path)
        except Trouble as error:
            self.notify(f"{error}", severity="error", markup=False)
        else:
            if say:
                self.notify(f"The record was saved to {path}", markup=False)

    def action_new(self) -> None:
        if self.watching:
            return
        if self.local.position.is_over:
            self._begin(True)
        else:
            self.push_screen(Question("Abandon this game and begin a new one?"), self._begin)

    def _begin(self, yes: bool | None) -> None:
        if yes:
            self._games += 1
            self._looking = None
            self.local.begin()
            self._news()

    def action_help(self) -> None:
        self.push_screen(Help(f"{self.local.game.facts.name}: {self.local.game.facts.tagline}"))

    def action_leave(self) -> None:
        if self.watching or self.local.position.is_over or self._save is not None or not self.local.people:
            self.exit()
        else:
            self.push_screen(Question("Leave this game? Its record is not saved."), self._left)

    def _left(self, yes: bool | None) -> None:
        if yes:
            self.exit()
