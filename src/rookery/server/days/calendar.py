"""The calendar of days: its table of each game, and the secret behind its draws."""

import functools
import hashlib
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from rookery.core.errors import StillSecret, UnknownGame, one_of
from rookery.core.scene import plural
from rookery.days.daily_game import LAST_PLAYED_DAY, DailyGame, choose_daily_game, day_secret
from rookery.days.opened_day import OpenedDay
from rookery.puzzles.daily import MS_A_DAY, day_of, day_value
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.catalog import Catalog
from rookery.server.storage.day_store import DayStore

log = logging.getLogger(__name__)

MAX_KEPT_DAYS = 4
MAX_CLOCK_DIFFERENCE_MS = 300_000  # ms by which the clocks of two processes may differ at midnight


class PlayedDay(NamedTuple):
    """A day that has begun."""

    day: int  # since 1970
    value: bytes  # [32]
    next_value: bytes  # [32] secret until the day is over
    head: str  # of the words
    games: Mapping[str, DailyGame]  # by slug

    @property
    def until(self) -> int:
        """Its end, ms since 1970."""
        return (self.day + 1) * MS_A_DAY

    def game(self, slug: str) -> DailyGame:
        """Raises UnknownGame."""
        if slug not in self.games:
            raise UnknownGame(f"no game is called {slug!r}; {one_of(slug, self.games)}")
        return self.games[slug]

    def secret(self, slug: str) -> bytes:
        """[32] of the draws and the bots of a game."""
        return day_secret(self.next_value, slug)


class Calendar:
    """All days until now."""

    def __init__(
        self, catalog: Catalog, store: DayStore, root: Callable[[], Awaitable[bytes]], now: Callable[[], int]
    ) -> None:
        """`root`: of the days' values (puzzles/daily.py); `now`: the time of day, ms since 1970, as the server believes
        it (clocks/server_time.py)."""
        self._catalog = catalog
        self._store = store
        self._root = root
        self._now = now
        self.trouble = ""  # the trouble with the clock, as far as days show it; "": none
        self._kept: dict[int, PlayedDay] = {}

    @property
    def today(self) -> int:
        return min(day_of(self._now()), LAST_PLAYED_DAY)

    @property
    def ends_in(self) -> int:
        """ms until this day is over."""
        return max(0, (self.today + 1) * MS_A_DAY - self._now())

    async def spoilt(self, day: int) -> bool:
        """Whether a later day had begun before this one was over, because the clock was ahead: the value of that day
        was published, and all draws of this one follow from it. Raises StoreTrouble."""
        today, newest = self.today, await self._store.newest_begun()
        if newest > today and self.ends_in > MAX_CLOCK_DIFFERENCE_MS:
            if not self.trouble:
                log.error("Day %d has begun already, but today is %d: the clock here was wrong", newest, today)
            ahead = f"{newest - today} {plural(newest - today, 'day')}"
            self.trouble = f"the clock of this machine was {ahead} ahead; until then, no game of the day can begin"
            await self._store.spoil(range(today, newest), newest)
        else:
            self.trouble = ""
        return await self._store.spoilt(day)

    async def of(self, day: int) -> PlayedDay:
        """A day that has begun; from then on no word is added to it. Raises StillSecret for a later one,
        StoreTrouble."""
        if day not in self._kept:
            if not 0 <= day <= self.today:
                raise StillSecret("that day has not begun yet; nobody can know its games")
            root, begun = await self._root(), await self._store.begun(day, over=day < self.today)
            played = await in_thread(functools.partial(self._made, day, root, begun.head))
            if len(self._kept) >= MAX_KEPT_DAYS:
                self._kept.clear()
            self._kept[day] = played
        return self._kept[day]

    def _made(self, day: int, root: bytes, head: str) -> PlayedDay:
        next_value = day_value(root, day + 1)
        value = hashlib.sha256(next_value).digest()
        games = {
            card.slug: choose_daily_game(self._catalog.game(card.slug), self._catalog.levels(card.slug), value)
            for card in self._catalog.cards()
            if card.levels
        }
        return PlayedDay(day, value, next_value, head, games)

    async def opened(self, day: int) -> OpenedDay:
        """The facts that are published of a day when it is over. Raises StillSecret before that, StoreTrouble."""
        if day >= self.today:
            raise StillSecret("what fixed the draws of a day is published when that day is over")
        played = await self.of(day)
        words = await self._store.words(day)
        return OpenedDay(day, played.value.hex(), played.next_value.hex(), words, list(played.games.values()))
