"""The first search of a game in a process compiles it, or loads what was compiled: that is no time for thinking, and
nobody is to wait for it in silence."""

import multiprocessing
import sys
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from rookery.core.position import Game
from rookery.core.uncompiled import counts

__all__ = ["get_ready"]

COMPILE_NOTICE_DELAY = 1.0  # seconds before anything is said


@dataclass(slots=True)
class _First:
    """One first search: in all threads but the one that does it, whoever asks for it waits."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    busy: bool = False
    done: bool = False


_KNOWN = WeakKeyDictionary[Game, dict[Hashable, _First]]()  # of this process; a game that nobody holds is forgotten
_FINDING = threading.Lock()


def get_ready(game: Game, kind: Hashable, first: Callable[[], object]) -> None:
    """Do `first`, a short search, unless one of this kind was done in this process already; if another thread does it
    now, wait for it. Say so on stderr if something has to be compiled and that takes more than a second. A process that
    works for another one says nothing: its stderr is that one's log."""
    with _FINDING:
        known = _KNOWN.setdefault(game, {}).setdefault(kind, _First())
    if known.done:
        return
    with known.lock:
        if known.done or known.busy:  # busy: `first` may be the very search that asks
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
    """`before`: how many kernels had been compiled."""
    while not over.wait(COMPILE_NOTICE_DELAY):
        if counts()[1] > before:
            sys.stderr.write(words)
            return
