"""What kernels that choose between actions are lent."""

import numpy as np

from rookery.core.position import Position
from rookery.core.protocol import Stream
from rookery.search.kernels.bundles import Workspace

__all__ = ["workspace"]


def workspace(position: Position, stream: Stream | None = None) -> Workspace:
    """Room for the legal actions and the seats of this table, with the weights of the game's evaluator. A stream is for
    kernels that draw."""
    most, estimate = position.game.facts.max_legal, np.zeros(position.players)
    luck = np.zeros(1, np.uint64) if stream is None else stream
    return Workspace(position.game.weights, np.empty(most, np.int32), np.empty(most), estimate, luck)
