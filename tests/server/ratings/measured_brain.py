"""Bots of the levels that the arena has measured, for tests that need no play of theirs."""

import rookery
from rookery.core.position import Game
from rookery.ratings import scale_of
from tests.server.ratings.rated_tables import DUEL
from tests.server.support.calm_brain import advise, warm_up

__all__ = ["advise", "levels", "warm_up"]


def levels(game: Game) -> tuple[str, ...]:
    return tuple(scale_of(rookery.load(DUEL), 2).anchors)
