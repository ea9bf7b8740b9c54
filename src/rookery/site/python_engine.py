"""CPython as WebAssembly, our own Python and the modules of all games: what a site's workers run, and what a server
gives to its pages, so that they can analyse games (server/ops/page_engine.py)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import rookery
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.server.ops.page_engine import ENGINE_LIST, LICENCES, PYTHON_FOLDER, EngineList, sources
from rookery.site import compiled
from rookery.site.drawings import levels
from rookery.site.files import Files, SiteParts, digest, hashed, older, packed, write
from rookery.site.licences import licences
from rookery.site.python_files import LEVELS_PATH, MODULES_FOLDER, needed, zipped
from rookery.site.runtime import compiled_zip, msgspec, runtime
from rookery.wasm.build import build as build_modules

__all__ = ["WEB", "ReportStep", "build_engine", "engine_files", "python_parts"]

WEB = Path(rookery.__file__).parents[2] / "web"  # in a checkout

ReportStep = Callable[[int, str], None]  # gets how many steps are done, and what comes next


def python_parts(report: ReportStep, slugs: Sequence[str]) -> SiteParts:
    """All that runs Python with these games in a page. Raises MissingExtra, Trouble."""
    if not (WEB / "package.json").is_file():
        raise Trouble("this is built from a checkout of Rookery's sources, because it needs the folder web/")
    games = [rookery.load(slug) for slug in slugs]
    modules = _modules(games, report)
    report(len(games), "Python")
    return _python({"rookery": {**msgspec(), **needed(games), LEVELS_PATH: levels(games)}, "modules": modules})


def build_engine(folder: Path, slugs: Sequence[str], report: ReportStep = lambda done, words: None) -> Files:
    """Build what a server gives to its pages into `folder`, for these games; returns its files. `report` gets how many
    of `len(slugs) + 1` steps are done, and what comes next.

    Raises MissingExtra if a tool is missing, Trouble if a step fails, Refusal if the folder holds other files."""
    older(folder)
    files = engine_files(python_parts(report, slugs), slugs)
    files[LICENCES] = licences(WEB, msgspec())
    write(files, folder)
    return files


def engine_files(made: SiteParts, slugs: Sequence[str]) -> Files:
    """The files that run Python, and their list."""
    python = {path: data for path, data in made.files.items() if path.startswith(PYTHON_FOLDER)}
    version = digest("\n".join(sorted(python)).encode())[:16]
    listed = EngineList({**made.named, "version": version}, sources(slugs))
    return {**python, ENGINE_LIST: listed.encoded()}


def _python(packages: Mapping[str, Files]) -> SiteParts:
    pyodide = runtime(WEB)
    files = Files()

    def named(name: str, data: bytes) -> dict[str, Any]:
        path = hashed(f"{PYTHON_FOLDER}{name}", data)
        files[path] = data
        return {"path": path, "bytes": len(data)}

    names = {
        "wasm": named("cpython.wasm.packed", packed(pyodide.wasm)),
        "script": named("cpython.mjs.packed", packed(pyodide.script)),
        "library": named("library.zip", pyodide.library),
        "packages": [
            named(f"{name}.zip", compiled_zip(WEB, compiled.with_compiled, zipped(content)))
            for name, content in packages.items()
        ],
        "build": dict(pyodide.build),
    }
    return SiteParts(files, names)


def _modules(games: Iterable[Game], report: ReportStep) -> Files:
    """The WebAssembly of all games, by the path below site-packages where Python finds it."""
    files = Files()
    for done, game in enumerate(games):
        report(done, game.facts.name)
        for built in build_modules(game).values():
            files |= {f"{MODULES_FOLDER}/{path.name}": path.read_bytes() for path in built}
    return files
