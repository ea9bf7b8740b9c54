"""rookery site: builds the parlour as a folder of files."""

from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.console import progress
from rookery.cli.hours import check_folder
from rookery.core.registry import load, slugs

EXAMPLES = """\
rookery site parlour                                   build the site in the folder parlour
rookery site parlour --game SLUG                       build one with a single game
python -m http.server --directory parlour              serve it to try it
"""


def site(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="Where to put it: a new or empty folder, or an older site.")
    ],
    game: Annotated[
        list[str] | None, typer.Option("--game", metavar="SLUG", help="Only this game; may be given several times.")
    ] = None,
    examples: Annotated[
        bool, typer.Option("--examples", help="With the installed examples of how a game is written.")
    ] = False,
) -> None:
    """Build the parlour as files that any file server can serve.

    The page plays all installed games, or those that are named, against bots, and with several people at one screen. It
    asks no other host for anything. After the first visit it works without a network. Building needs a checkout of
    Rookery's sources and Node; `make site` installs what else it needs."""
    from rookery.site import build, steps

    chosen = tuple(load(slug).facts.slug for slug in dict.fromkeys(game or slugs(examples=examples)))
    check_folder(folder)
    with progress("Building the site", steps(chosen)) as report:
        files = build(folder, chosen, report)
    size = sum(map(len, files.values()))
    typer.echo(f"{folder}: {len(files)} files, {size / 1e6:.1f} MB")
