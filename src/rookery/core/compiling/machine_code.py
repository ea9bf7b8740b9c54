"""Machine code, when there is any: until then a kernel runs as a WebAssembly module, with the same results.

Numba takes seconds to minutes for what the compiler of modules does in a fraction of a second, but its code is up to
twice as fast. So a kernel first runs as a module; when it has run for a while, another process makes its machine code
(background.py), which this process takes from the cache and uses from then on. Nobody can tell when that happens,
except by speed.
"""

import functools
import logging
import os
import sys
import threading
import time
import warnings
from enum import StrEnum
from pathlib import Path
from typing import Any

from rookery.core.environment import MACHINE_CODE
from rookery.core.errors import NoRoom

CACHE_RETRY_INTERVAL = 0.5  # seconds
HOT = 1.0  # seconds that a kernel has run as a module before machine code is asked for
ASK_AGAIN = 10  # times as many seconds until it is asked for once more


class Use(StrEnum):
    """The use that a process makes of machine code."""

    BACKGROUND = "background"  # a kernel that runs for long gets it from another process
    FIRST = "first"  # every kernel has it before it runs, as for measurements
    CACHED = "cached"  # what the cache holds is used; nothing is compiled
    NONE = "none"  # all kernels run as modules


log = logging.getLogger(__name__)
_use = Use.BACKGROUND
_here = threading.local()  # `compiles`: whether this thread wants machine code whatever `_use` says
_checked = False


class NotCompiledError(Exception):
    """The cache has no machine code of the kernel."""


def use() -> Use:
    """The choice of this process."""
    return _use


def use_machine_code(how: Use, *, checked: bool = False) -> None:
    """Set what this process, and those that it starts from now on, do about machine code that they have not loaded yet.

    `checked`: with Use.NONE, compare indexes with the lengths of arrays; one outside raises BrokenKernel with its file,
    line, kernel and length."""
    global _use, _checked  # shared by all threads, as the kernels are
    _use, _checked = how, checked
    os.environ[MACHINE_CODE] = "checked" if checked else how


def _asked() -> None:
    """Take over what the environment says."""
    global _use, _checked
    wish = os.environ.get(MACHINE_CODE, Use.BACKGROUND)
    _checked = wish == "checked"
    if _checked:
        _use = Use.NONE
    elif wish in list(Use):
        _use = Use(wish)
    else:
        warnings.warn(f"{MACHINE_CODE}={wish!r} is ignored; allowed: {', '.join(Use)}, checked", stacklevel=2)


_asked()


class Tiers:
    """Runs a kernel by its machine code, or as a module while there is none.

    Without machine code in memory for the types of the arguments, Numba's dispatcher calls its `_compile_for_args`,
    which looks into the cache, then calls the compiler, and returns what runs the call."""

    def __init__(self, compiled: Any, folder: Path, faults: tuple[type[Exception], ...]) -> None:
        """`compiled`: the dispatcher; `folder`: where modules of the kernel are kept; `faults`: what Numba raises for a
        kernel that it cannot compile, which stays a module then."""
        self._compiled, self._folder, self._faults = compiled, folder, faults
        self._find, self._compile = compiled._compile_for_args, compiled._compiler.compile
        cache_file = getattr(compiled._cache, "_cache_file", None)  # none where the cache folder cannot be written
        self._index = Path(getattr(cache_file, "_index_path", os.devnull + ".none"))  # of the cache
        self._missed = -CACHE_RETRY_INTERVAL  # when the cache was last searched in vain
        self._module: Any = None
        self._failed = False
        self._ask_at = HOT
        compiled._compiler.compile, compiled._compile_for_args = self._compile_or_not, self._callable_for

    def _compile_or_not(self, *given: Any) -> Any:
        if _use is Use.FIRST or getattr(_here, "compiles", False):
            return self._compile(*given)
        raise NotCompiledError

    def _callable_for(self, *args: Any) -> Any:
        """The callable that runs a call with these arguments."""
        first = _use is Use.FIRST or not self._has_text
        found = self._compiled_now(args) if first and not self._failed else self._from_cache(args)
        return found or self._as_module(args)

    @functools.cached_property
    def _has_text(self) -> bool:
        """Whether modules can be made of it: what was typed into a shell has no text."""
        file = getattr(sys.modules.get(self._compiled.py_func.__module__), "__file__", None)
        return file is not None and Path(file).is_file()

    def _compiled_now(self, args: tuple[Any, ...]) -> Any:
        _here.compiles = True
        try:
            return self._find(*args)
        except self._faults as error:
            self._failed = True
            name = self._compiled.py_func.__name__
            log.warning("%s has no machine code, and runs as a module: %s", name, error)
            return None
        finally:
            _here.compiles = False

    def _from_cache(self, args: tuple[Any, ...]) -> Any:
        if _use is Use.NONE or time.monotonic() < self._missed + CACHE_RETRY_INTERVAL:
            return None
        try:
            if self._index.exists():  # else Numba would first learn all types that it knows, for a fifth of a second
                return self._find(*args)
        except NotCompiledError:
            pass
        except Exception as error:  # noqa: BLE001  # whatever a damaged file raises
            log.debug("%s has no usable machine code: %s", self._index, error)
        self._missed = time.monotonic()
        return None

    def _as_module(self, args: tuple[Any, ...]) -> Any:
        if self._module is None:
            try:
                from rookery.core.compiling.module_kernel import ModuleKernel  # not needed where machine code is ready
            except (ImportError, NoRoom):  # this machine has no wasmtime, or not the addresses for it
                self._has_text = False
                return self._compiled_now(args)
            self._module = ModuleKernel(self._compiled.py_func, self._folder, checked=_checked)
        if _use is Use.BACKGROUND and self._module.seconds > self._ask_at:
            from rookery.core.compiling.background import ask

            self._ask_at = ASK_AGAIN * self._module.seconds  # arguments of other types may come
            ask(self._compiled, args)
        return self._module
