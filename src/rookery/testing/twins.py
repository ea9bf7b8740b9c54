"""Twins: the rules of a game a second time, in plain Python, which must agree with its kernels."""

import math
from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.testing.reports import LawFails
from rookery.testing.walks import LawBroken, walks


class RuleTwin(Protocol):
    """A game as its rules page tells it. Actions are texts of its notation, chance's too.

    It has a method `points(seat)` as well if the game counts any, and a method `chances()`, text -> probability, if
    outcomes of chance are not all equally likely."""

    @property
    def turn(self) -> int:
        """The seat that moves; of no meaning while chance moves, and at the end."""

    @property
    def winners(self) -> Collection[int] | None:
        """The seats that won, also if all share the win; None: the game goes on."""

    def legal(self) -> Collection[str]:
        """The texts of all legal actions, also of chance; empty at the end."""

    def play(self, text: str) -> None:
        """Play one of them."""


def check_twin(game: Game, twin: Callable[[int], RuleTwin], *, games: int = 20, seed: int = 0) -> None:
    """Play random games with both. `twin`: from a number of players to a game that begins. Raises LawBroken where they
    differ."""
    for walk in walks(game, games, seed):
        told = twin(walk.positions[0].players)
        for ply, position in enumerate(walk.positions):
            if differs := _difference(position, told):
                where = f"the game and its twin differ at seed {walk.seed}, ply {ply} ({position.text})"
                raise LawBroken(LawFails(game=game.facts.slug, error=f"{where}: {differs}"))
            if ply < len(walk.actions):
                told.play(position.format(walk.actions[ply]))


def _difference(position: Position, twin: RuleTwin) -> str:
    """In what a position and that of the twin differ; "" if in nothing."""
    ours = {position.format(action) for action in position.legal_actions}
    if ours != (allowed := set(twin.legal())):
        return f"the game alone allows {sorted(ours - allowed)}, the twin {sorted(allowed - ours)}"
    if (won := _winners(position)) != (theirs := _seats(twin, position)):
        return f"{won} have won, and in the twin {theirs}"
    if position.mover not in (None, CHANCE) and position.mover != twin.turn:
        return f"seat {position.mover} moves, and in the twin seat {twin.turn}"
    return _points_differ(position, twin) or _chances_differ(position, twin)


def _winners(position: Position) -> list[int] | None:
    """The seats that won; None: the game goes on."""
    return None if position.outcome is None else sorted(position.outcome.winners)


def _seats(twin: RuleTwin, position: Position) -> list[int] | None:
    """The same of a twin. Where seats play against each other, a win that all share is nobody's: utilities add up to
    zero."""
    if twin.winners is None:
        return None
    all_share = len(twin.winners) == position.players and not position.game.facts.cooperative
    return [] if all_share else sorted(twin.winners)


def _points_differ(position: Position, twin: RuleTwin) -> str:
    """Which seat has other points in the twin; "" if none has."""
    counted: Callable[[int], int] | None = getattr(twin, "points", None)
    if counted is None or position.game.facts.points is None:
        return ""
    for seat in range(position.players):
        ours, theirs = int(position.game.bindings.points(position.states, 0, seat)), counted(seat)
        if ours != theirs:
            return f"seat {seat} has {ours} points, in the twin {theirs}"
    return ""


def _chances_differ(position: Position, twin: RuleTwin) -> str:
    """Which outcome of chance has another probability in the twin; "" if none has."""
    ours = {position.format(action): chance for action, chance in position.chances.items()}
    known: Callable[[], Mapping[str, float]] | None = getattr(twin, "chances", None)
    if not ours:
        return ""
    theirs = dict.fromkeys(ours, 1 / len(ours)) if known is None else known()
    for text, chance in ours.items():
        if not math.isclose(chance, theirs.get(text, 0.0), rel_tol=1e-9):
            return f"{text} has the chance {chance:g}, in the twin {theirs.get(text, 0.0):g}"
    return ""
