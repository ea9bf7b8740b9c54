"""rookery backup: copies the parlour's database, even while the server runs."""

from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.console import progress
from rookery.core.scene import plural

EXAMPLES = """\
rookery backup tables-friday.sqlite3                        the usual database, while the server runs
rookery backup /backup/t.sqlite3 --database tables.db       another database
"""


def backup(
    out: Annotated[
        Path, typer.Argument(metavar="OUT", dir_okay=False, help="File to write; an existing file is replaced.")
    ],
    database: Annotated[
        str | None, typer.Option(metavar="FILE", help="Database to copy.", show_default="in your data folder")
    ] = None,
) -> None:
    """Copy the parlour's database, even while the server runs.

    The copy holds everything up to one moment, and is checked before it gets its name. `rookery restore` puts it back.
    It contains the secrets of unfinished games: keep it as safe as the database."""
    from rookery.server.config import read
    from rookery.server.ops.backups import back_up
    from rookery.server.storage.database import shown

    source = read(database=database).database
    with progress(f"Copying {shown(source)}", 1):
        tables = back_up(source, out)
    typer.echo(f"Copied {tables:,} {plural(tables, 'table')} from {shown(source)} to {out}.")
