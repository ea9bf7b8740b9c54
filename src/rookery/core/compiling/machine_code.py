"""Machine code, when there is any: until then a kernel runs as a WebAssembly module, with the same results.

Numba takes seconds to minutes for what the compiler of modules does in a fraction of a second, but its code is up to
twice as fast. So a kernel first runs as a module; when it has run for a while, another process makes its machine code
(background.py), which this process takes from the cache and uses from then on. Nobody can tell when that happens,
except by speed.
"""

import logging
import os
import time
from enum import StrEnum
from pathlib import Path
from typing import Any

from rookery.core.environment import MACHINE_CODE

__all__ = ["NotCompiledError", "Use", "or_as_module", "runs_modules", "use", "use_machine_code"]

CACHE_RETRY_INTERVAL = 0.5  # seconds
HOT = 1.0  # seconds that a kernel has run as a module before machine code is asked for


class Use(StrEnum):
    """What a process does about machine code."""

    BACKGROUND = "background"  # a kernel that runs for long gets it from another process
    FIRST = "first"  # every kernel has it before it runs, as for measurements
    CACHED = "cached"  # what the cache holds is used; nothing is compiled
    NONE = "none"  # all kernels run as modules


log = logging.getLogger(__name__)
_use = Use.BACKGROUND
_checked = False
_runs_modules = False


class NotCompiledError(Exception):
    """The cache has no machine code of the kernel."""


def use() -> Use:
    """What this process does."""
    return _use


def use_machine_code(how: Use, *, checked: bool = False) -> None:
    """Set what this process, and those that it starts from now on, do about machine code that they have not loaded yet.

    `checked`: with Use.NONE, check indexes against the lengths of arrays; one outside raises BrokenKernel, which names
    its file, line, kernel and array."""
    global _use, _checked  # shared by all threads, as the kernels are
    _use, _checked = how, checked
    os.environ[MACHINE_CODE] = "checked" if checked else how


def runs_modules() -> bool:
    """Whether this process has run a kernel as a module."""
    return _runs_modules


def _asked() -> None:
    """Take over what the environment says."""
    global _use, _checked
    wish = os.environ.get(MACHINE_CODE, Use.BACKGROUND)
    _checked = wish == "checked"
    if _checked:
        _use = Use.NONE
    elif wish in list(Use):
        _use = Use(wish)


_asked()


def or_as_module(compiled: Any, folder: Path, faults: tuple[type[Exception], ...]) -> None:
    """Let a Numba dispatcher run its function as a module when there is no machine code.

    Without machine code in memory for the types of the arguments, Numba calls `_compile_for_args`, which looks into the
    cache, then calls the compiler. `folder`: where modules of the kernel are kept; `faults`: what Numba raises for a
    kernel that it cannot compile, which stays a module then."""
    function = compiled.py_func
    compile_for, compile_code = compiled._compile_for_args, compiled._compiler.compile
    kept = getattr(compiled._cache, "_cache_file", None)  # none where the cache folder cannot be written
    index = Path(getattr(kept, "_index_path", os.devnull + ".none"))
    missed = -CACHE_RETRY_INTERVAL  # when the cache was last searched in vain
    module: Any = None
    asked = failed = False

    def compile_or_not(*given: Any) -> Any:
        if _use is Use.FIRST:
            return compile_code(*given)
        raise NotCompiledError

    def compile_or_run(*args: Any, **kwargs: Any) -> Any:
        global _runs_modules
        nonlocal missed, module, asked, failed
        if _use is Use.FIRST and not failed:
            try:
                return compile_for(*args, **kwargs)
            except faults as error:
                failed = True
                log.warning("%s has no machine code, and runs as a module: %s", function.__name__, error)
        if _use is not Use.NONE and time.monotonic() >= missed + CACHE_RETRY_INTERVAL:
            try:
                if index.exists():  # else Numba would first learn all types that it knows, for a fifth of a second
                    return compile_for(*args, **kwargs)
            except NotCompiledError:
                pass
            missed = time.monotonic()
        if module is None:
            from rookery.core.compiling.module_kernel import ModuleKernel  # not needed where machine code is ready

            _runs_modules = True
            module = ModuleKernel(function, folder, checked=_checked)
        if _use is Use.BACKGROUND and not asked and module.seconds > HOT:
            from rookery.core.compiling.background import ask

            asked = True
            ask(compiled, args)
        return module

    compiled._compiler.compile = compile_or_not
    compiled._compile_for_args = compile_or_run
