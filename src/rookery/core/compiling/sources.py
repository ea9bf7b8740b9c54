"""The files that a kernel can be made of, and a stamp of all of them.

A kernel can use numbers and kernels of other files only through import statements. So its code can depend on its own
file, on what that file imports, directly or through others, and on the tables (`.toml`, `.json`, `.csv` ...) that lie
beside one of these files or in a package around it: a game's tables lie in its top folder, its kernels may lie in
folders below. Nothing else matters: after an edit of a scene that no kernel imports, nothing is compiled again.

Import statements are found with a regular expression, because parsing would take longer than loading the kernels. Text
that only looks like an import, as in a docstring, adds a file that is not needed, which does no harm.
"""

import contextlib
import functools
import hashlib
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from typing import NamedTuple

from rookery.core.environment import owners_folder

# no kernel is compiled from them: their numbers are arguments of kernels, or they only teach
ARGUMENT_FILES = ("engine.toml", "weights.toml", "networks.json", "bench.toml", "lessons.toml")
_TABLES = frozenset({".toml", ".json", ".csv", ".tsv", ".txt", ".yaml", ".yml", ".npy", ".npz"})
# the versions of these are part of the stamp (core/kernel.py)
_VERSIONED = frozenset(sys.stdlib_module_names) | {"numpy", "numba", "llvmlite"}

# they run kernels; no code of a kernel is made of them, and the compiler of modules has a stamp of its own
_RUN_KERNELS = frozenset(f"rookery.core.compiling.{name}" for name in ("background", "lent", "module_kernel"))

_IMPORTED_NAMES = r"\((?:[^)#]|#[^\n]*)*\)|[^\n;]+"
_IMPORT_STATEMENT = re.compile(
    rf"(?:^|[;:])[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*({_IMPORTED_NAMES})|import[ \t]+([^\n;]+))", re.M
)
_PYTHON_COMMENT, _NAME = re.compile(r"#[^\n]*"), re.compile(r"(?:^|,)\s*([\w.]+)")
_SPEAKS_OF_KERNELS = re.compile(rb"\b(?:rookery|numba)\b")
_BY_NAME = re.compile(r"\b(?:import_module|__import__|exec|run_path|run_module)\s*\(")  # imports by name


class Source(NamedTuple):
    """A module's file."""

    module: str  # "rookery.core.chance"
    file: Path
    is_package: bool


def closure(*roots: Source) -> list[Source]:
    """The modules and all that they import, directly or through others, sorted by name.

    In other libraries, only files that mention Rookery or Numba are followed: no others can hold kernels, and one
    `import jax` would lead to two thousand files."""
    files, waiting = {root.module: root for root in roots}, [*roots]
    own = {"rookery", *(root.module.partition(".")[0] for root in roots)}
    while waiting:
        source = waiting.pop()
        if source.module.partition(".")[0] not in own and not _speaks_of_kernels(source.file):
            continue
        for one in _imported(source):
            if one.module not in files:
                files[one.module] = one
                waiting.append(one)
    return [files[module] for module in sorted(files)]


@functools.cache
def stamp(*roots: Source) -> bytes:
    """A SHA-256 hash of everything that kernels in these modules can depend on, and of where it lies."""
    return _hashed(roots, str)


@functools.cache
def portable_stamp(*roots: Source) -> bytes:
    """The same without the places of files: machines with the same sources agree on it."""
    return _hashed(roots, lambda file: file.name)


def _hashed(roots: tuple[Source, ...], named: Callable[[Path], str]) -> bytes:
    digest, sources = hashlib.sha256(), closure(*roots)
    for source in sources:
        digest.update(f"{source.module}\0{named(source.file)}\0".encode() + _text_digest(source.file))
    # in the order of the sources, which is that of their names: where they lie differs between machines
    for folder in dict.fromkeys(folder for source in sources for folder in _folders(source)):
        for place in filter(None, (folder, owners_folder(folder))):
            for table in _tables(place):
                digest.update(f"{named(table)}\0".encode() + _digest(table))
    return digest.digest()


def source_of(module: str) -> Source:
    """The file of a module, without importing it. Raises ModuleNotFoundError for a module without a file."""
    found = _found(module)
    if found is None:
        raise ModuleNotFoundError(f"no source file of {module}", name=module)
    return found


@functools.cache
def _speaks_of_kernels(file: Path) -> bool:
    """Whether a library's file names Rookery or Numba. Only source code can: machine code is large, and leads no
    further."""
    return file.suffix == ".py" and _SPEAKS_OF_KERNELS.search(text_of(file)) is not None


