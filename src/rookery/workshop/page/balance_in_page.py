"""A report on balance that grows in a page: some games more with each question, and the report so far as the answer."""

import json
from collections.abc import Iterator
from itertools import groupby
from time import monotonic
from typing import Any

import msgspec

from rookery.balance import BalanceFinding, ReportGames, Wanted, changes, findings, table_of
from rookery.balance.as_many_as_needed import batches
from rookery.balance.report_page import Bar, about, bar_of
from rookery.core.registry import load
from rookery.testing.reports import cannot_be_tried
from rookery.workshop.page.browser_machine import machine
from rookery.workshop.page.page_kernel import PageKernel

MOMENT = 0.4  # seconds of games, until the page is answered
REPORT_WITHIN = 0.01  # half of the widest interval of a share: what some 10,000 games tell
REPORT_TIME = 40.0  # for the whole report
BALANCE_KERNELS = "rookery.balance.kernels"


class BalanceRow(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence of a report, and the picture of its number."""

    words: str
    number: str  # with its interval; "": it has none, and no picture
    bar: Bar | None


class BalanceSection(msgspec.Struct, frozen=True, kw_only=True):
    """Some sentences of a report."""

    title: str
    rows: tuple[BalanceRow, ...]


class BalanceChange(msgspec.Struct, frozen=True, kw_only=True):
    """A number that luck alone hardly makes so different from that of the report before."""

    title: str
    words: str
    before: Bar
    after: Bar


class BalanceInPage(msgspec.Struct, frozen=True, kw_only=True):
    """A report so far, or why there is none."""

    failure: str = ""
    about: str = ""
    playing: str = ""  # which games were the last
    part: float = 1.0  # of the time that they may take, 0 .. 1
    ended: bool = True  # whether these are all games
    sections: tuple[BalanceSection, ...] = ()
    changes: tuple[BalanceChange, ...] = ()  # since the report of another text


class GrowingReport:
    """The games of a report while they are played."""

    def __init__(self, slug: str, players: int, options: str, level: str, before: "GrowingReport | None") -> None:
        """`options`: JSON; `before`: the last report, perhaps of another game."""
        self.wanted, self.name, self.found = (slug, players, options, level), "", list[BalanceFinding]()
        self._last, self._before = before, list[BalanceFinding]()
        self._playing, self._began = self._played(), monotonic()
        self._games: ReportGames

    def more(self) -> BalanceInPage:
        """Play for a moment."""
        end = monotonic() + MOMENT
        try:
            words = next(self._playing, "")
            while words and monotonic() < end:
                words = next(self._playing, "")
        except Exception as error:  # noqa: BLE001  # what an author writes may raise anything
            return BalanceInPage(failure=self._words_of(error))
        self.found = findings(self._games)
        return BalanceInPage(
            about=about(self._games) if self.found else "",
            playing=words,
            part=min(1.0, (monotonic() - self._began) / REPORT_TIME) if words else 1.0,
            ended=not words,
            sections=tuple(_sections(self.found)),
            changes=() if words else tuple(_changes(self._before, self.found)),
        )

    def _words_of(self, error: Exception) -> str:
        slug = self.wanted[0]
        failed = cannot_be_tried(slug, error, None)
        place = f" ({failed.file.removeprefix(f'{slug}/')}, line {failed.line})" if failed.line else ""
        return failed.error + place

    def _played(self) -> Iterator[str]:
        """Make the kernel, then say after each batch of games what has been played."""
        slug, players, options, level = self.wanted
        game = load(slug)
        self.name = game.facts.name
        if (last := self._last) is not None and (last.wanted, last.name) == (self.wanted, self.name):
            self._before = last.found
        self._last = None  # nobody asks for its games any more
        if (runs := machine()) is not None:
            made: Any = game.made(BALANCE_KERNELS)
            made.play_games = PageKernel(runs, game, BALANCE_KERNELS, "play_games")
        table = table_of(game, players, json.loads(options))
        self._games = ReportGames(table, Wanted(level, REPORT_WITHIN, REPORT_TIME, simple=True))
        yield from batches(self._games)


def _changes(before: list[BalanceFinding], found: list[BalanceFinding]) -> Iterator[BalanceChange]:
    for one in changes(before, found):
        pair = [one.before, one.after]
        earlier, now = bar_of(one.before, pair), bar_of(one.after, pair)
        if one.real and earlier is not None and now is not None:
            yield BalanceChange(title=one.title, words=one.words, before=earlier, after=now)


def _sections(found: list[BalanceFinding]) -> Iterator[BalanceSection]:
    for title, rows in groupby(found, key=lambda one: one.about):
        own = [*rows]
        drawn = (BalanceRow(words=one.words, number=one.number, bar=bar_of(one, own)) for one in own)
        yield BalanceSection(title=title, rows=tuple(drawn))
