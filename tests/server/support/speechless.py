"""Bots that never list their levels, so that a request for the games waits."""

import time

from tests.server.support.brain import advise, warm_up

__all__ = ["advise", "levels", "warm_up"]


def levels(game):  # type: ignore[no-untyped-def]
    time.sleep(1000)
