"""As many games as a report needs: until the intervals are narrow, or the time is over."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from time import monotonic
from typing import Any

from rookery.balance.playing import (
    ALWAYS_FIRST,
    BalanceTable,
    BatchCounts,
    Cast,
    batch_size,
    by_kernel,
    nothing,
    play_batch,
)
from rookery.balance.tallies import KIND_CHOSEN, LEAD_AT_HALF, OF_SEATS, PER_KIND
from rookery.bots import levels
from rookery.core.errors import CannotPlay
from rookery.search import Proof, Prover, may_be_proved

MAIN_PART, RESTRICTED_PART, SKILL_PART = 0.4, 0.35, 0.25  # of the time
WIDER = 2.0  # intervals of restricted players may be so many times as wide: there are many of them
LEAST_GAMES = 200  # of any player, before an interval counts as narrow
SAMPLES = 8  # random games that estimate a position where no evaluator can
WHOLE_GAME_PROOF_LIMIT, RIVALS_PROOF_LIMIT = 300_000, 30_000  # positions: about a second
SLOWER = 20  # of bots that search, so many times fewer games are played
LADDER = 4  # levels that meet, from the weakest
BATCHES = 2  # of a process, until the time is looked at


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a report may take."""

    level: str = "greedy"
    within: float = 0.02  # half of the widest interval of a seat's share of the wins
    seconds: float = 60.0
    games: int = 0  # instead of both: so many of equal players, and of each restricted one
    seed: int = 0
    workers: int = 1
    only_seats: bool = False  # leave out restricted players, and levels against each other
    simple: bool = False  # leave out proofs, and levels that search


@dataclass(slots=True)
class ReportGames:
    """All games of a report."""

    table: BalanceTable
    wanted: Wanted
    counted: dict[Cast, BatchCounts] = field(default_factory=dict)
    proof: Proof | None = None
    stopped: str = ""  # "" if all intervals are as narrow as wanted; else why not

    def __post_init__(self) -> None:
        self.counted.setdefault(Cast(self.wanted.level), nothing(self.table, Cast(self.wanted.level)))

    @property
    def equal(self) -> BatchCounts:
        """The games of equal players."""
        return self.counted[Cast(self.wanted.level)]

    def widest(self, cast: Cast) -> float:
        """Half of the widest interval of these games."""
        sums, one = self.counted[cast].sums, self.table.game.facts.cooperative
        seats = range(OF_SEATS, OF_SEATS + (1 if one else self.table.players)) if cast.is_equal else (0,)
        return max(sums.share(column).within for column in seats)

    @property
    def widest_of_all(self) -> float:
        """Half of the widest interval of a seat."""
        return self.widest(Cast(self.wanted.level))


Report = Callable[[float, str], None]  # takes the seconds so far, and what is being played


def play(table: BalanceTable, wanted: Wanted, report: Report = lambda seconds, what: None) -> ReportGames:
    """Play the games of a report. Ctrl-C ends it early; what was played counts. Equal numbers of games give equal
    reports, with any number of workers. Raises LostWorker."""
    from rookery.search.processes import mapping  # here, because a page has no processes

    played, began = ReportGames(table, wanted), monotonic()
    try:
        with mapping(wanted.workers) as mapper:
            for words in batches(played, mapper.map, mapper.workers):
                report(monotonic() - began, words)
    except KeyboardInterrupt:
        played.stopped = "stopped by you"
    return played


def batches(played: ReportGames, each: Callable[..., Iterator[Any]] = map, workers: int = 1) -> Iterator[str]:
    """Play the games of a report; after each batch of games, say what has been played. `each`: applies a function to
    many things, some of them at the same time. Raises LostWorker."""
    wanted = played.wanted
    if not wanted.simple:
        played.proof = _proved(played.table)
    run = _Progress(played, each, workers)
    yield from run.equal_players()
    if not wanted.only_seats:
        yield from run.all_of(list(_restricted(played)), WIDER * wanted.within, MAIN_PART + RESTRICTED_PART)
        yield from run.levels(WIDER * wanted.within)


