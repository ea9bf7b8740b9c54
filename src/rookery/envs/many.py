"""Many games side by side as arrays, one kernel call a step.

    batch = rookery.envs.batch("gleebs", 1024, seed=1)
    while learning:
        actions = policy(batch.observations, batch.masks)   # of the seats batch.movers
        batch.step(actions)                                 # now batch.rewards and batch.over, and what comes next
"""

import functools
from collections.abc import Sequence
from types import ModuleType
from typing import Literal, NamedTuple

import numpy as np

from rookery.core.errors import CannotPlay, IllegalAction
from rookery.core.observation import observed
from rookery.core.position import Game, Position
from rookery.core.protocol import Actions, Array, States, Stream, Utilities, Weights
from rookery.search import engine
from rookery.search.checks import check_number, check_whole
from rookery.search.plan import WAYS

__all__ = ["Afterstates", "Batch", "Bots", "Scratch", "check_seat", "kernels", "scratch"]

KERNELS = "rookery.search.kernels.batch"
Bots = Literal["random", "greedy"]  # levels that kernels play


@functools.cache  # to find them anew takes as long as a step of a hundred games
def kernels(game: Game) -> ModuleType:
    """kernels/batch.py as made for a game."""
    return game.made(KERNELS)


class Scratch(NamedTuple):
    """What kernels/batch.py is lent for bots and views."""

    bots: int
    worlds: States
    weights: Weights
    actions: Actions
    scores: Weights
    guess: Utilities


def scratch(position: Position, bots: Bots) -> Scratch:
    """Raises ValueError for bots of another level."""
    if bots not in ("random", "greedy"):
        raise ValueError(f"bots={bots!r}; allowed here: random, greedy, which are quick enough; gymnasium() takes all")
    game, most = position.game, position.game.facts.max_legal
    way = WAYS["" if bots == "random" else engine(game).plan.ordered or "ahead"]
    actions, scores = np.empty(most, np.int32), np.empty(most)
    return Scratch(way, game.blank(3), game.weights, actions, scores, np.zeros(position.players))


def check_seat(seat: int | None, players: int) -> int:
    """The seat; without one the first. Raises ValueError."""
    if seat is not None and seat not in range(players):
        raise ValueError(f"seat={seat!r}; seats are 0 .. {players - 1}, and None: each in turn")
    return int(seat or 0)


class Afterstates(NamedTuple):
    """What movers see after each of their legal actions: M rows, game by game."""

    observations: Array  # [M, N] np.int8
    games: Array  # [M] number of the game
    actions: Actions  # [M] that leads there
    worth: Weights  # [M] utility for the mover, if the game is over there; else nan


