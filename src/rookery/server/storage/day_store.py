"""Keeps what belongs to the games of the day: words, tries and the runs of levels. Their tables are ordinary ones."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from rookery.days.comparison import Achieved
from rookery.days.gathering import Receipt, joined
from rookery.server.errors import NotNow, StoreTrouble
from rookery.server.storage.database import Database
from rookery.server.storage.digests import check_row, covered, intact, renewed, row_digest

MAX_WORD_RETRIES = 100  # other processes may add words at the same time
END_OF_WORDS = ""  # the row after the last word that counts; a word that another process adds needs the same number
SELECT_LAST_WORD = f"SELECT {covered('day_words.digest')} FROM day_words WHERE day = ? ORDER BY number DESC LIMIT 1"
SELECT_BEGUN = f"SELECT {covered('begun_days.digest')} FROM begun_days WHERE day = ?"
INSERT_WORD = "INSERT INTO day_words (day, number, word, head, digest) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
SELECT_WORD = "SELECT word FROM day_words WHERE day = ? AND number = ?"
SELECT_WORDS = f"SELECT {covered('day_words.digest')} FROM day_words WHERE day = ? AND number <= ? ORDER BY number"
INSERT_BEGUN = "INSERT INTO begun_days (day, words, head, digest) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING"
SELECT_NEWEST_BEGUN = f"SELECT {covered('begun_days.digest')} FROM begun_days ORDER BY day DESC LIMIT 1"
SELECT_SPOILT = f"SELECT {covered('spoilt_days.digest')} FROM spoilt_days WHERE day = ?"
INSERT_SPOILT = "INSERT INTO spoilt_days (day, later, digest) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
INSERT_TRY = "INSERT INTO day_tries (day, game, who, table_id, digest) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
SELECT_TRY = f"SELECT {covered('day_tries.digest')} FROM day_tries WHERE day = ? AND game = ? AND who = ?"
SELECT_TRIES_OF = f"""\
SELECT {covered("day_tries.digest")} FROM day_tries
WHERE who = ? AND day >= ? ORDER BY day DESC, game"""
SELECT_UNCOUNTED = """\
SELECT table_id FROM day_tries JOIN tables ON tables.id = day_tries.table_id
WHERE day = ? AND day_tries.game = ? AND achieved = '' AND tables.state = 'over'"""
SELECT_TRIES = f"SELECT {covered('day_tries.digest')} FROM day_tries WHERE day = ? AND game = ?"
# it locks the rows, so that nobody is called something else meanwhile
SELECT_TRIES_AT = f"""\
UPDATE day_tries SET who = who WHERE day = ? AND game = ? AND table_id = ?
RETURNING {covered("day_tries.digest")}"""
UPDATE_TRY = "UPDATE day_tries SET achieved = ?, digest = ? WHERE day = ? AND game = ? AND who = ?"
UPDATE_TRY_DIGEST = "UPDATE day_tries SET digest = ? WHERE day = ? AND game = ? AND who = ?"
SELECT_RUNS = f"SELECT {covered('day_runs.digest')} FROM day_runs WHERE day = ? AND game = ?"
INSERT_RUN = "INSERT INTO day_runs (day, game, person, achieved, digest) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"

T = TypeVar("T")


class BegunDay(NamedTuple):
    """What counts of the words of a day."""

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
        """What counts of the words of a day that begins now, or has begun; no later word counts. `over`: the day has
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
        """What everybody achieved, by table; None: the game is not over."""

    async def runs(self, day: int, game: str) -> dict[str, Achieved]:
        """What the levels achieved, by person ("easy 2")."""

    async def add_run(self, day: int, game: str, person: str, achieved: Achieved) -> None:
        """Keep what a level achieved; nothing happens if that run is kept already."""


class _Do(Protocol):
    def __call__(self, work: Callable[[Database], T], /) -> Awaitable[T]: ...


