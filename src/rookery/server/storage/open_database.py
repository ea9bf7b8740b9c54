"""Opens the database that an address names."""

from pathlib import Path

from rookery.server.storage.database import Database, is_postgres


def open_database(address: str | Path) -> Database:
    """Open a database, and create it if it is missing. Raises StoreTrouble; MissingExtra without psycopg."""
    if is_postgres(address):
        from rookery.server.storage.postgres import Postgres

        return Postgres(str(address))
    from rookery.server.storage.sqlite import Sqlite

    return Sqlite(Path(address))
