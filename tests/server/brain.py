"""Bots for tests of the server, in place of rookery.bots: one that plays, and one for each way to fail."""

import os
import time
from collections.abc import Callable

from rookery.core.position import Game, Position


def levels(game: Game) -> tuple[str, ...]:
    return ("first", "spread", "crash", "stuck", "cheat", "fail")


def warm_up(game: Game, report: Callable[[int, int, str], None]) -> None:
    report(1, 1, "nothing to do")


def choose(view: Position, level: str, seed: int) -> int:
    assert view.viewer == view.mover, "a bot must get its seat's view and nothing more"
    if level == "crash":
        os._exit(3)
    if level == "stuck":
        time.sleep(1000)
    if level == "cheat":
        return -5
    if level == "fail":
        raise ZeroDivisionError("a bot's own fault")
    return view.legal_actions[seed % len(view.legal_actions) if level == "spread" else 0]
