"""Two bots of one level do not spend their rotations on turning one tile back and forth."""

import numpy as np
import pytest

import rookery
from rookery import bots
from rookery.games.grackles.board import QUARTERS, TOKENS
from rookery.games.grackles.rules import LINE, ROTATE

GAME = rookery.load("grackles")


def longest_quarrel(level: str, seed: int) -> int:
    """Rotations of one tile without anything else between them, in a game of two bots."""
    generator = np.random.default_rng(seed)
    position, tile, run, longest = GAME.start(seed=generator), -1, 0, 0
    while position.mover is not None:
        action = bots.choose(position.view(position.mover), level, generator)
        turned = (action - ROTATE) // QUARTERS if ROTATE <= action < LINE else -1
        run = 0 if turned < 0 else run + 1 if turned == tile else 1
        tile, longest = turned, max(longest, run)
        position = position.after(action).settled(generator)
    return longest


@pytest.mark.parametrize(
    ("level", "games", "mean", "long"),
    # without the evaluator's "hasty" the mean is 10 and 4.6, and 24 and 3 quarrels take more than one seat's tokens
    [("greedy", 24, 3.0, 1), pytest.param("medium", 12, 4.0, 1, marks=pytest.mark.soak)],
)
def test_one_tile_is_not_turned_until_all_rotations_are_gone(level: str, games: int, mean: float, long: int) -> None:
    """It may be fought for where the lines of both meet."""
    quarrels = [longest_quarrel(level, seed) for seed in range(games)]
    assert sum(quarrels) / games <= mean, quarrels
    assert sum(quarrel > TOKENS for quarrel in quarrels) <= long, quarrels