class _Progress:
    """The games of a report while they are played. What is played says after each batch how many games there are."""

    def __init__(self, played: ReportGames, each: Callable[..., Iterator[Any]], workers: int) -> None:
        self.played, self.each, self.workers, self.began = played, each, workers, monotonic()

    def equal_players(self) -> Iterator[str]:
        """The main games. If an evaluator misleads about who leads, random games estimate positions instead."""
        played, cast = self.played, Cast(self.played.wanted.level)
        if not played.table.game.weighed:
            self._estimate_anew(cast)
        elif by_kernel(played.table, cast):
            yield from self._more(cast, LEAST_GAMES)
            even = 0.5 if played.table.game.facts.cooperative else 1.0 / played.table.players
            if played.equal.sums.share(LEAD_AT_HALF).high < even:
                self._estimate_anew(cast)
        yield from self.all_of([cast], played.wanted.within, MAIN_PART)

    def levels(self, within: float) -> Iterator[str]:
        """Levels against each other. A variant may lack the network of those that search."""
        try:
            yield from self.all_of(list(_ladder(self.played)), within, 1.0)
        except CannotPlay as error:
            self.played.stopped = f"levels that search are left out: {error}"

    def _estimate_anew(self, cast: Cast) -> None:
        self.played.table = replace(self.played.table, samples=SAMPLES)
        self.played.counted[cast] = nothing(self.played.table, cast)

    def all_of(self, casts: list[Cast], within: float, part: float) -> Iterator[str]:
        """Play these in turn until all their intervals are narrow, or this part of the time is over."""
        wanted, left = self.played.wanted, casts
        for cast in casts:
            self.played.counted.setdefault(cast, nothing(self.played.table, cast))
        while left := [cast for cast in left if not self._enough(cast, within)]:
            for cast in left:
                if not wanted.games and monotonic() - self.began > part * wanted.seconds:
                    self.played.stopped = f"the time was over ({wanted.seconds:g} seconds)"
                    return
                yield from self._more(cast, self._next(cast))

    def _enough(self, cast: Cast, within: float) -> bool:
        games = self.played.counted[cast].sums.games
        if self.played.wanted.games:
            return games >= self._asked(cast)
        return games >= LEAST_GAMES and self.played.widest(cast) <= within

    def _asked(self, cast: Cast) -> int:
        """How many games were asked for; fewer of bots that search, unless the report is about them."""
        played, games = self.played, self.played.wanted.games
        quick = by_kernel(played.table, cast) or cast == Cast(played.wanted.level)
        return games if quick else max(1, games // SLOWER)

    def _next(self, cast: Cast) -> int:
        games = batch_size(self.played.table, cast) * self.workers * BATCHES
        if self.played.wanted.games:
            return min(games, self._asked(cast) - self.played.counted[cast].sums.games)
        return games

    def _more(self, cast: Cast, games: int) -> Iterator[str]:
        """Play this many more games, or up to a batch more."""
        played, size = self.played, batch_size(self.played.table, cast)
        done = played.counted[cast].sums.games // size
        numbers = range(done, done + -(-games // size))
        for counted in self.each(partial(play_batch, played.table, cast, played.wanted.seed), numbers):
            played.counted[cast].include(counted)
            yield f"{words_of(cast, played.table)}: {played.counted[cast].sums.games:,} games"


def words_of(cast: Cast, table: BalanceTable) -> str:
    """Who plays, in a few words."""
    if cast.is_equal:
        return f"{cast.level} players"
    if cast.bar >= 0:
        return f"never {table.kinds.words[cast.bar]}"
    return "always the first action" if cast.other == ALWAYS_FIRST else f"{cast.other} against {cast.level}"


def _proved(table: BalanceTable) -> Proof | None:
    """The value of the game, if a second is enough to prove it."""
    position = table.begin
    if position.is_over or not may_be_proved(position):
        return None
    many = table.players > 2 and not table.game.facts.cooperative
    proof = Prover(table.game, table.players).prove(position, RIVALS_PROOF_LIMIT if many else WHOLE_GAME_PROOF_LIMIT)
    return proof if proof.proved else None


def _restricted(played: ReportGames) -> Iterator[Cast]:
    """Greedy players of whom one is restricted. What nobody does is no restriction."""
    table, sums = played.table, played.equal.sums
    if table.game.facts.cooperative:
        yield Cast()  # with which the others are compared
    for kind in range(len(table.kinds.words)) if len(table.kinds.words) > 1 else ():
        if sums.total(OF_SEATS + table.players + PER_KIND * kind + KIND_CHOSEN) > 0:
            yield Cast(bar=kind)
    yield Cast(other=ALWAYS_FIRST)
    yield Cast(other="random")


def _ladder(played: ReportGames) -> Iterator[Cast]:
    """Each level among players of the level below."""
    table, names = played.table, levels(played.table.game)[:LADDER]
    if played.wanted.simple:
        names = tuple(name for name in names if by_kernel(table, Cast(name)))
    if table.game.facts.cooperative:
        for name in names:
            yield Cast(name)
        return
    for lower, higher in pairwise(names):
        yield Cast(lower, higher)
