"""SQLite: one owner for each file, every earlier schema, and one clear sentence for every file that cannot be used."""

import asyncio
import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

import pytest

from rookery.server.errors import StoreTrouble
from rookery.server.storage import schema
from rookery.server.storage.database import Database
from rookery.server.storage.event_rows import add_events, insert_table
from rookery.server.storage.rows import select
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import LISTED_STATES, EventBatch
from rookery.server.table.events import Named, Played, encode
from tests.server.storage.stored import EVENTS, MADE, SECRET, come_later, stored


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


async def grow(store: Store, pages: int) -> None:
    """Let the database grow by only this many pages, as a full disk would."""
    ((used,),) = await store._done(lambda database: database.execute("PRAGMA page_count"))
    await store._done(lambda database: database.execute(f"PRAGMA max_page_count = {used + pages}"))


@pytest.mark.anyio
async def test_a_full_disk_is_refused_and_loses_nothing(file: Path) -> None:
    store = Store(file)
    await stored(store)
    await grow(store, 0)
    kept = list(EVENTS)

    async def fill() -> None:
        while True:
            played = Played(len(kept) - 1, 0, 7, "k" * 16)
            await store.write(EventBatch("t1", len(kept) + 1, [played]))
            kept.append(played)

    with pytest.raises(StoreTrouble, match="full"):
        await fill()
    assert (await store.load("t1")).events == kept
    await grow(store, 100)
    await store.write(EventBatch("t1", len(kept) + 1, [Named(0, "Bea")]))
    store.close()


def test_one_server_a_database(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.server.storage.sqlite.LOCK_TIMEOUT", 0.05)
    store = Store(file)
    with pytest.raises(StoreTrouble, match="in use by another program"):
        Store(file)
    store.close()
    Store(file).close()


def test_files_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.server.storage.sqlite.LOCK_TIMEOUT", 0.05)
    for folder in (tmp_path, Path(), Path("/")):
        with pytest.raises(StoreTrouble, match="is a folder; name a file in it"):
            Store(folder)
    assert not tmp_path.with_name(f"{tmp_path.name}-lock").exists()
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        Store(tmp_path / "no" / "folder.sqlite3")
    (tmp_path / "text.sqlite3").write_text("a shopping list, long enough to look at" * 40)
    with pytest.raises(StoreTrouble, match="is not a database"):
        Store(tmp_path / "text.sqlite3")
    assert (tmp_path / "text.sqlite3").read_text().startswith("a shopping list")


def damaged(file: Path) -> bytes:
    """A database with a table, and with rubbish in the middle of it."""
    store = Store(file)
    asyncio.run(stored(store))
    store.close()
    data = bytearray(file.read_bytes())
    data[4096 * 2 : 4096 * 2 + 64] = b"\xff" * 64
    file.write_bytes(data)
    return bytes(data)


def test_a_damaged_database_of_an_earlier_schema_stays_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = damaged(file)
    come_later(monkeypatch)
    with pytest.raises(StoreTrouble, match="damaged"):
        Store(file)
    assert file.read_bytes() == data


def test_a_damaged_database_is_refused(file: Path) -> None:
    damaged(file)
    with pytest.raises(StoreTrouble, match="damaged"):
        Store(file)


def test_a_file_system_without_a_right_to_write(file: Path) -> None:
    Store(file).close()
    with pytest.raises(StoreTrouble, match="cannot be"):
        Store(Path("/proc/tables.sqlite3"))


@pytest.mark.soak
def test_ten_thousand_games_are_open_in_two_seconds(file: Path) -> None:
    bodies = [encode(event) for event in EVENTS[:2]] + [encode(Played(ply, 0, ply, "0" * 16)) for ply in range(1, 61)]

    def fill(database: Database) -> None:
        for number in range(10_000):
            insert_table(database, f"table {number}", SECRET, MADE)
            add_events(database, f"table {number}", 1, bodies)

    store = Store(file)
    asyncio.run(store.transact(fill))
    store.close()
    begin = time.perf_counter()
    store = Store(file)
    assert len(asyncio.run(store.load("table 9999")).events) == len(bodies)
    seconds = time.perf_counter() - begin
    store.close()
    print(f"10,000 games of {len(bodies)} events: open after {seconds:.2f} s")
    assert seconds < 2


@pytest.mark.parametrize(
    ("statement", "asked"),
    [
        (schema.COUNT_LISTED, LISTED_STATES),
        (select("tables.described", schema.LISTED), ("waiting", 1)),
        (select("tables.described", schema.LISTED_OF_GAME), ("waiting", "g", 1)),
    ],
)
def test_the_lobby_reads_no_more_rows_than_it_shows(file: Path, statement: str, asked: tuple[Any, ...]) -> None:
    """Ten thousand public tables would otherwise be read or sorted for each visitor, while no move can be written."""
    Store(file).close()
    with contextlib.closing(sqlite3.connect(file)) as database:
        plan = [row[3] for row in database.execute(f"EXPLAIN QUERY PLAN {statement}", asked)]
    how = "COVERING INDEX listed_of_games" if statement == schema.COUNT_LISTED else "INDEX listed"
    assert len(plan) == 1, "nothing is sorted"
    assert how in plan[0]
