"""The database: durable, one owner, and one clear sentence for every file that cannot be used."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

import pytest

from rookery.core.errors import StoreTrouble, UnknownTable
from rookery.server.sheet import Played, Seat, Sheet
from rookery.server.store import Store

SHEET = Sheet("t1", "a game", 1, 2, {"one": "a"}, (Seat("person", name="Ann", key="k"), Seat("bot", "weak")), "now")
PLIES = [Played(1, None, 5, "aa"), Played(2, 0, 7, "bb", "proved")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


async def grow(store: Store, pages: int) -> None:
    """Let the database have so many pages more, as a full disk would."""
    (used,) = await store._done(lambda database: database.execute("PRAGMA page_count").fetchone())
    await store._done(lambda database: database.execute(f"PRAGMA max_page_count = {used + pages}").fetchone())


async def stored(store: Store) -> None:
    await store.add(SHEET, PLIES[:1])
    await store.append("t1", PLIES[1:])


async def of_version_1(file: Path) -> None:
    """A database as it was before remarks were kept."""
    store = Store(file)
    await stored(store)
    store.close()
    with contextlib.closing(sqlite3.connect(file)) as other:
        other.execute("ALTER TABLE moves DROP COLUMN remark")
        other.execute("PRAGMA user_version = 1")
        other.commit()


@pytest.mark.anyio
async def test_what_is_kept_is_found_again(file: Path) -> None:
    store = Store(file)
    await stored(store)
    store.close()
    store = Store(file)
    assert await store.load("t1") == (SHEET, PLIES)
    with pytest.raises(UnknownTable, match="'t2'"):
        await store.load("t2")
    store.close()


@pytest.mark.anyio
async def test_a_rematch_is_linked_in_the_same_commit(file: Path) -> None:
    store = Store(file)
    await stored(store)
    await store.add(Sheet("t2", "a game", 1, 2, {}, SHEET.seats, "now"), [], rematch_of="t1")
    assert (await store.load("t1"))[0].next == "t2"
    assert (await store.load("t2"))[1] == []
    store.close()


@pytest.mark.anyio
async def test_no_ply_is_kept_twice_and_others_do_not_suffer(file: Path) -> None:
    store = Store(file)
    await stored(store)
    twice = store.append("t1", PLIES[1:])
    other = store.append("t1", [Played(3, 1, 9, "cc")])
    homeless = store.append("nowhere", PLIES)
    seats = store.seat("t1", SHEET.seats[::-1])
    results = await asyncio.gather(twice, other, homeless, seats, return_exceptions=True)
    assert [type(result) for result in results] == [StoreTrouble, type(None), StoreTrouble, type(None)]
    sheet, plies = await store.load("t1")
    assert plies == [*PLIES, Played(3, 1, 9, "cc")]
    assert sheet.seats == SHEET.seats[::-1]
    store.close()


@pytest.mark.anyio
async def test_many_jobs_share_a_commit(file: Path) -> None:
    store = Store(file)
    await stored(store)
    await asyncio.gather(*(store.append("t1", [Played(ply, 0, ply, "k")]) for ply in range(3, 503)))
    assert len((await store.load("t1"))[1]) == 502
    store.close()


@pytest.mark.anyio
async def test_a_full_disk_is_refused_and_loses_nothing(file: Path) -> None:
    store = Store(file)
    await stored(store)
    await grow(store, 0)
    kept = list(PLIES)

    async def fill() -> None:
        while True:
            played = [Played(len(kept) + 1, 0, 7, "k" * 16)]
            await store.append("t1", played)
            kept.extend(played)

    with pytest.raises(StoreTrouble, match="full"):
        await fill()
    assert (await store.load("t1"))[1] == kept
    await grow(store, 100)
    await store.append("t1", [Played(len(kept) + 1, 0, 1, "k")])
    store.close()


def test_one_server_a_database(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.server.store.PATIENCE", 0.05)
    store = Store(file)
    with pytest.raises(StoreTrouble, match="in use by another program"):
        Store(file)
    store.close()
    Store(file).close()


def test_files_that_cannot_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rookery.server.store.PATIENCE", 0.05)
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        Store(tmp_path)
    with pytest.raises(StoreTrouble, match="cannot be opened"):
        Store(tmp_path / "no" / "folder.sqlite3")
    (tmp_path / "text.sqlite3").write_text("a shopping list, long enough to look at" * 40)
    with pytest.raises(StoreTrouble, match="is no database"):
        Store(tmp_path / "text.sqlite3")
    assert (tmp_path / "text.sqlite3").read_text().startswith("a shopping list")


def test_the_database_of_another_program_stays_as_it_is(file: Path) -> None:
    other = sqlite3.connect(file)
    other.execute("CREATE TABLE friends (name TEXT)")
    other.commit()
    other.close()
    before = file.read_bytes()
    with pytest.raises(StoreTrouble, match="another program"):
        Store(file)
    assert file.read_bytes() == before


def test_a_database_of_another_version_is_refused(file: Path) -> None:
    Store(file).close()
    other = sqlite3.connect(file)
    other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(StoreTrouble, match="schema 99"):
        Store(file)


@pytest.mark.anyio
async def test_a_database_of_an_earlier_version_is_brought_up_to_date(file: Path) -> None:
    """Version 1 kept no remarks."""
    await of_version_1(file)
    for _ in range(2):  # once is enough
        store = Store(file)
        assert await store.load("t1") == (SHEET, [PLIES[0], Played(2, 0, 7, "bb")])
        store.close()
    store = Store(file)
    await store.append("t1", [Played(3, 1, 9, "cc", "proved")])
    assert (await store.load("t1"))[1][-1].remark == "proved"
    store.close()


def test_a_damaged_database_of_an_earlier_version_stays_as_it_was(file: Path) -> None:
    asyncio.run(of_version_1(file))
    data = bytearray(file.read_bytes())
    data[-4096 + 8 :] = b"\xff" * 4088
    file.write_bytes(data)
    with pytest.raises(StoreTrouble, match="damaged"):
        Store(file)
    assert file.read_bytes() == data


def test_a_damaged_database_is_refused(file: Path) -> None:
    store = Store(file)
    asyncio.run(stored(store))
    store.close()
    data = bytearray(file.read_bytes())
    data[4096 * 2 : 4096 * 2 + 64] = b"\xff" * 64  # in the middle of a table
    file.write_bytes(bytes(data))
    with pytest.raises(StoreTrouble, match="damaged"):
        Store(file)


def test_a_file_system_without_a_right_to_write(file: Path) -> None:
    Store(file).close()
    with pytest.raises(StoreTrouble, match="cannot be"):
        Store(Path("/proc/tables.sqlite3"))
