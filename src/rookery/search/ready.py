"""Loads the kernels of a search, or compiles them to modules, before its time is measured."""

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from rookery.core.position import Game


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
    it."""
    with _FINDING:
        known = _KNOWN.setdefault(game, {}).setdefault(kind, _First())
    if known.done:
        return
    with known.lock:
        if known.done or known.busy:  # busy: `first` itself has called this function
            return
        known.busy = True
        try:
            first()
            known.done = True
        finally:
            known.busy = False
