"""Kernels that nobody has compiled yet, as plain Python: the same results, some hundred times slower.

A process that is to answer at once compiles nothing while `interpret` is on. Other processes compile into the cache
meanwhile; a kernel that is not there is looked for again half a second later.

That both play the same game is tested (tests/server/bots/test_compile_scheduler.py), and all laws of our games are
tried in plain Python, too. Of somebody else's game its author has to see to it: `NUMBA_DISABLE_JIT=1 python -m
rookery.testing`.
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
    """Nobody has compiled this kernel yet."""


def interpret(on: bool) -> None:
    """Whether kernels that are not in the cache run as plain Python in this process from now on, in all its threads.
    Kernels that were loaded stay loaded."""
    global _on  # of the process, as the kernels are
    _on = on


@contextlib.contextmanager
def compiled_only() -> Iterator[None]:
    """Inside, a kernel that is not in the cache raises NotInCacheError and does not run as plain Python: who only asks
    whether all of them are there need not wait for that."""
    global _refused
    _refused = True
    try:
        yield
    finally:
        _refused = False


def counts() -> tuple[int, int]:
    """Of this process so far: how often a kernel was not in the cache and ran as Python, and how many were compiled."""
    return _counts["missed"], _counts["compiled"]


def or_as_python(compiled: Any, function: Callable[..., Any]) -> None:
    """Let a Numba dispatcher run as the function that it was made of, where `interpret` says so.

    Numba asks `_compile_for_args` for something to call where it has no machine code in memory for such arguments; that
    looks into the cache, and then asks the compiler."""
    compile_for, compile_code = compiled._compile_for_args, compiled._compiler.compile
    as_python = np.errstate(over="ignore")(function)  # draws and hashes are numbers modulo 2 ** 64
    missed = 0.0  # when it was not in the cache

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
