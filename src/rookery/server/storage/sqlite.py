"""The database as an SQLite file, which needs no other program and serves one process.

A file beside the database is locked while the server runs, because two servers on one file would not notice each
other's events. Other programs may read the database meanwhile (ops/backups.py, ops/game_doctor.py).
"""

import contextlib
import sqlite3
import time
from collections.abc import Sequence
from io import FileIO
from pathlib import Path
from typing import Any

from rookery.locks import locked
from rookery.private_files import make_private_file, private_opener
from rookery.server.errors import Conflict, StoreTrouble
from rookery.server.storage import upgrades
from rookery.server.storage.database import SqlRow

SQLITE_HEADER = b"SQLite format 3\0"
LOCK_TIMEOUT = 2.0  # seconds to wait for a lock, such as that of a server that is just stopping
WRITE_PROBE = """\
INSERT INTO tables (id, game, secret, digest, state, changed, listing, described)
VALUES ('', '', zeroblob(30000), zeroblob(16), '', 0, '', zeroblob(16))"""
DUPLICATE_EVENT_ERROR = "UNIQUE constraint failed: events."


class Sqlite:
    """See database.py."""

    words = f"SQLite {sqlite3.sqlite_version}"

    def __init__(self, path: Path) -> None:
        """Raises StoreTrouble."""
        self._path = path
        self._unpurged = False  # another program read the database when it was to be purged
        self._lock = hold(path)
        try:
            self._connection = _opened(path)
        except StoreTrouble:
            self._lock.close()
            raise

    def begin(self, waiting: bool = True) -> None:
        if self._unpurged:
            with contextlib.suppress(sqlite3.Error):  # a reader needs no room on the disk
                self.purge()
        self._connection.execute(f"PRAGMA busy_timeout = {round(1000 * LOCK_TIMEOUT) if waiting else 0}")
        self._connection.execute("BEGIN")

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> list[SqlRow]:
        return self._connection.execute(statement, values).fetchall()

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        self._connection.executemany(statement, rows)

    def prove(self) -> None:
        # writes at least as much as a move, so that a nearly full disk is noticed: the deleted row is overwritten
        self._connection.execute(WRITE_PROBE)
        self._connection.execute("DELETE FROM tables WHERE id = ''")
        self._connection.execute(f"PRAGMA user_version = {upgrades.SCHEMA_VERSION}")

    def purge(self) -> None:
        self._unpurged = True  # also if it fails
        self._connection.execute("PRAGMA busy_timeout = 0")  # all other jobs would wait, too
        # the write-ahead log has earlier versions of pages
        ((busy, *_),) = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._unpurged = bool(busy)

    def trouble(self, error: Exception) -> Exception:
        if isinstance(error, sqlite3.IntegrityError) and str(error).startswith(DUPLICATE_EVENT_ERROR):
            return Conflict(f"the database {self._path} already has an event of this number; nothing was changed")
        return trouble(self._path, error) if isinstance(error, sqlite3.Error) else error

    def close(self) -> None:
        self._connection.close()
        self._lock.close()


# ── Opening ──────────────────────────────────────────────────────────────────
def lock_of(path: Path) -> Path:
    """The lock file of a database."""
    return path.with_name(f"{path.name}-lock")


def hold(path: Path) -> FileIO:
    """Open and lock the lock file; closing it releases the lock. Raises StoreTrouble."""
    try:
        if path.is_dir():  # "" and "." are one, too; nothing may be left beside it
            raise StoreTrouble(f"the database {path} is a folder; name a file in it")
        file = FileIO(lock_of(path), "a", opener=private_opener)
    except OSError as error:
        raise trouble(path, error) from None
    deadline = time.monotonic() + LOCK_TIMEOUT
    while not locked(file):
        if time.monotonic() > deadline:
            file.close()
            raise trouble(path, sqlite3.OperationalError("locked"))
        time.sleep(LOCK_TIMEOUT / 40)
    return file


def _opened(path: Path) -> sqlite3.Connection:
    """The database, checked to be Rookery's, intact and writable. Raises StoreTrouble."""
    try:
        _check_header(path)
        if not path.exists():
            make_private_file(path)  # SQLite gives the files beside it the same rights
        database = sqlite3.connect(path, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
    except (sqlite3.Error, OSError) as error:
        raise trouble(path, error) from None
    try:
        database.text_factory = read_text
        check_owner(database, path)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA secure_delete = ON")  # nothing that was deleted or changed can be read in the file
        if (flaw := database.execute("PRAGMA quick_check(1)").fetchone()[0]) != "ok":
            raise sqlite3.DatabaseError(flaw)
        database.execute("BEGIN IMMEDIATE")
        bring_up(database)  # always writes, which proves that the file is writable
        database.execute("COMMIT")
    except sqlite3.Error as error:
        database.close()
        raise trouble(path, error) from None
    except StoreTrouble:
        database.close()
        raise
    return database


def read_text(stored: bytes) -> str:
    """A text in a file. One that is no UTF-8 is damage of one row (digests.py), and all others can still be read."""
    return stored.decode("utf-8", "surrogateescape")


def bring_up(database: sqlite3.Connection) -> None:
    """Create or upgrade the schema of a file, inside the caller's transaction."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if database.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        version = 0
    upgrades.bring_up(database.execute, version)
    database.execute(f"PRAGMA application_id = {upgrades.SQLITE_APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {upgrades.SCHEMA_VERSION}")


def _check_header(path: Path) -> None:
    """Raises sqlite3.DatabaseError for a file of another kind. SQLite would take a short one for an empty database and
    overwrite it."""
    if path.is_file() and path.stat().st_size:
        with path.open("rb") as file:
            if file.read(len(SQLITE_HEADER)) != SQLITE_HEADER:
                raise sqlite3.DatabaseError("not a database")


def check_owner(database: sqlite3.Connection, path: Path) -> None:
    """Check that a database is Rookery's without writing to it. Raises StoreTrouble."""
    (owner,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (things,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if things and owner != upgrades.SQLITE_APPLICATION_ID:
        raise StoreTrouble(f"{path} is the database of another program; name a file of Rookery's own, or a new one")
    if things and not 1 <= version <= upgrades.SCHEMA_VERSION:
        raise StoreTrouble(
            f"{path} was written by another Rookery (schema {version}); this one reads {upgrades.readable()}"
        )
    if things and version == upgrades.SCHEMA_VERSION:
        columns = lambda table: {name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")}  # noqa: E731
        upgrades.check_columns(str(path), "file", columns)


def trouble(path: Path, error: Exception) -> StoreTrouble:
    """An error of SQLite as one sentence."""
    message = str(error)
    if "locked" in message:
        words = "is in use by another program; is a Rookery server running already?"
    elif "not a database" in message:
        words = "is not a database; name another file, or none at all"
    elif "unable to open" in message or isinstance(error, OSError):
        words = "cannot be opened; its folder must exist, and both must be writable"
    elif "readonly" in message:
        words = "cannot be written; make it writable or name another file"
    elif "disk I/O" in message:
        words = "cannot be read or written: the disk failed, or a limit on file sizes was reached; nothing was changed"
    elif "full" in message:
        words = "cannot grow: the disk is full; nothing was changed"
    else:
        words = f"is damaged or cannot be used ({message}); nothing was changed"
    return StoreTrouble(f"the database {path} {words}")
