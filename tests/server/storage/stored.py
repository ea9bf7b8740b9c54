"""Events of a fictitious game as a store keeps them, and a schema that does not exist yet."""

import contextlib
from collections.abc import Callable

import pytest

from rookery.core.errors import MissingExtra
from rookery.server.storage import upgrades
from rookery.server.storage.database import Database
from rookery.server.storage.digests import COVERED, covered, row_digest
from rookery.server.storage.event_rows import events_after, rewrite_events
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.events import Begun, Event, Made, Played, Seat

SECRET = bytes(range(32))
MADE = Made(
    "a game",
    1,
    2,
    {"one": "a"},
    (Seat("person", name="Ann", key_hash="k", client_seed=""), Seat("bot", "weak", client_seed="")),
)
PLIES = [Played(1, None, 5, "aa"), Played(2, 0, 7, "bb", "proved")]
EVENTS: list[Event] = [MADE, Begun(), *PLIES]
LATER = "ALTER TABLE tables ADD COLUMN later INTEGER NOT NULL DEFAULT 0"


async def stored(store: Store) -> None:
    await store.write(EventBatch("t1", 1, EVENTS[:3], SECRET))
    await store.write(EventBatch("t1", 4, EVENTS[3:]))


def forged(statement: str, *values: object) -> Callable[[Database], None]:
    """Work that changes rows, and then renews all digests of the database, as somebody could who knows how."""

    def work(database: Database) -> None:
        database.execute(statement, values)
        for table, digests in COVERED.items():
            for digest in digests:
                column = f"{table}.{digest}"
                for *row, _ in database.execute(f"SELECT {covered(column)} FROM {table}"):
                    where = " AND ".join(f"{name} = ?" for name in digests[digest].split(", "))
                    database.execute(f"UPDATE {table} SET {digest} = ? WHERE {where}", (row_digest(column, *row), *row))
        for (table,) in database.execute("SELECT id FROM tables"):
            kept = events_after(database, table)
            rewrite_events(database, table, kept, [body for _, body, _ in kept.rows])

    return work


def come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn this process into a later Rookery, whose schema has one column more."""
    version = upgrades.SCHEMA_VERSION + 1
    monkeypatch.setattr(upgrades, "SCHEMAS", (*upgrades.SCHEMAS, (LATER,)))
    monkeypatch.setattr(upgrades, "SCHEMA_VERSION", version)
    monkeypatch.setitem(upgrades.ALL_COLUMNS, "tables", f"{upgrades.ALL_COLUMNS['tables']}, later")
    with contextlib.suppress(MissingExtra):  # the client of PostgreSQL may be missing
        monkeypatch.setattr("rookery.server.storage.postgres.APPLICATION_NAME", f"rookery {version}")
