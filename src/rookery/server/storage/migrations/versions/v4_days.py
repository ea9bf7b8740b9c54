"""The game of the day: words that visitors add, who has played, and how the bots' levels did."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "4", "3"
STATEMENTS = (
    """\
CREATE TABLE day_words (
    day INTEGER NOT NULL,               -- for which they count, since 1970
    number INTEGER NOT NULL,            -- counts from 1
    word TEXT NOT NULL,
    head TEXT NOT NULL,                 -- after this word: days/gathering.py
    PRIMARY KEY (day, number)
) STRICT, WITHOUT ROWID""",
    """\
CREATE TABLE begun_days (
    day INTEGER PRIMARY KEY,            -- no word for it is accepted any more
    words INTEGER NOT NULL,             -- how many count
    head TEXT NOT NULL                  -- after the last of them
) STRICT, WITHOUT ROWID""",
    """\
CREATE TABLE day_tries (
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    who TEXT NOT NULL,                  -- hash of what the page calls itself: one try each
    table_id TEXT NOT NULL,             -- the table may be missing, if a server was killed before it made it
    achieved TEXT NOT NULL DEFAULT '',  -- JSON, days/comparison.py; empty until the game is over
    PRIMARY KEY (day, game, who)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX tries_of_one ON day_tries (who, day)",
    """\
CREATE TABLE day_runs (
    day INTEGER NOT NULL,
    game TEXT NOT NULL,
    person TEXT NOT NULL,               -- a level that played the person's seat, and the number of its run: easy 2
    achieved TEXT NOT NULL,
    PRIMARY KEY (day, game, person)
) STRICT, WITHOUT ROWID""",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
