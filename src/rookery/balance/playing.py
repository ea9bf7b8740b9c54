"""Batches of games for a report, in one process: who plays how, and what is counted.

A batch is named by what it plays and by its number, and draws from seeds of its own. So the same batches give the same
counts, whichever process plays them.
"""

import zlib
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from rookery.balance.action_kinds import KindsOf
from rookery.balance.statistics import GameSums
from rookery.balance.tallies import (
    AT_RANDOM,
    BEST_BY_ORDER,
    BY_EVALUATOR,
    FIRST_LISTED,
    NO_KIND,
    NOT_AT_ALL,
    OF_SEATS,
    ONE_PLY_AHEAD,
    PER_KIND,
    Counts,
    HowSeatsPlay,
)
from rookery.bots import level
from rookery.bots.kinds import GreedyBot, RandomBot
from rookery.core.generator import Generator
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, Array, Settings
from rookery.search import engine
from rookery.search.workspace import workspace

PLAYED_BY_KERNEL = (RandomBot, GreedyBot)
ALWAYS_FIRST = "first"  # instead of a level: a player who takes the first legal action
BATCH, SMALL_BATCH = 200, 2  # games at a time: of the kernel, of bots that search


@dataclass(frozen=True, slots=True)
class BalanceTable:
    """The table whose games are counted. A process can be sent it."""

    game: Game
    settings: Settings
    kinds: KindsOf
    moves: tuple[int, ...] = ()  # with which every game begins
    samples: int = BY_EVALUATOR  # how chances are estimated: see HowSeatsPlay

    @property
    def players(self) -> int:
        return int(self.settings[0])

    @property
    def width(self) -> int:
        """The length of a row of numbers."""
        return OF_SEATS + self.players + PER_KIND * len(self.kinds.words)

    @property
    def begin(self) -> Position:
        position = self.game.start_with(self.settings)
        for action in self.moves:
            position = position.after(action)
        return position


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays: a level in all seats, or one seat that plays otherwise and takes each turn equally often. In a team
    all play otherwise."""

    level: str = "greedy"  # of the usual players
    other: str = ""  # the level, or ALWAYS_FIRST, of the one who plays otherwise; "": that of the rest
    bar: int = NO_KIND  # the kind of action which that one takes only if there is no other

    @property
    def is_equal(self) -> bool:
        return not self.other and self.bar == NO_KIND

    def seed(self, seed: int) -> int:
        """The seed of the first of its games; others are far away."""
        return (zlib.crc32(repr((self.level, self.other, self.bar, seed)).encode()) << 24) + seed


@dataclass(slots=True)
class BatchCounts:
    """What was counted of some games: of equal players all, of others what the one who plays otherwise has won."""

    sums: GameSums
    legal: Array = field(default_factory=lambda: np.zeros(0, np.int64))  # [A] decisions at which it was
    taken: Array = field(default_factory=lambda: np.zeros(0, np.int64))

    def include(self, other: "BatchCounts") -> None:
        self.sums.include(other.sums)
        self.legal = self.legal + other.legal
        self.taken = self.taken + other.taken


def nothing(table: BalanceTable, cast: Cast) -> BatchCounts:
    """No games."""
    ids = table.game.facts.actions if cast.is_equal else 0
    return BatchCounts(GameSums(table.width if cast.is_equal else 1), np.zeros(ids, np.int64), np.zeros(ids, np.int64))


def by_kernel(table: BalanceTable, cast: Cast) -> bool:
    """Whether the kernel plays these games, a hundred times as fast as bots."""
    names = [name for name in (cast.level, cast.other) if name not in ("", ALWAYS_FIRST)]
    return all(type(level(name, table.game)) in PLAYED_BY_KERNEL for name in names)


def batch_size(table: BalanceTable, cast: Cast) -> int:
    return BATCH if by_kernel(table, cast) else SMALL_BATCH


def play_batch(table: BalanceTable, cast: Cast, seed: int, number: int) -> BatchCounts:
    """Play the batch of that number."""
    size = batch_size(table, cast)
    first = cast.seed(seed) + number * size
    run = _Batch(table, cast, size, number * size)
    if by_kernel(table, cast):
        run.play(first)
    else:
        for game in range(size):
            run.replay(game, first + game, _script(table, run.levels(game), first + game))
    counted = nothing(table, cast)
    if cast.is_equal:
        counted.sums.add(run.rows)
        counted.legal, counted.taken = run.counts.legal, run.counts.taken
    else:
        counted.sums.add(run.marked()[:, None])
    return counted


class _Batch:
    """The arrays of a batch, and who sits where. `before`: games of earlier batches."""

    def __init__(self, table: BalanceTable, cast: Cast, size: int, before: int) -> None:
        self.table, self.cast = table, cast
        game, players, kinds = table.game, table.players, len(table.kinds.words)
        position = table.begin
        self.states = game.blank(5)
        self.states[:] = position.states[0]
        self.work = workspace(position)
        self.rows = np.zeros((size if cast.is_equal else 0, table.width))
        self.seats = (np.arange(size) + before) % players  # that play otherwise
        ids = game.facts.actions
        self.counts = Counts(
            np.zeros((size, players)),
            self.rows,
            table.kinds.table,
            np.zeros(ids, np.int64),
            np.zeros(ids, np.int64),
            np.zeros((players, max(1, kinds))),
            np.zeros(max(1, kinds), np.int64),
            np.zeros(game.facts.longest + 1, np.int32),
            np.zeros(players),
            np.zeros(players),
            np.zeros(players),
            np.zeros(2),
        )
        self.kernels: Any = game.made("rookery.balance.kernels")

    def play(self, first: int) -> None:
        """Let the kernel play all games of the batch."""
        size, players = self.counts.utilities.shape
        ways, bars = np.full((size, players), self._way(self.cast.level)), np.full((size, players), NO_KIND)
        if not self.cast.is_equal:
            other = self.others
            ways[other], bars[other] = self._way(self.cast.other or self.cast.level), self.cast.bar
        self._go(ways, bars, np.zeros(0, np.int32), first, self.counts)

    @property
    def others(self) -> Array:
        """[G, P] which seats play otherwise."""
        if self.table.game.facts.cooperative:
            return np.ones(self.counts.utilities.shape, bool)
        found: Array = self.seats[:, None] == np.arange(self.table.players)
        return found

    def levels(self, game: int) -> list[str]:
        """[P] the levels of a game."""
        otherwise = self.others[game] & (self.cast.other != "")
        return [self.cast.other if one else self.cast.level for one in otherwise]

    def replay(self, game: int, seed: int, script: Array) -> None:
        """Count a game that bots played, as one of the batch."""
        one = self.counts._replace(utilities=self.counts.utilities[game : game + 1], rows=self.rows[game : game + 1])
        ways = np.zeros((1, self.table.players), np.int64)
        self._go(ways, np.full_like(ways, NO_KIND), script, seed, one)

    def _go(self, ways: Array, bars: Array, script: Array, first: int, counts: Counts) -> None:
        samples = self.table.samples if len(self.rows) else NOT_AT_ALL
        seating = HowSeatsPlay(ways, bars, script, first, samples, self.table.game.facts.cooperative)
        self.kernels.play_games(self.states, seating, counts, self.work)

    def _way(self, name: str) -> int:
        if name == ALWAYS_FIRST:
            return FIRST_LISTED
        if isinstance(level(name, self.table.game), RandomBot):
            return AT_RANDOM
        return (
            BEST_BY_ORDER if engine(self.table.game).plan_for(self.table.players).ordered == "order" else ONE_PLY_AHEAD
        )

    def marked(self) -> Array:
        """[G] what the one who plays otherwise has of the win."""
        utilities = self.counts.utilities
        if self.table.game.facts.cooperative:
            team: Array = (np.sign(utilities[:, 0]) + 1) / 2
            return team
        best = utilities == utilities.max(axis=1, keepdims=True)
        shares: Array = best / best.sum(axis=1, keepdims=True)
        return shares[np.arange(len(utilities)), self.seats]


def _script(table: BalanceTable, names: list[str], seed: int) -> Array:
    """The actions of a game of bots that search, of chance, too."""
    luck, bots, actions = Generator(seed), [level(name, table.game) for name in names], list[int]()
    position = table.begin
    while not position.is_over:
        mover = position.mover
        assert mover is not None
        action = position.draw(luck) if mover == CHANCE else bots[mover].choose(position.view(mover), luck)
        actions.append(action)
        position = position.after_unchecked(action)
    return np.array(actions, np.int32)
