"""Many games side by side as arrays, with one kernel call per step.

batch = rookery.envs.batch("gleebs", 1024, seed=1)
while learning:
    actions = policy(batch.observations, batch.masks)   # for the seats in batch.movers
    batch.step(actions)                                 # sets batch.rewards, batch.over and the next observations
"""

import functools
from collections.abc import Sequence
from types import ModuleType
from typing import Any, Literal, NamedTuple

import numpy as np

from rookery.core.compiling import lent
from rookery.core.errors import CannotPlay, IllegalAction
from rookery.core.kernel import prepared
from rookery.core.observation import observed
from rookery.core.position import Game, Position
from rookery.core.protocol import Actions, Array, States, Stream, Utilities, Weights
from rookery.envs.arguments import check_seed, check_streams
from rookery.search import engine
from rookery.search.checks import check_number, check_whole
from rookery.search.kernels.bundles import Games, Others
from rookery.search.plan import ORDERINGS
from rookery.search.workspace import workspace

LENT = ("last", "masks", "movers", "observations", "over", "rewards")
KERNELS = "rookery.search.kernels.batch"
KernelLevel = Literal["random", "greedy"]  # levels of bots that kernels can play


@functools.cache  # a look-up takes as long as a step of a hundred games
def kernels(game: Game) -> ModuleType:
    """The copy of search/kernels/batch.py made for a game."""
    return game.made(KERNELS)


def others_of(position: Position, bots: KernelLevel) -> Others:
    """The level and scratch arrays of the bots that play the other seats. Raises ValueError for another level."""
    if bots not in ("random", "greedy"):
        raise ValueError(f"bots={bots!r}; allowed here: random, greedy; gymnasium() takes every level")
    game = position.game
    way = ORDERINGS["" if bots == "random" else engine(game).plan_for(position.players).ordered or "ahead"]
    return Others(way, game.blank(3), np.zeros(1, observed(game.observation)), workspace(position))


def check_seat(seat: int | None, players: int) -> int:
    """The seat, or seat 0 for None. Raises ValueError."""
    if seat is not None and seat not in range(players):
        raise ValueError(f"seat={seat!r}; seats are 0 .. {players - 1}, and None: each in turn")
    return int(seat or 0)


class Afterstates(NamedTuple):
    """The observations after each legal action of each mover: M rows, game by game."""

    observations: Array  # [M, N] np.int8
    games: Array  # [M] number of the game
    actions: Actions  # [M] the action that leads there
    worth: Weights  # [M] utility for the mover if the action ends the game; else nan


