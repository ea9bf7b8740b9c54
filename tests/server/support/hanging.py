"""Bots that never get ready."""

import time

from tests.server.support.brain import advise, levels

__all__ = ["advise", "levels", "warm_up"]


def warm_up(game, names=None):  # type: ignore[no-untyped-def]
    time.sleep(1000)
