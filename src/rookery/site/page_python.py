"""Python for the workshop of a site: CPython as WebAssembly, which npm has installed as Pyodide; msgspec, which pip
downloads for it; and our own library. A page loads them when its editor opens."""

import ast
import contextlib
import hashlib
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from rookery.core.compiling.sources import Source, source_of
from rookery.core.errors import MissingExtra, Trouble
from rookery.core.folder import KIT
from rookery.core.position import Game
from rookery.page_engine.engine_parts import Files
from rookery.page_engine.made_files import hashed, is_whole, made_file, packed
from rookery.site.bytecode import with_bytecode
from rookery.site.games_to_change import games_to_change
from rookery.site.handbook import handbook
from rookery.site.page import PYTHON_FOLDER
from rookery.site.python_licences import python_licences
from rookery.wasm.entry_points import TEMPLATES
from rookery.workshop.game_zip import files_in, zipped
from rookery.workshop.new_game import PACKAGE, STARTS

MSGSPEC = "0.23.0"
MSGSPEC_SHA256 = "1836f50ad87e7c56600b648a1b75c3bbcce62835cb1f489435fc5fee8d068831"
PYODIDE = "314.0.7"  # for which msgspec was built
MSGSPEC_FOR = (
    "--python-version=3.14",
    "--implementation=cp",
    "--abi=cp314",
    "--platform=pyemscripten_2026_0_wasm32",
)
TYPES = (".pyi", "py.typed")  # in a wheel: nobody checks types in a browser
# what the page calls, and what games import: a game may use any of the core and of the kit
ENTRIES = tuple(f"rookery.workshop.page.{name}" for name in ("stand_ins", "made_in_page", "made_game")) + TEMPLATES
FOR_GAMES = ("rookery.core", "rookery.kit")
PURE = ("markdown_it", "mdurl")  # packages of plain Python, which are installed here
OURS = ("rookery", *PURE)
# of the standard library: what needs processes, a network or a terminal, which no page has
UNUSED = (
    *("multiprocessing", "_pyrepl", "pdb", "bdb", "pydoc", "doctest", "xmlrpc", "wsgiref", "mailbox"),
    *("imaplib", "smtplib", "ftplib", "poplib"),
)
_NAMED = re.compile(r'"(rookery\.[\w.]+)"')  # modules that are imported by their names


class PythonFiles(NamedTuple):
    """Files of a site."""

    files: Files
    list: str  # the path of the one that names the others: PythonFiles of web/src/sandbox/python_messages.ts
    licences: bytes


def python_files(web: Path, games: Sequence[Game]) -> PythonFiles:
    """Everything that the editor of a site with these games needs of Python. Raises MissingExtra, Trouble."""
    wheel, program = msgspec_files(), _pyodide(web, "pyodide.asm.wasm")
    standard = with_bytecode(standard_files(web), web, program)
    library = with_bytecode(wheel | library_files(), web, program, read=("rookery/",))
    own = {
        "wasm": ("python.wasm.packed", _packed(web, "pyodide.asm.wasm")),
        "script": ("python.mjs.packed", _packed(web, "pyodide.asm.mjs")),
        "library": ("standard.zip", zipped(standard)),
        "packages": ("library.zip", zipped(library)),
    }
    files = {PYTHON_FOLDER + hashed(name, data): data for name, data in own.values()}
    paths = dict(zip(own, files, strict=True))
    build = json.loads(_pyodide(web, "pyodide-lock.json"))["info"]
    begun = games_to_change(games, PYTHON_FOLDER)
    book = handbook(web.parent / "docs").encode()
    read = PYTHON_FOLDER + hashed("handbook.html", book)
    sizes = sum(map(len, files.values()))
    told = {**paths, "build": build, "bytes": sizes, "games": begun.listed, "handbook": read}
    listing = json.dumps(told).encode()
    name = PYTHON_FOLDER + hashed("files.json", listing)
    licences = python_licences(json.loads(_pyodide(web, "package.json")), wheel)
    return PythonFiles({**files, **begun.files, read: book, name: listing}, name, licences)


def standard_files(web: Path) -> Files:
    """The standard library, but for UNUSED: path -> contents. Raises MissingExtra, Trouble."""
    found = files_in(_pyodide(web, "python_stdlib.zip"))
    return {path: data for path, data in found.items() if path.partition("/")[0].removesuffix(".py") not in UNUSED}


def library_files() -> Files:
    """Path below site-packages -> contents: what ENTRIES import, directly or through others, and what games may."""
    waiting = [*ENTRIES, *(name for package in (*FOR_GAMES, PACKAGE, *PURE) for name in _within(package))]
    found, seen = dict[str, bytes](), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen or name.partition(".")[0] not in OURS:
            continue
        seen.add(name)
        with contextlib.suppress(ModuleNotFoundError):  # a name in a module, not a module
            source = source_of(name)
            found[_path(source)] = content = source.file.read_bytes()
            waiting += [name.rpartition(".")[0], *_imported(content)]
    base = Path(source_of("rookery").file).parents[1]
    others = [path for path in STARTS.rglob("*") if path.suffix in (".md", ".toml", ".svg")]
    return found | {path.relative_to(base).as_posix(): path.read_bytes() for path in [KIT, *others]}


def msgspec_files() -> Files:
    """The files of msgspec for Pyodide: path below site-packages -> contents.

    Raises Trouble if the wheel cannot be downloaded or is not the one that this version was tested with."""
    wheel = made_file("msgspec.whl", (MSGSPEC_SHA256.encode(),), _downloaded)
    return {name: data for name, data in files_in(wheel).items() if not name.endswith(TYPES)}


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


def _pyodide(web: Path, name: str) -> bytes:
    """A file of Pyodide. Raises MissingExtra if it is not installed, Trouble if it is another version."""
    folder = web / "node_modules" / "pyodide"
    try:
        version = json.loads((folder / "package.json").read_text("utf-8"))["version"]
        data = (folder / name).read_bytes()
    except OSError as error:
        raise MissingExtra(f"Pyodide is not installed; `make site` installs it ({error})") from None
    if version != PYODIDE:
        raise Trouble(f"Pyodide {version} is installed, but msgspec is there for {PYODIDE} only; install that version")
    return data


def _packed(web: Path, name: str) -> bytes:
    """The same, compressed, which takes seconds."""
    data = _pyodide(web, name)
    return made_file(f"{name}.gz", (data,), lambda: packed(data), whole=is_whole)


def _within(package: str) -> Iterator[str]:
    """The modules of a package and of the packages in it."""
    root = Path(source_of(package).file).parent
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        yield ".".join([package, *(parts[:-1] if parts[-1] == "__init__" else parts)])


def _path(source: Source) -> str:
    name = source.module.replace(".", "/")
    return f"{name}/__init__.py" if source.is_package else f"{name}.py"


def _imported(source: bytes) -> Iterator[str]:
    """The modules that a file imports, inside functions too, or names; of `from x import y` both x and x.y, which may
    be one."""
    yield from _NAMED.findall(source.decode())
    waiting: list[ast.AST] = [ast.parse(source)]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif not (isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)):
            waiting += ast.iter_child_nodes(node)
