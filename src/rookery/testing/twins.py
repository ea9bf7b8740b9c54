"""Twins: the rules of a game a second time, in plain Python, which must agree with its kernels."""

from collections.abc import Callable, Collection
from typing import Protocol

from rookery.core.position import Game
from rookery.core.protocol import CHANCE
from rookery.testing.walks import LawBroken, walks


class RuleTwin(Protocol):
    """A game as its rules page tells it. Actions are texts of its notation, chance's too."""

    @property
    def turn(self) -> int:
        """The seat that moves; of no meaning while chance moves, and at the end."""

    @property
    def winners(self) -> Collection[int] | None:
        """The seats that won; None: the game goes on."""

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
            where = f"{game.facts.slug} and its twin differ at seed {walk.seed}, ply {ply} ({position.text})"
            ours = {position.format(action) for action in position.legal_actions}
            if ours != (theirs := set(told.legal())):
                raise LawBroken(
                    f"{where}: the game alone allows {sorted(ours - theirs)}, the twin {sorted(theirs - ours)}"
                )
            outcome = position.outcome
            if (None if outcome is None else {*outcome.winners}) != (None if told.winners is None else {*told.winners}):
                raise LawBroken(f"{where}: the game says {outcome}, the twin that {told.winners} have won")
            if position.mover not in (None, CHANCE) and position.mover != told.turn:
                raise LawBroken(f"{where}: seat {position.mover} moves, and in the twin seat {told.turn}")
            if ply < len(walk.actions):
                told.play(position.format(walk.actions[ply]))
