"""The one door to Numba: kernels that are compiled once, kept on disk, and never stale.

Numba keeps machine code beside a stamp of the *one* file a kernel stands in. A kernel that calls another file's kernel
would go on playing the old rules after that file changed (numba issue 1833). So machine code lies in a folder named by
a hash of all sources that it can come from: `core/`, the kernel's own folder, for generic kernels the game's folder.

Generic kernels (search, playouts) are ordinary functions that call `rules.legal(pos, actions)` with `rules` from
core/unbound.py. `specialise` writes a copy of such a file for one game, with the game's own rules in that name's place.
The copy is an ordinary module: full speed, one cache, real line numbers. Closures over kernels and tuples of kernels,
the other ways, are compiled anew in every process (numba issue 6264).

Kernels never call each other in a circle: compiled they work, loaded from the cache they crash (Numba 0.68.1).
"""

import atexit
import contextlib
import functools
import hashlib
import importlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np

from rookery.core.owners import owners_folder

__all__ = ["HANDED", "cache_root", "kernel", "specialise", "user"]

F = TypeVar("F", bound=Callable[..., Any])

_CORE = Path(__file__).parent
_KEPT = (".py", ".toml")  # kinds of files that can change what is compiled
HANDED = ("engine.toml", "weights.toml", "bench.toml")  # cannot: kernels get these numbers as arguments, if at all
_FOLDER, _MONTH = re.compile(r"[0-9a-f]{16}"), 30 * 24 * 3600.0  # names of cache folders; seconds
_MADE = "rookery_made_"  # how the names of copies begin
# Two locks: copies import modules while they are made, and a module that another thread imports right then needs
# `kernel`. With one lock for both, each thread would wait for the other.
_MAKING, _COMPILING = threading.RLock(), threading.Lock()
_CONFIG: Any = numba.config


@functools.cache
def cache_root() -> Path:
    """Where machine code is kept: $ROOKERY_CACHE, else the user's cache folder, else (not writable) a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        wanted = Path(os.environ.get("ROOKERY_CACHE") or Path(home).expanduser() / "rookery").absolute()
        wanted.mkdir(parents=True, exist_ok=True)
        probe = wanted / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: this user has no home
        wanted = Path(tempfile.mkdtemp(prefix="rookery-"))
        os.environ["ROOKERY_CACHE"] = str(wanted)  # processes that this one starts share it, and need not compile again
        atexit.register(shutil.rmtree, wanted, ignore_errors=True)
    return wanted


def user() -> int:
    """Each has folders of their own in the cache: nobody should run what others left, or fail to write beside it."""
    return getattr(os, "getuid", int)()  # Windows has none


@functools.cache
def _sources(folder: Path) -> bytes:
    """A hash of the sources of one folder, and of the files that owners add to it."""
    digest = hashlib.sha256()
    folders = filter(None, (folder, owners_folder(folder)))
    paths = [path for each in folders if each.is_dir() for path in sorted(each.iterdir())]
    for path in paths:
        if path.suffix not in _KEPT or path.name in HANDED:
            continue
        try:
            text = path.read_bytes()
        except OSError as error:  # an owner's file that cannot be read: the game says so to whoever asks for it
            text = str(error).encode()
        digest.update(f"{path.name}\0".encode() + text + b"\0")
    return digest.digest()


def _folder_for(*folders: Path) -> Path:
    """The cache folder of kernels whose code can come from core/ and from `folders`."""
    made_by = f"{numba.__version__} {np.__version__} {sys.version} {_CONFIG.BOUNDSCHECK} {user()}"
    digest = hashlib.sha256(made_by.encode())
    for folder in sorted({_CORE, *folders}):
        digest.update(f"{folder}\0".encode() + _sources(folder))
    return cache_root() / digest.hexdigest()[:16]


def kernel(function: F) -> F:
    """Compile a function at its first call, or load it from the cache. Typed as the function itself."""
    source = Path(function.__code__.co_filename)
    folder = source.parent if source.name.startswith(_MADE) else _folder_for(source.parent)
    options: Any = {"nogil": True, "error_model": "numpy"}
    with _COMPILING:
        before = _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES
        # there or nowhere: the other places that Numba would try are stamped by the kernel's one file
        _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES = str(folder), "UserProvidedCacheLocator"
        try:
            return cast(F, numba.njit(cache=True, **options)(function))
        except RuntimeError:  # that folder cannot be written: compiled in every process, slow but right
            return cast(F, numba.njit(**options)(function))
        finally:
            _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES = before


# ── Generic kernels, made for one game ───────────────────────────────────────
_UNBOUND = re.compile(r"^from rookery\.core\.unbound import (\w+(?:, \w+)*)$", re.M)
_IMPORT = re.compile(r"^from (rookery\.[\w.]+) import ", re.M)


def specialise(template: str, rules: str, judge: str, observer: str) -> ModuleType:
    """The copy of a generic module (`template`, a module name) whose `rules`, `judge` and `observer` are those modules.
    One that it does not name need not be there."""
    game = Path(_file(rules)).parent
    folder = _folder_for(game, Path(_file(judge)).parent, Path(_file(template)).parent)
    name = f"{_MADE}{folder.name}_{template.rpartition('.')[2]}_for_{rules.replace('.', '_')}"
    with _MAKING:
        if name in sys.modules:
            return sys.modules[name]
        own = {"rules": f"import {rules} as rules", "judge": f"import {judge} as judge"}
        own["observer"] = f"import {observer} as observer"
        text = Path(_file(template)).read_text("utf-8")
        text = _UNBOUND.sub(lambda m: "\n".join(own[word] for word in m[1].split(", ")), text)
        text = _IMPORT.sub(lambda m: _import_from(m[0], m[1], rules, judge, observer), text)
        return _load(name, folder, text)


def _import_from(line: str, module: str, rules: str, judge: str, observer: str) -> str:
    """`from module import`, or the same from the module's copy if it is itself generic."""
    if _UNBOUND.search(Path(_file(module)).read_text("utf-8")) is None:
        return line
    return f"from {specialise(module, rules, judge, observer).__name__} import "


def _file(module: str) -> str:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no source file of {module}", name=module)
    return spec.origin


def _load(name: str, folder: Path, text: str) -> ModuleType:
    """Write the module's text where it is missing, and import it from there."""
    path = folder / f"{name}.py"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _forget_old()
        draft = folder / f".{name}-{os.getpid()}"
        draft.write_text(text, "utf-8")
        draft.replace(path)  # whole or not at all: another process may look for it right now
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _forget_old() -> None:
    """Remove folders of the cache that are older than a month: every edit of a kernel leaves one behind. Machine code
    that is still in use is merely compiled again; sources of variants are as old as their last use."""
    for folder in cache_root().iterdir():
        with contextlib.suppress(OSError):  # another process may be faster
            if _FOLDER.fullmatch(folder.name) and time.time() - folder.stat().st_mtime > _MONTH:
                shutil.rmtree(folder)
