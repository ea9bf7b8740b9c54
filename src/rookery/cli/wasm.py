"""rookery wasm: builds the rules and the search of a game as WebAssembly."""

import json
from pathlib import Path
from typing import Annotated

import typer

EXAMPLES = """\
rookery wasm {game}                  build its modules in this folder
rookery wasm {game} --out modules    build them in another one
rookery wasm {game} --types          and describe them in TypeScript, too
"""


def wasm(
    game: Annotated[str, typer.Argument(metavar="GAME", help="The game, as `rookery games` lists it.")],
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="Where to put them.", show_default="this folder")
    ] = Path(),
    types: Annotated[bool, typer.Option("--types", help="Write a TypeScript file beside each module, too.")] = False,
) -> None:
    """Build a game's rules and search as WebAssembly.

    There are two modules: the rules alone, and the rules with the search. A description in JSON beside each says how to
    call it. Their names contain a hash of all sources, so an edited rule makes new files. Modules that were built
    before are only copied."""
    from rookery.cli.console import progress
    from rookery.cli.hours import check_folder
    from rookery.core.registry import load
    from rookery.wasm.build import build
    from rookery.wasm.signatures import as_typescript

    found = load(game)
    check_folder(out)
    with progress(f"Building {found.facts.name} as WebAssembly", 1):
        built = build(found, out)
    for name, files in built.items():
        if types:
            described = json.loads(files.description.read_text("utf-8"))
            files.description.with_suffix(".ts").write_text(as_typescript(described), "utf-8")
        typer.echo(f"{name}: {files.module} ({files.module.stat().st_size:,} bytes), described by {files.description}")
