"""Bots for tests that need no faults: their choices depend on the view and the seed, as those of rookery.bots."""

import random
from collections.abc import Iterable

from rookery.bots import Advice
from rookery.core.position import Game, Position


def levels(game: Game) -> tuple[str, ...]:
    return ("first", "last", "any")


def warm_up(game: Game, names: Iterable[str] | None = None) -> None:
    """There is nothing to do."""


def advise(view: Position, level: str, seed: int) -> Advice:
    legal = view.legal_actions
    chosen = {"first": legal[0], "last": legal[-1]}.get(level) or random.Random(f"{view.key} {seed}").choice(legal)
    return Advice(chosen, proved=False, chance=None)
