"""The SQL statements of the store, in SQLite's dialect. upgrades.py defines the tables."""

from rookery.server.table.events import Event, Made

__all__ = [
    "INSERT_EVENT",
    "INSERT_SECRET",
    "INSERT_TABLE",
    "SELECT_DUE",
    "SELECT_EVENTS_AFTER",
    "SELECT_FIRST",
    "SELECT_LISTED",
    "SELECT_NEWEST",
    "SELECT_SECRET",
    "SELECT_TABLE",
    "UPDATE_DUE",
    "UPDATE_NEWEST",
    "UPDATE_TABLE",
    "UPDATE_TAGGED_SEAT",
    "VERSIONS_PER_QUERY",
    "table_row",
]

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
SELECT_FIRST = "SELECT state, body FROM tables JOIN events ON table_id = id AND number = 1 WHERE id = ?"
SELECT_EVENTS_AFTER = "SELECT number, body FROM events WHERE table_id = ? AND number > ? ORDER BY number"


def table_row(table: str, secret: bytes, made: Event) -> tuple[str, str, bytes]:
    """The values of INSERT_TABLE for a new table. `secret`: [32]; `made`: its first event."""
    assert isinstance(made, Made), "a table begins with how it was made"
    return table, made.game, secret
