"""The only file that calls Numba's compiler: kernels are compiled once, cached on disk, and never stale.

Numba stamps cached machine code with the *one* file that holds the kernel. A kernel that calls a kernel of another file
would keep the old rules after that file changed (numba issue 1833). So machine code lies in a folder named by a hash of
all files that the kernel's file imports, directly or through others, and of the tables beside them
(core/compiling/sources.py).

Generic kernels (search, playouts) are ordinary functions that call `rules.legal(pos, actions)` with `rules` from
core/unbound.py. `specialise` writes a copy of such a file for one game, in which that name stands for the game's own
rules. The copy is an ordinary module: full speed, one cache, real line numbers. The alternatives, closures over kernels
and tuples of kernels, are compiled anew in every process (numba issue 6264).

Kernels never call each other recursively: they work when compiled, but crash when loaded from the cache (Numba 0.68.1).
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

from rookery.core.compiling import bit_instructions  # noqa: F401  # teaches Numba the functions of bits.py
from rookery.core.compiling.machine_code import NotCompiledError, Tiers, Use, use
from rookery.core.compiling.sources import Source, closure, source_of, stamp
from rookery.core.environment import CACHE

__all__ = ["cache_root", "kernel", "prepared", "section", "specialise", "user"]

F = TypeVar("F", bound=Callable[..., Any])

_FOLDER, _MONTH = re.compile(r"[0-9a-f]{16}"), 30 * 24 * 3600.0  # names of cache folders; seconds
_MADE = "rookery_made_"  # the prefix of the names of copies
# Two locks: making a copy imports modules, and a module that another thread imports at that time needs `kernel`.
# With one lock for both, each thread would wait for the other.
_MAKING, _COMPILING = threading.RLock(), threading.Lock()
_CONFIG: Any = numba.config
# what Numba raises for code that it cannot compile; those that are not its own errors are bugs in the compiler
_NOT_COMPILED: tuple[type[Exception], ...] = (
    numba.errors.NumbaError,
    numba.core.errors.UnsupportedBytecodeError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
)
_NO_MACHINE_CODE: tuple[type[Exception], ...] = (NotCompiledError, *_NOT_COMPILED)


@functools.cache
def cache_root() -> Path:
    """The folder of compiled kernels: $ROOKERY_CACHE, else the user's cache folder, else (if it cannot be written) a
    temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        wanted = Path(os.environ.get(CACHE) or Path(home).expanduser() / "rookery").absolute()
        wanted.mkdir(parents=True, exist_ok=True)
        probe = wanted / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: the user has no home folder
        wanted = Path(tempfile.mkdtemp(prefix="rookery-"))
        os.environ[CACHE] = str(wanted)  # child processes share it, and need not compile again
        atexit.register(shutil.rmtree, wanted, ignore_errors=True)
    return wanted


def user() -> int:
    """The id of the user; 0 on Windows. It is part of the cache stamp, so that nobody runs machine code that others
    left."""
    return getattr(os, "getuid", int)()  # Windows has none


def _folder_for(*sources: Source) -> Path:
    """The cache folder of kernels that are in the first of these modules, or are specialised for the others."""
    made_by = f"{numba.__version__} {np.__version__} {sys.version} {_CONFIG.BOUNDSCHECK} {user()}"
    return cache_root() / hashlib.sha256(made_by.encode() + stamp(*sources)).hexdigest()[:16]


def kernel(function: F) -> F:
    """A decorator that keeps the function's type: the function runs as a module until there is machine code."""
    return _compiled(function, "never")


def section(function: F) -> F:
    """A named part of a kernel in the same file, which Numba inlines there.

    As a kernel it would first be compiled alone, with the rules that it calls, which takes a second or two."""
    return _compiled(function, "always")


def _compiled(function: F, inline: str) -> F:
    file = Path(function.__code__.co_filename)
    own = Source(function.__module__ or "", file, file.name == "__init__.py")
    folder = file.parent if file.name.startswith(_MADE) else _folder_for(own)
    # nothing calls a kernel by its address, so no C entry point is compiled for it
    options: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "inline": inline}
    # Numba counts references each time a kernel takes an array out of a bundle. Generic kernels make no arrays, and
    # their callers hold the arrays they lend, so nothing needs counting; a tree search becomes a quarter faster.
    options["_nrt"] = not file.name.startswith(_MADE)
    with _COMPILING:
        before = _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES
        # only there: in the other places that Numba would try, the stamp covers only the kernel's own file
        _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES = str(folder), "UserProvidedCacheLocator"
        try:
            return cast(F, _module_until_then(numba.njit(cache=True, **options)(function), folder))
        except RuntimeError:  # the folder cannot be written: it stays a module
            return cast(F, _module_until_then(numba.njit(**options)(function), folder))
        finally:
            _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES = before


