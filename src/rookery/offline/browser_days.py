"""Keeps the games of the day in a browser, where nobody else plays and nobody adds words.

days/tries/DAY/GAME     a _KeptTry as JSON
days/runs/DAY/GAME/L N  what level L achieved in its run N: an Achieved as JSON
"""

from collections.abc import Callable

import msgspec
from msgspec import Struct

from rookery.days.comparison import Achieved
from rookery.days.gathering import Receipt
from rookery.offline.storage import Storage
from rookery.server.errors import NeedsServer
from rookery.server.storage.day_store import BegunDay, DayTry

KEPT_TRIES, KEPT_RUNS = "days/tries", "days/runs"


class _KeptTry(Struct, frozen=True):
    """The one try of a day and game."""

    table: str
    counted: bool = False
    achieved: Achieved | None = None  # None: it is not over, or was too late


class BrowserDays:
    """A DayStore in a Storage."""

    def __init__(self, storage: Storage, over: Callable[[str], bool]) -> None:
        """`over`: whether the game of a table is over."""
        self._storage = storage
        self._over = over

    async def add_word(self, day: int, word: str) -> Receipt:
        raise NeedsServer("words are gathered where people meet, on a server; this page plays without one")

    async def begun(self, day: int, *, over: bool = False) -> BegunDay:
        return BegunDay(0, "")

    async def newest_begun(self) -> int:
        return 0  # nothing is secret here, and so nothing can be given away

    async def spoil(self, days: range, later: int) -> None:
        pass

    async def spoilt(self, day: int) -> bool:
        return False

    async def words(self, day: int) -> list[str]:
        return []

    async def claim(self, day: int, game: str, who: str, table: str) -> str:
        kept = await self._tries(f"{day}/{game}")
        if not kept:
            await self._put(f"{KEPT_TRIES}/{day}/{game}", _KeptTry(table))
        return kept[day, game].table if kept else table

    async def tries_of(self, who: str, since: int) -> list[DayTry]:
        found = [DayTry(*key, kept.table, kept.achieved) for key, kept in (await self._tries()).items()]
        return sorted((each for each in found if each.day >= since), key=lambda each: -each.day)

    async def uncounted(self, day: int, game: str) -> list[str]:
        kept = (await self._tries(f"{day}/{game}")).values()
        return [each.table for each in kept if not each.counted and self._over(each.table)]

    async def count(self, day: int, game: str, table: str, achieved: Achieved | None) -> None:
        await self._put(f"{KEPT_TRIES}/{day}/{game}", _KeptTry(table, counted=True, achieved=achieved))

    async def results(self, day: int, game: str) -> dict[str, Achieved | None]:
        return {kept.table: kept.achieved for kept in (await self._tries(f"{day}/{game}")).values()}

    async def runs(self, day: int, game: str) -> dict[str, Achieved]:
        rows = await self._storage.get(f"{KEPT_RUNS}/{day}/{game}/")
        return {key.split("/")[-1]: msgspec.json.decode(body, type=Achieved) for key, body in rows}

    async def add_run(self, day: int, game: str, person: str, achieved: Achieved) -> None:
        await self._put(f"{KEPT_RUNS}/{day}/{game}/{person}", achieved)

    async def _tries(self, what: str = "") -> dict[tuple[int, str], _KeptTry]:
        """By day and game. `what`: "DAY/GAME", or "" for all."""
        tries = dict[tuple[int, str], _KeptTry]()
        for key, body in await self._storage.get(f"{KEPT_TRIES}/{what}"):
            _, _, day, game = key.split("/")
            tries[int(day), game] = msgspec.json.decode(body, type=_KeptTry)
        return {key: kept for key, kept in tries.items() if what in ("", f"{key[0]}/{key[1]}")}

    async def _put(self, key: str, value: object) -> None:
        await self._storage.put([(key, msgspec.json.encode(value))])
