"""Events of a fictitious game as a store keeps them, and a schema that does not exist yet."""

import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from rookery.server.storage import migrations, schema
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


def come_later(monkeypatch: pytest.MonkeyPatch, folder: Path | None = None) -> None:
    """Turn this process into a later Rookery, whose schema has one step more. `folder`: an empty folder for what
    PostgreSQL needs."""
    now = schema.SCHEMA_VERSION
    later = SimpleNamespace(revision=str(now + 1), STATEMENTS=(LATER,))
    monkeypatch.setattr(schema, "SCHEMA_STEPS", (*schema.SCHEMA_STEPS, later))
    monkeypatch.setattr(schema, "SCHEMA_VERSION", now + 1)
    if folder is None:
        return
    from rookery.server.storage import postgres  # here: its client may be missing

    shutil.copytree(Path(migrations.__file__).parent, folder / "migrations")
    (folder / "migrations" / "versions" / "later.py").write_text(f"""\
from rookery.server.storage import migrations

revision, down_revision = "{now + 1}", "{now}"


def upgrade():
    migrations.upgrade([{LATER!r}])
""")
    monkeypatch.setattr(postgres, "MIGRATIONS", folder / "migrations")
    monkeypatch.setattr(postgres, "APPLICATION_NAME", f"rookery {now + 1}")
