"""Whom a person does not want to hear or to meet, who made which table, and which answer of a passkey counted last."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "6", "5"
STATEMENTS = (
    """\
CREATE TABLE mutes (
    tag TEXT NOT NULL REFERENCES tags (id),
    other TEXT NOT NULL REFERENCES tags (id),
    table_id TEXT NOT NULL,             -- where the other one sat when that was decided, and what was read there
    seat INTEGER NOT NULL,
    game TEXT NOT NULL,
    name TEXT NOT NULL,
    blocked INTEGER NOT NULL,           -- 1: they are not to sit down at one table either
    since INTEGER NOT NULL,             -- ms since 1970
    PRIMARY KEY (tag, other)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX mutes_of_others ON mutes (other)",
    """\
CREATE TABLE made_tables (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    tag TEXT NOT NULL REFERENCES tags (id)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tables_of_makers ON made_tables (tag)",
    # when the newest question ended that the passkey has answered, ms since 1970: no answer counts twice
    "ALTER TABLE passkeys ADD COLUMN asked INTEGER NOT NULL DEFAULT 0",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
