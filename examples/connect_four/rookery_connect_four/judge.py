"""What helps a search: the middle first, and left is like right."""

from rookery.core.kernel import kernel
from rookery.core.plain_judge import WEIGHTS as WEIGHTS
from rookery.core.plain_judge import evaluate as evaluate
from rookery.core.plain_judge import simplify as simplify
from rookery.core.protocol import Actions, Weights
from rookery_connect_four.rules import COLUMN, COLUMNS, STEP, Position

SYMMETRIES = 2


@kernel
def order(pos: Position, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """Middle columns lie in more lines."""
    for i in range(count):
        scores[i] = -abs(actions[i] - COLUMNS // 2)


@kernel
def prove_first(pos: Position, actions: Actions, count: int, scores: Weights) -> None:
    """The same: a proof knows no better."""
    for i in range(count):
        scores[i] = -abs(actions[i] - COLUMNS // 2)


@kernel
def mirror(pos: Position, which: int) -> None:
    """Image 1 is left and right exchanged."""
    for seat in range(2 * which):
        stones, turned = pos.stones[seat], 0
        for column in range(COLUMNS):
            turned |= (stones >> (column * STEP) & COLUMN) << ((COLUMNS - 1 - column) * STEP)
        pos.stones[seat] = turned


@kernel
def mirror_action(action: int, which: int) -> int:
    return COLUMNS - 1 - action if which else action


@kernel
def mirror_seat(seat: int, which: int) -> int:
    return seat
