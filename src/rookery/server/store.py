"""Tables and their events on disk: SQLite, one thread that writes, many jobs a commit.

A job is acknowledged after the commit that holds it, so what a page has been told is on disk. Waiting jobs share one
commit: with `synchronous=FULL` that is five to ten times as many durable moves a second as one commit each.

A file beside the database is locked for as long as the server runs: two servers on one database would each believe
their own memory. Others may read it meanwhile (copies.py, doctor.py).
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from rookery.core.errors import StoreTrouble, UnknownTable
from rookery.locks import locked
from rookery.server import figures, schema
from rookery.server.events import Event, decode, encode

__all__ = ["Batch", "Kept", "Row", "Store", "check_owner", "hold", "trouble"]

HEADER = b"SQLite format 3\0"
MOST_AT_ONCE = 256  # jobs in one commit
MOST_DUE = 200  # tables
PATIENCE = 2.0  # seconds to wait for a lock, for example of a server that is just ending

Job = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")


class Batch(NamedTuple):
    """Events of a table that happen together."""

    table: str
    first: int  # number of the first of them, counted from 1: a table's events have no gaps and no number twice
    events: Sequence[Event]
    secret: bytes = b""  # [32] of a table that is made by these events


class Row(NamedTuple):
    """What can be asked of a table without opening it."""

    state: str  # "waiting", "playing" or "over"
    changed: int  # when this did, ms since 1970
    listing: str  # JSON for the lobby; "" of a table that is not public
    due: int = 0  # when the clock of who decides runs out, ms since 1970; 0: none runs


class Kept(NamedTuple):
    """A table as it is kept."""

    secret: bytes
    events: list[Event]


class Store:
    """The open database. Methods that are awaited return once it is on disk; StoreTrouble: nothing changed."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. Raises StoreTrouble."""
        self.path = path
        self._lock = hold(path)
        try:
            self._database = _opened(path)
        except StoreTrouble:
            self._lock.close()
            raise
        self._jobs: queue.SimpleQueue[tuple[Job, Future[Any]] | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="rookery-store", daemon=True)
        self._thread.start()

    @property
    def words(self) -> str:
        """What it is, for the status page."""
        return f"SQLite {sqlite3.sqlite_version}"

    def close(self) -> None:
        """Finish all jobs, then let go of the file."""
        self._jobs.put(None)
        self._thread.join()
        self._lock.close()

    # ── What can be asked ────────────────────────────────────────────────────
    async def write(self, *batches: Batch) -> None:
        """More events of tables, or new tables: all of them or none."""
        # encoded here: the thread that writes should do nothing else
        tables = [schema.table_row(batch.table, batch.secret, batch.events[0]) for batch in batches if batch.secret]
        rows = [
            (batch.table, number, encode(event))
            for batch in batches
            for number, event in enumerate(batch.events, start=batch.first)
        ]

        def job(database: sqlite3.Connection) -> None:
            if tables:
                database.executemany(schema.ADD_TABLE, tables)
            database.executemany(schema.ADD_EVENT, rows)

        await self._done(job)

    async def describe(self, table: str, row: Row) -> None:
        """A table is in another state, or is to be listed otherwise."""
        await self._done(lambda database: database.execute(schema.CHANGE_TABLE, (*row, table)))

    async def listed(self, state: str, most: int) -> list[str]:
        """The listings of public tables in a state, those that changed last first."""
        return await self._done(
            lambda database: [text for (text,) in database.execute(schema.LISTED, (state, most)).fetchall()]
        )

    async def due(self, now: int) -> list[str]:
        """Tables whose clock has run out by then, the longest overdue first; at most so many that a server can look
        after them before it asks again."""
        return await self._done(
            lambda database: [table for (table,) in database.execute(schema.DUE, (now, MOST_DUE)).fetchall()]
        )

    async def load(self, table: str) -> Kept:
        """A table and all its events. Raises UnknownTable."""

        def job(database: sqlite3.Connection) -> tuple[Any, list[Any]]:
            secret = database.execute("SELECT secret FROM tables WHERE id = ?", (table,)).fetchone()
            return secret, database.execute(schema.EVENTS_OF, (table,)).fetchall()

        secret, rows = await self._done(job)
        if secret is None:
            raise UnknownTable(f"there is no table {table!r}")
        if [number for number, _ in rows] != list(range(1, len(rows) + 1)):
            raise StoreTrouble(f"table {table} has lost events in the database; a backup may have them")
        try:
            return Kept(secret[0], [decode(body) for _, body in rows])
        except msgspec.DecodeError as error:
            raise StoreTrouble(f"an event of table {table} in the database cannot be read: {error}") from None

    async def check(self) -> None:
        """Prove that the database can be written."""
        await self._done(lambda database: database.execute(f"PRAGMA user_version = {schema.VERSION}"))

    async def _done(self, job: Callable[[sqlite3.Connection], T]) -> T:
        future: Future[T] = Future()
        self._jobs.put((job, future))
        return await asyncio.wrap_future(future)

    # ── The thread ───────────────────────────────────────────────────────────
    def _work(self) -> None:
        with contextlib.closing(self._database):
            going_on = True
            while going_on:
                group = [self._jobs.get()]
                while len(group) < MOST_AT_ONCE and not self._jobs.empty():
                    group.append(self._jobs.get())
                going_on = None not in group
                jobs = [item for item in group if item is not None and item[1].set_running_or_notify_cancel()]
                self._commit(jobs)

    def _commit(self, jobs: list[tuple[Job, Future[Any]]]) -> None:
        """All jobs in one transaction; if that fails each in its own, so that none suffers from another one's fault."""
        start = time.perf_counter()
        try:
            self._database.execute("BEGIN")
            results = [job(self._database) for job, _ in jobs]
            self._database.execute("COMMIT")
            figures.committed(len(jobs), time.perf_counter() - start)
        except Exception as error:  # noqa: BLE001  # it is handed to those who wait
            with contextlib.suppress(sqlite3.Error):  # there may be nothing to take back
                self._database.execute("ROLLBACK")
            if len(jobs) == 1:
                jobs[0][1].set_exception(trouble(self.path, error) if isinstance(error, sqlite3.Error) else error)
                return
            for job in jobs:
                self._commit([job])
            return
        for (_, future), result in zip(jobs, results, strict=True):
            future.set_result(result)


