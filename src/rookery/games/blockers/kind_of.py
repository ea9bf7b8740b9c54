"""The kinds of action in Blockers!."""

import numpy as np

from rookery.core.kernel import kernel
from rookery.games.blockers.rules import EMPTY, SKIP, State
from rookery.games.blockers.spaces import KINDS as TILE_KINDS
from rookery.games.blockers.spaces import SPACES, WILD

PLACES, PLACES_WILD, CAPTURES, CAPTURES_BY_WILD, SKIPS = range(5)
KINDS = (
    "places a tile on an empty space",
    "places the wild tile on an empty space",
    "captures with a tile",
    "captures with the wild tile",
    "skips a turn",
)


@kernel
def kind(pos: State, action: int) -> int:
    """By the tile, and by what lies on its space."""
    if action >= SKIP:
        return SKIPS
    wild = action // SPACES % TILE_KINDS == WILD
    if np.int64(pos.board[action % SPACES]) == EMPTY:
        return PLACES_WILD if wild else PLACES
    return CAPTURES_BY_WILD if wild else CAPTURES
