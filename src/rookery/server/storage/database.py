"""What the store needs of a database, and how its address is read and shown."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

__all__ = ["Database", "SqlRow", "is_postgres", "shown"]

SqlRow = tuple[Any, ...]
# what of an address may be shown; one that could be read in two ways is not shown at all
POSTGRES_URL = re.compile(
    r"postgres(ql)?://((?P<user>[^:@/?#]*)(:[^@/]*)?@)?"
    r"(?P<place>([\w.,%-]|\[[\da-fA-F:.]*\]|:\d+(?=[,/?]|$))*(/[^@/?#]*)?)(\?[^@]*)?",
    re.DOTALL,
)


class Database(Protocol):
    """One connection, used by one thread at a time."""

    words: str  # what it is, for the status page

    def begin(self, waiting: bool = True) -> None:
        """A transaction. "COMMIT" and "ROLLBACK" are statements as any. `waiting`: for a lock that somebody else holds;
        who does not wait fails at once where there is one."""

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> list[SqlRow]:
        """A statement in SQLite's words, and what it finds."""

    def executemany(self, statement: str, rows: Sequence[Sequence[Any]], /) -> None:
        """The same one for every row."""

    def prove(self) -> None:
        """Write something that changes nothing: it fails where nothing can be written."""

    def trouble(self, error: Exception) -> Exception:
        """One sentence for whatever the driver says: StoreTrouble, or Conflict when an event of that number is there
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
    if (parts := POSTGRES_URL.fullmatch(str(address))) is None:
        return "postgresql://..."
    return f"postgresql://{parts['user'] + '@' if parts['user'] else ''}{parts['place']}"
