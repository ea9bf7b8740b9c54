"""The store, on SQLite and PostgreSQL: durable, each event once, and no job suffers from the fault of another."""

import asyncio
import functools
import threading
from collections.abc import Awaitable, Sequence
from typing import Any

import pytest

from rookery.server.errors import CommitUncertain, Conflict, DamagedTable, StoreTrouble, UnknownTable
from rookery.server.storage import schema
from rookery.server.storage import store as store_module
from rookery.server.storage.database import Database
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import Description, EventBatch, StoredTable
from rookery.server.table.events import Begun, Followed, Named, Played
from tests.server.storage.stored import EVENTS, MADE, SECRET, forged, stored


def executed(statement: str, database: Database) -> None:
    database.execute(statement)


@pytest.mark.anyio
async def test_what_is_kept_is_found_again(database: str) -> None:
    store = Store(database)
    await stored(store)
    store.close()
    store = Store(database)
    assert await store.load("t1") == StoredTable(SECRET, EVENTS)
    with pytest.raises(UnknownTable, match="'t2'"):
        await store.load("t2")
    store.close()


@pytest.mark.anyio
async def test_a_secret_is_drawn_once(database: str) -> None:
    store = Store(database)
    found = await asyncio.gather(*(store.secret(name) for name in ("one", "two", "one")))
    assert found[0] == found[2] != found[1]
    assert len(found[0]) == 32
    store.close()
    store = Store(database)
    assert await store.secret("one") == found[0]
    store.close()


@pytest.mark.anyio
async def test_a_rematch_is_linked_in_the_same_commit(kept: Store) -> None:
    await kept.write(EventBatch("t2", 1, [MADE], SECRET), EventBatch("t1", 5, [Followed("t2")]))
    assert (await kept.load("t1")).events[-1] == Followed("t2")
    assert (await kept.load("t2")).events == [MADE]
    with pytest.raises(Conflict):
        await kept.write(EventBatch("t3", 1, [MADE], SECRET), EventBatch("t1", 5, [Followed("t3")]))
    with pytest.raises(UnknownTable):
        await kept.load("t3")


@pytest.mark.anyio
async def test_nothing_is_kept_twice_and_others_do_not_suffer(kept: Store) -> None:
    twice = kept.write(EventBatch("t1", 4, EVENTS[3:]))
    other = kept.write(EventBatch("t1", 5, [Played(3, 1, 9, "cc")]))
    homeless = kept.write(EventBatch("nowhere", 1, [Begun()]))
    named = kept.write(EventBatch("t1", 6, [Named(0, "Bea")]))
    again = kept.write(EventBatch("t1", 1, [MADE], SECRET))
    results = await asyncio.gather(twice, other, homeless, named, again, return_exceptions=True)
    kinds: list[type] = [Conflict, type(None), StoreTrouble, type(None), StoreTrouble]
    assert all(isinstance(result, kind) for result, kind in zip(results, kinds, strict=True)), results
    assert (await kept.load("t1")).events == [*EVENTS, Played(3, 1, 9, "cc"), Named(0, "Bea")]


@pytest.mark.anyio
async def test_many_jobs_share_a_commit(kept: Store) -> None:
    await asyncio.gather(*(kept.write(EventBatch("t1", ply + 2, [Played(ply, 0, ply, "k")])) for ply in range(3, 503)))
    assert len((await kept.load("t1")).events) == 504


async def overdue(store: Store, now: int) -> list[str]:
    return await store.due(now)


