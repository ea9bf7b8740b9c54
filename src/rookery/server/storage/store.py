"""Stores tables and their events in SQLite or PostgreSQL: one thread that writes, many jobs a commit.

A job is acknowledged after its commit, so everything that a page has been told is on disk. Waiting jobs share one
commit, which makes five to ten times as many moves a second durable as one commit for each.
"""

import asyncio
import contextlib
import queue
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from rookery.core.errors import Refusal, Trouble
from rookery.server.errors import CommitUncertain, Conflict, Overtaken, UnknownTable
from rookery.server.quota.work_budget import charge
from rookery.server.storage import rows, schema
from rookery.server.storage.database import Database, is_postgres
from rookery.server.storage.digests import check_row, row_digest
from rookery.server.storage.event_rows import (
    EventRows,
    add_events,
    checked_events,
    checked_table,
    events_after,
    insert_table,
)
from rookery.server.storage.table_store import (
    LISTED_STATES,
    Description,
    EventBatch,
    ListedCount,
    StoredTable,
)
from rookery.server.table.events import Event, Made, encode
from rookery.server.telemetry import metrics

MAX_JOBS_PER_COMMIT = 256
DUE_PAGE_SIZE = 200  # due tables that are fetched at once

T = TypeVar("T")


class _Job(NamedTuple):
    """A job for the thread."""

    table: str  # the table that it concerns; "": several
    work: Callable[[Database], Any]
    done: asyncio.Future[Any]
    stands: Callable[[Database], bool] | None  # whether exactly this is on disk; None: cannot be checked
    alone: bool  # outside any transaction


