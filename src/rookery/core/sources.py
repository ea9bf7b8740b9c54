"""Which files a kernel can be made of, and a stamp of all of them.

Numbers and kernels of other files reach a kernel through import statements alone. So its code can come from its own
file, from what that file imports, directly or through others, and from the tables (`.toml`, `.json`, `.csv` ...) that
lie beside one of these files, or in a package around it: a game's tables lie at its top, its kernels may lie in folders
below. Nothing else matters: after an edit of a scene that no kernel imports, nothing is compiled again.

Statements are found by their text, not by parsing, which would take longer than loading the kernels. Words that only
look like an import, in a docstring for example, add a file that is not needed, and harm nothing.
"""

import contextlib
import functools
import hashlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import NamedTuple

from rookery.core.environment import owners_folder

__all__ = ["ARGUMENT_FILES", "Source", "closure", "source_of", "stamp"]

ARGUMENT_FILES = (
    "engine.toml",
    "weights.toml",
    "bench.toml",
)  # no kernel is made of these: their numbers are arguments
_TABLES = frozenset({".toml", ".json", ".csv", ".tsv", ".txt", ".yaml", ".yml", ".npy", ".npz"})
# what these are is in the stamp as numbers of versions (core/kernel.py)
_VERSIONED = frozenset(sys.stdlib_module_names) | {"numpy", "numba", "llvmlite"}

_IMPORTED_NAMES = r"\((?:[^)#]|#[^\n]*)*\)|[^\n;]+"
_IMPORT_STATEMENT = re.compile(
    rf"(?:^|[;:])[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*({_IMPORTED_NAMES})|import[ \t]+([^\n;]+))", re.M
)
_PYTHON_COMMENT, _NAME = re.compile(r"#[^\n]*"), re.compile(r"(?:^|,)\s*([\w.]+)")
_SPEAKS_OF_KERNELS = re.compile(rb"\b(?:rookery|numba)\b")
_BY_NAME = re.compile(r"\b(?:import_module|__import__|exec|run_path|run_module)\s*\(")  # imports that no text shows


class Source(NamedTuple):
    """A module's file."""

    module: str  # "rookery.core.chance"
    file: Path
    is_package: bool


def closure(*roots: Source) -> list[Source]:
    """The modules, all that they import, directly or through others, in the order of their names.

    Of other people's libraries only what speaks of Rookery or Numba leads further: nothing else holds kernels, and one
    `import jax` leads to two thousand files."""
    found, waiting = {root.module: root for root in roots}, [*roots]
    own = {"rookery", *(root.module.partition(".")[0] for root in roots)}
    while waiting:
        source = waiting.pop()
        if source.module.partition(".")[0] not in own and not _speaks_of_kernels(source.file):
            continue
        for one in _imported(source):
            if one.module not in found:
                found[one.module] = one
                waiting.append(one)
    return [found[module] for module in sorted(found)]


@functools.cache
def stamp(*roots: Source) -> bytes:
    """A hash of everything that kernels in these modules can be made of."""
    digest, sources = hashlib.sha256(), closure(*roots)
    for source in sources:
        digest.update(f"{source.module}\0{source.file}\0".encode() + _bytes(source.file) + b"\0")
    for folder in sorted({folder for source in sources for folder in _folders(source)}):
        for place in filter(None, (folder, owners_folder(folder))):
            digest.update(_tables(place))
    return digest.digest()


def source_of(module: str) -> Source:
    """Raises ModuleNotFoundError for a module without a file."""
    found = _found(module)
    if found is None:
        raise ModuleNotFoundError(f"no source file of {module}", name=module)
    return found


@functools.cache
def _speaks_of_kernels(file: Path) -> bool:
    """Whether a library's file names Rookery or Numba. Only source code can: machine code is large, and leads no
    further."""
    return file.suffix == ".py" and _SPEAKS_OF_KERNELS.search(_bytes(file)) is not None


