"""Digests: a changed bit of a row that decides a game is named, and harms no other table."""

import asyncio
import contextlib
import itertools
import random
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from rookery.days.comparison import Achieved
from rookery.days.opened_evening import EveningPlan
from rookery.server.errors import DamagedEvening, DamagedTable, StoreTrouble
from rookery.server.ops.backups import reading
from rookery.server.storage import digests
from rookery.server.storage.day_store import SqlDays
from rookery.server.storage.digests import COVERED
from rookery.server.storage.evening_store import Evening, EveningStore
from rookery.server.storage.sqlite import read_text
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import Description, EventBatch
from rookery.server.table.clock import Clock
from rookery.server.table.events import Named
from rookery.server.tags.personal_data import PersonalData
from rookery.server.tags.tag_store import NewSeatTag, Signer, TagStore
from rookery.server.wire.tag_messages import Claim
from tests.server.storage.stored import EVENTS, MADE, SECRET, stored
from tests.server.support.app_client import damage_in

DAY, WORDS = 20_000, [f"{number:032x}" for number in range(3)]
PLACES = 200  # bits that are changed, one at a time
# table -> all of its columns that may not change unseen
DECIDING = {table: {*", ".join([*own, *own.values()]).split(", ")} for table, own in COVERED.items()}
DECIDING |= {"events": {"table_id", "number", "body", "digest"}, "tables": DECIDING["tables"] | {"newest"}}


@pytest.fixture
async def full(store: Store) -> Store:
    return await fill(store)


async def filled(address: Path | str, games: bool = True) -> Store:
    """A new database with rows of every kind that has digests."""
    return await fill(Store(address), games)


async def fill(store: Store, games: bool = True) -> Store:
    """Add rows of every kind that has digests. `games`: with two tables of a game that nobody knows."""
    days, tags, evenings = SqlDays(store.transact), TagStore(store), EveningStore(store)
    if games:
        await stored(store)
        await store.write(EventBatch("t2", 1, [MADE, Named(0, "Bea")], SECRET))
        await store.describe("t2", Description("playing", 1, '{"listed": "t2"}', 7), 2)
        await store.write(EventBatch("t2", 3, [Named(0, "Cyd")], due=5))
    for table in ("t1", "t2") if games else ():
        claim = Claim(table, "k", name="Ann", bird=1, colour=2)
        await tags.claim(Signer(f"key {table}", 1), NewSeatTag(table, 0, 1), claim)
    for word in WORDS:
        await days.add_word(DAY, word)
    await days.begun(DAY)
    await days.spoil(range(DAY, DAY + 1), DAY + 1)
    await days.claim(DAY, "a game", "ann", "t1")
    await days.count(DAY, "a game", "t1", Achieved(1, 2))
    await days.add_run(DAY, "a game", "easy 1", Achieved(1, 1))
    await store.secret("passkeys")
    evening = Evening(EveningPlan("a game", 2, 2, 2, "easy"), Clock("move", 60), "host")
    await evenings.add("evening", SECRET, evening, 5)
    await evenings.change("evening", lambda it: replace(it, words=("a",)))
    return store


def flipped(value: Any, dice: random.Random) -> tuple[str, Any]:
    """SQL for a value that differs in one bit, and its argument. A text may become one that is no UTF-8."""
    if isinstance(value, int):
        return "?", value ^ (1 << dice.randrange(40))
    data = bytearray(value.encode() if isinstance(value, str) else value)
    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return ("?" if isinstance(value, bytes) else "CAST(? AS TEXT)"), bytes(data)


def test_every_changed_bit_is_named(tmp_path: Path) -> None:
    file, dice = tmp_path / "tables.sqlite3", random.Random(2026)
    asyncio.run(filled(file)).close()
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.text_factory = read_text
        assert damage_in(database) == []
        for _ in range(PLACES):
            table = dice.choice(sorted(DECIDING))
            columns = [(name, key) for _, name, *_, key in database.execute(f"PRAGMA table_info({table})")]
            keys = [name for name, key in columns if key]
            rows = database.execute(f"SELECT {', '.join(name for name, _ in columns)} FROM {table}").fetchall()
            row = dict(zip((name for name, _ in columns), dice.choice(rows), strict=True))
            column = dice.choice(sorted(name for name in DECIDING[table] if row[name] != ""))
            place, value = flipped(row[column], dice)
            database.execute("BEGIN")
            where = " AND ".join(f"{key} = ?" for key in keys)
            database.execute(
                f"UPDATE {table} SET {column} = {place} WHERE {where}", (value, *(row[key] for key in keys))
            )
            assert damage_in(database), f"{table}.{column} became {value!r}"
            database.execute("ROLLBACK")
        assert damage_in(database) == []


# ── What is refused, and what is not ─────────────────────────────────────────
FLAWS = [
    ("tables SET game = 'another'", "(table tables), id, game, secret or digest is not"),
    ("tables SET secret = digest", "(table tables), id, game, secret or digest is not"),
    ("tables SET newest = 3", "has 4 events in the database, but 3 are counted"),
    ("tables SET newest = 5", "has lost events in the database, 4 of 5 are left"),
    ("events SET body = '{}' WHERE number = 2", "the body, number or digest of its event 2 (table events)"),
    ("events SET body = '{}' WHERE number = 4", "the body, number or digest of its event 4 (table events)"),
    ("events SET digest = (SELECT secret FROM tables LIMIT 1) WHERE number = 2", "the digest of its event 2 (table"),
]


