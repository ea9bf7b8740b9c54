"""CPython as WebAssembly: the files of Pyodide, which npm has installed, and msgspec, which pip downloads for it."""

import hashlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import rookery
from rookery.core.errors import MissingExtra, Trouble
from rookery.page_engine import compiled
from rookery.page_engine.made_files import made_file

__all__ = [
    "MSGSPEC_SHA256",
    "PYODIDE",
    "WEB",
    "compiled_zip",
    "msgspec_files",
    "npm",
    "pyodide_build",
    "pyodide_file",
    "run",
]

WEB = Path(rookery.__file__).parents[2] / "web"  # in a checkout

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


def pyodide_file(name: str) -> bytes:
    """A file of Pyodide from web/node_modules. Raises Trouble in an installed wheel, or if it is another version;
    MissingExtra if it is not installed."""
    if not (WEB / "package.json").is_file():
        raise Trouble("this needs a checkout of Rookery's sources with the folder web/, or what `make wheel` builds")
    folder = WEB / "node_modules" / "pyodide"
    try:
        version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
        data = (folder / name).read_bytes()
    except OSError as error:
        raise MissingExtra(f"Pyodide is not installed; `make play` installs it ({error})") from None
    if version != PYODIDE:
        raise Trouble(f"Pyodide {version} is installed, but msgspec is there for {PYODIDE} only; install that version")
    return data


def pyodide_build() -> bytes:
    """What Pyodide's list of packages says of its build, as JSON."""
    return json.dumps(json.loads(pyodide_file("pyodide-lock.json"))["info"]).encode()


def compiled_zip(function: Callable[[bytes], bytes], data: bytes) -> bytes:
    """A zip with compiled files, made by Pyodide in Node (compiled.py)."""
    pyodide_file("package.json")  # it is there
    with tempfile.TemporaryDirectory(prefix="rookery-site-") as folder:
        given, made = Path(folder, "in.zip"), Path(folder, "out.zip")
        given.write_bytes(data)
        script = str(WEB / "site" / "run_python.mjs")
        run([npm("node"), script, compiled.__file__, function.__name__, str(given), str(made)], WEB)
        return made.read_bytes()


def msgspec_files() -> dict[str, bytes]:
    """The files of msgspec for Pyodide: path below site-packages -> contents.

    Raises Trouble if the wheel cannot be downloaded or is not the one that this version was tested with."""
    wheel = made_file("msgspec.whl", (MSGSPEC_SHA256.encode(),), _downloaded)
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
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
        raise MissingExtra(f"this is built with Node 20.19 or newer, and there is no {name} on the PATH")
    return path


def run(command: list[str], folder: Path) -> None:
    """Run a program of Node. Raises Trouble with its last line."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or done.stdout.strip().splitlines() or ["it said nothing"])[-1]
        raise Trouble(f"`{Path(command[0]).name} {command[1]}` failed in {folder.name}/: {last[:300]}")
