"""The one door to Numba: kernels that are compiled once, kept on disk, and never stale.

Numba keeps machine code beside a stamp of the *one* file a kernel stands in. A kernel that calls another file's kernel
would go on playing the old rules after that file changed (numba issue 1833). So machine code lies in a folder named by
a hash of the files that the kernel's file imports, directly or through others, and of the tables beside it
(core/sources.py).

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

from rookery.core.environment import CACHE
from rookery.core.sources import Source, closure, source_of, stamp
from rookery.core.uncompiled import NotInCacheError, or_as_python

__all__ = ["cache_root", "kernel", "prepared", "section", "specialise", "user"]

F = TypeVar("F", bound=Callable[..., Any])

_FOLDER, _MONTH = re.compile(r"[0-9a-f]{16}"), 30 * 24 * 3600.0  # names of cache folders; seconds
_MADE = "rookery_made_"  # how the names of copies begin
# Two locks: copies import modules while they are made, and a module that another thread imports right then needs
# `kernel`. With one lock for both, each thread would wait for the other.
_MAKING, _COMPILING = threading.RLock(), threading.Lock()
_CONFIG: Any = numba.config
# what Numba raises for code that it cannot compile; the others are slips of its own on the way
_UNCOMPILED: tuple[type[Exception], ...] = (
    numba.errors.NumbaError,
    numba.core.errors.UnsupportedBytecodeError,
    AssertionError,
    AttributeError,
    LookupError,
    NotImplementedError,
    TypeError,
    ValueError,
)


@functools.cache
def cache_root() -> Path:
    """Where machine code is kept: $ROOKERY_CACHE, else the user's cache folder, else (not writable) a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        wanted = Path(os.environ.get(CACHE) or Path(home).expanduser() / "rookery").absolute()
        wanted.mkdir(parents=True, exist_ok=True)
        probe = wanted / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: this user has no home
        wanted = Path(tempfile.mkdtemp(prefix="rookery-"))
        os.environ[CACHE] = str(wanted)  # processes that this one starts share it, and need not compile again
        atexit.register(shutil.rmtree, wanted, ignore_errors=True)
    return wanted


def user() -> int:
    """Each has folders of their own in the cache: nobody should run what others left, or fail to write beside it."""
    return getattr(os, "getuid", int)()  # Windows has none


def _folder_for(*sources: Source) -> Path:
    """The cache folder of kernels that stand in the first of these modules, or are made for the others."""
    made_by = f"{numba.__version__} {np.__version__} {sys.version} {_CONFIG.BOUNDSCHECK} {user()}"
    return cache_root() / hashlib.sha256(made_by.encode() + stamp(*sources)).hexdigest()[:16]


def kernel(function: F) -> F:
    """Compile a function at its first call, or load it from the cache. Typed as the function itself."""
    return _compiled(function, "never")


def section(function: F) -> F:
    """A part of one kernel, in the same file, with a name of its own: Numba copies it into that kernel.

    As a kernel it would be compiled alone first, with the rules that it calls, which takes a second or two."""
    return _compiled(function, "always")


def _compiled(function: F, inline: str) -> F:
    file = Path(function.__code__.co_filename)
    own = Source(function.__module__ or "", file, file.name == "__init__.py")
    folder = file.parent if file.name.startswith(_MADE) else _folder_for(own)
    # nothing calls a kernel by its address, so no C entry point is compiled for it
    options: Any = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "inline": inline}
    # Numba counts who holds an array, each time a kernel takes one out of a bundle; generic kernels hold what they are
    # lent while they run, and make no array, so nothing need be counted (a tree search is a quarter faster)
    options["_nrt"] = not file.name.startswith(_MADE)
    with _COMPILING:
        before = _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES
        # there or nowhere: the other places that Numba would try are stamped by the kernel's one file
        _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES = str(folder), "UserProvidedCacheLocator"
        try:
            return cast(F, _told(numba.njit(cache=True, **options)(function)))
        except RuntimeError:  # that folder cannot be written: compiled in every process, slow but right
            return cast(F, _told(numba.njit(**options)(function)))
        finally:
            _CONFIG.CACHE_DIR, _CONFIG.CACHE_LOCATOR_CLASSES = before


