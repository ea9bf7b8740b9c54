"""The interface of a database to the store, and the reading and showing of database addresses."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

SqlRow = tuple[Any, ...]
# the parts of an address that may be shown; an ambiguous address is not shown at all
POSTGRES_URL = re.compile(
    r"postgres(ql)?://((?P<user>[^:@/?#]*)(:[^@/]*)?@)?"
    r"(?P<place>([\w.,%-]|\[[\da-fA-F:.]*\]|:\d+(?=[,/?]|$))*(/[^@/?#]*)?)(\?[^@]*)?",
    re.DOTALL,
)


class Database(Protocol):
    """One connection, used by one thread at a time."""

    words: str  # the name and version of the database, for the status page

    def begin(self, waiting: bool = True) -> None:
        """Begin a transaction; end it by executing "COMMIT" or "ROLLBACK". `waiting`: wait for a lock that another
        program holds, instead of failing at once."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> list[SqlRow]:
        """Execute a statement in SQLite's dialect. Returns the rows that it finds."""

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        """Execute a statement once for every row."""

    def prove(self) -> None:
        """Write something without effect, which fails if the database cannot be written."""

    def purge(self) -> None:
        """Remove earlier versions of what was changed from the files, outside a transaction. While another program
        reads the database they stay; then they are removed before one of the next transactions."""

    def trouble(self, error: Exception) -> Exception:
        """The driver's error as one sentence: StoreTrouble; Conflict if an event of that number exists already;
        UnreadableMessage for a text that the database cannot keep. Other errors are returned unchanged."""

    def close(self) -> None:
        """Close the connection."""


def is_postgres(address: str | Path) -> bool:
    """Whether the address is that of a PostgreSQL server; otherwise it is an SQLite file."""
    return str(address).startswith(("postgresql://", "postgres://"))


def shown(address: str | Path) -> str:
    """The address without passwords, which may be in two places of it."""
    if not is_postgres(address):
        return str(address)
    if (parts := POSTGRES_URL.fullmatch(str(address))) is None:
        return "postgresql://..."
    return f"postgresql://{parts['user'] + '@' if parts['user'] else ''}{parts['place']}"
