"""Compiles or loads the kernels of a search before its time is measured, and reports a long wait."""

import multiprocessing
import sys
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from rookery.core.compiling.uncompiled import counts
from rookery.core.position import Game

__all__ = ["get_ready"]

COMPILE_NOTICE_DELAY = 1.0  # seconds before the wait is reported


@dataclass(slots=True)
class _First:
    """One first search; other threads that need it wait for the lock."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    busy: bool = False
    done: bool = False


_KNOWN = WeakKeyDictionary[Game, dict[Hashable, _First]]()  # of this process; unreferenced games drop out
_FINDING = threading.Lock()


def get_ready(game: Game, kind: Hashable, first: Callable[[], object]) -> None:
    """Run `first`, a short search, unless this process has already run one of this kind; wait if another thread runs
    it.

    If kernels are compiled for more than a second, a line on stderr says so. Child processes write nothing, because
    their stderr is their parent's log."""
    with _FINDING:
        known = _KNOWN.setdefault(game, {}).setdefault(kind, _First())
    if known.done:
        return
    with known.lock:
        if known.done or known.busy:  # busy: `first` itself has called this function
            return
        known.busy = True
        try:
            _do(game, first)
            known.done = True
        finally:
            known.busy = False


def _do(game: Game, first: Callable[[], object]) -> None:
    over = threading.Event()
    if multiprocessing.parent_process() is None:
        words = f"Getting {game.facts.name} ready ...\n"
        threading.Thread(target=_tell, args=(words, counts()[1], over), daemon=True).start()
    try:
        first()
    finally:
        over.set()


def _tell(words: str, before: int, over: threading.Event) -> None:
    """Write `words` once more than `before` kernels have been compiled, unless `over` is set first."""
    while not over.wait(COMPILE_NOTICE_DELAY):
        if counts()[1] > before:
            sys.stderr.write(words)
            return
