"""What environments take and give, as Gymnasium's spaces say it."""

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from rookery.core.observation import bounds
from rookery.core.position import Game

__all__ = ["action_space", "flat_space", "observation_space"]


def observation_space(game: Game) -> Dict:
    """Of {"observation": [N] np.int8, "action_mask": [A] np.int8}."""
    mask = Box(0, 1, (game.facts.seat_actions,), np.int8)
    return Dict({"observation": flat_space(game), "action_mask": mask})


def flat_space(game: Game) -> Box:
    """Of the observation alone: [N] np.int8."""
    low, high = bounds(game.observation)
    return Box(low, high, dtype=np.int8)


def action_space(game: Game) -> Discrete:
    """What seats choose among, by the game's own ids; those of chance come after them. `sample(mask)` draws one of the
    actions that a mask allows."""
    return Discrete(game.facts.seat_actions)