def _module_until_then(compiled: Any, folder: Path) -> Any:
    """The same kernel; until there is machine code, it runs as a module."""
    if hasattr(compiled, "_compile_for_args"):  # with NUMBA_DISABLE_JIT it is the function itself
        _any_number(compiled)
        Tiers(compiled, folder, _NOT_COMPILED)
    return compiled


def _any_number(compiled: Any) -> None:
    """Let a kernel that another kernel calls take constants and small integers as 64-bit integers.

    Otherwise Numba would compile it, and all that it calls, again for each type. Such copies were a quarter of
    Gameshire's kernels."""
    template_for = compiled.get_call_template

    def for_numbers(args: Any, kws: Any) -> Any:
        return template_for([_number(arg) for arg in args], {name: _number(arg) for name, arg in kws.items()})

    compiled.get_call_template = for_numbers


def _number(kind: Any) -> Any:
    """The type as which a kernel takes an argument of this type."""
    types: Any = numba.types
    if isinstance(kind, types.IntegerLiteral | types.BooleanLiteral):
        kind = types.unliteral(kind)
    small = isinstance(kind, types.Integer) and kind.bitwidth < types.int64.bitwidth
    return types.int64 if small else kind


def prepared(compiled: F, *given: Any) -> F:
    """The machine code of a kernel for the types of these arguments; calls do not check types any more.

    It misreads arguments of other types. It is meant for bundles that are passed at every ply of a game, because
    finding out their types takes ten times as long as the call. A kernel that is already prepared, or that runs as
    a module, is returned unchanged."""
    dispatcher: Any = compiled
    if not hasattr(dispatcher, "typeof_pyval") or use() is Use.NONE:
        return compiled
    try:
        return cast(F, dispatcher.compile(tuple(dispatcher.typeof_pyval(one) for one in given)))
    except _NO_MACHINE_CODE:  # the first call says why
        return compiled


# ── Generic kernels, made for one game ───────────────────────────────────────
_UNBOUND = re.compile(r"^from rookery\.core\.unbound import (\w+(?:, \w+)*)$", re.M)
_ROOKERY_IMPORT = re.compile(r"^from (rookery\.[\w.]+) import ", re.M)


def specialise(template: str, rules: str, evaluator: str, observer: str, kinds: str) -> ModuleType:
    """The copy of a generic module in which `rules`, `evaluator`, `observer` and `kinds` are the modules of a game.

    All arguments are names of modules. A module that the template does not use may be missing. Raises
    ModuleNotFoundError."""
    generic = source_of(template)
    named = {word for source in closure(generic) for word in _asked(source.module)}
    own = {"rules": rules, "evaluator": evaluator, "observer": observer, "kinds": kinds}
    folder = _folder_for(generic, *(source_of(module) for word, module in own.items() if word in named))
    name = f"{_MADE}{folder.name}_{template.rpartition('.')[2]}_for_{rules.replace('.', '_')}"
    with _MAKING:
        if name in sys.modules:
            return sys.modules[name]
        text = generic.file.read_text("utf-8")
        text = _UNBOUND.sub(lambda m: "\n".join(f"import {own[word]} as {word}" for word in m[1].split(", ")), text)
        text = _ROOKERY_IMPORT.sub(lambda m: _import_from(m[0], m[1], (rules, evaluator, observer, kinds)), text)
        return _load(name, folder, text)


def _import_from(line: str, module: str, own: tuple[str, str, str, str]) -> str:
    """`from module import`, or the same from the module's copy if the module is itself generic."""
    if not _asked(module):
        return line
    return f"from {specialise(module, *own).__name__} import "


@functools.cache
def _asked(module: str) -> tuple[str, ...]:
    """The names of core/unbound.py that a module uses; a generic module uses at least one."""
    file = source_of(module).file
    found = _UNBOUND.search(file.read_text("utf-8")) if file.suffix == ".py" else None
    return tuple(found[1].split(", ")) if found else ()


def _load(name: str, folder: Path, text: str) -> ModuleType:
    """Write the module's text unless its file exists, and import it."""
    path = folder / f"{name}.py"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _forget_old()
        draft = folder / f".{name}-{os.getpid()}"
        draft.write_text(text, "utf-8")
        draft.replace(path)  # atomic: another process may be looking for it
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
    """Remove cache folders that are older than a month: every edit of a kernel leaves one behind.

    Machine code that is still in use is simply compiled again. The folder of a variant is as old as its last use."""
    for folder in cache_root().iterdir():
        with contextlib.suppress(OSError):  # another process may be faster
            if _FOLDER.fullmatch(folder.name) and time.time() - folder.stat().st_mtime > _MONTH:
                shutil.rmtree(folder)
