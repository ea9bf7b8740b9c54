"""A table says how many events it has: a damaged file cannot lose the last of them unnoticed.

Events with a field that nobody knows are refused from here on, so a table's first event loses the two that a pledge has
replaced."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "5", "4"
STATEMENTS = (
    "ALTER TABLE tables ADD COLUMN newest INTEGER NOT NULL DEFAULT 0",  # number of the newest event
    "UPDATE tables SET newest = (SELECT count(*) FROM events WHERE table_id = tables.id)",
    "UPDATE events SET body = json_remove(body, '$.promise', '$.tickets') WHERE number = 1",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