class SqlDays:
    """In the database of a server; a DayStore."""

    def __init__(self, do: _Do) -> None:
        """`do`: runs work on the database, in one transaction (Store.transact)."""
        self._do = do

    async def add_word(self, day: int, word: str) -> Receipt:
        def work(database: Database) -> Receipt | None:
            if database.execute(SELECT_BEGUN, (day,)):
                return None
            last = _appended(database, day, word)
            return None if last.word == END_OF_WORDS else Receipt(day, last.number, last.head)

        if (receipt := await self._do(work)) is None:
            raise NotNow("that day has begun, so no word is added to it any more")
        return receipt

    async def begun(self, day: int, *, over: bool = False) -> BegunDay:
        def work(database: Database) -> BegunDay:
            if not (found := database.execute(SELECT_BEGUN, (day,))):
                if over and not database.execute(SELECT_LAST_WORD, (day,)):
                    return BegunDay(0, "")
                end = _appended(database, day, END_OF_WORDS)
                row = day, end.number - 1, end.head
                database.execute(INSERT_BEGUN, (*row, row_digest("begun_days.digest", *row)))
                found = database.execute(SELECT_BEGUN, (day,))
            check_row("begun_days.digest", found[0])
            _, words, head, _ = found[0]
            return BegunDay(words, head)

        return await self._do(work)

    async def newest_begun(self) -> int:
        if not (found := await self._found(SELECT_NEWEST_BEGUN, ())):
            return 0
        check_row("begun_days.digest", found[0])
        return int(found[0][0])

    async def spoil(self, days: range, later: int) -> None:
        def work(database: Database) -> None:
            if not database.execute(SELECT_SPOILT, (days[-1],)):
                rows = [(day, later, row_digest("spoilt_days.digest", day, later)) for day in days]
                database.executemany(INSERT_SPOILT, rows)

        await self._do(work)

    async def spoilt(self, day: int) -> bool:
        found = await self._found(SELECT_SPOILT, (day,))
        for row in found:
            check_row("spoilt_days.digest", row)
        return bool(found)

    async def words(self, day: int) -> list[str]:
        count = (await self.begun(day, over=True)).words
        rows = await self._found(SELECT_WORDS, (day, count))
        for row in rows:
            check_row("day_words.digest", row)
        return [word for _, _, word, *_ in rows]

    async def claim(self, day: int, game: str, who: str, table: str) -> str:
        def work(database: Database) -> str:
            row = day, game, who, table
            database.execute(INSERT_TRY, (*row, row_digest("day_tries.digest", *row, "")))
            (found,) = database.execute(SELECT_TRY, (day, game, who))
            check_row("day_tries.digest", found)
            return str(found[3])

        return await self._do(work)

    async def tries_of(self, who: str, since: int) -> list[DayTry]:
        rows = intact("day_tries.digest", await self._found(SELECT_TRIES_OF, (who, since)))
        return [DayTry(day, game, table, _read(text)) for day, game, _, table, text, _ in rows]

    async def uncounted(self, day: int, game: str) -> list[str]:
        return [table for (table,) in await self._found(SELECT_UNCOUNTED, (day, game))]

    async def count(self, day: int, game: str, table: str, achieved: Achieved | None) -> None:
        text = _written(achieved)

        def work(database: Database) -> None:
            for *row, before in database.execute(SELECT_TRIES_AT, (day, game, table)):
                digest = renewed("day_tries.digest", row, (*row[:-1], text), before)
                database.execute(UPDATE_TRY, (text, digest, *row[:3]))

        await self._do(work)

    async def results(self, day: int, game: str) -> dict[str, Achieved | None]:
        rows = intact("day_tries.digest", await self._found(SELECT_TRIES, (day, game)))
        return {table: _read(text) for _, _, _, table, text, _ in rows}

    async def runs(self, day: int, game: str) -> dict[str, Achieved]:
        rows = intact("day_runs.digest", await self._found(SELECT_RUNS, (day, game)))
        return {person: achieved for _, _, person, text, _ in rows if (achieved := _read(text)) is not None}

    async def add_run(self, day: int, game: str, person: str, achieved: Achieved) -> None:
        row = day, game, person, _written(achieved)
        await self._found(INSERT_RUN, (*row, row_digest("day_runs.digest", *row)))

    async def _found(self, statement: str, values: Sequence[Any]) -> list[Any]:
        return await self._do(lambda database: database.execute(statement, values))


class _Word(NamedTuple):
    """A row of the words of a day."""

    number: int
    word: str
    head: str


def _appended(database: Database, day: int, word: str) -> _Word:
    """The last row of a day after a word, or the end of its words, was added; nothing is added after the end."""
    for _ in range(MAX_WORD_RETRIES):
        number, before, head = 0, None, ""
        for row in database.execute(SELECT_LAST_WORD, (day,)):
            check_row("day_words.digest", row)
            _, number, before, head, _ = row
        if before == END_OF_WORDS:
            return _Word(number, before, head)
        added = _Word(number + 1, word, head if word == END_OF_WORDS else joined(head, word))
        database.execute(INSERT_WORD, (day, *added, row_digest("day_words.digest", day, *added)))
        if database.execute(SELECT_WORD, (day, added.number)) == [(word,)]:  # no other process was faster
            return added
    raise StoreTrouble("too many words arrive at once; try again")


def _written(achieved: Achieved | None) -> str:
    return msgspec.json.encode(achieved).decode()


def _read(text: str) -> Achieved | None:
    return msgspec.json.decode(text, type=Achieved | None) if text else None
