"""Events of a fictitious game as a store keeps them, and a schema that does not exist yet."""

import contextlib

import pytest

from rookery.core.errors import MissingExtra
from rookery.server.storage import upgrades
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import EventBatch
from rookery.server.table.events import Begun, Event, Made, Played, Seat

__all__ = ["EVENTS", "MADE", "PLIES", "SECRET", "come_later", "stored"]

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


def come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn this process into a later Rookery, whose schema has one column more."""
    version = upgrades.SCHEMA_VERSION + 1
    monkeypatch.setattr(upgrades, "SCHEMAS", (*upgrades.SCHEMAS, (LATER,)))
    monkeypatch.setattr(upgrades, "SCHEMA_VERSION", version)
    monkeypatch.setitem(upgrades.ALL_COLUMNS, "tables", f"{upgrades.ALL_COLUMNS['tables']}, later")
    with contextlib.suppress(MissingExtra):  # the client of PostgreSQL may be missing
        monkeypatch.setattr("rookery.server.storage.postgres.APPLICATION_NAME", f"rookery {version}")
