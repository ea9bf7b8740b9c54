"""The memory lent to kernels that choose between actions or estimate positions."""

import numpy as np

from rookery.core.networks import UNTRAINED, Network
from rookery.core.position import Position
from rookery.core.protocol import Stream
from rookery.search.kernels.bundles import NetworkMemory, Workspace


def workspace(position: Position, stream: Stream | None = None, network: Network = UNTRAINED) -> Workspace:
    """Room for the legal actions and the seats of this table, with the weights of the game's evaluator. A stream is for
    kernels that draw. A network estimates positions in the place of the evaluator's terms."""
    game, players = position.game, position.players
    luck = np.zeros(1, np.uint64) if stream is None else stream
    layers, values = np.zeros(len(network.layers), np.int64), np.zeros(sum(network.layers), np.float32)
    layers[:] = network.layers
    most = game.facts.max_legal
    return Workspace(
        game.weights_for(players),
        NetworkMemory(layers, network.numbers, values),
        np.empty(most, np.int32),
        np.empty(most),
        np.zeros(players),
        luck,
    )
