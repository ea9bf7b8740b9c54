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
    ALL_SEATS,
    AT_RANDOM,
    BEST_BY_ORDER,
    BY_EVALUATOR,
    EACH_SEAT_IN_TURN,
    FIRST_LISTED,
    NO_KIND,
    NO_SEAT,
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

    def otherwise(self, table: BalanceTable) -> int:
        """Who plays otherwise: see HowSeatsPlay."""
        if self.is_equal:
            return NO_SEAT
        return ALL_SEATS if table.game.facts.cooperative else EACH_SEAT_IN_TURN

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
    return played_batch(table, cast, size, number * size, cast.seed(seed) + number * size)


def played_batch(table: BalanceTable, cast: Cast, games: int, number: int, first: int) -> BatchCounts:
    """Play so many games. `number`: of the first one among all of its cast; `first`: its seed."""
    run = BalanceBatch(table, cast)
    if by_kernel(table, cast):
        run.play(games, number, first, np.zeros(0, np.int32))
    else:
        for game in range(games):
            script = _script(table, _levels(table, cast, number + game), first + game)
            run.play(1, number + game, first + game, script)
    run.counted.sums.games = games
    return run.counted


class BalanceBatch:
    """What the kernel takes for a batch."""

    def __init__(self, table: BalanceTable, cast: Cast) -> None:
        self.table, self.cast, self.counted = table, cast, nothing(table, cast)
        game, players, kinds = table.game, table.players, max(1, len(table.kinds.words))
        self.states = game.blank(5)
        self.states[:] = table.begin.states[0]
        self.work = workspace(table.begin)
        sums = self.counted.sums
        self.counts = Counts(
            sums.totals,
            sums.products,
            np.zeros(len(sums.totals)),
            np.zeros(players),
            table.kinds.table,
            self.counted.legal,
            self.counted.taken,
            np.zeros((players, kinds)),
            np.zeros(kinds, np.int64),
            np.zeros(game.facts.longest + 1, np.int32),
            np.zeros(players),
            np.zeros(players),
            np.zeros(players),
            np.zeros(2),
        )

    def play(self, games: int, number: int, first: int, script: Array) -> None:
        """Count games that the kernel plays, or one that bots played: then `script` has all of its actions."""
        kernels: Any = self.table.game.made("rookery.balance.kernels")
        kernels.play_games(self.states, self.seating(games, number, first, script), self.counts, self.work)

    def seating(self, games: int, number: int, first: int, script: Array) -> HowSeatsPlay:
        table, cast = self.table, self.cast
        return HowSeatsPlay(
            games,
            number,
            first,
            self._way(cast.level),
            cast.otherwise(table),
            self._way(cast.other or cast.level),
            cast.bar,
            table.samples if cast.is_equal else NOT_AT_ALL,
            table.game.facts.cooperative,
            script,
        )

    def _way(self, name: str) -> int:
        if name == ALWAYS_FIRST:
            return FIRST_LISTED
        if isinstance(level(name, self.table.game), RandomBot):
            return AT_RANDOM
        ordered = engine(self.table.game).plan_for(self.table.players).ordered
        return BEST_BY_ORDER if ordered == "order" else ONE_PLY_AHEAD


def _levels(table: BalanceTable, cast: Cast, number: int) -> list[str]:
    """[P] the levels of a game."""
    in_turn = range(table.players) if table.game.facts.cooperative else [number % table.players]
    return [cast.other if cast.other and seat in in_turn else cast.level for seat in range(table.players)]


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
