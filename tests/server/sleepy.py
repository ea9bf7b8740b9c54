"""Bots that take long to wake up: while they do, no game is ready."""

import time

from tests.server.brain import advise, warm_up
from tests.server.brain import levels as levels_of_brain

__all__ = ["advise", "levels", "warm_up"]


def levels(game):  # type: ignore[no-untyped-def]
    time.sleep(0.5)
    return levels_of_brain(game)
