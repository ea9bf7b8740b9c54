"""The SQL statements of the store, in SQLite's dialect, and the upgrade of a file from any earlier schema.

The tables are defined in migrations/versions/.
"""

import sqlite3

from rookery.server.storage.migrations.versions import (
    v1_tables,
    v2_secrets,
    v3_tags,
    v4_days,
    v5_ratings,
    v6_mutes,
    v7_evenings,
    v8_unbegun,
)
from rookery.server.table.events import Event, Made

__all__ = [
    "ALL_COLUMNS",
    "INSERT_EVENT",
    "INSERT_SECRET",
    "INSERT_TABLE",
    "OLD_APPLICATION_ID",
    "SCHEMA_STEPS",
    "SCHEMA_VERSION",
    "SELECT_DUE",
    "SELECT_EVENTS_AFTER",
    "SELECT_LISTED",
    "SELECT_NEWEST",
    "SELECT_SECRET",
    "SELECT_TABLE",
    "SQLITE_APPLICATION_ID",
    "UPDATE_DUE",
    "UPDATE_NEWEST",
    "UPDATE_TABLE",
    "UPDATE_TAGGED_SEAT",
    "VERSIONS_PER_QUERY",
    "bring_up",
    "readable",
    "table_row",
]

SQLITE_APPLICATION_ID = 0x526B7279  # "Rkry", in the header of an SQLite file: marks it as a database of Rookery
OLD_APPLICATION_ID = 0x526F6F6B  # "Rook": before 0.2.0 schemas had the same numbers and other columns
SCHEMA_STEPS = (v1_tables, v2_secrets, v3_tags, v4_days, v5_ratings, v6_mutes, v7_evenings, v8_unbegun)
SCHEMA_VERSION = int(SCHEMA_STEPS[-1].revision)
ALL_COLUMNS = {  # of all tables of the database, each after those that it refers to
    "tables": "id, game, secret, state, changed, listing, due, newest, summary",
    "events": "table_id, number, body",
    "secrets": "name, secret",
    "tags": "id, made, name, bird, colour, shown, words",
    "tag_keys": "id, tag, made, used",
    "passkeys": "id, tag, made, public_key, uses, asked",
    "tagged_seats": "table_id, seat, tag, game, public, place, result, since",
    "mutes": "tag, other, table_id, seat, game, name, blocked, since",
    "made_tables": "table_id, tag",
    "day_words": "day, number, word, head",
    "begun_days": "day, words, head",
    "day_tries": "day, game, who, table_id, achieved",
    "day_runs": "day, game, person, achieved",
    "rated_games": "table_id, game, players, number, result",
    "rated_seats": "table_id, seat, tag, player, game, players, number, before, after",
    "evenings": "id, secret, made, changes, begun, body",
}
INSERT_TABLE = "INSERT INTO tables (id, game, secret, state, changed, listing) VALUES (?, ?, ?, 'waiting', 0, '')"
# a process that has not seen the newest event changes nothing: its description may be outdated
UPDATE_TABLE = """\
UPDATE tables SET state = ?, changed = ?, listing = ?, due = ?, summary = ?
WHERE id = ? AND newest <= ? RETURNING id"""
UPDATE_TAGGED_SEAT = "UPDATE tagged_seats SET place = ?, result = ?, since = ? WHERE table_id = ? AND seat = ?"
SELECT_LISTED = "SELECT listing FROM tables WHERE listing != '' AND state = ? ORDER BY changed DESC LIMIT ?"
UPDATE_DUE = "UPDATE tables SET due = ? WHERE id = ?"
SELECT_DUE = "SELECT due, id FROM tables WHERE due > 0 AND due <= ? AND (due, id) > (?, ?) ORDER BY due, id LIMIT ?"
VERSIONS_PER_QUERY = 100  # tables whose newest events are queried at once
SELECT_NEWEST = f"SELECT id, newest FROM tables WHERE id IN ({', '.join('?' * VERSIONS_PER_QUERY)})"
UPDATE_NEWEST = "UPDATE tables SET newest = ? WHERE id = ?"
INSERT_EVENT = "INSERT INTO events (table_id, number, body) VALUES (?, ?, ?)"
SELECT_TABLE = "SELECT secret, newest FROM tables WHERE id = ?"
INSERT_SECRET = "INSERT INTO secrets (name, secret) VALUES (?, ?) ON CONFLICT DO NOTHING"
SELECT_SECRET = "SELECT secret FROM secrets WHERE name = ?"
SELECT_EVENTS_AFTER = "SELECT number, body FROM events WHERE table_id = ? AND number > ? ORDER BY number"


def table_row(table: str, secret: bytes, made: Event) -> tuple[str, str, bytes]:
    """The values of INSERT_TABLE for a new table. `secret`: [32]; `made`: its first event."""
    assert isinstance(made, Made), "a table begins with how it was made"
    return table, made.game, secret


def readable() -> str:
    """The schemas that can be read or upgraded, in words."""
    first = SCHEMA_STEPS[0].revision
    return f"schema {first}" if int(first) == SCHEMA_VERSION else f"schemas {first} to {SCHEMA_VERSION}"


def bring_up(database: sqlite3.Connection) -> None:
    """Create or upgrade the schema of a file, inside the caller's transaction."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if database.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        version = 0
    for step in SCHEMA_STEPS:
        if int(step.revision) > version:
            for statement in step.STATEMENTS:
                database.execute(statement)
    database.execute(f"PRAGMA application_id = {SQLITE_APPLICATION_ID}")
    database.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
