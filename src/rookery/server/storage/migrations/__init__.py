"""The upgrades of the database from each schema to the next, written once for SQLite and PostgreSQL.

Each file of versions/ is a revision for alembic, which upgrades PostgreSQL (postgres.py). For SQLite, schema.py
executes the same statements, and the file's header holds the number of the schema; so the base install needs neither
alembic nor SQLAlchemy. A released file never changes: a new schema is a new file.
"""

import functools
from collections.abc import Sequence

__all__ = ["in_postgres", "upgrade"]

# our SQL is in SQLite's dialect; these are all the words that differ in PostgreSQL
POSTGRES_WORDS = {
    " STRICT, WITHOUT ROWID": "",
    "INTEGER": "BIGINT",
    "BLOB": "BYTEA",
    "?": "%s",
}


@functools.cache
def in_postgres(statement: str) -> str:
    """The same statement in PostgreSQL's dialect."""
    for ours, theirs in POSTGRES_WORDS.items():
        statement = statement.replace(ours, theirs)
    return statement


def upgrade(statements: Sequence[str]) -> None:
    """Execute the statements of a revision. Called by alembic, inside its transaction."""
    from alembic import op

    for statement in statements:
        op.get_bind().exec_driver_sql(in_postgres(statement))
