"""Builds a site into a folder."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import rookery
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.site import compiled
from rookery.site.drawings import drawings, levels
from rookery.site.files import Files, digest, hashed, older, packed, write
from rookery.site.icons import icons
from rookery.site.licences import licences
from rookery.site.page import SERVICE_WORKER, built_page, with_files, with_list
from rookery.site.python_files import LEVELS_PATH, MODULES_FOLDER, needed, zipped
from rookery.site.runtime import compiled_zip, msgspec, runtime
from rookery.wasm.build import build as build_modules

__all__ = ["SiteParts", "build", "finished", "parts", "steps"]

WEB = Path(rookery.__file__).parents[2] / "web"  # in a checkout


class SiteParts(NamedTuple):
    """A site whose files do not know each other yet."""

    files: Files
    named: dict[str, Any]  # SiteFiles of web/src/worker/worker_messages.ts, but for the version


def steps() -> int:
    """Of `build`, for a bar."""
    return len(rookery.slugs()) + 4


def build(folder: Path, report: Callable[[int, str], None] = lambda done, words: None) -> Files:
    """Build the site of all installed games into `folder`; returns its files. `report` gets how many of
    `steps()` are done, and what comes next.

    Raises MissingExtra if a tool is missing, Trouble if a step fails, Refusal if the folder holds other files."""
    older(folder)  # a folder that must not be touched is refused before a minute of work
    files = finished(parts(report))
    write(files, folder)
    return files


def parts(report: Callable[[int, str], None] = lambda done, words: None) -> SiteParts:
    """Everything that a site is made of. `report`: see build. Raises MissingExtra, Trouble."""
    if not (WEB / "package.json").is_file():
        raise Trouble("a site is built from a checkout of Rookery's sources, because it needs the folder web/")
    games = [rookery.load(slug) for slug in rookery.slugs()]
    report(0, "the page")
    files = built_page(WEB)
    modules = _modules(games, lambda done, words: report(1 + done, words))
    report(len(games) + 1, "Python")
    wheel = msgspec()
    ours = {**wheel, **needed(games), LEVELS_PATH: levels(games)}
    named, python = _python({"rookery": ours, "modules": modules})
    report(len(games) + 2, "pictures and rules")
    files |= python | drawings(games)
    report(len(games) + 3, "icons")
    files |= icons(WEB)
    files["licences.txt"] = licences(WEB, wheel)
    return SiteParts(files, named)


def finished(made: SiteParts) -> Files:
    """The site, with the names of all files in its page and in its service worker."""
    files = dict(made.files)
    version = digest("\n".join(f"{path} {digest(data)}" for path, data in sorted(files.items())).encode())[:16]
    script = files.pop(SERVICE_WORKER).decode()
    files["index.html"] = with_files(files["index.html"].decode(), {**made.named, "version": version}).encode()
    files[SERVICE_WORKER] = with_list(script, version, files).encode()
    return files


def _python(packages: Mapping[str, Files]) -> tuple[dict[str, Any], Files]:
    """CPython and our Python files: what the page has to know of them, and the files themselves."""
    pyodide = runtime(WEB)
    files = Files()

    def named(name: str, data: bytes) -> dict[str, Any]:
        path = hashed(f"python/{name}", data)
        files[path] = data
        return {"path": path, "bytes": len(data)}

    return {
        "wasm": named("cpython.wasm.packed", packed(pyodide.wasm)),
        "script": named("cpython.mjs.packed", packed(pyodide.script)),
        "library": named("library.zip", pyodide.library),
        "packages": [
            named(f"{name}.zip", compiled_zip(WEB, compiled.with_compiled, zipped(content)))
            for name, content in packages.items()
        ],
        "build": dict(pyodide.build),
    }, files


def _modules(games: Iterable[Game], report: Callable[[int, str], None]) -> Files:
    """The WebAssembly of all games, by the path below site-packages where Python finds it."""
    files = Files()
    for done, game in enumerate(games):
        report(done, game.facts.name)
        for built in build_modules(game).values():
            files |= {f"{MODULES_FOLDER}/{path.name}": path.read_bytes() for path in built}
    return files
