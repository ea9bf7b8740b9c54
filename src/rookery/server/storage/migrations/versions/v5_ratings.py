"""Rated games: their results in order, and what each made of its people's ratings."""

from rookery.server.storage import migrations

__all__ = ["STATEMENTS", "down_revision", "revision", "upgrade"]

revision, down_revision = "5", "4"
STATEMENTS = (
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
    player TEXT NOT NULL,               -- who was rated: the tag, or all tags of a team; empty: has left for good
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    number INTEGER NOT NULL,
    before TEXT NOT NULL,               -- JSON: ratings/skill.py; empty: a newcomer
    after TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX ratings_of_players ON rated_seats (player, game, players, number)",
    "CREATE INDEX ratings_of_tags ON rated_seats (tag, game, players, player, number)",
)


def upgrade() -> None:
    migrations.upgrade(STATEMENTS)
