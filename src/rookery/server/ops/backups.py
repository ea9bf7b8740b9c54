"""Backups of the database, each one SQLite file: makes them while servers run, and restores them.

A backup of one kind of database can be restored into the other, which moves a server from a file to PostgreSQL or back.
"""

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

from rookery.private_files import make_private_file, make_private_folder
from rookery.server.errors import StoreTrouble
from rookery.server.storage import upgrades
from rookery.server.storage.database import SqlRow, is_postgres
from rookery.server.storage.sqlite import Sqlite, bring_up, check_owner, hold, lock_of, read_text, trouble


class ReadOnlyDatabase(Protocol):
    """A database that is only read."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> Iterable[SqlRow]:
        """The rows that a statement in SQLite's dialect finds."""


@contextlib.contextmanager
def reading(address: str | Path) -> Iterator[ReadOnlyDatabase]:
    """A database of the current schema, opened read-only, also while servers write. Raises StoreTrouble."""
    if is_postgres(address):
        from rookery.server.storage.postgres import reading as reading_postgres

        with reading_postgres(str(address)) as reader:
            yield reader
        return
    with _file(Path(address)) as database:
        (version,) = database.execute("PRAGMA user_version").fetchone()
        if version != upgrades.SCHEMA_VERSION:
            raise StoreTrouble(
                f"{address} has schema {version}; a server brings it to {upgrades.SCHEMA_VERSION} when it starts"
            )
        yield database


def tables_in(address: str | Path) -> int:
    """The number of tables in a database. Raises StoreTrouble."""
    with reading(address) as reader:
        (found,) = reader.execute("SELECT count(*) FROM tables")
    return int(found[0])


@contextlib.contextmanager
def _file(path: Path) -> Iterator[sqlite3.Connection]:
    """A database file of Rookery, of any schema, opened read-only. Raises StoreTrouble."""
    if not path.is_file():
        raise StoreTrouble(f"there is no database {path}")
    try:
        with contextlib.ExitStack() as stack:
            database = stack.enter_context(_opened(path, "mode=ro"))
            try:
                database.execute("SELECT 1 FROM sqlite_master").fetchone()
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY):
                    raise
                database = stack.enter_context(_unwritable(path))
            check_owner(database, path)
            yield database
    except (sqlite3.Error, OSError) as error:
        raise trouble(path, error) from None


@contextlib.contextmanager
def _opened(path: Path, how: str) -> Iterator[sqlite3.Connection]:
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?{how}", uri=True)) as database:
        database.text_factory = read_text
        yield database


@contextlib.contextmanager
def _unwritable(path: Path) -> Iterator[sqlite3.Connection]:
    """A file on a disk that cannot be written, where SQLite cannot make the files that readers share. No server uses
    it: that would have made them."""
    wal = path.with_name(f"{path.name}-wal")
    if not wal.exists() or not wal.stat().st_size:
        with _opened(path, "immutable=1") as database:
            yield database
        return
    with tempfile.TemporaryDirectory(prefix="rookery-") as folder:  # its owner's alone
        for file in (path, wal):  # a server was killed, and its last moves are in the second one
            shutil.copyfile(file, Path(folder) / file.name)
        with _opened(Path(folder) / path.name, "mode=rw") as database:
            yield database


def back_up(address: str | Path, out: Path) -> int:
    """Copy a consistent snapshot of a database to a file, completely or not at all. Returns how many tables it has.
    Raises StoreTrouble."""
    if not is_postgres(address) and out.exists() and Path(address).exists() and out.samefile(address):
        raise StoreTrouble(f"{out} is the database itself; name another file for the copy")
    draft = out.with_name(f".{out.name}-draft")
    try:
        draft.unlink(missing_ok=True)
        make_private_file(draft)
        with contextlib.closing(sqlite3.connect(draft)) as copy:
            if is_postgres(address):
                _gather(address, copy)
            else:
                with _file(Path(address)) as database:
                    database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # a single file, without a -wal file beside it
            tables = _whole(copy, draft)
        draft.replace(out)
    except (sqlite3.Error, OSError) as error:
        raise trouble(out, error) from None
    finally:
        with contextlib.suppress(OSError):  # it could not be made
            draft.unlink(missing_ok=True)
    return tables


def _gather(address: str | Path, copy: sqlite3.Connection) -> None:
    """Copy everything from a PostgreSQL database into an empty file."""
    with reading(address) as reader, copy:
        bring_up(copy)
        for table, columns in upgrades.ALL_COLUMNS.items():
            places = ", ".join("?" for _ in columns.split(","))
            rows = reader.execute(_select_all(table))
            copy.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", rows)


def restore(copy: Path, address: str | Path) -> tuple[int, Path | None]:
    """Replace a database file by a copy, or fill an empty PostgreSQL database with it. Returns how many tables it has,
    and where the former file is now, if there was one. Raises StoreTrouble, also while a server uses the file; then
    nothing changed."""
    with _file(copy) as database:
        tables = _whole(database, copy)
    if is_postgres(address):
        _spread(copy, str(address))
        return tables, None
    path = Path(address)
    try:
        make_private_folder(path.parent)
    except OSError as error:
        raise trouble(path, error) from None
    with contextlib.closing(hold(path)):
        former = None
        if path.exists():  # moved with the files beside it, which SQLite would otherwise apply to the copy
            former = path.with_name(f"{path.name}.{datetime.now(UTC):%Y-%m-%d-%H%M%S}")
            for beside in ("-wal", "-shm", ""):
                if (file := path.with_name(path.name + beside)).exists():
                    file.replace(former.with_name(former.name + beside))
        tables = back_up(copy, path)
        _hand_over(path)
        return tables, former


def _hand_over(path: Path) -> None:
    """Give the files to the owner of the folder, because root may restore for a server that runs as another user."""
    if os.name == "posix" and os.geteuid() == 0:
        owner = path.parent.stat()
        for file in (path, lock_of(path)):
            os.chown(file, owner.st_uid, owner.st_gid, follow_symlinks=False)  # that owner may have put links there


def _spread(copy: Path, address: str) -> None:
    """Copy a backup of any schema into PostgreSQL."""
    from rookery.server.storage.postgres import fill

    with tempfile.TemporaryDirectory(prefix="rookery-") as folder:
        newest = Path(folder) / "copy.sqlite3"
        back_up(copy, newest)
        Sqlite(newest).close()  # upgrades the schema
        with reading(newest) as reader:
            fill(address, {table: reader.execute(_select_all(table)) for table in upgrades.ALL_COLUMNS})


def _select_all(table: str) -> str:
    return f"SELECT {upgrades.ALL_COLUMNS[table]} FROM {table}"


def _whole(database: sqlite3.Connection, path: Path) -> int:
    """The number of tables in a database. Raises StoreTrouble if it is damaged."""
    (flaw,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if flaw != "ok":
        raise StoreTrouble(f"the database {path} is damaged ({flaw}); nothing was changed")
    (tables,) = database.execute("SELECT count(*) FROM tables").fetchone()
    return int(tables)