@functools.cache
def _imported(source: Source) -> tuple[Source, ...]:
    """The modules that one file imports, without those whose version is in the stamp."""
    if source.file.suffix != ".py":
        return ()
    text = _bytes(source.file).decode("utf-8", "replace").replace("\\\n", " ")
    names = {name for match in _IMPORT_STATEMENT.finditer(text) for name in _names(source, match)}
    if _BY_NAME.search(text):  # it may import whatever lies beside it
        package = source.module if source.is_package else source.module.rpartition(".")[0]
        beside = source.file.parent
        names |= {f"{package}.{path.stem}".lstrip(".") for path in beside.glob("*.py")}
        names |= {f"{package}.{path.parent.name}".lstrip(".") for path in beside.glob("*/__init__.py")}
    followed = sorted(name for name in names if name.partition(".")[0] not in _VERSIONED and _is_name(name))
    return tuple(filter(None, map(_found, followed)))


def _is_name(module: str) -> bool:
    """Not so for dots in words that only look like an import."""
    return all(map(str.isidentifier, module.split(".")))


def _names(source: Source, match: re.Match[str]) -> Iterator[str]:
    """The modules that one import statement may lead to; some may turn out to be no modules."""
    whence, what, plain = match.groups()
    if plain is not None:  # `import a.b` binds a, and leads to what a and a.b hold
        for name in _NAME.findall(_PYTHON_COMMENT.sub("", plain)):
            parts = name.split(".")
            yield from (".".join(parts[: i + 1]) for i in range(len(parts)))
        return
    if whence.startswith("."):
        level = len(whence) - len(whence.lstrip("."))
        parts = source.module.split(".")
        parts = parts[: len(parts) - level + source.is_package]
        whence = ".".join([*parts, *filter(None, [whence.lstrip(".")])])
    yield whence
    yield from (f"{whence}.{name}" for name in _NAME.findall(_PYTHON_COMMENT.sub("", what.strip("()"))))


def _found(module: str) -> Source | None:
    """None for what is no module, is not there, or has no file. Imports nothing."""
    spec = _spec(module)
    if spec is None or not spec.has_location or spec.origin is None:
        return None
    return Source(module, Path(spec.origin), spec.submodule_search_locations is not None)


def _spec(module: str) -> ModuleSpec | None:
    package, _, _ = module.rpartition(".")
    if not package:
        with contextlib.suppress(ValueError):  # a module that has no spec, for example __main__
            return importlib.util.find_spec(module)
        return None
    above = _spec(package)
    if above is None or above.submodule_search_locations is None:
        return None  # it is a name in a module, as most are
    return _inside(module, tuple(above.submodule_search_locations))


@functools.cache
def _inside(module: str, folders: tuple[str, ...]) -> ModuleSpec | None:
    with contextlib.suppress(KeyError):  # of a folder without __init__.py whose parent is not imported
        return PathFinder.find_spec(module, folders)
    spec = ModuleSpec(module, None, is_package=True)
    spec.submodule_search_locations = [str(Path(folder, module.rpartition(".")[2])) for folder in folders]
    return spec


@functools.cache
def _bytes(file: Path) -> bytes:
    return _read(file)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:  # an owner's file that cannot be read: the game says so to whoever asks for it
        return str(error).encode()


def _folders(source: Source) -> Iterator[Path]:
    """Where the module lies, and the packages around it."""
    if not source.file.is_file():  # of a kernel that somebody typed into a shell
        return
    package = source.module if source.is_package else source.module.rpartition(".")[0]
    folder = source.file.parent
    for _ in package.split("."):
        yield folder
        folder = folder.parent


def _tables(folder: Path) -> bytes:
    """The files there that may hold numbers that kernels are made of, one after the other."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    tables = [path for path in paths if path.suffix in _TABLES and path.name not in ARGUMENT_FILES and path.is_file()]
    return b"".join(f"{path}\0".encode() + _read(path) + b"\0" for path in tables)
