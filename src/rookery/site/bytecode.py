"""Modules as bytecode of the Python of pages, which starts in half the time with it: it need not compile them first."""

import tempfile
from collections.abc import Iterable
from pathlib import Path

from rookery.page_engine.engine_parts import Files
from rookery.page_engine.made_files import made_file
from rookery.site.node_programs import npm, run
from rookery.workshop.game_zip import files_in, zipped


def with_bytecode(files: Files, web: Path, python: bytes, *, read: tuple[str, ...] = ()) -> Files:
    """The files of a folder or an archive from which Python imports, with bytecode in the place of modules. `python`:
    pyodide.asm.wasm, the program that will run it; `read`: beginnings of the paths of modules whose text stays beside
    it, because the compiler of kernels reads that.

    Raises MissingExtra, Trouble."""
    made = {path: data for path, data in files.items() if not path.endswith(".py") or path.startswith(read)}
    for cached, data in _compiled({path: text for path, text in files.items() if path.endswith(".py")}, web, python):
        package, _, name = cached.rpartition("__pycache__/")
        path = f"{package}{name.partition('.')[0]}.py"
        made[cached if path.startswith(read) else f"{path}c"] = data
    return made


def _compiled(modules: Files, web: Path, python: bytes) -> Iterable[tuple[str, bytes]]:
    """The bytecode of each, with its path in __pycache__, where Python looks for it if the text is there."""
    given, script = zipped(modules), web / "build" / "compiled.mjs"

    def make() -> bytes:
        with tempfile.TemporaryDirectory(prefix="rookery-site-") as folder:
            Path(folder, "modules.zip").write_bytes(given)
            run([npm("node"), str(script), folder], web)
            return Path(folder, "compiled.zip").read_bytes()

    return files_in(made_file("compiled.zip", (given, python, script.read_bytes()), make)).items()
