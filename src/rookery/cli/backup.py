"""rookery backup: a copy of the parlour's database, also while it is open."""

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """\
rookery backup tables-friday.sqlite3                        of the usual database, while the server runs
rookery backup /backup/t.sqlite3 --database tables.db       of another one
"""


def backup(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="File to write; one that is there is replaced.")],
    database: Annotated[
        str | None, typer.Option(metavar="FILE", help="Database to copy.", show_default="in your data folder")
    ] = None,
) -> None:
    """Copy the parlour's database, also while the server runs.

    The copy holds everything up to one moment, and is checked before it takes its name. `rookery restore` puts it back.
    It holds the secrets of games that go on: keep it as safe as the database."""
    from rookery.cli.console import progress
    from rookery.server.config import read
    from rookery.server.ops.backups import back_up
    from rookery.server.storage.database import shown

    source = read().database if database is None else database
    with progress(f"Copying {shown(source)}", 1):
        tables = back_up(source, out)
    typer.echo(f"{tables:,} tables of {shown(source)} are in {out}.")
