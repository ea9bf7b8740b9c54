"""The first search of a game in a process compiles it, or loads what was compiled: that is no time for thinking, and
nobody is to wait for it in silence."""

import multiprocessing
import sys
import threading
from collections.abc import Callable, Hashable

from rookery.core.position import Game
from rookery.core.uncompiled import counts

__all__ = ["get_ready"]

QUIET = 1.0  # seconds before anything is said

_READY = set[tuple[Game, Hashable]]()  # what was done in this process


def get_ready(game: Game, kind: Hashable, first: Callable[[], object]) -> None:
    """Do `first`, a short search, unless one of this kind was done in this process already; say so on stderr if
    something has to be compiled for it and that takes more than a second. A process that works for another one says
    nothing: its stderr is that one's log."""
    if (game, kind) in _READY:
        return
    _READY.add((game, kind))
    done = threading.Event()
    if multiprocessing.parent_process() is None:
        words = f"Getting {game.facts.name} ready ...\n"
        threading.Thread(target=_tell, args=(words, counts()[1], done), daemon=True).start()
    try:
        first()
    except BaseException:
        _READY.discard((game, kind))
        raise
    finally:
        done.set()


def _tell(words: str, before: int, done: threading.Event) -> None:
    """`before`: how many kernels had been compiled."""
    while not done.wait(QUIET):
        if counts()[1] > before:
            sys.stderr.write(words)
            return
