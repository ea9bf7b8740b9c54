"""The kinds of action in Gleebs and Grues."""

from rookery.core.kernel import kernel
from rookery.games.gleebs.rules import BLACK, GLEEBS, MOVES, NOTHING, SIZES, SQUARES, State

SMALL_PLACED, MEDIUM_PLACED, LARGE_PLACED, GRUE_PLACED, TAKES, COVERS, EATS, PINS, WALKS = range(9)
KINDS = (
    "places a small gleeb",
    "places a medium gleeb",
    "places a large gleeb",
    "places a grue",
    "lands on the other player's gleeb",
    "lands on an own gleeb",
    "lets a grue eat a gleeb",
    "lets a grue pin a stack",
    "moves a grue to an empty square",
)


@kernel
def kind(pos: State, action: int) -> int:
    """A move onto a stack is told by the gleeb on top of it."""
    if action < MOVES:
        piece = action // SQUARES
        return GRUE_PLACED if piece >= GLEEBS else SMALL_PLACED + piece % SIZES
    start, target = (action - MOVES) // SQUARES, (action - MOVES) % SQUARES
    prey = int(pos.top[target])
    if pos.top[start] >= BLACK * SIZES:
        if prey == NOTHING:
            return WALKS
        return EATS if pos.below[prey] == NOTHING else PINS
    return COVERS if prey // (2 * SIZES) == pos.turn else TAKES
