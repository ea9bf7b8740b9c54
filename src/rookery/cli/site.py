"""rookery site: builds the parlour as a folder of files."""

from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """\
rookery site parlour                                   build the site in the folder parlour
python -m http.server --directory parlour              serve it to try it
"""


def site(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where to put it: a new or empty folder, or an older site.")
    ],
) -> None:
    """Build the parlour as files that any file server can serve.

    The page plays all games against bots, and with several people at one screen, and asks no other host for anything.
    After the first visit it works without a network. Building needs a checkout of Rookery's sources and Node; `make
    site` installs what else it needs."""
    from rookery.cli.console import progress
    from rookery.site import build, steps

    with progress("Building the site", steps()) as report:
        files = build(folder, report)
    size = sum(map(len, files.values()))
    typer.echo(f"{folder}: {len(files)} files, {size / 1e6:.1f} MB")
