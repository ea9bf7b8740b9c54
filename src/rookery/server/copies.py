"""Copies of the database: one made while the server runs, and one that takes the place of what is there."""

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from rookery.core.errors import StoreTrouble
from rookery.server.sqlite import check_owner, hold, trouble

__all__ = ["back_up", "reading", "restore"]


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """A database of ours, to read only, also while a server writes. Raises StoreTrouble."""
    if not path.is_file():
        raise StoreTrouble(f"there is no database {path}")
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            check_owner(database, path)
            yield database
    except sqlite3.Error as error:
        raise trouble(path, error) from None


def back_up(path: Path, out: Path) -> int:
    """Copy a database, as it is at one moment, whole or not at all; how many tables are in it. Raises StoreTrouble."""
    if out.exists() and path.exists() and out.samefile(path):
        raise StoreTrouble(f"{out} is the database itself; name another file for the copy")
    draft = out.with_name(f".{out.name}-draft")
    draft.unlink(missing_ok=True)
    try:
        with reading(path) as database, contextlib.closing(sqlite3.connect(draft)) as copy:
            database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without others beside it
            tables = _whole(copy, draft)
        draft.replace(out)
    except (sqlite3.Error, OSError) as error:
        raise trouble(out, error) from None
    finally:
        draft.unlink(missing_ok=True)
    return tables


def restore(copy: Path, path: Path) -> tuple[int, Path | None]:
    """Put a copy in the place of a database. How many tables are in it, and where the former one lies now, if there was
    one. Raises StoreTrouble, also while a server holds the database: nothing changed then."""
    with reading(copy) as database:
        _whole(database, copy)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise trouble(path, error) from None
    with contextlib.closing(hold(path)):
        former = None
        if path.exists():  # as it is, damaged or not, with the files beside it: else they would be read into the copy
            former = path.with_name(f"{path.name}.{datetime.now(UTC):%Y-%m-%d-%H%M%S}")
            for beside in ("-wal", "-shm", ""):
                if (file := path.with_name(path.name + beside)).exists():
                    file.replace(former.with_name(former.name + beside))
        tables = back_up(copy, path)
    return tables, former


def _whole(database: sqlite3.Connection, path: Path) -> int:
    """How many tables there are. Raises StoreTrouble when it is damaged."""
    (flaw,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if flaw != "ok":
        raise StoreTrouble(f"the database {path} is damaged ({flaw}); nothing was changed")
    (tables,) = database.execute("SELECT count(*) FROM tables").fetchone()
    return int(tables)
