"""The action and observation spaces of environments, as Gymnasium spaces."""

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete

from rookery.core.observation import bounds
from rookery.core.position import Game


def observation_space(game: Game) -> Dict:
    """The space of {"observation": [N] np.int8, "action_mask": [A] np.int8}."""
    mask = Box(0, 1, (game.facts.seat_actions,), np.int8)
    return Dict({"observation": flat_space(game), "action_mask": mask})


def flat_space(game: Game) -> Box:
    """The space of the observation alone: [N] np.int8."""
    low, high = bounds(game.observation)
    return Box(low, high, dtype=np.int8)


def action_space(game: Game) -> Discrete:
    """The actions of seats, numbered as in the game. The actions of chance have higher numbers. `sample(mask)` draws an
    action that the mask allows."""
    return Discrete(game.facts.seat_actions)
