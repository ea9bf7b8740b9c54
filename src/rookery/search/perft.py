"""Perft: the number of action sequences of a given length, the standard check of move generators."""

import numpy as np

from rookery.core.position import Position
from rookery.search.checks import check_whole


def perft(position: Position, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies; plies of chance count like others.

    Raises ValueError for a negative depth, CannotPlay for a view that hides something."""
    check_whole(position)
    if depth < 0:
        raise ValueError(f"depth {depth}; it must be 0 or more")
    game = position.game
    states = game.blank(depth + 1)
    states[0] = position.state
    actions = np.empty((depth + 1, game.facts.max_legal), np.int32)
    counts, tried = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
    return int(game.made("rookery.search.kernels.perft").perft(states, actions, counts, tried, depth))


def divide(position: Position, depth: int) -> dict[str, int]:
    """Perft by first action, in notation: shows where two programs differ. Raises ValueError unless depth >= 1,
    CannotPlay."""
    if depth < 1:
        raise ValueError(f"depth {depth}; it must be 1 or more to be divided")
    return {position.format(a): perft(position.after_unchecked(a), depth - 1) for a in position.legal_actions}