@pytest.mark.anyio
async def test_a_damaged_table_is_named_and_others_go_on(full: Store) -> None:
    for number, (change, said) in enumerate(FLAWS):
        name = f"damaged {number}"
        await full.write(EventBatch(name, 1, EVENTS, SECRET))
        where = f"AND table_id = '{name}'" if "WHERE" in change else f"WHERE id = '{name}'"
        await full.transact(lambda it, change=change, where=where: it.execute(f"UPDATE {change} {where}"))  # type: ignore[misc]
        with pytest.raises(DamagedTable) as caught:
            await full.load(name)
        assert said in str(caught.value)
        assert name in str(caught.value)
    assert (await full.load("t1")).events == EVENTS


@pytest.mark.anyio
async def test_the_end_of_a_chain_is_looked_at_when_events_of_another_process_are_read(full: Store) -> None:
    await full.transact(lambda it: it.execute("UPDATE events SET body = '{}' WHERE table_id = 't1' AND number = 4"))
    assert await full.since("t1", 4) == []
    with pytest.raises(DamagedTable, match="event 4"):
        await full.since("t1", 3)
    assert await full.since("t2", 1) == [Named(0, "Bea"), Named(0, "Cyd")]


@pytest.mark.anyio
async def test_a_damaged_description_is_left_out_of_the_lobby_and_made_anew(
    full: Store, caplog: pytest.LogCaptureFixture
) -> None:
    digests._say.cache_clear()  # the same row was damaged in another database
    await full.describe("t1", Description("playing", 2, '{"listed": "t1"}'), len(EVENTS))
    await full.transact(lambda it: it.execute("UPDATE tables SET listing = '{' WHERE id = 't2'"))
    assert await full.listed("playing", 9) == ['{"listed": "t1"}']
    assert caplog.text.count("row of id t2 (table tables)") == 1
    assert await full.listed("playing", 9) == ['{"listed": "t1"}']
    assert caplog.text.count("row of id t2 (table tables)") == 1, "each lobby asks every few seconds"
    await full.describe("t2", Description("playing", 1, "again"), 3)
    assert await full.listed("playing", 9) == ['{"listed": "t1"}', "again"]


@pytest.mark.anyio
async def test_other_damaged_rows_are_refused_where_they_decide(full: Store) -> None:
    days, tags, evenings = SqlDays(full.transact), TagStore(full), EveningStore(full)
    times = itertools.count(10)  # of requests
    flaws: list[tuple[str, Callable[[], Awaitable[object]]]] = [
        ("secrets SET secret = digest", lambda: full.secret("passkeys")),
        (
            "tagged_seats SET tag = (SELECT tag FROM tag_keys WHERE id = 'key t1')",
            lambda: tags.check_owns(Signer("key t2", next(times)), "t2", 0),
        ),
        ("day_tries SET table_id = 't2'", lambda: days.claim(DAY, "a game", "ann", "t3")),
        ("day_words SET word = '0' WHERE number = 2", lambda: days.words(DAY)),
        ("begun_days SET head = '0'", lambda: days.begun(DAY)),
        ("evenings SET secret = digest", lambda: evenings.load("evening")),
    ]
    for change, ask in flaws:
        await ask()
        await full.transact(lambda it, change=change: it.execute(f"UPDATE {change}"))  # type: ignore[misc]
        kind = DamagedEvening if change.startswith("evenings") else StoreTrouble
        with pytest.raises(kind, match="the database is damaged: in the row of"):
            await ask()
    assert (await full.load("t1")).events == EVENTS


@pytest.mark.anyio
async def test_what_rookery_changes_keeps_its_digests(database: str, full: Store) -> None:
    """A name tag that joins another, one that leaves, and tries that are given to somebody else."""
    tags, people = TagStore(full), PersonalData(full)
    await tags.set_words(Signer("key t1", 2), "words")
    await tags.give_tries("bob", "ann", DAY)
    await tags.join_by_words(Signer("key t2", 2), "words", 9)
    with reading(database) as reader:
        assert damage_in(reader) == []
    tag, seats = await people.lock_out(Signer("key t1", 3))
    assert seats == [("t1", 0), ("t2", 0)]
    await people.erase("t1", 0, 9)
    with reading(database) as reader:
        assert damage_in(reader) == []
    await people.delete(tag, seats, "bob")
    with reading(database) as reader:
        assert damage_in(reader) == []


@pytest.mark.anyio
async def test_no_change_makes_damage_look_right(database: str, full: Store) -> None:
    """The digest of a damaged row stays wrong when Rookery changes the row."""
    tags, people = TagStore(full), PersonalData(full)
    await full.transact(lambda it: it.execute("UPDATE tagged_seats SET game = 'no game'"))
    await full.transact(lambda it: it.execute("UPDATE day_tries SET table_id = 't2'"))
    await tags.set_words(Signer("key t1", 2), "words")
    await tags.join_by_words(Signer("key t2", 2), "words", 9)
    await tags.give_tries("bob", "ann", DAY)
    await SqlDays(full.transact).count(DAY, "a game", "t2", Achieved(3, 4))
    await full.transact(lambda it: it.execute("UPDATE tables SET listing = '{' WHERE id = 't2'"))
    await full.write(EventBatch("t2", 4, [Named(0, "Dan")], due=6))
    with pytest.raises(DamagedTable):
        await people.erase("t2", 0, 9)
    assert [sorted(told) for told in await people.tries("bob")] == [["damaged", "day", "game"]]
    with reading(database) as reader:
        assert len(damage_in(reader)) == 4
