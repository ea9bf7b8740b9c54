"""Tables and moves on disk: SQLite, one thread that writes, many jobs a commit.

A job is acknowledged after the commit that holds it, so what a page has been told is on disk. Waiting jobs share one
commit: with `synchronous=FULL` that is five to ten times as many durable moves a second as one commit each.

The database is locked for as long as the server runs: two servers on one file would each believe their own memory.
"""

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from rookery.core.errors import StoreTrouble, UnknownTable
from rookery.server import figures
from rookery.server.sheet import Played, Seat, Sheet

__all__ = ["Store"]

APPLICATION = 0x526F6F6B  # "Rook" in the file's header: this database is ours
HEADER = b"SQLite format 3\0"
VERSION = 2  # of the schema: SCHEMA is 1, then follow the steps of SINCE
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    players INTEGER NOT NULL,
    options TEXT NOT NULL,              -- JSON object
    seats TEXT NOT NULL,                -- JSON list of sheet.Seat
    created TEXT NOT NULL,
    next TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE TABLE moves (
    table_id TEXT NOT NULL REFERENCES tables (id),
    ply INTEGER NOT NULL,
    seat INTEGER,                       -- NULL: chance
    action INTEGER NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (table_id, ply)         -- no ply twice, whatever happens
) STRICT, WITHOUT ROWID;
"""
SINCE = {2: "ALTER TABLE moves ADD COLUMN remark TEXT NOT NULL DEFAULT ''"}
MOST_AT_ONCE = 256  # jobs in one commit
PATIENCE = 2.0  # seconds to wait for a lock, for example of a server that is just ending

Job = Callable[[sqlite3.Connection], Any]
T = TypeVar("T")


class Store:
    """The open database. Methods that are awaited return once it is on disk; StoreTrouble: nothing changed."""

    def __init__(self, path: Path) -> None:
        """Open the file, or make it. Raises StoreTrouble."""
        self.path = path
        self._database = _opened(path)
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

    # ── What can be asked ────────────────────────────────────────────────────
    async def add(self, sheet: Sheet, played: Sequence[Played], rematch_of: str = "") -> None:
        """A new table with its first plies; as the rematch of another one, both at once."""

        def job(database: sqlite3.Connection) -> None:
            options, seats = msgspec.json.encode(sheet.options).decode(), msgspec.json.encode(sheet.seats).decode()
            row = (sheet.id, sheet.game, sheet.rules, sheet.players, options, seats, sheet.created, sheet.next)
            database.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
            _insert(database, sheet.id, played)
            database.execute("UPDATE tables SET next = ? WHERE id = ?", (sheet.id, rematch_of))

        await self._done(job)

    async def append(self, table: str, played: Sequence[Played]) -> None:
        """More plies of a table: all of them or none."""
        await self._done(lambda database: _insert(database, table, played))

    async def seat(self, table: str, seats: Sequence[Seat]) -> None:
        """Who sits at a table, anew."""
        text = msgspec.json.encode(seats).decode()
        await self._done(lambda database: database.execute("UPDATE tables SET seats = ? WHERE id = ?", (text, table)))

    async def load(self, table: str) -> tuple[Sheet, list[Played]]:
        """A table and all its plies. Raises UnknownTable."""

        def job(database: sqlite3.Connection) -> tuple[Any, list[Any]]:
            row = database.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
            moves = "SELECT ply, seat, action, key, remark FROM moves WHERE table_id = ? ORDER BY ply"
            return row, database.execute(moves, (table,)).fetchall()

        row, moves = await self._done(job)
        if row is None:
            raise UnknownTable(f"there is no table {table!r}")
        name, game, rules, players, options, seats, created, following = row
        return Sheet(
            id=name,
            game=game,
            rules=rules,
            players=players,
            options=msgspec.json.decode(options, type=dict[str, str]),
            seats=msgspec.json.decode(seats, type=tuple[Seat, ...]),
            created=created,
            next=following,
        ), [Played(*move) for move in moves]

    async def check(self) -> None:
        """Prove that the database can be written."""
        await self._done(lambda database: database.execute(f"PRAGMA user_version = {VERSION}"))

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
                jobs[0][1].set_exception(_trouble(self.path, error) if isinstance(error, sqlite3.Error) else error)
                return
            for job in jobs:
                self._commit([job])
            return
        for (_, future), result in zip(jobs, results, strict=True):
            future.set_result(result)


def _insert(database: sqlite3.Connection, table: str, played: Sequence[Played]) -> None:
    rows = [(table, p.ply, p.seat, p.action, p.key, p.remark) for p in played]
    database.executemany("INSERT INTO moves (table_id, ply, seat, action, key, remark) VALUES (?, ?, ?, ?, ?, ?)", rows)


# ── Opening ──────────────────────────────────────────────────────────────────
def _opened(path: Path) -> sqlite3.Connection:
    """The database, proved to be ours, whole, writable, and ours alone. Raises StoreTrouble."""
    try:
        _check_header(path)
        database = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    except (sqlite3.Error, OSError) as error:
        raise _trouble(path, error) from None
    try:
        _check_owner(database, path)
        database.execute("PRAGMA locking_mode = EXCLUSIVE")
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        if (flaw := database.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(flaw)
        database.execute("BEGIN IMMEDIATE")
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if not database.execute("SELECT 1 FROM sqlite_master").fetchone():
            for statement in SCHEMA.split(";\n"):
                database.execute(statement)
            version = 1
        for later in range(version + 1, VERSION + 1):
            database.execute(SINCE[later])
        database.execute(f"PRAGMA application_id = {APPLICATION}")  # written each time: proves that we can write
        database.execute(f"PRAGMA user_version = {VERSION}")
        database.execute("COMMIT")
    except sqlite3.Error as error:
        database.close()
        raise _trouble(path, error) from None
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


def _check_owner(database: sqlite3.Connection, path: Path) -> None:
    """Read only: another program's file stays as it is."""
    (owner,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (things,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if things and owner != APPLICATION:
        raise StoreTrouble(f"{path} is the database of another program; name a file of Rookery's own, or a new one")
    if things and not 1 <= version <= VERSION:
        raise StoreTrouble(
            f"{path} was written by another Rookery (schema {version}); this one reads schemas 1 to {VERSION}"
        )


def _trouble(path: Path, error: Exception) -> StoreTrouble:
    """One sentence for whatever SQLite says."""
    said = str(error)
    if "locked" in said:
        words = "is in use by another program; is a Rookery server running already?"
    elif "not a database" in said:
        words = "is no database; name another file, or none at all"
    elif "unable to open" in said:
        words = "cannot be opened; its folder must be there, and both must be writable"
    elif "readonly" in said:
        words = "cannot be written; make it writable or name another file"
    elif "full" in said:
        words = "cannot grow: the disk is full; nothing was changed"
    else:
        words = f"is damaged or cannot be used ({said}); nothing was changed"
    return StoreTrouble(f"the database {path} {words}")
