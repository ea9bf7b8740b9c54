"""Tables and their events, kept: one thread that writes, many jobs a commit, into SQLite or PostgreSQL.

A job is acknowledged after the commit that holds it, so what a page has been told is on disk. Waiting jobs share one
commit: that is five to ten times as many durable moves a second as one commit each.
"""

import asyncio
import contextlib
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from rookery.server.errors import CommitUncertain, Conflict, StoreTrouble, UnknownTable
from rookery.server.storage import schema
from rookery.server.storage.database import Database
from rookery.server.storage.open_database import open_database
from rookery.server.table.events import Event, decode, encode
from rookery.server.telemetry import metrics

__all__ = ["Description", "EventBatch", "Store", "StoredTable", "lost"]

MAX_JOBS_PER_COMMIT = 256  # jobs in one commit
DUE_PAGE_SIZE = 200  # tables

T = TypeVar("T")


class _Job(NamedTuple):
    """What the thread is to do."""

    table: str  # that it is about; "" several
    work: Callable[[Database], Any]
    done: asyncio.Future[Any]
    stands: Callable[[Database], bool] | None  # whether it has been done, word for word; None: nobody needs to know


class EventBatch(NamedTuple):
    """Events of a table that happen together."""

    table: str
    first: int  # number of the first of them, counted from 1: a table's events have no gaps and no number twice
    events: Sequence[Event]
    secret: bytes = b""  # [32] of a table that is made by these events
    due: int | None = None  # when a server has to look at it after them, unless its next description says otherwise


class Description(NamedTuple):
    """What can be asked of a table without opening it."""

    state: str  # "waiting", "playing" or "over"
    changed: int  # when this did, ms since 1970
    listing: str  # JSON for the lobby; "" of a table that is not public
    due: int = 0  # when the clock of who decides runs out, ms since 1970; 0: none runs


class StoredTable(NamedTuple):
    """A table as it is kept."""

    secret: bytes
    events: list[Event]