@functools.cache
def _imported(source: Source) -> tuple[Source, ...]:
    """The modules that one file imports, without those whose versions are in the stamp."""
    if source.file.suffix != ".py":
        return ()
    text = text_of(source.file).decode("utf-8", "replace").replace("\\\n", " ")
    names = {name for match in _IMPORT_STATEMENT.finditer(text) for name in _names(source, match)}
    if _BY_NAME.search(text):  # it may import any file beside it
        package = source.module if source.is_package else source.module.rpartition(".")[0]
        beside = source.file.parent
        names |= {f"{package}.{path.stem}".lstrip(".") for path in beside.glob("*.py")}
        names |= {f"{package}.{path.parent.name}".lstrip(".") for path in beside.glob("*/__init__.py")}
    return tuple(filter(None, map(_found, sorted(filter(_is_followed, names)))))


def _is_followed(module: str) -> bool:
    return module.partition(".")[0] not in _VERSIONED and module not in _RUN_KERNELS and _is_name(module)


def _is_name(module: str) -> bool:
    """Whether it can be the name of a module; text that only looks like an import may not be."""
    return all(map(str.isidentifier, module.split(".")))


def _names(source: Source, match: re.Match[str]) -> Iterator[str]:
    """The modules to which one import statement may lead; some of the names may not be modules."""
    whence, what, plain = match.groups()
    if plain is not None:  # `import a.b` imports both a and a.b
        for name in _NAME.findall(_PYTHON_COMMENT.sub("", plain)):
            parts = name.split(".")
            yield from (".".join(parts[: i + 1]) for i in range(len(parts)))
        return
    if whence.startswith("."):
        level = len(whence) - len(whence.lstrip("."))
        parts = source.module.split(".")
        parts = parts[: len(parts) - level + source.is_package]
        whence = ".".join([*parts, *filter(None, [whence.lstrip(".")])])
    names = _NAME.findall(_PYTHON_COMMENT.sub("", what.strip("()")))
    if not names or not all(_is_file_of(whence, name) for name in names):
        yield whence
    yield from (f"{whence}.{name}" for name in names)


def _is_file_of(package: str, name: str) -> bool:
    """Whether a name that is imported from a package is a file in it, and nothing else: its `__init__.py`, which could
    give the name another meaning, does not speak of it."""
    if not _is_followed(f"{package}.{name}") or _found(f"{package}.{name}") is None:
        return False
    above = _found(package)
    spoken = re.compile(rf"(?<![.\w]){name}(?!\w)|import \*")
    return above is not None and not spoken.search(text_of(above.file).decode("utf-8", "replace"))


def _found(module: str) -> Source | None:
    """The file of a module; None if there is no such module or it has no file. Imports nothing."""
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
        return None  # a name inside a module, as most are
    return _inside(module, tuple(above.submodule_search_locations))


@functools.cache
def _inside(module: str, folders: tuple[str, ...]) -> ModuleSpec | None:
    with contextlib.suppress(KeyError):  # a folder without __init__.py whose parent is not imported
        return PathFinder.find_spec(module, folders)
    spec = ModuleSpec(module, None, is_package=True)
    spec.submodule_search_locations = [str(Path(folder, module.rpartition(".")[2])) for folder in folders]
    return spec


@functools.cache
def text_of(file: Path) -> bytes:
    """A source file as it was when this process first looked at it, which is when it was stamped."""
    return _read(file)


@functools.cache
def _text_digest(file: Path) -> bytes:
    return hashlib.sha256(text_of(file)).digest()


def _digest(file: Path) -> bytes:
    try:
        status = file.stat()
    except OSError as error:
        return str(error).encode()
    return _digest_of(file, status.st_mtime_ns, status.st_size)


@functools.cache
def _digest_of(file: Path, changed: int, size: int) -> bytes:
    """The hash of a file as it is; an edit changes the other two numbers."""
    return hashlib.sha256(_read(file)).digest()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:  # an owner's file that cannot be read: the game reports that when it is used
        return str(error).encode()


def _folders(source: Source) -> Iterator[Path]:
    """The folder of the module, and those of the packages around it."""
    if not source.file.is_file():  # for a kernel that was typed into a shell
        return
    package = source.module if source.is_package else source.module.rpartition(".")[0]
    folder = source.file.parent
    for _ in package.split("."):
        yield folder
        folder = folder.parent


def _tables(folder: Path) -> list[Path]:
    """The files in a folder from which kernels may read constants."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path for path in paths if path.suffix in _TABLES and path.name not in ARGUMENT_FILES and path.is_file()]
