"""CPython as WebAssembly and our own Python: what a page's workers run. A page gets the modules of a game from its
server when it asks for them (server/http/engine_files.py); a static site has them beside this."""

import contextlib
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import rookery
from rookery.core.errors import UnknownGame
from rookery.core.position import Game
from rookery.page_engine import compiled, runtime
from rookery.page_engine.licences import licences
from rookery.page_engine.made_files import BROUGHT, hashed, made_file, packed
from rookery.page_engine.python_files import needed, zipped

__all__ = ["LICENCES", "PYTHON_FOLDER", "EngineParts", "Files", "engine_parts", "installed_games"]

Files = dict[str, bytes]  # path, with slashes -> contents

PYTHON_FOLDER = "python/"
LICENCES = "licences.txt"


class EngineParts(NamedTuple):
    """Files, and what a page must know of them."""

    files: Files
    named: dict[str, Any]  # NamedFiles of web/src/net/server_parlour.ts

    def add(self, name: str, data: bytes) -> dict[str, Any]:
        """Another file: SiteFile of web/src/worker/worker_messages.ts."""
        path = hashed(f"{PYTHON_FOLDER}{name}", data)
        self.files[path] = data
        return {"path": path, "bytes": len(data)}

    def add_package(self, name: str, content: Files) -> None:
        """Another zip to unpack."""
        self.named["packages"].append(self.add(f"{name}.zip", zipped(content, zipfile.ZIP_DEFLATED)))


def installed_games() -> list[Game]:
    """Those that can be loaded: what is wrong with another one, its own page says."""
    found = []
    for slug in rookery.slugs():
        with contextlib.suppress(UnknownGame):
            found.append(rookery.load(slug))
    return found


def engine_parts(games: Sequence[Game], out: Path | None = None) -> EngineParts:
    """All that runs Python with these games in a page. What takes long is made once, and copied to `out`; see
    made_file.

    Raises MissingExtra if a tool is missing, Trouble if a step fails or the sources of the page are not there."""
    library, others = _python(games)
    compiler, pyodide = Path(compiled.__file__).read_bytes(), runtime.PYODIDE.encode()

    def made(name: str, make: Callable[[], bytes], *of: bytes) -> bytes:
        return made_file(name, (pyodide, *of), make, out)

    def compiled_library() -> bytes:
        return runtime.compiled_zip(compiled.with_compiled, library)

    def standard_library() -> bytes:
        return runtime.compiled_zip(compiled.only_compiled, runtime.pyodide_file("python_stdlib.zip"))

    def wheel() -> bytes:
        return zipped(runtime.msgspec_files(), zipfile.ZIP_DEFLATED)

    wheel_of = runtime.MSGSPEC_SHA256.encode()
    with ThreadPoolExecutor() as apart:  # other programs do the work
        rookery_zip = apart.submit(made, "rookery.zip", compiled_library, library, compiler)
        msgspec_zip = apart.submit(made, "msgspec.zip", wheel, wheel_of)
        library_zip = apart.submit(made, "library.zip", standard_library, compiler)
        wasm = made("cpython.wasm.packed", lambda: packed(runtime.pyodide_file("pyodide.asm.wasm")))
        script = made("cpython.mjs.packed", lambda: packed(runtime.pyodide_file("pyodide.asm.mjs")))
        build = made("build.json", runtime.pyodide_build)
    found = EngineParts({LICENCES: _licences(out)}, {})
    found.named.update(
        {
            "build": msgspec.json.decode(build),
            "games": [game.facts.slug for game in games],
            "wasm": found.add("cpython.wasm.packed", wasm),
            "script": found.add("cpython.mjs.packed", script),
            "library": found.add("library.zip", library_zip.result()),
            "packages": [
                found.add("msgspec.zip", msgspec_zip.result()),
                found.add("rookery.zip", rookery_zip.result()),
            ],
        }
    )
    for slug, content in others.items():
        found.add_package(slug, content)
    return found


def _licences(out: Path | None) -> bytes:
    """Those of the wheel; in a checkout, where packages of the page change, those of today."""
    if (BROUGHT / LICENCES).is_file():
        return (BROUGHT / LICENCES).read_bytes()
    told = licences(runtime.WEB, runtime.msgspec_files())
    if out:
        (out / LICENCES).write_bytes(told)
    return told


def _python(games: Sequence[Game]) -> tuple[bytes, dict[str, Files]]:
    """Our own Python files with our own games, as a zip; and by slug those that the games of other authors need
    besides, which the page compiles: the server of an installed wheel cannot."""
    ours = Path(rookery.__file__).parent
    own = [game for game in games if game.path.is_relative_to(ours)]
    library = needed(own)
    return zipped(library), {game.facts.slug: needed([game], besides=library) for game in games if game not in own}