class Store:
    """The open database. Methods that are awaited return once it is on disk; StoreTrouble: nothing changed, but for
    CommitUncertain, where that is not known."""

    def __init__(self, address: str | Path) -> None:
        """Open a file or postgresql://..., or make what is missing. Raises StoreTrouble, MissingExtra."""
        self.address = address
        self._database = open_database(address)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="rookery-store", daemon=True)
        self._thread.start()

    @property
    def words(self) -> str:
        """What it is, for the status page."""
        return self._database.words

    def close(self) -> None:
        """Finish all jobs, then let go of the database."""
        self._jobs.put(None)
        self._thread.join()

    # ── What can be asked ────────────────────────────────────────────────────
    async def write(self, *batches: EventBatch) -> None:
        """More events of tables, or new tables: all of them or none. Raises Conflict when another process has written
        an event of such a number first: what it wrote can be had from `since`; CommitUncertain when it is not known
        whether this was written: `since` says it when the database is back."""
        # encoded here: the thread that writes should do nothing else
        tables = [schema.table_row(batch.table, batch.secret, batch.events[0]) for batch in batches if batch.secret]
        rows = [
            (batch.table, number, encode(event))
            for batch in batches
            for number, event in enumerate(batch.events, start=batch.first)
        ]

        newest = [(batch.first + len(batch.events) - 1, batch.table) for batch in batches]
        dues = [(batch.due, batch.table) for batch in batches if batch.due is not None]

        def work(database: Database) -> None:
            if tables:
                database.executemany(schema.INSERT_TABLE, tables)
            database.executemany(schema.INSERT_EVENT, rows)
            database.executemany(schema.UPDATE_NEWEST, newest)
            if dues:
                database.executemany(schema.UPDATE_DUE, dues)

        def stands(database: Database) -> bool:
            after = [(batch.table, batch.first - 1) for batch in batches]
            found = {(at[0], *row) for at in after for row in database.execute(schema.SELECT_EVENTS_AFTER, at)}
            return found.issuperset(rows)

        await self._done(work, batches[-1].table, stands)

    def describe(self, table: str, row: Description, events: int) -> "asyncio.Future[Any]":
        """A table is in another state, or is to be listed otherwise, after so many events. It is left to who has seen
        more of them, if there are more. Need not be awaited: what is asked later is answered later."""
        return self._done(lambda database: database.execute(schema.UPDATE_TABLE, (*row, table, events)), table)

    async def listed(self, state: str, most: int) -> list[str]:
        """The listings of public tables in a state, those that changed last first."""
        return [text for (text,) in await self._done(_found(schema.SELECT_LISTED, (state, most)))]

    async def due(self, now: int) -> AsyncIterator[str]:
        """Tables whose clock has run out by then, the longest overdue first. They are asked for a page at a time, while
        a server looks after those of the page before."""
        page: list[Any] = [(0, "")]
        while page:
            asked = now, *page[-1], DUE_PAGE_SIZE
            page = await self._done(_found(schema.SELECT_DUE, asked))
            for _, table in page:
                yield table

    async def newest(self, tables: Sequence[str]) -> dict[str, int]:
        """How many events each of the tables has: one look for many of them."""
        found: dict[str, int] = {}
        for start in range(0, len(tables), schema.VERSIONS_PER_QUERY):
            names = [*tables[start : start + schema.VERSIONS_PER_QUERY]]
            names += [""] * (schema.VERSIONS_PER_QUERY - len(names))
            found |= await self._done(_found(schema.SELECT_NEWEST, names))
        return found

    async def load(self, table: str) -> StoredTable:
        """A table and all its events. Raises UnknownTable, and StoreTrouble where some are lost."""

        def work(database: Database) -> tuple[list[Any], list[Any]]:
            return database.execute(schema.SELECT_TABLE, (table,)), database.execute(
                schema.SELECT_EVENTS_AFTER, (table, 0)
            )

        found, rows = await self._done(work)
        if not found:
            raise UnknownTable(f"there is no table {table!r}")
        secret, newest = found[0]
        if len(rows) < newest:  # more may be: another process has written between the two questions
            raise StoreTrouble(lost(table, len(rows), newest))
        return StoredTable(bytes(secret), _events(table, 0, rows))

    async def since(self, table: str, number: int) -> list[Event]:
        """The events of a table after the first so many."""
        rows = await self._done(_found(schema.SELECT_EVENTS_AFTER, (table, number)))
        return _events(table, number, rows)

    async def check(self) -> None:
        """Prove that the database can be written."""
        await self._done(lambda database: database.prove())

    def _done(
        self, work: Callable[[Database], T], table: str = "", stands: Callable[[Database], bool] | None = None
    ) -> "asyncio.Future[T]":
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(table, work, done, stands))
        return done

    # ── The thread ───────────────────────────────────────────────────────────
    def _work(self) -> None:
        with contextlib.closing(self._database):
            going_on = True
            while going_on:
                group = [self._jobs.get()]
                while len(group) < MAX_JOBS_PER_COMMIT and not self._jobs.empty():
                    group.append(self._jobs.get())
                going_on = None not in group
                jobs = [job for job in group if job is not None and not job.done.cancelled()]
                if jobs:
                    # two processes that write to the same tables wait for each other in one order, never in a circle;
                    # what is asked of several tables is answered after what is written to any of them
                    self._commit(sorted(jobs, key=lambda job: (not job.table, job.table)))

    def _commit(self, jobs: list[_Job]) -> None:
        """All jobs in one transaction. Where some come too late for it the others still share one; if it fails for
        another reason each has its own, so that none suffers from another one's fault."""
        said, unsure = self._tried(jobs)
        if isinstance(said, Conflict) and len(jobs) > 1:
            said, unsure = self._tried(jobs, apart=True)
        if said is None:
            return
        if len(jobs) == 1 and not unsure:
            _settle(jobs, [said])
            return
        for job in jobs:
            # for a lock they have waited together: one after the other they would for minutes
            said, again = self._tried([job], waiting=False)
            if said is not None:
                _settle([job], [self._known(job, said) if unsure or again else said])

    def _tried(self, jobs: list[_Job], waiting: bool = True, apart: bool = False) -> tuple[Exception | None, bool]:
        """What went wrong with a transaction of all jobs, and whether they may be on disk nevertheless: a line may be
        lost while it says so. `apart`: who is overtaken is told, and the others go on."""
        start, unsure = time.perf_counter(), False
        try:
            self._database.begin(waiting)
            results = [self._apart(job) if apart else job.work(self._database) for job in jobs]
            unsure = True
            self._database.execute("COMMIT")
        except Exception as error:  # noqa: BLE001  # it is handed to those who wait
            said = self._database.trouble(error)
            with contextlib.suppress(Exception):  # there may be nothing to take back
                self._database.execute("ROLLBACK")
            return said, unsure
        metrics.committed(len(jobs), time.perf_counter() - start)
        _settle(jobs, results)
        return None, False

    def _apart(self, job: _Job) -> Any:
        """A job's result, or that it was overtaken."""
        self._database.execute("SAVEPOINT job")
        try:
            result = job.work(self._database)
        except Exception as error:
            if not isinstance(said := self._database.trouble(error), Conflict):
                raise
            self._database.execute("ROLLBACK TO job")
            result = said
        self._database.execute("RELEASE job")
        return result

    def _known(self, job: _Job, said: Exception) -> Exception | None:
        """What is told of a job whose commit was not answered. Nothing went wrong where it was written nevertheless:
        nobody else writes the same at the same millisecond."""
        if job.stands is None:
            return said
        try:
            return None if job.stands(self._database) else said
        except Exception:  # noqa: BLE001  # whatever it is, nobody could look
            return CommitUncertain(f"{said}; whether what was being written then was written is not known")


def _found(statement: str, values: Sequence[Any]) -> Callable[[Database], list[Any]]:
    """The work of asking for something."""
    return lambda database: database.execute(statement, values)


def _settle(jobs: Sequence[_Job], results: Sequence[Any]) -> None:
    """Tell those who wait, on their own threads, and all of a commit at once: waking a thread costs more than a job."""
    for loop in {job.done.get_loop() for job in jobs}:
        mine = [(job.done, result) for job, result in zip(jobs, results, strict=True) if job.done.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # it has ended, and nobody waits
            loop.call_soon_threadsafe(_tell, mine)


def _tell(waiting: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for done, result in waiting:
        if done.cancelled():
            continue
        if isinstance(result, Exception):
            done.set_exception(result)
        else:
            done.set_result(result)


def lost(table: str, events: int, newest: int) -> str:
    """Of a table that has fewer events than were written."""
    return f"table {table} has lost events in the database, {events} of {newest} are there; a backup may have all"


def _events(table: str, after: int, rows: Sequence[tuple[int, str]]) -> list[Event]:
    """Raises StoreTrouble where one is missing or cannot be read."""
    if [number for number, _ in rows] != list(range(after + 1, after + len(rows) + 1)):
        raise StoreTrouble(f"table {table} has lost events in the database; a backup may have them")
    try:
        return [decode(body) for _, body in rows]
    except msgspec.DecodeError as error:
        raise StoreTrouble(f"an event of table {table} in the database cannot be read: {error}") from None
