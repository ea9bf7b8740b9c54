"""Bots that never get ready."""

import sys
import time

from tests.server.support.brain import advise, levels

__all__ = ["advise", "levels", "warm_up"]


def warm_up(game, names=None):  # type: ignore[no-untyped-def]
    sys.stderr.write("it hangs\n")
    time.sleep(1000)
