"""An index for evenings that nobody has begun: they are looked for whenever an evening is made."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "8", "7"
STATEMENTS = ("CREATE INDEX unbegun_evenings ON evenings (made) WHERE begun = 0",)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
