"""Keeps what belongs to the games of the day: words, tries and the runs of levels. Their tables are ordinary ones."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from rookery.core.errors import Refusal, Trouble
from rookery.days.comparison import Achieved
from rookery.days.gathering import Receipt, joined
from rookery.server.errors import NotNow, StoreTrouble
from rookery.server.storage import rows
from rookery.server.storage.database import Database, SqlRow

MAX_WORD_RETRIES = 100  # other processes may add words at the same time
END_OF_WORDS = ""  # the row after the last word that counts; a word that another process adds needs the same number
DAY_WORDS, BEGUN_DAYS, SPOILT_DAYS = "day_words.digest", "begun_days.digest", "spoilt_days.digest"
DAY_TRIES, DAY_RUNS = "day_tries.digest", "day_runs.digest"
LAST_WORD = "day = ? ORDER BY number DESC LIMIT 1"
SELECT_UNCOUNTED = """\
SELECT table_id FROM day_tries JOIN tables ON tables.id = day_tries.table_id
WHERE day = ? AND day_tries.game = ? AND achieved = '' AND tables.state = 'over'"""

T = TypeVar("T")


class BegunDay(NamedTuple):
    """The words of a day that count."""

    words: int
    head: str


class DayTry(NamedTuple):
    """One person's game of one day."""

    day: int
    game: str
    table: str
    achieved: Achieved | None  # None: it is not over


class DayStore(Protocol):
    """Awaited methods return once everything is kept. All raise StoreTrouble. `day`: since 1970."""

    async def add_word(self, day: int, word: str) -> Receipt:
        """Add a word. Raises NotNow if the day has begun."""

    async def begun(self, day: int, *, over: bool = False) -> BegunDay:
        """The words that count for a day that begins now, or has begun; no later word counts. `over`: the day has
        ended, so no word can come any more; then nothing is kept of a day without words."""

    async def newest_begun(self) -> int:
        """The newest day that has begun, by whatever clock; 0: none has."""

    async def spoil(self, days: range, later: int) -> None:
        """Mark days whose draws may have been known before they were over, because day `later` had begun."""

    async def spoilt(self, day: int) -> bool:
        """Whether a day is marked so."""

    async def words(self, day: int) -> list[str]:
        """The words of a day that is over."""

    async def claim(self, day: int, game: str, who: str, table: str) -> str:
        """The id of a person's table: `table`, unless there is one already."""

    async def tries_of(self, who: str, since: int) -> list[DayTry]:
        """A person's games from a day on, the newest day first."""

    async def uncounted(self, day: int, game: str) -> list[str]:
        """The ids of tables that are over and whose result is not kept yet."""

    async def count(self, day: int, game: str, table: str, achieved: Achieved | None) -> None:
        """Keep the result of a table. None: it does not count, because it was over too late."""

    async def results(self, day: int, game: str) -> dict[str, Achieved | None]:
        """The results of everybody, by table; None: the game is not over."""

    async def runs(self, day: int, game: str) -> dict[str, Achieved]:
        """The results of the levels, by person ("easy 2")."""

    async def add_run(self, day: int, game: str, person: str, achieved: Achieved) -> None:
        """Keep what a level achieved; nothing happens if that run is kept already."""


class _Do(Protocol):
    def __call__(self, work: Callable[[Database], T | Refusal | Trouble], /) -> Awaitable[T]: ...


