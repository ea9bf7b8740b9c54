"""rookery wasm: builds the rules and the search of a game as WebAssembly."""

from pathlib import Path
from typing import Annotated

import typer

from rookery.cli.console import progress
from rookery.cli.hours import check_folder
from rookery.core.registry import load

EXAMPLES = """\
rookery wasm {game}                  build its module in this folder
rookery wasm {game} --out modules    build it in another one
"""


def wasm(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `rookery games` lists it.")],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where to put it.", show_default="this folder")] = Path(),
) -> None:
    """Build a game's rules and search as WebAssembly.

    A description in JSON beside the module says how to call it. Its name contains a hash of all sources, so an edited
    rule makes new files. A module that was built before is only copied."""
    from rookery.wasm.build import build

    chosen = load(game)
    check_folder(out)
    with progress(f"Building {chosen.facts.name} as WebAssembly", 1):
        built = build(chosen, out)
    typer.echo(f"{built.module} ({built.module.stat().st_size:,} bytes), described by {built.description}")