def _told(compiled: Any) -> Any:
    """The same kernel, whose author is told in one sentence what is wrong with it when it cannot be compiled."""
    compile_for = getattr(compiled, "_compile_for_args", None)
    if compile_for is None:  # NUMBA_DISABLE_JIT: it is the function itself
        return compiled

    def compile_or_tell(*args: Any, **kwargs: Any) -> Any:
        try:
            return compile_for(*args, **kwargs)
        except _UNCOMPILED as error:
            from rookery.core.broken import explained  # here because it is seldom needed

            raise explained(error) from None

    compiled._compile_for_args = compile_or_tell
    _any_number(compiled)
    or_as_python(compiled, compiled.py_func)
    return compiled


def _any_number(compiled: Any) -> None:
    """Let a kernel that another one calls take constants and small integers as 64-bit integers. Else Numba compiles it,
    and all that it calls, once more for each type: such copies were a quarter of Gameshire's kernels."""
    template_for = compiled.get_call_template

    def for_numbers(args: Any, kws: Any) -> Any:
        return template_for([_number(arg) for arg in args], {name: _number(arg) for name, arg in kws.items()})

    compiled.get_call_template = for_numbers


def _number(kind: Any) -> Any:
    """The type by which a kernel takes an argument of this one."""
    types: Any = numba.types
    if isinstance(kind, types.IntegerLiteral | types.BooleanLiteral):
        kind = types.unliteral(kind)
    small = isinstance(kind, types.Integer) and kind.bitwidth < types.int64.bitwidth
    return types.int64 if small else kind


def prepared(compiled: F, *given: Any) -> F:
    """A kernel that takes arguments of the very types of these and looks at them no more: others it would misread. For
    bundles that are passed at every ply of a game: to find out each time what they are takes ten times as long.

    Compiles it, or loads it from the cache. What is prepared already, or runs as plain Python, is returned as it is."""
    dispatcher: Any = compiled
    if not hasattr(dispatcher, "typeof_pyval"):
        return compiled
    try:
        return cast(F, dispatcher.compile(tuple(dispatcher.typeof_pyval(one) for one in given)))
    except NotInCacheError:
        return compiled


# ── Generic kernels, made for one game ───────────────────────────────────────
_UNBOUND = re.compile(r"^from rookery\.core\.unbound import (\w+(?:, \w+)*)$", re.M)
_ROOKERY_IMPORT = re.compile(r"^from (rookery\.[\w.]+) import ", re.M)


def specialise(template: str, rules: str, evaluator: str, observer: str) -> ModuleType:
    """The copy of a generic module (`template`, a module name) whose `rules`, `evaluator` and `observer` are those
    modules. One that it does not name need not be there."""
    generic = source_of(template)
    named = {word for source in closure(generic) for word in _asked(source.module)}
    own = {"rules": rules, "evaluator": evaluator, "observer": observer}
    folder = _folder_for(generic, *(source_of(module) for word, module in own.items() if word in named))
    name = f"{_MADE}{folder.name}_{template.rpartition('.')[2]}_for_{rules.replace('.', '_')}"
    with _MAKING:
        if name in sys.modules:
            return sys.modules[name]
        text = generic.file.read_text("utf-8")
        text = _UNBOUND.sub(lambda m: "\n".join(f"import {own[word]} as {word}" for word in m[1].split(", ")), text)
        text = _ROOKERY_IMPORT.sub(lambda m: _import_from(m[0], m[1], rules, evaluator, observer), text)
        return _load(name, folder, text)


def _import_from(line: str, module: str, rules: str, evaluator: str, observer: str) -> str:
    """`from module import`, or the same from the module's copy if it is itself generic."""
    if not _asked(module):
        return line
    return f"from {specialise(module, rules, evaluator, observer).__name__} import "


@functools.cache
def _asked(module: str) -> tuple[str, ...]:
    """Which of the names in core/unbound.py a module uses; a generic one uses at least one."""
    file = source_of(module).file
    found = _UNBOUND.search(file.read_text("utf-8")) if file.suffix == ".py" else None
    return tuple(found[1].split(", ")) if found else ()


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
