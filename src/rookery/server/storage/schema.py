"""What is asked of the database, in the words of SQLite, and the way there from every earlier schema of a file.

What the tables look like stands in migrations/versions/.
"""

import sqlite3

from rookery.server.storage.migrations.versions import v1_tables
from rookery.server.table.events import Event, Made

__all__ = [
    "ADD_EVENT",
    "ADD_TABLE",
    "APPLICATION",
    "AT_ONCE",
    "CHANGE_TABLE",
    "DUE",
    "EVENT",
    "EVENTS_AFTER",
    "KEPT_OF",
    "LISTED",
    "NEWEST",
    "SET_DUE",
    "SET_NEWEST",
    "STEPS",
    "TABLE",
    "VERSION",
    "bring_up",
    "readable",
    "table_row",
]

APPLICATION = 0x526F6F6B  # "Rook": in the header of an SQLite file it says that this database is ours
STEPS = (v1_tables,)
VERSION = int(STEPS[-1].revision)
TABLE = "id, game, secret, state, changed, listing, due, newest"  # all columns
EVENT = "table_id, number, body"
ADD_TABLE = "INSERT INTO tables (id, game, secret, state, changed, listing) VALUES (?, ?, ?, 'waiting', 0, '')"
# not by a process that has not seen the newest event: what it says may be older than what stands there
CHANGE_TABLE = """\
UPDATE tables SET state = ?, changed = ?, listing = ?, due = ?
WHERE id = ? AND newest <= ?"""
LISTED = "SELECT listing FROM tables WHERE listing != '' AND state = ? ORDER BY changed DESC LIMIT ?"
SET_DUE = "UPDATE tables SET due = ? WHERE id = ?"
DUE = "SELECT due, id FROM tables WHERE due > 0 AND due <= ? AND (due, id) > (?, ?) ORDER BY due, id LIMIT ?"
AT_ONCE = 100  # tables whose numbers are asked for at once
NEWEST = f"SELECT id, newest FROM tables WHERE id IN ({', '.join('?' * AT_ONCE)})"
SET_NEWEST = "UPDATE tables SET newest = ? WHERE id = ?"
ADD_EVENT = "INSERT INTO events (table_id, number, body) VALUES (?, ?, ?)"
KEPT_OF = "SELECT secret, newest FROM tables WHERE id = ?"
EVENTS_AFTER = "SELECT number, body FROM events WHERE table_id = ? AND number > ? ORDER BY number"


def table_row(table: str, secret: bytes, made: Event) -> tuple[str, str, bytes]:
    """What is kept of a table beside its events."""
    assert isinstance(made, Made), "a table begins with how it was made"
    return table, made.game, secret


def readable() -> str:
    """Which schemas are brought to ours, in words."""
    first = STEPS[0].revision
    return f"schema {first}" if int(first) == VERSION else f"schemas {first} to {VERSION}"


def bring_up(database: sqlite3.Connection) -> None:
    """Make what is missing in a file that is empty or older, inside the caller's transaction."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if database.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        version = 0
    for step in STEPS:
        if int(step.revision) > version:
            for statement in step.STATEMENTS:
                database.execute(statement)
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {VERSION}")
