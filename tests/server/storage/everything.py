"""All that a database contains, as text in which a test can search."""

from rookery.server.storage import upgrades
from rookery.server.storage.open_database import open_database

__all__ = ["everything"]


def everything(database: str) -> str:
    """All columns of all rows of all tables. `database`: no server uses it."""
    opened = open_database(database)
    opened.begin()
    rows = [opened.execute(f"SELECT {columns} FROM {table}") for table, columns in upgrades.ALL_COLUMNS.items()]
    opened.execute("ROLLBACK")
    opened.close()
    return repr(rows)
