"""Bots for tests of the server, instead of rookery.bots: one that plays, and one for each way to fail."""

import os
import time
from collections.abc import Iterable

from rookery.bots import Advice
from rookery.core.position import Game, Position


def levels(game: Game) -> tuple[str, ...]:
    # the middle level stands in for people who are away, so it must not fail
    return ("first", "spread", "crash", "stuck", "sure", "slow", "cheat", "fail", "loads")


def warm_up(game: Game, names: Iterable[str] | None = None) -> None:
    if names is not None and "loads" in names:
        time.sleep(1.0)


def advise(view: Position, level: str, seed: int) -> Advice:
    assert view.viewer == view.mover, "a bot must get its seat's view and nothing more"
    if level == "crash":
        os._exit(3)
    if level == "stuck":
        time.sleep(1000)
    if level == "slow":
        time.sleep(0.4)
    if level == "cheat":
        return Advice(-5, proved=False, chance=None)
    if level == "fail":
        raise ZeroDivisionError("a bot's own fault")
    action = view.legal_actions[seed % len(view.legal_actions) if level == "spread" else 0]
    return Advice(action, proved=level == "sure", chance=1.0)
