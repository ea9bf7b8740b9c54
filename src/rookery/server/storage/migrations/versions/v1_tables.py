"""The first schema: a table is its events."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "1", None
STATEMENTS = (
    """\
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    secret BLOB NOT NULL,               -- all draws follow from it: told to nobody before the game is over
    state TEXT NOT NULL,                -- "waiting", "playing" or "over"
    changed INTEGER NOT NULL,           -- when the state or the listing did, ms since 1970
    listing TEXT NOT NULL,              -- what the lobby shows of a public table: JSON, wire.ListedTable; else empty
    due INTEGER NOT NULL DEFAULT 0,     -- when the clock of who decides runs out, ms since 1970; 0: none runs
    newest INTEGER NOT NULL DEFAULT 0   -- number of the newest event: a damaged file cannot lose the last ones silently
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX listed ON tables (state, changed) WHERE listing != ''",
    "CREATE INDEX due ON tables (due) WHERE due > 0",
    """\
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,            -- counts from 1
    body TEXT NOT NULL,                 -- JSON, table/events.py
    PRIMARY KEY (table_id, number)      -- nothing happens twice, whatever happens
) STRICT, WITHOUT ROWID""",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
