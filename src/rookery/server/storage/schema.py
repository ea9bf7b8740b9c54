"""What is asked of the database, in the words of SQLite, and the way there from every earlier schema of a file.

What the tables look like stands in migrations/versions/.
"""

import sqlite3

import msgspec

from rookery.server.storage.migrations.versions import v3_events, v4_due, v5_newest
from rookery.server.table.events import Begun, Event, Followed, Made, Played, Seat, encode
from rookery.server.table.keys import new_secret

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
    "table_row",
]

APPLICATION = 0x526F6F6B  # "Rook": in the header of an SQLite file it says that this database is ours
STEPS = (v3_events, v4_due, v5_newest)
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


def bring_up(database: sqlite3.Connection) -> None:
    """Make what is missing in a file that is empty or older, inside the caller's transaction."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if database.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        version = 0
    if version == 1:
        database.execute("ALTER TABLE moves ADD COLUMN remark TEXT NOT NULL DEFAULT ''")
    if version in (1, 2):
        database.execute("ALTER TABLE tables RENAME TO old_tables")
        database.execute("ALTER TABLE moves RENAME TO old_moves")
    for step in STEPS:
        if int(step.revision) > version:
            for statement in step.STATEMENTS:
                database.execute(statement)
    if version in (1, 2):
        _events_from_moves(database)
    database.execute(f"PRAGMA application_id = {APPLICATION}")
    database.execute(f"PRAGMA user_version = {VERSION}")


class _OldSeat(msgspec.Struct):
    kind: str
    level: str = ""
    name: str = ""
    key: str = ""


def _events_from_moves(database: sqlite3.Connection) -> None:
    """Schemas 1 and 2 kept tables and moves: nothing was promised there, and everybody had sat down."""
    columns = "id, game, rules_version, players, options, seats, created, next"
    for row in database.execute(f"SELECT {columns} FROM old_tables").fetchall():
        name, game, rules, players, options, seats, _created, following = row
        sitting = tuple(
            Seat("bot" if old.kind == "bot" else "person", old.level, old.name, old.key, "")
            for old in msgspec.json.decode(seats, type=list[_OldSeat])
        )
        events: list[Event] = [Made(game, rules, players, msgspec.json.decode(options), sitting), Begun()]
        plies = "SELECT ply, seat, action, key, remark FROM old_moves WHERE table_id = ? ORDER BY ply"
        events += [Played(*ply) for ply in database.execute(plies, (name,))]
        events += [Followed(following)] if following else []
        database.execute(ADD_TABLE, table_row(name, new_secret(), events[0]))
        rows = [(name, number, encode(event)) for number, event in enumerate(events, start=1)]
        database.executemany(ADD_EVENT, rows)
        database.execute(SET_NEWEST, (len(events), name))
        # or over: the table says so when it is opened
        database.execute(CHANGE_TABLE, ("playing", 0, "", 0, name, len(events)))
    database.execute("DROP TABLE old_moves")
    database.execute("DROP TABLE old_tables")
