"""The tables of a database: for each schema, the statements that lead to it from the one before.

They are in SQLite's dialect. A released schema never changes: its successor is appended to SCHEMAS. SQLite keeps the
number of a file's schema in its header, PostgreSQL in a table (postgres.py).
"""

import contextlib
import functools
import sqlite3
from collections.abc import Callable

from rookery.server.errors import StoreTrouble

SQLITE_APPLICATION_ID = 0x526B7279  # "Rkry", in the header of an SQLite file: marks it as a database of Rookery

# these are all the words that differ in PostgreSQL
POSTGRES_WORDS = {
    " STRICT, WITHOUT ROWID": "",
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
    "?": "%s",
    "/*FOR NO KEY UPDATE*/": "FOR NO KEY UPDATE",
}

# a table is its events
TABLES_AND_EVENTS = (
    """\
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    secret BLOB NOT NULL,               -- all draws follow from it: told to nobody before the game is over
    digest BLOB NOT NULL,               -- of what never changes (digests.py, also for all other digests)
    state TEXT NOT NULL,                -- "waiting", "playing" or "over"
    changed INTEGER NOT NULL,           -- when the state or the listing did, ms since 1970
    listing TEXT NOT NULL,              -- what the lobby shows of a public table: JSON, wire.ListedTable; else empty
    due INTEGER NOT NULL DEFAULT 0,     -- when the clock of who decides runs out, ms since 1970; 0: none runs
    newest INTEGER NOT NULL DEFAULT 0,  -- number of the newest event: a damaged file cannot lose the last ones silently
    -- what players may know of the table without opening it: JSON, wire.YourTable; empty until it is described
    summary TEXT NOT NULL DEFAULT '',
    described BLOB NOT NULL,            -- digest of the state, the listing and what else can change without an event
    listed INTEGER NOT NULL DEFAULT 0   -- 1: there is a listing. An index holds this, and counting reads no rows
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX listed ON tables (state, changed) WHERE listing != ''",
    "CREATE INDEX listed_of_games ON tables (state, game, changed, listed) WHERE listed = 1",
    "CREATE INDEX due ON tables (due) WHERE due > 0",
    """\
CREATE TABLE events (
    table_id TEXT NOT NULL REFERENCES tables (id),
    number INTEGER NOT NULL,            -- counts from 1
    body TEXT NOT NULL,                 -- JSON, table/events.py
    digest BLOB NOT NULL,               -- of the event and of the one before it
    PRIMARY KEY (table_id, number)      -- nothing happens twice, whatever happens
) STRICT, WITHOUT ROWID""",
)

# secrets of the server that belong to no table
SERVER_SECRETS = (
    """\
CREATE TABLE secrets (
    name TEXT PRIMARY KEY,              -- what it is for
    secret BLOB NOT NULL,               -- random bytes, drawn once: told to nobody
    digest BLOB NOT NULL
) STRICT, WITHOUT ROWID""",
)

# name tags: who sits where, for people who come back
NAME_TAGS = (
    """\
CREATE TABLE tags (
    id TEXT PRIMARY KEY,                -- drawn anew for each, because results of rated games name it for ever
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
    uses INTEGER NOT NULL,              -- as the authenticator counts them
    -- when the newest question ended that the passkey has answered, ms since 1970: no answer counts twice
    asked INTEGER NOT NULL DEFAULT 0
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
    career TEXT NOT NULL DEFAULT '',    -- for which a rated game counts (ratings/careers.py); empty: nobody agreed
    digest BLOB NOT NULL,               -- of who owns the seat
    standing BLOB NOT NULL,             -- digest of how the game stands for it
    PRIMARY KEY (table_id, seat)        -- nobody claims a seat of somebody else
) STRICT, WITHOUT ROWID""",
    # all that a page of a history looks at, in its order
    "CREATE INDEX histories ON tagged_seats (tag, place, since DESC, table_id, seat, game, result, public)",
    "CREATE INDEX tallies ON tagged_seats (tag, game, result, public)",
)

# the game of the day: words that visitors add, who has played, and how the bots' levels did
DAYS = (
    """\
CREATE TABLE day_words (
    day INTEGER NOT NULL,               -- for which they count, since 1970
    number INTEGER NOT NULL,            -- counts from 1
    word TEXT NOT NULL,
    head TEXT NOT NULL,                 -- after this word: days/gathering.py
    digest BLOB NOT NULL,
    PRIMARY KEY (day, number)
) STRICT, WITHOUT ROWID""",
    """\
CREATE TABLE begun_days (
    day INTEGER PRIMARY KEY,            -- no word for it is accepted any more
    words INTEGER NOT NULL,             -- how many count
    head TEXT NOT NULL,                 -- after the last of them
    digest BLOB NOT NULL
) STRICT, WITHOUT ROWID""",
    """\
CREATE TABLE spoilt_days (
    day INTEGER PRIMARY KEY,            -- a later day had begun before it was over, so its draws may have been known
    later INTEGER NOT NULL,             -- that day
    digest BLOB NOT NULL
) STRICT, WITHOUT ROWID""",
    """\
CREATE TABLE day_tries (
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    who TEXT NOT NULL,                  -- hash of what the page calls itself: one try each
    table_id TEXT NOT NULL,             -- the table may be missing, if a server was killed before it made it
    achieved TEXT NOT NULL DEFAULT '',  -- JSON, days/comparison.py; empty until the game is over
    digest BLOB NOT NULL,
    PRIMARY KEY (day, game, who)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tries_of_one ON day_tries (who, day)",
    """\
CREATE TABLE day_runs (
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    person TEXT NOT NULL,               -- a level that played the person's seat, and the number of its run: easy 2
    achieved TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (day, game, person)
) STRICT, WITHOUT ROWID""",
)

# rated games: their results in order, and what each made of its people's ratings
RATED_GAMES = (
    """\
CREATE TABLE rated_games (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    game TEXT NOT NULL,
    players INTEGER NOT NULL,           -- of the scale; 0: that of a cooperative game
    number INTEGER NOT NULL,            -- the results of a scale count in this order, from 1
    result TEXT NOT NULL,               -- JSON: ratings/rated_result.py, without the names of people
    UNIQUE (game, players, number)      -- of two processes, the second one rates again
) STRICT, WITHOUT ROWID""",
    """\
CREATE TABLE rated_seats (
    table_id TEXT NOT NULL REFERENCES rated_games (table_id),
    seat INTEGER NOT NULL,
    tag TEXT REFERENCES tags (id),      -- NULL: the person has left for good
    player TEXT NOT NULL,               -- whose career: of a tag, or of all tags of a team; empty: has left for good
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    number INTEGER NOT NULL,
    before TEXT NOT NULL,               -- JSON: ratings/skill.py
    after TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX ratings_of_players ON rated_seats (player, game, players, number)",
    "CREATE INDEX ratings_of_tags ON rated_seats (tag, game, players, player, number)",
)

# the people whom a person does not want to hear or to meet, and the makers of tables
MUTES = (
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
)

# duplicate evenings; their tables are ordinary ones
DUPLICATE_EVENINGS = (
    """\
CREATE TABLE evenings (
    id TEXT PRIMARY KEY,
    secret BLOB NOT NULL,               -- from which the draws of all rounds follow, and the seats' keys
    made INTEGER NOT NULL,              -- ms since 1970
    changes INTEGER NOT NULL,           -- how often it was changed
    begun INTEGER NOT NULL,             -- 0 or 1
    body TEXT NOT NULL,                 -- JSON, storage/evening_store.py
    digest BLOB NOT NULL
) STRICT, WITHOUT ROWID""",
    # they are looked for whenever an evening is made
    "CREATE INDEX unbegun_evenings ON evenings (made) WHERE begun = 0",
)
SCHEMAS = ((*TABLES_AND_EVENTS, *SERVER_SECRETS, *NAME_TAGS, *DAYS, *RATED_GAMES, *MUTES, *DUPLICATE_EVENINGS),)
SCHEMA_VERSION = len(SCHEMAS)


def bring_up(execute: Callable[[str], object], schema: int) -> None:
    """Bring a database from a schema to the newest one, inside the caller's transaction. `schema`: 0 for an empty
    database; `execute`: executes a statement in SQLite's dialect."""
    for statements in SCHEMAS[schema:]:
        for statement in statements:
            execute(statement)


def _columns() -> dict[str, str]:
    """The columns of all tables of the database, each table after those that it refers to."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        bring_up(database.execute, 0)
        tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid").fetchall()
        columns = {table: database.execute(f"PRAGMA table_info({table})") for (table,) in tables}
        return {table: ", ".join(name for _, name, *_ in rows) for table, rows in columns.items()}


ALL_COLUMNS = _columns()


def check_columns(shown: str, kind: str, columns_of: Callable[[str], set[str]]) -> None:
    """Raises StoreTrouble for a schema of this number with other columns, such as one before the first release. `kind`:
    of database, as "file"; `columns_of`: those of a table."""
    for table, columns in ALL_COLUMNS.items():
        if columns_of(table) != set(columns.split(", ")):
            raise StoreTrouble(
                f"{shown} was written by another Rookery (its table {table} has other columns); name a new {kind}"
            )


def readable() -> str:
    """The schemas that can be read or upgraded, in words."""
    return "schema 1" if SCHEMA_VERSION == 1 else f"schemas 1 to {SCHEMA_VERSION}"


@functools.cache
def in_postgres(statement: str) -> str:
    """The same statement in PostgreSQL's dialect."""
    for ours, theirs in POSTGRES_WORDS.items():
        statement = statement.replace(ours, theirs)
    return statement
