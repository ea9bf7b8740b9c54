"""The verbs of a game, called on an array of one state; results are plain Python numbers."""

import numpy as np

from rookery.core.position import Game
from rookery.core.protocol import States, cells_of


def mover(game: Game, states: States) -> int:
    return int(game.bindings.mover(states, 0))


def legal(game: Game, states: States) -> list[int]:
    actions = np.empty(game.facts.max_legal, np.int32)
    return list(actions[: game.bindings.legal(states, 0, actions)].tolist())


def weights(game: Game, states: States, legal: list[int]) -> list[float]:
    weights = np.zeros(len(legal))
    game.bindings.weights(states, 0, np.array(legal, np.int32), len(legal), weights)
    return list(weights.tolist())


def utilities(game: Game, states: States, players: int) -> list[float]:
    out = np.full(players, np.nan)
    game.bindings.utilities(states, 0, out)
    return list(out.tolist())


def after(game: Game, states: States, action: int) -> States:
    """Play an action, and return the same array."""
    game.bindings.play(states, 0, action)
    return states


def out_of_range(game: Game, states: States) -> str:
    """Which field of a state is outside its range, as a clause; "" if none is."""
    for name, cell in cells_of(game.fields).items():
        values = states[name]
        if values.min() < cell.low or values.max() > cell.high:
            return f"{name} must be {cell.low} .. {cell.high}, but is {values.tolist()[0]}"
    return ""