class Batch:
    """B games. In each, a learning seat is to decide. The arrays are read-only and belong to the batch: the next step
    overwrites them, so keep copies.

        observations  [B, N] np.int8, of the mover: the fields of the game's Observation, one after another
        masks         [B, A] np.int8, 1: the action is legal
        movers        [B] np.int8, the seat that decides
        rewards       [B, P] of the last step: the utilities if it ended the game, else 0
        over          [B] bool, whether it ended the game; the other arrays then already show a new game
        last          [B, N] the first learner's observation of the end, for games that the last step ended
        learns        [B] masks of the seats that the caller plays; a change takes effect at the next `begin`

    The luck of a game depends on the seed, its number and its moves, but not on the number of games.
    """

    observations: Array
    masks: Array
    movers: Array
    rewards: Utilities
    over: Array
    last: Array
    _games: Games
    _play: Any

    def __init__(
        self,
        start: Position,
        games: int,
        *,
        learners: Sequence[int] | None = None,
        bots: KernelLevel = "random",
        seed: int | None = None,
    ) -> None:
        """Every game begins at `start`, a whole position (not a view). Raises CannotPlay, ValueError."""
        check_whole(start)
        check_number("games", games, 1, whole=True)
        seats = range(start.players) if learners is None else learners
        listed = [*seats] if isinstance(seats, Sequence | np.ndarray) else []
        whole = all(isinstance(seat, int | np.integer) for seat in listed)
        if not listed or not whole or not {*listed} <= {*range(start.players)}:
            raise ValueError(f"learners={learners!r}; seats are 0 .. {start.players - 1}, and at least one learns")
        self.start = start
        self.game: Game = start.game
        facts = self.game.facts
        self.learns = np.full(games, sum(1 << int(seat) for seat in {*listed}), np.int64)
        self._learns = self.learns.copy()
        self._masks: Array = lent.zeros((games, facts.seat_actions), np.int8)
        self._movers: Array = np.zeros(games, np.int8)
        self._rewards: Utilities = np.zeros((games, start.players))
        self._over: Array = np.zeros(games, np.bool_)
        self._record = observed(self.game.observation)
        self._observations: Array = lent.zeros((games, self._record.itemsize), np.int8)
        self._last: Array = lent.zeros(self._observations.shape, np.int8)
        self._states = self.game.blank(games)
        self._first, self._others = start.states, others_of(start, bots)
        self._listed = lent.empty((games, facts.max_legal), np.int32)
        self._counts, self._chosen = np.zeros(games, np.int32), np.zeros(games, np.int64)
        self._lend()
        self.reset(seed)

    def _bind(self) -> None:
        """Bundle the arrays for the kernels; needed again whenever an array is replaced."""
        self._play = kernels(self.game).run
        self._games = Games(
            states=self._states,
            first=self._first,
            streams=self.streams,
            learns=self._learns,
            movers=self._movers,
            masks=self._masks,
            listed=self._listed,
            counts=self._counts,
            observations=self._records(self._observations),
            last=self._records(self._last),
            rewards=self._rewards,
            over=self._over,
            others=self._others,
        )

    def _lend(self) -> None:
        """Publish read-only views of the arrays, so that no caller can make an action legal by writing to a mask."""
        for name in LENT:
            lent = getattr(self, f"_{name}").view()
            lent.flags.writeable = False
            setattr(self, name, lent)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_games", "_play", *LENT)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._bind()
        self._lend()

    def __len__(self) -> int:
        return len(self._movers)

    def reset(self, seed: int | None = None) -> None:
        """Restart every game. Raises CannotPlay if no learning seat ever decides, ValueError for an invalid seed."""
        self.begin(np.random.default_rng(check_seed(seed)).integers(0, 2**64, size=len(self), dtype=np.uint64))

    def begin(self, streams: Stream) -> None:
        """Restart every game with its own random stream; `streams`: [B] np.uint64. Raises CannotPlay, ValueError."""
        check_streams(streams, len(self))
        learns, most = self.learns, 1 << self.start.players
        if not isinstance(learns, np.ndarray) or learns.shape != (len(self),) or learns.dtype.kind not in "iu":
            raise ValueError(f"learns must be an array of {len(self)} whole numbers; it is {learns!r}")
        if not all(0 < mask < most for mask in learns.tolist()):
            raise ValueError(f"learns holds masks of seats 0 .. {self.start.players - 1}, and at least one learns")
        self.streams, self._learns = streams.copy(), self.learns.astype(np.int64)
        # a stream of its own for determinizing: with the stream of the game, movers would foresee its luck
        self._dreams = np.random.default_rng(streams).integers(0, 2**64, size=1, dtype=np.uint64)
        self._bind()
        self._run(fresh=True)

    def step(self, actions: Array) -> None:
        """Play one action in each game. `actions`: [B] integers. Raises IllegalAction, which changes nothing, and
        CannotPlay if games that start again end before a learning seat decides: then no action is legal in any game
        until all are restarted."""
        try:
            chosen = np.asarray(actions)
        except ValueError:  # lists of different lengths
            chosen = np.empty(0)
        if chosen.shape != self._movers.shape or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"actions must be {len(self)} whole numbers; these are {chosen.dtype} {chosen.shape}")
        self._chosen[:] = chosen
        if (wrong := kernels(self.game).first_illegal(self._masks, self._chosen)) >= 0:
            raise IllegalAction(
                f"game {wrong}: action {self._chosen[wrong]} is not legal; masks[{wrong}] marks the legal ones"
            )
        self._run(fresh=False)

    def _run(self, fresh: bool) -> None:
        """Raises CannotPlay."""
        self._play = prepared(self._play, self._games, self._chosen, fresh, True)
        if not self._play(self._games, self._chosen, fresh, True):
            self._masks[:] = 0  # until they begin, no action is legal in any game
            self._counts[:] = 0
            raise CannotPlay("games from this position end before a learning seat decides")

    @property
    def named(self) -> States:
        """The same observations as [B] records: named["stones"] is that field of all games, in its shape."""
        return self._records(self.observations)

    def any_legal(self, stream: Array) -> Actions:
        """[B] a random legal action for each game, each equally likely. `stream`: [1] np.uint64, advanced by the call
        (core/chance.py). Raises ValueError."""
        check_streams(stream, 1, advanced=True)
        chosen = np.empty(len(self), np.int32)
        kernels(self.game).any_legal(self._listed, self._counts, stream, chosen)
        return chosen

    def afterstates(self) -> "Afterstates":
        """The positions after each legal action of each mover, before chance and other seats play on. For learning
        values of afterstates (Sutton, Barto 2018, http://incompleteideas.net/book/the-book-2nd.html, section 6.8)."""
        count = int(self._counts.sum())
        result = Afterstates(
            observations=np.empty((count, self.observations.shape[1]), np.int8),
            games=np.repeat(np.arange(len(self)), self._counts),
            actions=self._listed[np.arange(self._listed.shape[1]) < self._counts[:, None]],
            worth=np.empty(count),
        )
        kernels(self.game).afterstates(self._games, self._dreams, self._records(result.observations), result.worth)
        return result

    def position(self, i: int) -> Position:
        """The current position of game i. Raises IndexError."""
        if not 0 <= i < len(self):
            raise IndexError(f"no game {i}; there are 0 to {len(self) - 1}")
        return Position(self.game, self._states[i : i + 1].copy(), self.start.settings)

    def _records(self, flat: Array) -> States:
        return flat.view(self._record)[:, 0]
