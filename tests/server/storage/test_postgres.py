"""PostgreSQL: upgrades of the schema, refusals, and what happens while the server is unreachable."""

import asyncio
import re
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from rookery.server.errors import Conflict, StoreTrouble
from rookery.server.storage import rows, upgrades
from rookery.server.storage.database import shown
from rookery.server.storage.day_store import DAY_TRIES, SqlDays
from rookery.server.storage.postgres import Postgres
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.events import Named
from rookery.server.tags.tag_store import TagStore
from tests.server.storage.stored import EVENTS, MADE, SECRET, come_later, stored
from tests.server.support.services import free_port

CUT = """\
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid != pg_backend_pid()"""
LOCK_WAITERS = """\
SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted"""

ROW_WAITERS = "SELECT 1 FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted"


@pytest.fixture
def two(postgres_database: str) -> Iterator[tuple[Store, Store]]:
    """Of two processes."""
    stores = Store(postgres_database), Store(postgres_database)
    yield stores
    for store in stores:
        store.close()


def looked(address: str, *statements: str) -> list[Any]:
    with psycopg.connect(address, autocommit=True) as connection:
        found = [connection.execute(statement.encode()) for statement in statements]
        return [cursor.fetchall() if cursor.description else None for cursor in found]


@pytest.mark.anyio
async def test_only_one_of_two_processes_writes_a_number(two: tuple[Store, Store]) -> None:
    await stored(two[0])
    named = [EventBatch("t1", len(EVENTS) + 1, [Named(0, name)]) for name in ("Ann", "Bea")]
    results = await asyncio.gather(*(store.write(batch) for store, batch in zip(two, named)), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
    winner = results.index(None)
    for store in two:
        assert await store.since("t1", len(EVENTS)) == list(named[winner].events)


@pytest.mark.anyio
async def test_two_processes_draw_one_secret(two: tuple[Store, Store]) -> None:
    for name in map(str, range(20)):
        one, other = await asyncio.gather(*(store.secret(name) for store in two))
        assert one == other


@pytest.mark.anyio
async def test_a_try_that_comes_meanwhile_in_another_process_is_kept(
    two: tuple[Store, Store], postgres_database: str
) -> None:
    """Tries that are given to a person who plays the same game meanwhile stay two people's."""
    days = SqlDays(two[0].transact)
    for day in (1, 2):
        await days.claim(day, "a game", "ann", f"of ann {day}")
    rival = Postgres(postgres_database)
    rival.begin()
    rows.add(rival, DAY_TRIES, 1, "a game", "bob", "of bob 1", "")
    giving = asyncio.create_task(TagStore(two[1]).give_tries("bob", "ann", 9))
    while not looked(postgres_database, ROW_WAITERS)[0]:
        await asyncio.sleep(0.01)
        assert not giving.done()
    rival.execute("COMMIT")
    rival.close()
    await giving
    tries = {who: [(own.day, own.table) for own in await days.tries_of(who, 0)] for who in ("ann", "bob")}
    assert tries == {"ann": [(1, "of ann 1")], "bob": [(2, "of ann 2"), (1, "of bob 1")]}


@pytest.mark.anyio
async def test_processes_that_write_to_the_same_tables_never_wait_in_a_circle(two: tuple[Store, Store]) -> None:
    names = [f"t{number}" for number in range(20)]
    for name in names:
        await two[0].write(EventBatch(name, 1, [MADE], SECRET))

    async def write(store: Store, name: str) -> int:
        written = 0
        for number in range(2, 12):
            try:
                await store.write(EventBatch(name, number, [Named(0, "Ann")]))
                written += 1
            except Conflict:
                pass
        return written

    both = [write(two[0], name) for name in names] + [write(two[1], name) for name in reversed(names)]
    assert sum(await asyncio.gather(*both)) == 10 * len(names)


def test_two_that_begin_at_once_make_one_schema(postgres_database: str) -> None:
    async def begin() -> list[Store]:
        return await asyncio.gather(*(asyncio.to_thread(Store, postgres_database) for _ in range(3)))

    for store in asyncio.run(begin()):
        store.close()


def test_the_lock_of_an_upgrade_is_that_of_every_version(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An application id marks one format of SQLite files, and so it may change."""
    monkeypatch.setattr(upgrades, "SQLITE_APPLICATION_ID", 1)
    with psycopg.connect(postgres_database, autocommit=True) as earlier, ThreadPoolExecutor() as pool:
        earlier.execute("SELECT pg_advisory_lock(%s)", (0x526B7279,))
        try:
            later = pool.submit(Store, postgres_database)
            while not (waits := earlier.execute(LOCK_WAITERS).fetchall()) and not later.done():
                time.sleep(0.01)
        finally:
            earlier.execute("SELECT pg_advisory_unlock_all()")
        later.result().close()
        assert waits


def test_an_older_process_must_stop_before_the_database_changes(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would go on writing in the old schema. One that loses its connection afterwards does not come back."""
    earlier, now = Store(postgres_database), upgrades.SCHEMA_VERSION
    come_later(monkeypatch)
    with pytest.raises(
        StoreTrouble, match=rf"schema {now} and is in use by an earlier Rookery \(1 connections\); stop"
    ):
        Store(postgres_database)
    assert looked(postgres_database, "SELECT version FROM schema_version") == [[(now,)]]
    asyncio.run(stored(earlier))
    gone = threading.Timer(0.3, earlier.close)  # the server notices a moment later that a process has stopped
    gone.start()
    running = Store(postgres_database)
    gone.join()
    looked(postgres_database, "UPDATE schema_version SET version = 99", CUT)
    for _ in range(2):
        with pytest.raises(
            StoreTrouble, match=rf"another Rookery \(schema 99\); this one reads schemas 1 to {now + 1}"
        ):
            asyncio.run(running.check())
    running.close()


def test_an_address_may_name_several_servers(postgres_database: str) -> None:
    server, _, name = postgres_database.rpartition("/")
    one = server.rpartition("@")[2]
    several = f"postgresql://rookery@127.0.0.1:{free_port()},{one}/{name}?target_session_attrs=read-write"
    store = Store(several)
    asyncio.run(stored(store))
    store.close()


def test_a_connection_whose_schema_could_not_be_looked_at_is_not_used(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Postgres(postgres_database)

    def too_slow(database: Postgres) -> int:
        raise psycopg.errors.QueryCanceled

    looked(postgres_database, CUT)
    with monkeypatch.context() as patch:
        patch.setattr(Postgres, "_version", too_slow)
        with pytest.raises(psycopg.errors.QueryCanceled):
            database.begin()
    looked(postgres_database, "UPDATE schema_version SET version = 9999")
    with pytest.raises(StoreTrouble, match="another Rookery"):
        database.begin()
    database.close()


def test_no_password_is_told() -> None:
    port = free_port()
    with pytest.raises(StoreTrouble, match=f"postgresql://ann@127.0.0.1:{port}/games cannot be reached") as caught:
        Store(f"postgresql://ann:geheim@127.0.0.1:{port}/games?application_name=x&password=geheim")
    assert "geheim" not in str(caught.value)
    assert shown("postgresql:///games?host=/run&password=geheim") == "postgresql:///games"


@pytest.mark.parametrize("password", ["q7%w9", "%zzw9", "w9%", "q7@w9", "q7?w9", "q7#w9", "q7/w9", "1/q7@w9"])
def test_nor_a_part_of_one_that_is_written_wrongly(password: str) -> None:
    with pytest.raises(StoreTrouble) as caught:
        Store(f"postgresql://ann:{password}@127.0.0.1:{free_port()}/games")
    assert not re.search("q7|w9|zz", str(caught.value))
    several = "postgresql://ann@h1:1,[::1]:2/games"
    assert shown(several.replace("ann", "ann:secret")) == shown(several) == several


@pytest.mark.anyio
async def test_a_connection_that_was_lost_is_made_again(postgres_database: str) -> None:
    store = Store(postgres_database)
    await stored(store)
    assert looked(postgres_database, CUT) == [[(True,)]]
    await store.write(EventBatch("t1", len(EVENTS) + 1, [Named(0, "Bea")]))
    assert (await store.load("t1")).events == [*EVENTS, Named(0, "Bea")]
    store.close()
