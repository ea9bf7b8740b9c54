"""Name tags: who sits where, for people who come back."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "3", "2"
STATEMENTS = (
    """\
CREATE TABLE tags (
    id TEXT PRIMARY KEY,                -- from the public key of the first device (tags/statements.py)
    made INTEGER NOT NULL,              -- ms since 1970
    name TEXT NOT NULL,
    bird INTEGER NOT NULL,              -- which drawing, and which colour: the page knows what they look like
    colour INTEGER NOT NULL,
    shown INTEGER NOT NULL DEFAULT 0,   -- 1: everybody may see the profile
    words TEXT NOT NULL DEFAULT ''      -- sha256 of the token that follows from a line of words; else empty
) STRICT, WITHOUT ROWID""",
    "CREATE UNIQUE INDEX words_of_tags ON tags (words) WHERE words != ''",
    """\
CREATE TABLE tag_keys (
    id TEXT PRIMARY KEY,                -- the public key of a device, base64url
    tag TEXT NOT NULL REFERENCES tags (id),
    made INTEGER NOT NULL,              -- ms since 1970
    used INTEGER NOT NULL               -- the time in the newest request that it signed: none is accepted twice
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX keys_of_tags ON tag_keys (tag)",
    """\
CREATE TABLE passkeys (
    id TEXT PRIMARY KEY,                -- of the credential, base64url
    tag TEXT NOT NULL REFERENCES tags (id),
    made INTEGER NOT NULL,              -- ms since 1970
    public_key BLOB NOT NULL,           -- COSE
    uses INTEGER NOT NULL               -- as the authenticator counts them
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX passkeys_of_tags ON passkeys (tag)",
    """\
CREATE TABLE tagged_seats (
    table_id TEXT NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL,
    tag TEXT NOT NULL REFERENCES tags (id),
    game TEXT NOT NULL,
    public INTEGER NOT NULL,            -- 1: the lobby shows the table
    place INTEGER NOT NULL,             -- in the history: 0 it is this seat's turn, 1 the game runs, 2 it is over
    result TEXT NOT NULL,               -- "won", "lost" or "drawn" of a game that is over; else empty
    since INTEGER NOT NULL,             -- of this turn, or of the end; ms since 1970
    PRIMARY KEY (table_id, seat)        -- nobody claims a seat of somebody else
) STRICT, WITHOUT ROWID""",
    # all that a page of a history looks at, in its order
    "CREATE INDEX histories ON tagged_seats (tag, place, since DESC, table_id, seat, game, result, public)",
    "CREATE INDEX tallies ON tagged_seats (tag, game, result, public)",
    # what players may know of a table without opening it: JSON, wire.YourTable; empty until it is described
    "ALTER TABLE tables ADD COLUMN summary TEXT NOT NULL DEFAULT ''",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
