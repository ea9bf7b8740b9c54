"""Runs kernels that are not compiled yet as plain Python: the same results, some hundred times slower.

A process that has to answer at once compiles nothing while `interpret` is on. Other processes compile into the cache
meanwhile; a kernel that was not in the cache is looked up again half a second later.

Tests compare both (tests/server/bots/test_compile_scheduler.py), and all laws of our games are tested in plain Python,
too. Authors of other games can do so with `NUMBA_DISABLE_JIT=1 python -m rookery.testing`.
"""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

__all__ = ["NotInCacheError", "compiled_only", "counts", "interpret", "or_as_python"]

CACHE_RETRY_INTERVAL = 0.5  # seconds

_on = False
_refused = False
_counts = {"missed": 0, "compiled": 0}


class NotInCacheError(Exception):
    """The kernel is not in the cache."""


def interpret(on: bool) -> None:
    """Set whether kernels that are not in the cache run as plain Python, in all threads of this process.

    Kernels that are already loaded stay compiled."""
    global _on  # shared by all threads, as the kernels are
    _on = on


@contextlib.contextmanager
def compiled_only() -> Iterator[None]:
    """While `interpret` is on, let a kernel that is not in the cache raise NotInCacheError instead of running as
    Python.

    So a caller can find out quickly whether all kernels are in the cache."""
    global _refused
    _refused = True
    try:
        yield
    finally:
        _refused = False


def counts() -> tuple[int, int]:
    """How often this process did not find a kernel in the cache, and how many kernels it compiled."""
    return _counts["missed"], _counts["compiled"]


def or_as_python(compiled: Any, function: Callable[..., Any]) -> None:
    """Let a Numba dispatcher call its Python function while `interpret` is on and the cache has no machine code.

    Without machine code in memory for the types of the arguments, Numba calls `_compile_for_args`, which looks into the
    cache and then calls the compiler."""
    compile_for, compile_code = compiled._compile_for_args, compiled._compiler.compile
    as_python = np.errstate(over="ignore")(function)  # draws and hashes are computed modulo 2 ** 64
    missed = 0.0  # when the cache was last searched in vain

    def compile_or_not(*given: Any) -> Any:
        if _on:
            raise NotInCacheError
        result = compile_code(*given)
        _counts["compiled"] += 1
        return result

    def compile_or_interpret(*args: Any, **kwargs: Any) -> Any:
        nonlocal missed
        if _on and not _refused and time.monotonic() < missed + CACHE_RETRY_INTERVAL:
            return as_python
        try:
            return compile_for(*args, **kwargs)
        except NotInCacheError:
            missed = time.monotonic()
            _counts["missed"] += 1
            if _refused:
                raise
            return as_python

    compiled._compiler.compile = compile_or_not
    compiled._compile_for_args = compile_or_interpret