@pytest.mark.anyio
async def test_tables_whose_time_is_up_are_found(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for table_id, due in [("later", 300), ("soon", 200), ("first", 100), ("untimed", 0)]:
        await store.write(EventBatch(table_id, 1, [MADE], SECRET))
        await store.describe(table_id, Description("playing", 1, "", due), 1)
    assert await overdue(store, 99) == []
    assert await overdue(store, 200) == ["first", "soon"]
    await store.describe("first", Description("playing", 2, ""), 1)
    assert await overdue(store, 1000) == ["soon", "later"]
    await store.write(EventBatch("first", 2, [Begun()], due=250))
    assert await overdue(store, 1000) == ["soon", "first", "later"], "written with the events"
    monkeypatch.setattr(store_module, "DUE_PAGE_SIZE", 1)
    assert await overdue(store, 1000) == ["soon", "first", "later"], "page after page"


@pytest.mark.anyio
async def test_a_table_that_lost_events_is_trouble(kept: Store) -> None:
    await kept.transact(forged("UPDATE events SET body = replace(body, 'begun', 'began')"))  # by a later Rookery
    with pytest.raises(DamagedTable, match="cannot be read"):
        await kept.load("t1")
    await kept._done(functools.partial(executed, "DELETE FROM events WHERE number = 2"))
    with pytest.raises(DamagedTable, match="lost events"):
        await kept.load("t1")


@pytest.mark.anyio
async def test_what_came_since_is_told(kept: Store) -> None:
    assert await kept.since("t1", 2) == EVENTS[2:]
    assert await kept.since("t1", len(EVENTS)) == []
    assert await kept.since("nowhere", 0) == []


@pytest.mark.anyio
async def test_who_has_not_seen_the_newest_event_describes_nothing(kept: Store) -> None:
    await kept.describe("t1", Description("playing", 2, "newer"), len(EVENTS))
    await kept.describe("t1", Description("waiting", 3, "older"), len(EVENTS) - 1)
    assert (await kept.listed("playing", 9), await kept.listed("waiting", 9)) == (["newer"], [])


@pytest.mark.anyio
async def test_the_newest_numbers_of_many_tables_are_found_at_once(kept: Store) -> None:
    for number in range(3):
        await kept.write(EventBatch(f"other {number}", 1, [MADE], SECRET))
    names = [f"unknown {number}" for number in range(2 * schema.VERSIONS_PER_QUERY)]
    assert await kept.newest(["t1", *names, "other 1"]) == {"t1": len(EVENTS), "other 1": 1}
    assert await kept.newest([]) == {}


class Counted:
    """A database that counts commits, and can lose its connection while it acknowledges one, and stay unreachable."""

    def __init__(self, store: Store) -> None:
        self._database = store._database
        self._execute = self._database.execute
        self._begin = self._database.begin
        self.commits, self.lost = 0, 0
        self.leaves = self.away = False  # with the next line that is lost; now
        store._database.execute = self.execute  # type: ignore[method-assign]
        store._database.begin = self.begin  # type: ignore[method-assign]

    def begin(self, waiting: bool = True) -> None:
        self._there()
        self._begin(waiting)

    def _there(self) -> None:
        if self.away:
            raise StoreTrouble("it is away")

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> list[Any]:
        self._there()
        found = self._execute(statement, values)
        if statement == "COMMIT":
            self.commits += 1
            if self.lost:
                self.lost -= 1
                self.away = self.leaves
                raise StoreTrouble("the line was lost")
        return found


async def at_once(store: Store, *waiting: Awaitable[Any]) -> list[Any]:
    """Results or errors of what is asked while the thread is busy: it does all of it together."""
    begun, held = threading.Event(), threading.Event()

    def hold(database: Database) -> None:
        begun.set()
        held.wait(10)

    holds = store._done(hold)
    begun.wait(10)
    jobs = [asyncio.ensure_future(one) for one in waiting]
    await asyncio.sleep(0.05)  # each is asked, and none answered
    held.set()
    await holds
    return await asyncio.gather(*jobs, return_exceptions=True)


@pytest.mark.anyio
async def test_who_is_overtaken_costs_the_others_nothing(kept: Store) -> None:
    for number in range(20):
        await kept.write(EventBatch(f"a{number}", 1, [MADE], SECRET))
    counted = Counted(kept)
    writes = [kept.write(EventBatch(f"a{number}", 1 + (number != 7), [Begun()])) for number in range(20)]
    results = await at_once(kept, *writes)
    assert [number for number, result in enumerate(results) if result is not None] == [7]
    assert isinstance(results[7], Conflict)
    assert counted.commits == 2, "one of who held the thread, and one of all the others"


@pytest.mark.anyio
async def test_a_line_that_was_lost_at_the_last_moment_costs_nothing(kept: Store) -> None:
    counted = Counted(kept)
    counted.lost = 1
    await kept.write(EventBatch("t2", 1, [MADE], SECRET), EventBatch("t1", 5, [Followed("t2")]))
    counted.lost = 1
    together = [kept.write(EventBatch("t1", 6, [Named(0, "Ann")])), kept.write(EventBatch("t2", 2, [Begun()]))]
    assert await asyncio.gather(*together) == [None, None]
    with pytest.raises(Conflict):  # a certain conflict is reported
        await kept.write(EventBatch("t1", 6, [Named(0, "Ann")]))
    assert (await kept.load("t1")).events == [*EVENTS, Followed("t2"), Named(0, "Ann")]


@pytest.mark.anyio
async def test_nobody_is_told_that_nothing_changed_where_nobody_knows(kept: Store) -> None:
    """The connection was lost while the commit was acknowledged, and the database stays unreachable."""
    counted = Counted(kept)
    counted.leaves = True

    async def lose() -> None:
        await kept._done(lambda database: setattr(counted, "lost", 1))

    named, begun = EventBatch("t1", 5, [Named(0, "Ann")]), EventBatch("t2", 1, [MADE], SECRET)
    results = await at_once(kept, kept.write(named), kept.write(begun), kept.since("t1", 0), lose())
    assert [type(result) for result in results] == [CommitUncertain, CommitUncertain, StoreTrouble, StoreTrouble]
    (refused,) = await asyncio.gather(kept.write(EventBatch("t1", 6, [Named(0, "Bea")])), return_exceptions=True)
    assert type(refused) is StoreTrouble, "this was not even begun"
    counted.away = False
    assert (await kept.load("t1")).events == [*EVENTS, Named(0, "Ann")]
    assert (await kept.load("t2")).events == [MADE]


@pytest.mark.anyio
async def test_what_is_asked_later_is_answered_later(kept: Store) -> None:

    async def both() -> list[str]:
        kept.describe("t1", Description("playing", 2, "newer"), len(EVENTS))
        return await kept.listed("playing", 9)

    assert await at_once(kept, both()) == [["newer"]]
