"""A game whose rules are a module that anybody may have written (given_game.py): a Game as any other, but without words
and pictures.

    game = module_game(given)
    position = game.start(seed=7)
    position.legal_actions, position.after(3), position.view(0)

An action is written as its number, because only who has the game's own code has words for it. A table needs no more:
pages that have the code make words and pictures of what they are sent.
"""

import re
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import numpy as np

from rookery.core.errors import BrokenRules, CannotPlay
from rookery.core.numbers import packed_of
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR, Array, Fields, cell
from rookery.core.scene import Scene
from rookery.wasm.given_game import GivenGame, GivenState
from rookery.wasm.module_rules import ModuleRules
from rookery.wasm.sandbox import Sandbox, machine_code, together

T = TypeVar("T")
MOST_STEPS_TOGETHER = 200_000_000  # of all calls of one command, such as a deal: at most a second or two
MADE_SLUG = "made-"  # the beginning of all slugs of such games; no package has such a name
NO_PICTURE = "Somebody made this game. Open the whole link that you were given: its pictures are in it."


class NumberNotation:
    """The words of a game of which nobody here has words."""

    POSITION_FORM = "positions of this game have no text here"
    ACTION_FORM = "an action is written as its number"
    ACTION_PATTERN = re.compile(r"\d+")

    def __init__(self, name: str) -> None:
        self._name = name

    def action_text(self, pos: Fields, action: int) -> str:
        return str(action)

    def action_words(self, pos: Fields, action: int) -> str:
        return "a move"

    def secret_words(self, pos: Fields) -> str:
        return "a hidden move"

    def outcome_words(self, pos: Fields) -> str:
        return "The game is over."

    def outcome_reason(self, pos: Fields) -> str:
        return "its rules say so"

    def position_text(self, pos: Fields) -> str:
        return packed_of(pos).tobytes().hex()

    def read_position(self, text: str, pos: Fields) -> None:
        raise CannotPlay(f"positions of {self._name} cannot be read from a text")


class NoScenery:
    """The pictures of a game of which nobody here has pictures."""

    def scene(self, view: Position, facing: int) -> Scene:
        return Scene(width=1, height=1, caption=NO_PICTURE)

    def touched(self, view: Position, action: int) -> list[str]:
        return []


class ModuleGame(Game):
    """The game of a GivenGame. Equal games are equal data."""

    def __init__(self, given: GivenGame, code: bytes) -> None:
        """`given`: checked; `code`: its module, from `machine_code`. Raises ForbiddenModule."""
        self.given = given
        self.package = f"{MADE_SLUG}{given.digest}"  # which positions compare
        self.facts = given.facts.facts(self.package)
        sandbox = Sandbox(code, self.facts.name, ModuleRules.wanted(self.facts))
        # what a folder loads when it is first needed
        vars(self).update(
            bindings=ModuleRules(sandbox, self.facts, given.state.size),
            notation=NumberNotation(self.facts.name),
            scenery=NoScenery(),
            art="",
            dtype=_dtype(given.state),
            fields=_fields(given.state),
        )

    def __repr__(self) -> str:
        return f"<the game {self.facts.name} that somebody made>"

    def vouch(self, position: Position, before: Position | None = None, action: int = 0) -> None:
        """Ask all that a table will ask there, so that it cannot break off later: a module answers equal questions
        alike."""
        mover = position.mover
        if mover is not None and mover >= position.players:
            raise self._broken(f"it is the turn of seat {mover}, and there are {position.players}")
        if position.outcome is None and not position.legal_actions:
            raise self._broken("nobody can go on, and yet the game is not over")
        position.odds  # noqa: B018  # asks for the weights
        for seat in range(SPECTATOR, position.players):
            self._vouch_view(position.view(seat), seat)
            if before is not None:
                before.knows(action, seat)
        if mover not in (None, CHANCE) and position.view(mover).legal_actions != position.legal_actions:
            raise self._broken("who is to move cannot see all that is legal")

    def bounded(self, work: Callable[[], T]) -> T:
        with together(MOST_STEPS_TOGETHER):
            return work()

    def _vouch_view(self, seen: Position, seat: int) -> None:
        states = seen.states
        if self.facts.hidden:
            self.bindings.hide(states, 0, seat)
        if self.packed(states) != self.packed(seen.states):
            raise self._broken("what is hidden changes when it is hidden again")

    def _broken(self, what: str) -> BrokenRules:
        return BrokenRules(f"the rules of {self.facts.name} cannot be followed: {what}")

    def __reduce__(self) -> tuple[Any, ...]:
        return module_game, (self.given,)


def module_game(given: GivenGame) -> ModuleGame:
    """The game of this data. It compiles the module in this process, which may take seconds and much memory if somebody
    wants it to. Raises ForbiddenModule, BrokenRules."""
    given.check()
    game = ModuleGame(given, machine_code(given.module))
    for players in game.facts.players:
        game.vouch(game.start(players=players))
    return game


def _dtype(state: GivenState) -> np.dtype[Any]:
    layout = {
        "names": [*state.fields],
        "formats": [(field.kind, tuple(field.shape)) for field in state.fields.values()],
        "offsets": [field.offset for field in state.fields.values()],
        "itemsize": state.size,
    }
    record: Any = np.record
    return np.dtype((record, np.dtype(layout)))  # type: ignore[call-overload]


def _fields(state: GivenState) -> type[Fields]:
    """The class that declares these fields; each may hold what its kind of number can."""
    cells = {}
    for name, field in state.fields.items():
        held = np.iinfo(field.kind)
        one = cell(field.kind, *field.shape, low=int(held.min), high=int(held.max))
        cells[name] = Annotated[Array if field.shape else int, one]
    return type("State", (Fields,), {"__annotations__": cells})
