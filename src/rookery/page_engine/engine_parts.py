"""The engine of a page: one program for all its games, and of each game its module of WebAssembly. All addresses are
from the folder of the engine, and hold a hash of what is there."""

import json
from typing import NamedTuple

from rookery.core.position import Game
from rookery.wasm.build import build

Files = dict[str, bytes]  # path, with slashes -> contents


class EngineProgram(NamedTuple):
    """The program as a file (offline/engine_file.py)."""

    name: str
    text: bytes
    games: list[str]  # slugs of those that it knows
    warnings: list[str]  # sentences for the log


def game_files(game: Game, code: str, program: str) -> Files:
    """The files that the engine asks for when a question about a game comes: GameFiles of
    web/src/engine/engine_worker.ts, and the files that it names. `code`: the address of the code with which pages draw
    the game, from the folder of the engine. `program`: the name of the engine, because a page with another one, of an
    older server, cannot use these.

    Raises whatever building the module of an author's game raises, OSError."""
    built = build(game)
    fields = engine_paths(code, program, built.module.name, built.description.name)
    return {
        f"games/{game.facts.slug}.json": json.dumps(fields).encode(),
        fields["module"]: built.module.read_bytes(),
        fields["description"]: built.description.read_bytes(),
    }


def engine_paths(code: str, program: str, module: str, description: str) -> dict[str, str]:
    """GameFiles, see `game_files`. `module`, `description`: the names of these files."""
    paths = {"module": f"modules/{module}", "description": f"modules/{description}"}
    return {"code": code, "program": program, **paths}
