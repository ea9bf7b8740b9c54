"""Secrets of the server that belong to no table."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "2", "1"
STATEMENTS = (
    """\
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,              -- what it is for
    secret BLOB NOT NULL                -- random bytes, drawn once: told to nobody
) STRICT, WITHOUT ROWID""",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
