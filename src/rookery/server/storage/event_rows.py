"""A table and its events in the database: written with digests, and read with a check of them (digests.py)."""

from collections.abc import Sequence
from typing import NamedTuple

from rookery.server.errors import DamagedTable
from rookery.server.storage import rows, schema
from rookery.server.storage.database import Database, SqlRow
from rookery.server.storage.digests import EventRow, chained, check_row, event_damage, row_digest
from rookery.server.storage.table_store import StoredTable, events_of, lost
from rookery.server.table.events import Event, Made


class EventRows(NamedTuple):
    """Rows that are not checked yet."""

    before: bytes  # the digest with which the chain begins
    after: int  # the number of the event before them
    rows: Sequence[EventRow]


def insert_table(database: Database, table: str, secret: bytes, made: Event) -> None:
    """Insert a new table without events. `secret`: [32]; `made`: its first event."""
    assert isinstance(made, Made), "a table begins with how it was made"
    own = table, made.game, secret
    described = row_digest("tables.described", table, "waiting", 0, "", 0, "")
    database.execute(schema.INSERT_TABLE, (*own, row_digest("tables.digest", *own), described))


def add_events(database: Database, table: str, first: int, bodies: Sequence[str], due: int | None = None) -> None:
    """Add events to a table. `first`: the number of the first one; `due`: as in EventBatch."""
    newest = first + len(bodies) - 1
    # locks the row, so that no process renews the digest of a description that another one is just changing
    updates = database.execute(schema.UPDATE_NEWEST, (newest, table, first - 1))
    own, before = updates[0] if updates else (b"", b"")
    inserted, digest = [], bytes((own if first == 1 else before) or b"")
    for number, body in enumerate(bodies, start=first):
        digest = chained(digest, table, number, body)
        inserted.append((table, number, body, digest))
    database.executemany(schema.INSERT_EVENT, inserted)
    if due is not None:
        rows.change(database, "tables.described", lambda row: (*row[:4], due, row[5]), "id = ?", table)


def rewrite_events(database: Database, table: str, kept: EventRows, bodies: Sequence[str]) -> None:
    """Put other texts in the place of all events of a table. `kept`: the events with their texts so far, checked."""
    digest = kept.before
    for (number, before, found), body in zip(kept.rows, bodies, strict=True):
        digest = chained(digest, table, number, body)
        if (body, digest) != (before, found):
            database.execute(schema.UPDATE_EVENT, (body, digest, table, number))


def events_after(database: Database, table: str, after: int = 0) -> EventRows:
    """The events of a table after a number; none of an unknown table."""
    if after == 0:
        digests = database.execute(schema.SELECT_DIGEST, (table,))
        rows = database.execute(schema.SELECT_EVENTS_FROM, (table, 1))
        return EventRows(bytes(digests[0][0]) if digests else b"", 0, rows)
    rows = database.execute(schema.SELECT_EVENTS_FROM, (table, after))
    if rows and rows[0][0] == after:
        return EventRows(bytes(rows[0][2]), after, rows[1:])
    return EventRows(b"", after, rows)


def checked_events(table: str, found: EventRows) -> list[Event]:
    """Raises DamagedTable."""
    if damage := event_damage(table, *found):
        raise DamagedTable(damage)
    return events_of(table, found.after, [(number, body) for number, body, _ in found.rows])


def checked_table(row: SqlRow, rows: Sequence[EventRow]) -> StoredTable:
    """A table from its row, as SELECT_TABLE finds it, and all of its events. Raises DamagedTable."""
    *own, newest, count = row
    check_row("tables.digest", own)
    table, _, secret, digest = own
    events = checked_events(table, EventRows(bytes(digest), 0, rows))
    if newest != count:
        raise DamagedTable(lost(table, count, newest))
    return StoredTable(bytes(secret), events)
