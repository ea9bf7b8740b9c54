"""rookery wasm: builds the rules and the search of a game as WebAssembly."""

import json
from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """\
rookery wasm {game}                  build its module in this folder
rookery wasm {game} --out modules    build it in another one
rookery wasm {game} --types          and describe it in TypeScript, too
"""


def wasm(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `rookery games` lists it.")],
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="Where to put it.", show_default="this folder")] = Path(),
    types: Annotated[bool, typer.Option("--types", help="Write a TypeScript file beside it, too.")] = False,
) -> None:
    """Build a game's rules and search as WebAssembly.

    A description in JSON beside the module says how to call it. Its name contains a hash of all sources, so an edited
    rule makes new files. A module that was built before is only copied."""
    from rookery.cli.console import progress
    from rookery.cli.hours import check_folder
    from rookery.core.registry import load
    from rookery.wasm.build import build
    from rookery.wasm.signatures import as_typescript

    found = load(game)
    check_folder(out)
    with progress(f"Building {found.facts.name} as WebAssembly", 1):
        built = build(found, out)
    if types:
        described = json.loads(built.description.read_text("utf-8"))
        built.description.with_suffix(".ts").write_text(as_typescript(described), "utf-8")
    typer.echo(f"{built.module} ({built.module.stat().st_size:,} bytes), described by {built.description}")