class Store:
    """The open database; a TableStore."""

    def __init__(self, address: str | Path) -> None:
        """Open a file or postgresql://..., and create it if it is missing. Raises StoreTrouble, MissingExtra."""
        self.address = address
        self._database = open_database(address)
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="rookery-store", daemon=True)
        self._thread.start()

    @property
    def words(self) -> str:
        """The name and version of the database, for the status page."""
        return self._database.words

    def close(self) -> None:
        """Finish all jobs, then close the database."""
        self._jobs.put(None)
        self._thread.join()

    # ── What can be asked ────────────────────────────────────────────────────
    async def write(self, *batches: EventBatch) -> None:
        """See TableStore. Raises Conflict if another process wrote an event of such a number first."""
        # encoded here because the thread should only write
        encoded = [(batch, [encode(event) for event in batch.events]) for batch in batches]

        def work(database: Database) -> None:
            for batch, bodies in encoded:
                if batch.secret:
                    insert_table(database, batch.table, batch.secret, batch.events[0])
                add_events(database, batch.table, batch.first, bodies, batch.due)

        def stands(database: Database) -> bool:
            for batch, bodies in encoded:
                rows = events_after(database, batch.table, batch.first - 1).rows
                if [body for _, body, _ in rows[: len(bodies)]] != bodies:
                    return False
            return True

        await self._done(work, batches[-1].table, stands)

    def describe(self, table: str, row: Description, events: int) -> "asyncio.Future[Any]":
        """See TableStore."""
        *values, stands = row
        changes = *values, row_digest("tables.described", table, *values), int(row.listing != "")
        standings = [
            (*it, row_digest("tagged_seats.standing", table, seat, *it), table, seat) for seat, it in enumerate(stands)
        ]

        def work(database: Database) -> None:
            newest = database.execute(schema.UPDATE_TABLE, (*changes, table, events))
            if newest and standings:
                database.executemany(schema.UPDATE_TAGGED_SEAT, standings)

        return self._done(work, table)

    async def listed(self, state: str, most: int, game: str = "") -> list[str]:
        """See TableStore."""
        condition, *asked = (schema.LISTED_OF_GAME, state, game, most) if game else (schema.LISTED, state, most)
        found = await self._done(lambda it: rows.found_intact(it, "tables.described", condition, *asked))
        return [listing for _, _, _, listing, *_ in found]

    async def count_listed(self) -> list[ListedCount]:
        """See TableStore."""
        return [ListedCount(*row) for row in await self._done(_found(schema.COUNT_LISTED, LISTED_STATES))]

    async def due(self, now: int) -> list[str]:
        """See TableStore. The ids are fetched in pages of DUE_PAGE_SIZE."""
        page: list[Any] = [(0, "")]
        tables: list[str] = []
        while page:
            values = now, *page[-1], DUE_PAGE_SIZE
            page = await self._done(_found(schema.SELECT_DUE, values))
            tables += [table for _, table in page]
        return tables

    async def newest(self, tables: Sequence[str]) -> dict[str, int]:
        """See TableStore. One query serves many tables."""
        numbers: dict[str, int] = {}
        for start in range(0, len(tables), schema.VERSIONS_PER_QUERY):
            names = [*tables[start : start + schema.VERSIONS_PER_QUERY]]
            names += [""] * (schema.VERSIONS_PER_QUERY - len(names))
            numbers |= await self._done(_found(schema.SELECT_NEWEST, names))
        return numbers

    async def load(self, table: str) -> StoredTable:
        """See TableStore."""

        def work(database: Database) -> tuple[list[Any], list[Any]]:
            return database.execute(schema.SELECT_TABLE, (table,)), database.execute(
                schema.SELECT_EVENTS_FROM, (table, 1)
            )

        tables, rows = await self._done(work)
        if not tables:
            raise UnknownTable(f"there is no table {table!r}")
        return checked_table(tables[0], rows)

    async def since(self, table: str, number: int) -> list[Event]:
        """See TableStore."""
        return checked_events(table, await self._done(lambda database: events_after(database, table, number)))

    async def outlined(self, table: str) -> tuple[Made, str] | None:
        """The `Made` of a table, and the summary that was last described of it, without opening it; None: there is no
        such table. Raises DamagedTable."""
        matches = await self.transact(_found(schema.SELECT_FIRST, (table,)))
        if not matches:
            return None
        before, number, body, digest, *described = matches[0]
        (made,) = checked_events(table, EventRows(bytes(before), 0, [(number, body, digest)]))
        check_row("tables.described", described)
        return (made, described[-2]) if isinstance(made, Made) else None

    async def secret(self, name: str) -> bytes:
        """[32] a secret of this database, drawn when it is first asked for. Raises StoreTrouble, also for a damaged
        one."""
        fresh = secrets.token_bytes(32)

        def work(database: Database) -> bytes:
            if not (found := rows.found(database, "secrets.digest", "name = ?", name)):
                rows.add(database, "secrets.digest", name, fresh)  # unless another process is faster
                found = rows.found(database, "secrets.digest", "name = ?", name)
            return bytes(found[0][1])

        return await self._done(work)

    async def transact(self, work: Callable[[Database], T | Refusal | Trouble]) -> T:
        """Do work in a transaction, which it may share with other work, and return its result. An exception has all of
        it done again, each alone, so a refusal is better returned; it is raised here. The address that asks is charged
        for the time in which the thread could do nothing else. Raises StoreTrouble; Conflict if an event of such a
        number was written already."""

        def timed(database: Database) -> tuple[T | Refusal | Trouble, float]:
            start = time.perf_counter()
            return work(database), time.perf_counter() - start

        result, seconds = await self._done(timed)
        charge(seconds)
        if isinstance(result, Refusal | Trouble):
            raise result
        return result

    async def purge(self) -> None:
        """Remove earlier versions of what was changed from the files. Raises StoreTrouble."""
        await self._done(lambda database: database.purge(), alone=True)

    async def check(self) -> None:
        """Prove that the database can be written. Raises StoreTrouble."""
        await self._done(lambda database: database.prove())

    def _done(
        self,
        work: Callable[[Database], T],
        table: str = "",
        stands: Callable[[Database], bool] | None = None,
        *,
        alone: bool = False,
    ) -> "asyncio.Future[T]":
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(_Job(table, work, future, stands, alone))
        return future

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
                for job in jobs:
                    if job.alone:
                        self._do_alone(job)
                if jobs := [job for job in jobs if not job.alone]:
                    # a fixed order prevents deadlocks between processes that write to the same tables; queries about
                    # several tables come after the writes to each of them
                    self._commit(sorted(jobs, key=lambda job: (not job.table, job.table)))

    def _do_alone(self, job: _Job) -> None:
        try:
            result = job.work(self._database)
        except Exception as error:  # noqa: BLE001  # passed on to those who wait
            result = self._database.trouble(error)
        _settle([job], [result])

    def _commit(self, jobs: list[_Job]) -> None:
        """Do all jobs in one transaction, and again if another process was faster with a row. If some are in conflict
        with another process, the others still share one. If it fails for another reason, each job gets its own, so that
        none suffers from another one's fault."""
        trouble, unsure = self._tried(jobs)
        if isinstance(trouble, Overtaken):
            trouble, unsure = self._tried(jobs)
        if isinstance(trouble, Conflict) and len(jobs) > 1:
            trouble, unsure = self._tried(jobs, apart=True)
        if trouble is None:
            return
        if len(jobs) == 1 and not unsure:
            _settle(jobs, [trouble])
            return
        for job in jobs:
            # they have already waited for a lock together; waiting one after the other could take minutes
            trouble, again = self._tried([job], waiting=False)
            if trouble is not None:
                _settle([job], [self._known(job, trouble) if unsure or again else trouble])

    def _tried(self, jobs: list[_Job], waiting: bool = True, apart: bool = False) -> tuple[Exception | None, bool]:
        """Try all jobs in one transaction. Returns its error, or None, and whether the jobs may be on disk
        nevertheless, because the connection broke during the commit. `apart`: jobs in conflict fail alone."""
        start, unsure = time.perf_counter(), False
        try:
            self._database.begin(waiting)
            results = [self._apart(job) if apart else job.work(self._database) for job in jobs]
            unsure = True
            self._database.execute("COMMIT")
        except Exception as error:  # noqa: BLE001  # passed on to those who wait
            trouble = self._database.trouble(error)
            with contextlib.suppress(Exception):  # there may be no transaction
                self._database.execute("ROLLBACK")
            return trouble, unsure
        metrics.committed(len(jobs), time.perf_counter() - start)
        _settle(jobs, results)
        return None, False

    def _apart(self, job: _Job) -> Any:
        """A job's result, or its Conflict."""
        self._database.execute("SAVEPOINT job")
        try:
            result = job.work(self._database)
        except Exception as error:
            if not isinstance(trouble := self._database.trouble(error), Conflict):
                raise
            self._database.execute("ROLLBACK TO job")
            result = trouble
        self._database.execute("RELEASE job")
        return result

    def _known(self, job: _Job, said: Exception) -> Exception | None:
        """The error of a job whose commit was not acknowledged; None if it is on disk nevertheless. No other process
        writes the same events in the same millisecond."""
        if job.stands is None:
            return said
        try:
            return None if job.stands(self._database) else said
        except Exception:  # noqa: BLE001  # whatever it is, the check failed
            return CommitUncertain(f"{said}; it is unknown whether the last events were written")


def open_database(address: str | Path) -> Database:
    """Open a database, and create it if it is missing. Raises StoreTrouble; MissingExtra without psycopg."""
    if is_postgres(address):
        from rookery.server.storage.postgres import Postgres

        return Postgres(str(address))
    from rookery.server.storage.sqlite import Sqlite

    return Sqlite(Path(address))


def _found(statement: str, values: Sequence[Any]) -> Callable[[Database], list[Any]]:
    """The work of a query."""
    return lambda database: database.execute(statement, values)


def _settle(jobs: Sequence[_Job], results: Sequence[Any]) -> None:
    """Set the futures of jobs on the threads of their event loops, all of a commit at once, because waking a thread
    costs more than a job."""
    for loop in {job.done.get_loop() for job in jobs}:
        mine = [(job.done, result) for job, result in zip(jobs, results, strict=True) if job.done.get_loop() is loop]
        with contextlib.suppress(RuntimeError):  # the loop has ended, so nobody waits
            loop.call_soon_threadsafe(_tell, mine)


def _tell(waiting: Sequence[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, result in waiting:
        if future.cancelled():
            continue
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)
