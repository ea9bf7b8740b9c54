"""rookery restore: replaces the parlour's database with a backup."""

from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.console import progress
from rookery.core.scene import plural

EXAMPLES = """\
rookery restore tables-friday.sqlite3                       stop the server first
rookery restore /backup/t.sqlite3 --database tables.db      another database
rookery restore t.sqlite3 --database postgresql:///rookery  a PostgreSQL database that has no tables yet
"""


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup that `rookery backup` wrote.")],
    database: Annotated[
        str | None, typer.Option(metavar="FILE", help="Database to replace.", show_default="in your data folder")
    ] = None,
) -> None:
    """Replace the parlour's database with a backup.

    The server must be stopped. The former database is kept beside the new one, under a name that contains the time."""
    from rookery.server.config import read
    from rookery.server.ops.backups import restore as put_back
    from rookery.server.storage.database import shown

    target = read(database=database).database
    with progress(f"Checking and copying {file}", 1):
        tables, former = put_back(file, target)
    note = f" The former database is now {former}." if former else ""
    typer.echo(f"Restored {tables:,} {plural(tables, 'table')} to {shown(target)}.{note}")
