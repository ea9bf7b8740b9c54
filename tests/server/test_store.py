"""The store, on SQLite and on PostgreSQL: durable, each event once, and nobody suffers from another one's fault."""

import asyncio
import functools

import pytest

from rookery.core.errors import Overtaken, StoreTrouble, UnknownTable
from rookery.server.database import Database
from rookery.server.events import Begun, Followed, Named, Played
from rookery.server.store import Batch, Kept, Row, Store
from tests.server.stored import EVENTS, MADE, SECRET, stored


def executed(statement: str, database: Database) -> None:
    database.execute(statement)


@pytest.mark.anyio
async def test_what_is_kept_is_found_again(database: str) -> None:
    store = Store(database)
    await stored(store)
    store.close()
    store = Store(database)
    assert await store.load("t1") == Kept(SECRET, EVENTS)
    with pytest.raises(UnknownTable, match="'t2'"):
        await store.load("t2")
    store.close()


@pytest.mark.anyio
async def test_a_rematch_is_linked_in_the_same_commit(database: str) -> None:
    store = Store(database)
    await stored(store)
    await store.write(Batch("t2", 1, [MADE], SECRET), Batch("t1", 5, [Followed("t2")]))
    assert (await store.load("t1")).events[-1] == Followed("t2")
    assert (await store.load("t2")).events == [MADE]
    with pytest.raises(Overtaken):
        await store.write(Batch("t3", 1, [MADE], SECRET), Batch("t1", 5, [Followed("t3")]))
    with pytest.raises(UnknownTable):
        await store.load("t3")
    store.close()


@pytest.mark.anyio
async def test_nothing_is_kept_twice_and_others_do_not_suffer(database: str) -> None:
    store = Store(database)
    await stored(store)
    twice = store.write(Batch("t1", 4, EVENTS[3:]))
    other = store.write(Batch("t1", 5, [Played(3, 1, 9, "cc")]))
    homeless = store.write(Batch("nowhere", 1, [Begun()]))
    named = store.write(Batch("t1", 6, [Named(0, "Bea")]))
    again = store.write(Batch("t1", 1, [MADE], SECRET))
    results = await asyncio.gather(twice, other, homeless, named, again, return_exceptions=True)
    assert [type(result) for result in results] == [Overtaken, type(None), StoreTrouble, type(None), StoreTrouble]
    assert (await store.load("t1")).events == [*EVENTS, Played(3, 1, 9, "cc"), Named(0, "Bea")]
    store.close()


@pytest.mark.anyio
async def test_many_jobs_share_a_commit(database: str) -> None:
    store = Store(database)
    await stored(store)
    await asyncio.gather(*(store.write(Batch("t1", ply + 2, [Played(ply, 0, ply, "k")])) for ply in range(3, 503)))
    assert len((await store.load("t1")).events) == 504
    store.close()


@pytest.mark.anyio
async def test_tables_whose_time_is_up_are_found(database: str) -> None:
    store = Store(database)
    for name, due in [("later", 300), ("soon", 200), ("first", 100), ("untimed", 0)]:
        await store.write(Batch(name, 1, [MADE], SECRET))
        await store.describe(name, Row("playing", 1, "", due), 1)
    assert await store.due(99) == []
    assert await store.due(200) == ["first", "soon"]
    await store.describe("first", Row("playing", 2, ""), 1)
    assert await store.due(1000) == ["soon", "later"]
    store.close()


@pytest.mark.anyio
async def test_a_table_that_lost_events_is_trouble(database: str) -> None:
    store = Store(database)
    await stored(store)
    for flaw, words in [("UPDATE events SET body = '{}' WHERE number = 2", "cannot be read"),
                        ("DELETE FROM events WHERE number = 2", "lost events")]:  # fmt: skip
        await store._done(functools.partial(executed, flaw))
        with pytest.raises(StoreTrouble, match=words):
            await store.load("t1")
    store.close()


@pytest.mark.anyio
async def test_what_came_since_is_told(database: str) -> None:
    store = Store(database)
    await stored(store)
    assert await store.since("t1", 2) == EVENTS[2:]
    assert await store.since("t1", len(EVENTS)) == []
    assert await store.since("nowhere", 0) == []
    store.close()


@pytest.mark.anyio
async def test_who_has_not_seen_the_newest_event_describes_nothing(database: str) -> None:
    store = Store(database)
    await stored(store)
    await store.describe("t1", Row("playing", 2, "newer"), len(EVENTS))
    await store.describe("t1", Row("waiting", 3, "older"), len(EVENTS) - 1)
    assert (await store.listed("playing", 9), await store.listed("waiting", 9)) == (["newer"], [])
    store.close()
