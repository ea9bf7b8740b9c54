"""The kinds of action in Grackles."""

from rookery.core.kernel import kernel
from rookery.games.grackles.board import State
from rookery.games.grackles.rules import DRAW, EXTEND, LINE, PASS, ROTATE

DRAWS, PASSES, PLACES, ROTATES, SETTLES, EXTENDS = range(6)
KINDS = ("draws a tile", "passes", "places a tile", "rotates a tile", "begins a line", "extends a line")


@kernel
def kind(pos: State, action: int) -> int:
    """The ids alone tell it."""
    if action == DRAW:
        return DRAWS
    if action == PASS:
        return PASSES
    if action < ROTATE:
        return PLACES
    if action < LINE:
        return ROTATES
    return SETTLES if action < EXTEND else EXTENDS
