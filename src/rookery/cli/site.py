"""rookery site: builds the parlour as a folder of files."""

import re
from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.console import progress
from rookery.cli.hours import check_folder
from rookery.core.errors import Refusal
from rookery.core.registry import load, slugs

SERVER = re.compile(r"|/|https?://[^\s/?#\"<>]+/")
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
    server: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="The server where friends play the games that people make here; /: the one that serves the folder.",
            show_default="none",
        ),
    ] = "",
) -> None:
    """Build the parlour as files that any file server can serve.

    The page plays all installed games, or those that are named, against bots, and with several people at one screen. It
    asks no other host for anything. After the first visit it works without a network. Building needs a checkout of
    Rookery's sources and Node; `make site` installs what else it needs."""
    from rookery.site import build, steps

    chosen = tuple(load(slug).facts.slug for slug in dict.fromkeys(game or slugs(examples=examples)))
    check_folder(folder)
    if not SERVER.fullmatch(server):
        raise Refusal(f"{server!r} is no address of a server: give one such as https://example.org/, or / alone")
    with progress("Building the site", steps(chosen)) as report:
        files = build(folder, chosen, report, server)
    size = sum(map(len, files.values()))
    typer.echo(f"{folder}: {len(files)} files, {size / 1e6:.1f} MB")
