"""A table says when the clock of who decides runs out: whoever asks for those that are due finds them unopened."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "4", "3"
STATEMENTS = (
    "ALTER TABLE tables ADD COLUMN due INTEGER NOT NULL DEFAULT 0",  # ms since 1970; 0: no clock runs
    "CREATE INDEX due ON tables (due) WHERE due > 0",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