class SqlDays:
    """In the database of a server; a DayStore."""

    def __init__(self, do: _Do) -> None:
        """`do`: runs work on the database, in one transaction (Store.transact)."""
        self._do = do

    async def add_word(self, day: int, word: str) -> Receipt:
        def work(database: Database) -> Receipt | NotNow:
            if not rows.found(database, BEGUN_DAYS, "day = ?", day):
                number, added, head = _appended(database, day, word)
                if added != END_OF_WORDS:
                    return Receipt(day, number, head)
            return NotNow("that day has begun, so no word is added to it any more")

        return await self._do(work)

    async def begun(self, day: int, *, over: bool = False) -> BegunDay:
        def work(database: Database) -> BegunDay:
            if not (row := rows.found(database, BEGUN_DAYS, "day = ?", day)):
                if over and not rows.found(database, DAY_WORDS, LAST_WORD, day):
                    return BegunDay(0, "")
                number, _, head = _appended(database, day, END_OF_WORDS)
                rows.add(database, BEGUN_DAYS, day, number - 1, head)
                row = rows.found(database, BEGUN_DAYS, "day = ?", day)
            return BegunDay(*row[0][1:])

        return await self._do(work)

    async def newest_begun(self) -> int:
        newest = await self._found(BEGUN_DAYS, "true ORDER BY day DESC LIMIT 1")
        return int(newest[0][0]) if newest else 0

    async def spoil(self, days: range, later: int) -> None:
        def work(database: Database) -> None:
            if not rows.found(database, SPOILT_DAYS, "day = ?", days[-1]):
                for day in days:
                    rows.add(database, SPOILT_DAYS, day, later)

        await self._do(work)

    async def spoilt(self, day: int) -> bool:
        return bool(await self._found(SPOILT_DAYS, "day = ?", day))

    async def words(self, day: int) -> list[str]:
        count = (await self.begun(day, over=True)).words
        found = await self._found(DAY_WORDS, "day = ? AND number <= ? ORDER BY number", day, count)
        return [word for _, _, word, _ in found]

    async def claim(self, day: int, game: str, who: str, table: str) -> str:
        def work(database: Database) -> str:
            rows.add(database, DAY_TRIES, day, game, who, table, "")
            (own,) = rows.found(database, DAY_TRIES, "day = ? AND game = ? AND who = ?", day, game, who)
            return str(own[3])

        return await self._do(work)

    async def tries_of(self, who: str, since: int) -> list[DayTry]:
        found = await self._intact(DAY_TRIES, "who = ? AND day >= ? ORDER BY day DESC, game", who, since)
        return [DayTry(day, game, table, _read(text)) for day, game, _, table, text in found]

    async def uncounted(self, day: int, game: str) -> list[str]:
        found = await self._do(lambda database: database.execute(SELECT_UNCOUNTED, (day, game)))
        return [table for (table,) in found]

    async def count(self, day: int, game: str, table: str, achieved: Achieved | None) -> None:
        text, condition = _written(achieved), "day = ? AND game = ? AND table_id = ?"

        def counted(row: SqlRow) -> SqlRow:
            return (*row[:-1], text)

        await self._do(lambda database: rows.change(database, DAY_TRIES, counted, condition, day, game, table))

    async def results(self, day: int, game: str) -> dict[str, Achieved | None]:
        found = await self._intact(DAY_TRIES, "day = ? AND game = ?", day, game)
        return {table: _read(text) for _, _, _, table, text in found}

    async def runs(self, day: int, game: str) -> dict[str, Achieved]:
        found = await self._intact(DAY_RUNS, "day = ? AND game = ?", day, game)
        return {person: achieved for _, _, person, text in found if (achieved := _read(text)) is not None}

    async def add_run(self, day: int, game: str, person: str, achieved: Achieved) -> None:
        await self._do(lambda database: rows.add(database, DAY_RUNS, day, game, person, _written(achieved)))

    async def _found(self, column: str, condition: str, *values: object) -> list[SqlRow]:
        return await self._do(lambda database: rows.found(database, column, condition, *values))

    async def _intact(self, column: str, condition: str, *values: object) -> list[SqlRow]:
        return await self._do(lambda database: rows.found_intact(database, column, condition, *values))


def _appended(database: Database, day: int, word: str) -> tuple[int, str, str]:
    """The number, the word and the head of the last row of a day after a word, or the end of its words, was added;
    nothing is added after the end."""
    for _ in range(MAX_WORD_RETRIES):
        last = rows.found(database, DAY_WORDS, LAST_WORD, day)
        _, number, before, head = last[0] if last else (day, 0, None, "")
        if before == END_OF_WORDS:
            return number, before, head
        added = number + 1, word, head if word == END_OF_WORDS else joined(head, word)
        if rows.add(database, DAY_WORDS, day, *added):  # no other process was faster
            return added
    raise StoreTrouble("too many words arrive at once; try again")


def _written(achieved: Achieved | None) -> str:
    return msgspec.json.encode(achieved).decode()


def _read(text: str) -> Achieved | None:
    return msgspec.json.decode(text, type=Achieved | None) if text else None