# ── Opening ──────────────────────────────────────────────────────────────────
def hold(path: Path) -> FileIO:
    """The file that says whose database it is: held until it is closed. Raises StoreTrouble."""
    try:
        file = FileIO(path.with_name(f"{path.name}-lock"), "a")
    except OSError as error:
        raise trouble(path, error) from None
    deadline = time.monotonic() + PATIENCE
    while not locked(file):
        if time.monotonic() > deadline:
            file.close()
            raise trouble(path, sqlite3.OperationalError("locked"))
        time.sleep(PATIENCE / 40)
    return file


def _opened(path: Path) -> sqlite3.Connection:
    """The database, proved to be ours, whole, writable, and ours alone. Raises StoreTrouble."""
    try:
        _check_header(path)
        database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    except (sqlite3.Error, OSError) as error:
        raise trouble(path, error) from None
    try:
        check_owner(database, path)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        if (flaw := database.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(flaw)
        database.execute("BEGIN IMMEDIATE")
        schema.bring_up(database)  # writes each time: proves that we can
        database.execute("COMMIT")
    except sqlite3.Error as error:
        database.close()
        raise trouble(path, error) from None
    except StoreTrouble:
        database.close()
        raise
    return database


def _check_header(path: Path) -> None:
    """SQLite takes a short file of another kind for an empty database and would write over it."""
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(HEADER)) != HEADER:
                raise sqlite3.DatabaseError("not a database")


def check_owner(database: sqlite3.Connection, path: Path) -> None:
    """Read only: another program's file stays as it is."""
    (owner,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (things,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if things and owner != schema.APPLICATION:
        raise StoreTrouble(f"{path} is the database of another program; name a file of Rookery's own, or a new one")
    if things and not 1 <= version <= schema.VERSION:
        raise StoreTrouble(
            f"{path} was written by another Rookery (schema {version}); this one reads schemas 1 to {schema.VERSION}"
        )


def trouble(path: Path, error: Exception) -> StoreTrouble:
    """One sentence for whatever SQLite says."""
    said = str(error)
    if "locked" in said:
        words = "is in use by another program; is a Rookery server running already?"
    elif "not a database" in said:
        words = "is no database; name another file, or none at all"
    elif "unable to open" in said or isinstance(error, OSError):
        words = "cannot be opened; its folder must be there, and both must be writable"
    elif "readonly" in said:
        words = "cannot be written; make it writable or name another file"
    elif "full" in said:
        words = "cannot grow: the disk is full; nothing was changed"
    else:
        words = f"is damaged or cannot be used ({said}); nothing was changed"
    return StoreTrouble(f"the database {path} {words}")
