"""rookery restore: a backup takes the place of the parlour's database."""

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """\
rookery restore tables-friday.sqlite3                       stop the server first
rookery restore /backup/t.sqlite3 --database tables.db      into another place
rookery restore t.sqlite3 --database postgresql:///rookery  into a database of PostgreSQL that has no tables yet
"""


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `rookery backup` wrote.")],
    database: Annotated[
        str | None, typer.Option(metavar="FILE", help="Database to replace.", show_default="in your data folder")
    ] = None,
) -> None:
    """Put a backup in the place of the parlour's database.

    The server must be stopped. The database that was there is kept beside it, under a name with the time."""
    from rookery.cli.console import progress
    from rookery.server.config import read
    from rookery.server.ops.backups import restore as put_back
    from rookery.server.storage.database import shown

    target = read().database if database is None else database
    with progress(f"Checking and copying {file}", 1):
        tables, former = put_back(file, target)
    typer.echo(f"{tables:,} tables are in {shown(target)}." + (f" What was there is {former} now." if former else ""))
