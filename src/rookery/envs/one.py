"""One game as arrays, for environments that play a single game. Each step is one kernel call."""

import operator
from typing import Any, SupportsIndex

import numpy as np

from rookery.core.errors import CannotPlay, IllegalAction
from rookery.core.kernel import prepared
from rookery.core.observation import observed
from rookery.core.position import Game, Position
from rookery.core.protocol import OVER, Array, Stream, Utilities
from rookery.envs.arguments import check_streams
from rookery.envs.many import KernelLevel, kernels, others_of
from rookery.search.checks import check_whole
from rookery.search.kernels.bundles import Games

EVERY_SEAT = -1  # as a mask of seats
BOUND = ("_flat", "_games", "_run", "_see")


class OneGame:
    """A game in which the seats of the mask `learns` decide. Chance and bots play on at once. It can be copied and
    pickled; a copy has the same future luck.

    seat      the seat to decide; OVER when the game is over, and before the first `reset`
    position  the whole position
    """

    _games: Games
    _run: Any
    _see: Any

    def __init__(self, start: Position, learns: int = EVERY_SEAT, bots: KernelLevel = "random") -> None:
        """Raises CannotPlay, ValueError."""
        check_whole(start)
        self.start = start
        self.game: Game = start.game
        self.seat = OVER
        facts, self._record = self.game.facts, observed(self.game.observation)
        self._states, self._first = start.states, start.states
        self._learns = np.array([learns], np.int64)
        self._masks, self._counts = np.zeros((1, facts.seat_actions), np.int8), np.zeros(1, np.int32)
        self._listed = np.zeros((1, facts.max_legal), np.int32)
        self._seen, self._last = (np.zeros(1, self._record) for _ in range(2))
        self._movers, self._over, self._chosen = np.zeros(1, np.int8), np.zeros(1, np.bool_), np.zeros(1, np.int64)
        self._rewards: Utilities = np.zeros((1, start.players))
        self._others = others_of(start, bots)
        self._stream: Stream = np.zeros(1, np.uint64)
        self._bind()

    def reset(self, stream: Stream) -> None:
        """Begin a new game, whose luck comes from `stream`, [1] np.uint64; the game advances it. Raises
        CannotPlay, ValueError."""
        check_streams(stream, 1, advanced=True)
        self._stream, self.seat = stream, OVER
        self._games = self._games._replace(streams=stream)
        if not self._run(self._games, self._chosen, True, False):
            self._masks[:] = 0  # until it begins, no action is legal
            self._counts[:] = 0
            raise CannotPlay("games from this position end before a learning seat decides")
        self._run = prepared(self._run, self._games, self._chosen, True, False)
        self.seat = int(self._movers[0])

    def step(self, action: SupportsIndex) -> int:
        """Play an action; return the seat that decides next, or OVER. Raises IllegalAction, which changes nothing."""
        try:
            chosen = operator.index(action)
        except TypeError:
            raise IllegalAction(f"an action is a whole number; this is {action!r}") from None
        if not 0 <= chosen < self._masks.shape[1] or not self._masks[0, chosen]:
            raise IllegalAction(f"action {chosen} is not legal here; action_mask marks the legal ones")
        self._chosen[0] = chosen
        self._run(self._games, self._chosen, False, False)
        self.seat = int(self._movers[0])
        return self.seat

    def learn(self, seat: int) -> None:
        """Let only this seat learn, from the next `reset` on. Raises IndexError."""
        self._learns[0] = 1 << self._checked(seat)

    def mask(self) -> Array:
        """[A] np.int8, 1: the action is legal for the seat that decides. Read-only."""
        mask: Array = self._masks[0].copy()
        mask.flags.writeable = False  # the same array is given out twice: in the observation and in infos
        return mask

    def observation(self, seat: int) -> Array:
        """[N] np.int8, the observation of a seat. Raises IndexError."""
        if seat == self.seat:
            return self._flat.copy()
        seat = self._checked(seat)
        other = np.zeros(1, self._record)
        self._see = prepared(self._see, self._states, 0, seat, self._others, other, 0)
        self._see(self._states, 0, seat, self._others, other, 0)
        return other.view(np.int8)

    def _checked(self, seat: SupportsIndex) -> int:
        """The seat as a number; prepared kernels do not check it. Raises IndexError."""
        number = operator.index(seat)
        if not 0 <= number < self.start.players:
            raise IndexError(f"no seat {number}; there are 0 to {self.start.players - 1}")
        return number

    def utilities(self) -> list[float]:
        """[P] the utilities, once the game is over."""
        return [float(utility) for utility in self._rewards[0]]

    @property
    def position(self) -> Position:
        return Position(self.game, self._states.copy(), self.start.settings)

    def _bind(self) -> None:
        """Make the parts that cannot be copied or pickled: views of arrays, kernels, and the bundle that they take."""
        self._flat = self._seen.view(np.int8)
        self._run, self._see = kernels(self.game).run, kernels(self.game).see
        self._games = Games(
            states=self._states,
            first=self._first,
            streams=self._stream,
            learns=self._learns,
            movers=self._movers,
            masks=self._masks,
            listed=self._listed,
            counts=self._counts,
            observations=self._seen,
            last=self._last,
            rewards=self._rewards,
            over=self._over,
            others=self._others,
        )

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in BOUND}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._bind()
