"""Words, tries and runs, on SQLite, PostgreSQL and in a browser."""

import asyncio
import contextlib
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from rookery.days.comparison import Achieved
from rookery.days.gathering import Receipt, head_of
from rookery.offline.browser_days import BrowserDays
from rookery.offline.storage import MemoryStorage
from rookery.server.errors import NeedsServer, NotNow
from rookery.server.ops.backups import back_up, restore
from rookery.server.storage import upgrades
from rookery.server.storage.database import Database
from rookery.server.storage.day_store import BegunDay, DayStore, DayTry, SqlDays
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import Description
from tests.server.storage.stored import stored

DAY = 20_783
WORDS = [f"{number:032x}" for number in range(20)]
ACHIEVED = Achieved(1.0, 7)


@pytest.mark.anyio
async def test_each_word_has_a_number_and_a_receipt(store: Store) -> None:
    days = SqlDays(store.transact)
    receipts = await asyncio.gather(*(days.add_word(DAY, word) for word in WORDS))
    assert sorted(receipt.number for receipt in receipts) == list(range(1, len(WORDS) + 1))
    begun = await days.begun(DAY)
    listed = await days.words(DAY)
    assert sorted(listed) == WORDS
    assert begun == BegunDay(len(WORDS), head_of(listed))
    for word, receipt in zip(WORDS, receipts, strict=True):
        assert listed[receipt.number - 1] == word
        assert receipt.head == head_of(listed[: receipt.number])


@pytest.mark.anyio
async def test_no_word_comes_after_the_day_has_begun(store: Store) -> None:
    days = SqlDays(store.transact)
    await days.add_word(DAY, WORDS[0])
    begun = await days.begun(DAY)
    with pytest.raises(NotNow):
        await days.add_word(DAY, WORDS[1])
    assert await days.begun(DAY) == begun
    assert await days.words(DAY) == WORDS[:1]
    assert await days.begun(DAY + 1) == BegunDay(0, "")
    with pytest.raises(NotNow):
        await days.add_word(DAY + 1, WORDS[0])


@pytest.mark.anyio
async def test_nothing_is_kept_of_a_day_without_words_that_is_over(store: Store) -> None:
    """Otherwise whoever asks for all days since 1970 fills the database."""
    days = SqlDays(store.transact)
    assert await days.begun(DAY, over=True) == BegunDay(0, "")
    assert await days.words(DAY) == []
    await days.add_word(DAY, WORDS[0])  # a word that nobody could send any more shows that nothing was kept
    assert (await days.begun(DAY, over=True)).words == 1
    assert await days.words(DAY) == WORDS[:1]


@pytest.mark.anyio
async def test_two_processes_add_words_side_by_side(postgres_database: str) -> None:
    one, other = Store(postgres_database), Store(postgres_database)
    pair = SqlDays(one.transact), SqlDays(other.transact)
    receipts = await asyncio.gather(*(pair[number % 2].add_word(DAY, word) for number, word in enumerate(WORDS)))
    assert sorted(receipt.number for receipt in receipts) == list(range(1, len(WORDS) + 1))
    tables = await asyncio.gather(*(pair[number % 2].claim(DAY, "game", "me", f"t{number}") for number in range(8)))
    assert len({*tables}) == 1
    one.close()
    other.close()


@pytest.mark.anyio
async def test_a_word_that_comes_while_another_process_begins_the_day_counts_or_is_refused(
    postgres_database: str,
) -> None:
    """Words come all the time, also after the words were counted and before their number is kept."""
    one, other = Store(postgres_database), Store(postgres_database)
    slow = SqlDays(lambda work: one.transact(lambda database: work(cast(Database, _Slow(database)))))
    quick = SqlDays(other.transact)
    beginning, receipts = asyncio.create_task(slow.begun(DAY)), list[Receipt]()
    with pytest.raises(NotNow):
        await adding(quick, receipts)
    begun = await beginning
    assert begun == BegunDay(len(receipts), receipts[-1].head)
    assert await quick.words(DAY) == [f"{word:032x}" for word in range(len(receipts))]
    one.close()
    other.close()


