"""Duplicate evenings. Their tables are ordinary ones."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "7", "6"
STATEMENTS = (
    """\
CREATE TABLE evenings (
    id TEXT PRIMARY KEY,
    secret BLOB NOT NULL,               -- from which the draws of all rounds follow, and the seats' keys
    made INTEGER NOT NULL,              -- ms since 1970
    changes INTEGER NOT NULL,           -- how often it was changed
    begun INTEGER NOT NULL,             -- 0 or 1
    body TEXT NOT NULL                  -- JSON, storage/evening_store.py
) STRICT, WITHOUT ROWID""",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
