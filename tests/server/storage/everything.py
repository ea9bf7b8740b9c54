"""All that a database contains, as text in which a test can search; and changes behind the back of its server."""

import contextlib
import sqlite3
from typing import Any

import psycopg

from rookery.server.storage import upgrades
from rookery.server.storage.store import open_database


def everything(database: str) -> str:
    """All columns of all rows of all tables. `database`: no server uses it."""
    opened = open_database(database)
    opened.begin()
    rows = [opened.execute(f"SELECT {columns} FROM {table}") for table, columns in upgrades.ALL_COLUMNS.items()]
    opened.execute("ROLLBACK")
    opened.close()
    return repr(rows)


def rewrite(database: str, statement: str, *values: Any) -> None:
    """Change rows, and not their digests; a server may use the database."""
    if database.startswith("postgres"):
        with psycopg.connect(database) as postgres:
            postgres.execute(statement.replace("?", "%s").encode(), values)
        return
    with contextlib.closing(sqlite3.connect(database)) as sqlite, sqlite:
        sqlite.execute(statement, values)
