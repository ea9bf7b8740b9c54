"""What kernels that choose between actions are lent."""

import numpy as np

from rookery.core.position import Position
from rookery.search.kernels.bundles import Workspace

__all__ = ["workspace"]


def workspace(position: Position) -> Workspace:
    """Room for the legal actions and seats of this table, with the weights of the game's judge."""
    most = position.game.facts.max_legal
    return Workspace(position.game.weights, np.empty(most, np.int32), np.empty(most), np.zeros(position.players))
