"""CPython as WebAssembly: the files of Pyodide, which npm has installed, and msgspec, which pip downloads for it."""

import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from rookery.core.errors import MissingExtra, Trouble
from rookery.core.kernel import cache_root
from rookery.site import compiled
from rookery.site.files import digest

__all__ = ["PyodideFiles", "compiled_zip", "msgspec", "npm", "run", "runtime"]

MSGSPEC = "0.22.0"
MSGSPEC_SHA256 = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"
MSGSPEC_FOR = (
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
    "--platform=pyemscripten_2026_0_wasm32",
)
PYODIDE = "314.0.7"  # for which msgspec was built
TYPES = (".pyi", "py.typed")  # in a wheel: nobody checks types in a browser


class PyodideFiles(NamedTuple):
    """Files of Pyodide."""

    wasm: bytes  # CPython
    script: bytes  # between CPython and the browser
    library: bytes  # the standard library as a zip, compiled
    build: Mapping[str, str]  # what its list of packages says of this build


def runtime(web: Path) -> PyodideFiles:
    """Pyodide from web/node_modules. Raises MissingExtra if it is not installed, Trouble if it is another version."""
    folder = web / "node_modules" / "pyodide"
    try:
        version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
        build = json.loads((folder / "pyodide-lock.json").read_text("utf-8"))["info"]
        files = [(folder / name).read_bytes() for name in ("pyodide.asm.wasm", "pyodide.asm.mjs", "python_stdlib.zip")]
    except OSError as error:
        raise MissingExtra(f"Pyodide is not installed; `make site` installs it ({error})") from None
    if version != PYODIDE:
        raise Trouble(f"Pyodide {version} is installed, but msgspec is there for {PYODIDE} only; install that version")
    wasm, script, library = files
    return PyodideFiles(wasm, script, compiled_zip(web, compiled.only_compiled, library), build)


def compiled_zip(web: Path, function: Callable[[bytes], bytes], data: bytes) -> bytes:
    """A zip with compiled files, made by Pyodide in Node (compiled.py), and kept in the cache."""
    source = Path(compiled.__file__).read_bytes()
    key = digest(b"\0".join([source, function.__name__.encode(), PYODIDE.encode(), data]))[:16]
    kept = cache_root() / key / "compiled.zip"
    if not kept.exists():
        with tempfile.TemporaryDirectory(prefix="rookery-site-") as folder:
            given, made = Path(folder, "in.zip"), Path(folder, "out.zip")
            given.write_bytes(data)
            script = str(web / "site" / "run_python.mjs")
            run([npm("node"), script, compiled.__file__, function.__name__, str(given), str(made)], web)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.move(made, kept)
    return kept.read_bytes()


def msgspec() -> dict[str, bytes]:
    """The files of msgspec for Pyodide: path below site-packages -> contents.

    Raises Trouble if the wheel cannot be downloaded or is not the one that this version was tested with."""
    kept = cache_root() / digest(MSGSPEC_SHA256.encode())[:16] / "msgspec.whl"
    if not kept.exists():
        wheel = _downloaded()
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(wheel)
    with zipfile.ZipFile(io.BytesIO(kept.read_bytes())) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith((*TYPES, "/"))}


def _downloaded() -> bytes:
    with tempfile.TemporaryDirectory(prefix="rookery-site-") as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
        command += [*MSGSPEC_FOR, f"--dest={folder}", f"msgspec=={MSGSPEC}"]
        done = subprocess.run(command, capture_output=True, text=True)
        found = [path.read_bytes() for path in Path(folder).glob("*.whl")]
    if done.returncode != 0 or not found:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise Trouble(f"pip could not download msgspec {MSGSPEC} for Pyodide: {last}")
    if hashlib.sha256(found[0]).hexdigest() != MSGSPEC_SHA256:
        raise Trouble(f"the file of msgspec {MSGSPEC} for Pyodide is not the one that this version was tested with")
    return found[0]


def npm(name: str = "npm") -> str:
    """The path of a program of Node. Raises MissingExtra."""
    path = shutil.which(name)
    if path is None:
        raise MissingExtra(f"a site is built with Node 20.19 or newer, and there is no {name} on the PATH")
    return path


def run(command: list[str], folder: Path) -> None:
    """Run a program of Node. Raises Trouble with its last line."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or done.stdout.strip().splitlines() or ["it said nothing"])[-1]
        raise Trouble(f"`{Path(command[0]).name} {command[1]}` failed in {folder.name}/: {last[:300]}")
