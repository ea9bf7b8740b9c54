"""The SQL statements of the store, in SQLite's dialect. upgrades.py defines the tables."""

from rookery.server.storage.digests import covered

INSERT_TABLE = """\
INSERT INTO tables (id, game, secret, digest, state, changed, listing, described)
VALUES (?, ?, ?, ?, 'waiting', 0, '', ?)"""
# a process that has not seen the newest event changes nothing: its description may be outdated
UPDATE_TABLE = """\
UPDATE tables SET state = ?, changed = ?, listing = ?, due = ?, summary = ?, described = ?, listed = ?
WHERE id = ? AND newest <= ? RETURNING id"""
UPDATE_TAGGED_SEAT = """\
UPDATE tagged_seats SET place = ?, result = ?, since = ?, standing = ? WHERE table_id = ? AND seat = ?"""
LISTED = "listing != '' AND state = ? ORDER BY changed DESC LIMIT ?"
LISTED_OF_GAME = "listed = 1 AND listing != '' AND state = ? AND game = ? ORDER BY changed DESC LIMIT ?"
COUNT_LISTED = "SELECT game, state, COUNT(*) FROM tables WHERE listed = 1 AND state IN (?, ?) GROUP BY state, game"
SELECT_DUE = "SELECT due, id FROM tables WHERE due > 0 AND due <= ? AND (due, id) > (?, ?) ORDER BY due, id LIMIT ?"
VERSIONS_PER_QUERY = 100  # tables whose newest events are queried at once
SELECT_NEWEST = f"SELECT id, newest FROM tables WHERE id IN ({', '.join('?' * VERSIONS_PER_QUERY)})"
# with the digests from which that of the next event can follow
UPDATE_NEWEST = """\
UPDATE tables SET newest = ? WHERE id = ?
RETURNING digest, (SELECT events.digest FROM events WHERE table_id = tables.id AND number = ?)"""
INSERT_EVENT = "INSERT INTO events (table_id, number, body, digest) VALUES (?, ?, ?, ?)"
UPDATE_EVENT = "UPDATE events SET body = ?, digest = ? WHERE table_id = ? AND number = ?"
# the number of events is counted in the same statement as `newest` is read, so that no process can write in between
SELECT_TABLES = f"""\
SELECT {covered("tables.digest")}, newest, (SELECT count(*) FROM events WHERE table_id = tables.id) FROM tables"""
SELECT_TABLE = f"{SELECT_TABLES} WHERE id = ?"
SELECT_DIGEST = "SELECT digest FROM tables WHERE id = ?"
SELECT_EVENTS_FROM = "SELECT number, body, digest FROM events WHERE table_id = ? AND number >= ? ORDER BY number"
SELECT_FIRST = f"""\
SELECT tables.digest, number, body, events.digest, {covered("tables.described")}
FROM tables JOIN events ON table_id = id AND number = 1 WHERE id = ?"""
