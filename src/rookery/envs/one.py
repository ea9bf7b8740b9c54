"""One game as arrays, for environments that play one: every call of the rules is one kernel call."""

import operator
from typing import Any, SupportsIndex

import numpy as np

from rookery.core.errors import CannotPlay, IllegalAction
from rookery.core.observation import observed
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, OVER, Array, Stream, Utilities
from rookery.envs.many import Bots, kernels, scratch
from rookery.search.checks import check_whole

__all__ = ["One"]

EVERY_SEAT = -1  # as a mask of seats


class One:
    """A game in which seats of the mask `learns` decide; chance and the bots play on at once. Copy and pickle it: it
    keeps the luck to come.

    seat      who decides; OVER, also before the first `reset`
    position  the whole position
    """

    def __init__(self, start: Position, learns: int = EVERY_SEAT, bots: Bots = "random") -> None:
        """Raises CannotPlay, ValueError."""
        check_whole(start)
        self.start, self.learns = start, learns
        self.game: Game = start.game
        self.seat = OVER
        self._record = observed(self.game.observation)
        self._states, self._first = start.states, start.states
        self._mask: Array = np.zeros(self.game.facts.actions, np.int8)
        self._seen, self._blank = np.zeros(1, self._record), np.zeros(1, self._record)
        self._scratch = scratch(start, bots)
        self._bind()

    def reset(self, stream: Stream) -> None:
        """Begin anew, with this luck; the stream goes on with the game. Raises CannotPlay."""
        self._stream = stream
        self.seat = kernels(self.game).reset_one(
            self._states, self._first, stream, self.learns, *self._scratch, self._mask, self._blank, self._seen
        )
        if self.seat == OVER:
            raise CannotPlay("games that begin here end before any of the learners decides")

    def step(self, action: SupportsIndex) -> int:
        """Play an action; return who decides next, or OVER. Raises IllegalAction, and then nothing has changed."""
        try:
            chosen = operator.index(action)
        except TypeError:
            raise IllegalAction(f"an action is a whole number; this is {action!r}") from None
        seat: int = self._step(
            self._states, chosen, self._stream, self.learns, *self._scratch, self._mask, self._blank, self._seen
        )
        if seat == CHANCE:
            raise IllegalAction(f"action {chosen} is not legal here; action_mask says what is")
        self.seat = seat
        return seat

    def mask(self) -> Array:
        """[A] np.int8, 1: the seat that decides may do it."""
        return self._mask.copy()

    def observation(self, seat: int) -> Array:
        """[N] np.int8, what a seat sees."""
        if seat == self.seat:
            return self._flat.copy()
        other = np.zeros(1, self._record)
        kernels(self.game).see(self._states, 0, seat, self._scratch.worlds, self._blank, other, 0)
        return other.view(np.int8)

    def utilities(self) -> list[float]:
        """[P] of a game that is over."""
        found: Utilities = np.zeros(self.start.players)
        self.game.door.utilities(self._states, 0, found)
        return [float(utility) for utility in found]

    @property
    def position(self) -> Position:
        return Position(self.game, self._states.copy(), self.start.settings)

    def _bind(self) -> None:
        """What cannot be copied: a second look at an array, and a kernel."""
        self._flat, self._step = self._seen.view(np.int8), kernels(self.game).step_one

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_flat", "_step")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._bind()
