"""The way of the database from each schema to the next, for SQLite and PostgreSQL in one text.

Each file of versions/ is a revision of alembic, which brings PostgreSQL from one to the next (postgres.py). SQLite has
the number of its schema in the file's header and executes the same statements by itself (schema.py): the base install
needs neither alembic nor SQLAlchemy. What has been released is not changed: a new schema is a new file.
"""

import functools
from collections.abc import Sequence

__all__ = ["in_postgres", "upgrade"]

# our SQL is SQLite's; these are all the words that PostgreSQL has others for
POSTGRES_WORDS = {
    " STRICT, WITHOUT ROWID": "",
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
    "?": "%s",
}


@functools.cache
def in_postgres(statement: str) -> str:
    """The same statement in PostgreSQL's words."""
    for ours, theirs in POSTGRES_WORDS.items():
        statement = statement.replace(ours, theirs)
    return statement


def upgrade(statements: Sequence[str]) -> None:
    """Called by alembic, inside its transaction."""
    from alembic import op

    for statement in statements:
        op.get_bind().exec_driver_sql(in_postgres(statement))
