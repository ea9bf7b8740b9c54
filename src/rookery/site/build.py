"""Builds a site into a folder."""

from collections.abc import Callable, Mapping
from pathlib import Path

import rookery
from rookery.core.errors import Trouble
from rookery.core.position import Game
from rookery.site import compiled
from rookery.site.drawings import drawings
from rookery.site.files import Files, digest, hashed, packed, write
from rookery.site.icons import icons
from rookery.site.licences import licences
from rookery.site.page import SERVICE_WORKER, built_page, with_files, with_list
from rookery.site.python_files import needed, zipped
from rookery.site.runtime import compiled_zip, msgspec, runtime
from rookery.wasm.build import build as build_modules

__all__ = ["build", "steps"]

WEB = Path(rookery.__file__).parents[2] / "web"  # in a checkout


def steps() -> int:
    """Of `build`, for a bar."""
    return len(rookery.slugs()) + 5


def build(
    folder: Path,
    report: Callable[[int, str], None] = lambda done, words: None,
    instead: Mapping[str, bytes] | None = None,
) -> Files:
    """Build the site of all installed games into `folder`; returns its files. `report` gets how many of `steps()` are
    done, and what comes next. `instead`: Python files in place of ours, by their path below site-packages.

    Raises MissingExtra if a tool is missing, Trouble if a step fails, Refusal if the folder holds other files."""
    if not (WEB / "package.json").is_file():
        raise Trouble("a site is built from a checkout of Rookery's sources, because it needs the folder web/")
    games = [rookery.load(slug) for slug in rookery.slugs()]
    report(0, "the page")
    files = built_page(WEB)
    report(1, "Python")
    wheel = msgspec()
    parts, python = _python(games, wheel, instead or {})
    files |= python
    for done, game in enumerate(games):
        report(2 + done, game.facts.name)
        _add_modules(game, files, parts)
    report(len(games) + 2, "pictures and rules")
    files |= drawings(games)
    report(len(games) + 3, "icons")
    files |= icons(WEB)
    files["licences.txt"] = licences(WEB, wheel)
    report(len(games) + 4, "the folder")
    script = files.pop(SERVICE_WORKER).decode()
    html = files.pop("index.html").decode()
    parts["version"] = _version({**files, "script": script.encode(), "html": html.encode()})
    files["index.html"] = with_files(html, parts).encode()
    files[SERVICE_WORKER] = with_list(script, str(parts["version"]), files).encode()
    write(files, folder)
    return files


def _python(games: list[Game], wheel: Files, instead: Mapping[str, bytes]) -> tuple[dict[str, object], Files]:
    """What the page has to know of CPython and our Python files (SiteFiles in web/src/worker/messages.ts), and them."""
    ours = compiled_zip(WEB, compiled.with_compiled, zipped({**wheel, **needed(games), **instead}))
    pyodide = runtime(WEB)
    found = {
        "wasm": ("python/cpython.wasm.packed", packed(pyodide.wasm)),
        "script": ("python/cpython.mjs.packed", packed(pyodide.script)),
        "library": ("python/library.zip", pyodide.library),
        "packages": ("python/rookery.zip", ours),
    }
    named = {part: (hashed(name, data), data) for part, (name, data) in found.items()}
    described: dict[str, object] = {part: {"path": path, "bytes": len(data)} for part, (path, data) in named.items()}
    described["packages"] = [described["packages"]]
    described["build"] = pyodide.build
    described["modules"] = {}
    return described, dict(named.values())


def _add_modules(game: Game, files: Files, parts: dict[str, object]) -> None:
    """The WebAssembly of a game; the page's worker finds SLUG-MODULE.wasm and .json by these names."""
    modules = parts["modules"]
    assert isinstance(modules, dict)
    for name, built in build_modules(game).items():
        for path in built:
            files[f"modules/{path.name}"] = path.read_bytes()
            modules[f"{game.facts.slug}-{name}{path.suffix}"] = f"modules/{path.name}"


def _version(files: Files) -> str:
    return digest("\n".join(f"{path} {digest(data)}" for path, data in sorted(files.items())).encode())[:16]
