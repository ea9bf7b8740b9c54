"""Which database an address names, and what the store needs of any."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import urlsplit

__all__ = ["Database", "Row", "is_postgres", "open_database", "shown"]

Row = tuple[Any, ...]


class Database(Protocol):
    """One connection, used by one thread at a time."""

    words: str  # what it is, for the status page

    def begin(self, waiting: bool = True) -> None:
        """A transaction. "COMMIT" and "ROLLBACK" are statements as any. `waiting`: for a lock that somebody else holds;
        who does not wait fails at once where there is one."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> list[Row]:
        """A statement in SQLite's words, and what it finds."""

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        """The same one for every row."""

    def prove(self) -> None:
        """Write something that changes nothing: it fails where nothing can be written."""

    def trouble(self, error: Exception) -> Exception:
        """One sentence for whatever the driver says: StoreTrouble, or Overtaken when an event of that number is there
        already. Errors that are not the driver's stay as they are."""

    def close(self) -> None:
        """Let go of it."""


def is_postgres(address: str | Path) -> bool:
    """Whether the address is that of a PostgreSQL server; else it is a file of SQLite's."""
    return str(address).startswith(("postgresql://", "postgres://"))


def shown(address: str | Path) -> str:
    """The address as one may read it: without a password, which can stand in two places of it."""
    if not is_postgres(address):
        return str(address)
    parts = urlsplit(str(address))
    place = parts.netloc.rpartition("@")[2]
    user = parts.username
    return f"postgresql://{user + '@' if user else ''}{place}{parts.path}"


def open_database(address: str | Path) -> Database:
    """Open it, or make what is missing. Raises StoreTrouble; MissingExtra where PostgreSQL's client is missing."""
    if is_postgres(address):
        from rookery.server.postgres import Postgres

        return Postgres(str(address))
    from rookery.server.sqlite import Sqlite

    return Sqlite(Path(address))