async def adding(days: DayStore, receipts: list[Receipt]) -> None:
    """Add words until one is refused."""
    for word in range(1_000):
        receipts.append(await days.add_word(DAY, f"{word:032x}"))
        await asyncio.sleep(0.03)


class _Slow:
    """A database in which each statement takes long."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> list[Any]:
        time.sleep(0.02)
        return self._database.execute(statement, values)


async def keeps(days: DayStore) -> None:
    """Whoever keeps them: one try each, results, runs."""
    first = await days.claim(DAY, "game", "me", "t1")
    assert first == await days.claim(DAY, "game", "me", "t2") == "t1"
    assert await days.claim(DAY, "other", "me", "t3") == "t3"
    assert await days.claim(DAY - 1, "game", "me", "t4") == "t4"
    tries = await days.tries_of("me", DAY)
    assert sorted(tries) == [DayTry(DAY, "game", "t1", None), DayTry(DAY, "other", "t3", None)]
    assert len(await days.tries_of("me", DAY - 1)) == 3
    await days.count(DAY, "game", "t1", ACHIEVED)
    await days.count(DAY - 1, "game", "t4", None)
    assert await days.results(DAY, "game") == {"t1": ACHIEVED}
    assert await days.results(DAY - 1, "game") == {"t4": None}
    await days.add_run(DAY, "game", "easy 2", ACHIEVED)
    await days.add_run(DAY, "game", "hard 0", Achieved(-1.0, -3))
    assert await days.runs(DAY, "game") == {"easy 2": ACHIEVED, "hard 0": Achieved(-1.0, -3)}
    assert await days.runs(DAY, "gam") == {}


@pytest.mark.anyio
async def test_tries_and_runs_in_a_database(store: Store) -> None:
    days = SqlDays(store.transact)
    await keeps(days)
    assert await days.claim(DAY, "game", "somebody else", "t9") == "t9"
    await days.add_run(DAY, "game", "easy 2", Achieved(0.0))
    assert (await days.runs(DAY, "game"))["easy 2"] == ACHIEVED


@pytest.mark.anyio
async def test_tables_that_are_over_are_counted_once(store: Store) -> None:
    days = SqlDays(store.transact)
    await stored(store)  # t1
    await days.claim(DAY, "game", "me", "t1")
    await store.transact(lambda database: database.execute("UPDATE tables SET game = 'game'"))
    assert await days.uncounted(DAY, "game") == []
    await store.describe("t1", Description("over", 0, ""), 99)
    assert await days.uncounted(DAY, "game") == ["t1"]
    await days.count(DAY, "game", "t1", None)
    assert await days.uncounted(DAY, "game") == []


@pytest.mark.anyio
async def test_a_backup_has_all_of_it(tmp_path: Path, postgres_database: str) -> None:
    """Every column of every table moves to PostgreSQL and back."""
    file, copy = tmp_path / "t.sqlite3", tmp_path / "copy.sqlite3"
    store = Store(file)
    days = SqlDays(store.transact)
    await keeps(days)
    receipt = await days.add_word(DAY, WORDS[0])
    await days.begun(DAY)
    store.close()
    back_up(file, copy)
    restore(copy, postgres_database)
    back_up(postgres_database, copy)
    with contextlib.closing(sqlite3.connect(file)) as before, contextlib.closing(sqlite3.connect(copy)) as after:
        tables = {name for (name,) in before.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert tables == {*upgrades.ALL_COLUMNS}
        for table, columns in upgrades.ALL_COLUMNS.items():
            rows = before.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall()
            assert [row[1] for row in before.execute(f"PRAGMA table_info({table})")] == columns.split(", ")
            assert after.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() == rows
    assert receipt.number == 1


@pytest.mark.anyio
async def test_tries_and_runs_in_a_browser() -> None:
    storage = MemoryStorage()
    await keeps(BrowserDays(storage, lambda table: True))
    again = BrowserDays(storage, lambda table: table == "t3")
    assert await again.uncounted(DAY, "other") == ["t3"]
    assert await again.uncounted(DAY, "game") == []
    assert await again.words(DAY) == []
    with pytest.raises(NeedsServer):
        await again.add_word(DAY, WORDS[0])