class Batch:
    """B games of one kind, in each of which a seat of the learners decides. The arrays belong to the batch, and the
    next step writes into them: keep copies.

        observations  [B, N] np.int8, what the seat sees: the fields of the game's Observation, one after another
        masks         [B, A] np.int8, 1: the action is legal
        movers        [B] np.int8, the seat that decides
        rewards       [B, P] of the last step: utilities where it ended a game, else 0
        over          [B] bool, where it did; there the other arrays are those of a new game already
        last          [B, N] of a game that it ended what the first of the learners sees of the end

    A game's luck depends on the seed, its number and what was played in it, not on how many games there are.
    """

    def __init__(
        self,
        start: Position,
        games: int,
        *,
        learners: Sequence[int] | None = None,
        bots: Bots = "random",
        seed: int | None = None,
    ) -> None:
        """Games begin at `start`, a whole position. Raises CannotPlay, ValueError."""
        check_whole(start)
        check_number("games", games, 1, whole=True)
        seats = range(start.players) if learners is None else learners
        if not seats or not {*seats} <= {*range(start.players)}:
            raise ValueError(f"learners={learners!r}; seats are 0 .. {start.players - 1}, and at least one learns")
        self.start = start
        self.game: Game = start.game
        facts = self.game.facts
        self.learns = np.full(games, sum(1 << seat for seat in {*seats}), np.int64)  # [B] masks of seats
        self.masks: Array = np.zeros((games, facts.actions), np.int8)
        self.movers: Array = np.zeros(games, np.int8)
        self.rewards: Utilities = np.zeros((games, start.players))
        self.over: Array = np.zeros(games, np.bool_)
        self._record = observed(self.game.observation)
        self.observations: Array = np.zeros((games, self._record.itemsize), np.int8)
        self.last: Array = np.zeros_like(self.observations)
        self._states = self.game.blank(games)
        self._first, self._blank = start.states, np.zeros(1, self._record)
        self._scratch = scratch(start, bots)
        self._listed = np.empty((games, facts.max_legal), np.int32)
        self._counts = np.zeros(games, np.int32)
        self.reset(seed)

    def __len__(self) -> int:
        return len(self.movers)

    def reset(self, seed: int | None = None) -> None:
        """Begin every game anew. Raises CannotPlay when none of the learners ever decides."""
        self.begin(np.random.default_rng(seed).integers(0, 2**64, size=len(self), dtype=np.uint64))

    def begin(self, streams: Stream) -> None:
        """The same with the luck of a stream [B] for each game; they go on with the games. Raises CannotPlay."""
        self.streams = streams
        self._dreams = self.streams[:1].copy()  # of what movers guess: it changes nothing in a game
        self.over[:] = False
        self.rewards[:] = 0.0
        done = kernels(self.game).reset(
            self._states, self._first, self.streams, self.learns, *self._scratch, self.masks, self._listed,
            self._counts, self._blank, self._records(self.observations), self.movers,
        )  # fmt: skip
        self._check(done)

    def step(self, actions: Array) -> None:
        """Play an action in each game: [B] whole numbers. Raises IllegalAction, and then nothing has changed."""
        chosen = np.asarray(actions)
        if chosen.shape != self.movers.shape or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"actions are {len(self)} whole numbers; these are {chosen.dtype} {chosen.shape}")
        made, chosen = kernels(self.game), chosen.astype(np.int64, copy=False)
        if (wrong := made.first_illegal(self.masks, chosen)) >= 0:
            raise IllegalAction(f"game {wrong}: action {chosen[wrong]} is not legal; masks[{wrong}] says what is")
        done = made.step(
            self._states, self._first, self.streams, self.learns, *self._scratch, self.masks, self._listed,
            self._counts, self._blank, self._records(self.observations), self.movers, chosen, self.rewards,
            self.over, self._records(self.last),
        )  # fmt: skip
        self._check(done)

    @property
    def named(self) -> States:
        """[B] the same observations as records: named["stones"] are those of all games, in their shape."""
        return self._records(self.observations)

    def any_legal(self, stream: Array) -> Actions:
        """[B] a legal action of each game, each as likely; `stream`: see core/chance.py."""
        chosen = np.empty(len(self), np.int32)
        kernels(self.game).any_legal(self._listed, self._counts, stream, chosen)
        return chosen

    def afterstates(self) -> "Afterstates":
        """Every position that one action of a mover leads to, before chance and others go on: for those who learn what
        positions are worth (Sutton, Barto 2018, http://incompleteideas.net/book/the-book-2nd.html, section 6.8)."""
        count = int(self._counts.sum())
        found = Afterstates(
            observations=np.empty((count, self.observations.shape[1]), np.int8),
            games=np.repeat(np.arange(len(self)), self._counts),
            actions=self._listed[np.arange(self._listed.shape[1]) < self._counts[:, None]],
            worth=np.empty(count),
        )
        kernels(self.game).afterstates(
            self._states, self.movers, self._listed, self._counts, self._scratch.worlds, self._blank,
            self._scratch.guess, self._dreams, self._records(found.observations), found.worth,
        )  # fmt: skip
        return found

    def position(self, i: int) -> Position:
        """Game i as it stands, to be looked at."""
        return Position(self.game, self._states[i : i + 1].copy(), self.start.settings)

    def _records(self, flat: Array) -> States:
        return flat.view(self._record)[:, 0]

    def _check(self, done: bool) -> None:
        if not done:
            raise CannotPlay("games that begin here end before any of the learners decides")
