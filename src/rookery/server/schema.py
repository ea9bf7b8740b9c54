"""The tables of the database, and the way there from every earlier schema."""

import sqlite3

import msgspec

from rookery.server.events import Begun, Event, Followed, Made, Played, Seat, encode
from rookery.server.keys import new_secret

__all__ = [
    "ADD_EVENT", "ADD_TABLE", "APPLICATION", "CHANGE_TABLE", "DUE", "EVENTS_OF", "LISTED", "VERSION", "bring_up",
    "table_row",
]  # fmt: skip

APPLICATION = 0x526F6F6B  # "Rook" in the file's header: this database is ours
VERSION = 4
SCHEMA = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    secret BLOB NOT NULL,               -- all draws follow from it: told to nobody before the game is over
    state TEXT NOT NULL,                -- "waiting", "playing" or "over"
    changed INTEGER NOT NULL,           -- when the state or the listing did, ms since 1970
    listing TEXT NOT NULL,              -- what the lobby shows of a public table: JSON, wire.ListedTable; else empty
    due INTEGER NOT NULL DEFAULT 0      -- when the clock of who decides runs out, ms since 1970; 0: none runs
) STRICT, WITHOUT ROWID;
CREATE INDEX listed ON tables (state, changed) WHERE listing != '';
CREATE INDEX due ON tables (due) WHERE due > 0;
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,            -- counts from 1
    body TEXT NOT NULL,                 -- JSON, events.py
    PRIMARY KEY (table_id, number)      -- nothing happens twice, whatever happens
) STRICT, WITHOUT ROWID;
"""
ADD_TABLE = "INSERT INTO tables (id, game, secret, state, changed, listing) VALUES (?, ?, ?, 'waiting', 0, '')"
CHANGE_TABLE = "UPDATE tables SET state = ?, changed = ?, listing = ?, due = ? WHERE id = ?"
LISTED = "SELECT listing FROM tables WHERE listing != '' AND state = ? ORDER BY changed DESC LIMIT ?"
DUE = "SELECT id FROM tables WHERE due > 0 AND due <= ? ORDER BY due LIMIT ?"
ADD_EVENT = "INSERT INTO events (table_id, number, body) VALUES (?, ?, ?)"
EVENTS_OF = "SELECT number, body FROM events WHERE table_id = ? ORDER BY number"


def table_row(table: str, secret: bytes, made: Event) -> tuple[str, str, bytes]:
    """What is kept of a table beside its events."""
    assert isinstance(made, Made), "a table begins with how it was made"
    return table, made.game, secret


def bring_up(database: sqlite3.Connection) -> None:
    """Make what is missing in a database that is empty or older, inside the caller's transaction."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    filled = database.execute("SELECT 1 FROM sqlite_master").fetchone() is not None
    if filled and version == 1:
        database.execute("ALTER TABLE moves ADD COLUMN remark TEXT NOT NULL DEFAULT ''")
    if filled and version < 3:
        database.execute("ALTER TABLE tables RENAME TO old_tables")
        database.execute("ALTER TABLE moves RENAME TO old_moves")
    if not filled or version < 3:
        for statement in SCHEMA.split(";\n"):
            database.execute(statement)
    if filled and version < 3:
        _events_from_moves(database)
    if filled and version == 3:
        database.execute("ALTER TABLE tables ADD COLUMN due INTEGER NOT NULL DEFAULT 0")
        database.execute("CREATE INDEX due ON tables (due) WHERE due > 0")
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
        database.execute(CHANGE_TABLE, ("playing", 0, "", 0, name))  # or over: the table says so when it is opened
    database.execute("DROP TABLE old_moves")
    database.execute("DROP TABLE old_tables")
