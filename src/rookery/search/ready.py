"""The first search of a game in a process compiles it, or loads what was compiled: that is no time for thinking, and
nobody is to wait for it in silence."""

import multiprocessing
import sys
import threading
from collections.abc import Callable, Hashable

from rookery.core.position import Game

__all__ = ["get_ready"]

QUIET = 1.0  # seconds before anything is said

_READY = set[tuple[Game, Hashable]]()  # what was done in this process


def get_ready(game: Game, kind: Hashable, first: Callable[[], object]) -> None:
    """Do `first`, a short search, unless one of this kind was done in this process already; say so on stderr if it
    takes more than a second; a process that works for another one says nothing: its stderr is that one's log."""
    if (game, kind) in _READY:
        return
    _READY.add((game, kind))
    bell = threading.Timer(QUIET, sys.stderr.write, [f"Getting {game.facts.name} ready ...\n"])
    bell.daemon = True
    if multiprocessing.parent_process() is None:
        bell.start()
    try:
        first()
    except BaseException:
        _READY.discard((game, kind))
        raise
    finally:
        bell.cancel()
