"""The evaluator of Connect Four: middle columns first, threats first in proofs, mirror symmetry."""

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.core.plain_evaluator import INPUTS as INPUTS
from rookery.core.plain_evaluator import WEIGHTS as WEIGHTS
from rookery.core.plain_evaluator import evaluate as evaluate
from rookery.core.plain_evaluator import inputs as inputs
from rookery.core.plain_evaluator import simplify as simplify
from rookery.core.protocol import Actions, Weights
from rookery_connect_four.rules import CELLS, COLUMN, COLUMNS, STEP, State

SYMMETRIES = 2
MIDDLE = 0.1  # cost of each column away from the middle; a threat is worth 1
EMPTY_BOARD = sum(COLUMN << (column * STEP) for column in range(COLUMNS))


@kernel
def order(pos: State, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """Middle columns first, because more lines go through them."""
    for i in range(count):
        scores[i] = -abs(actions[i] - COLUMNS // 2)


@kernel
def prove_first(pos: State, actions: Actions, count: int, scores: Weights) -> None:
    """Score a stone that wins highest, then a stone that blocks a win of the other player, then stones by the threats
    they make. Score a stone lowest if the other player could win on top of it."""
    seat = pos.ply & 1
    own, other = pos.stones[seat], pos.stones[1 - seat]
    wins, losses = completing(own, other), completing(other, own)
    for i in range(count):
        column = actions[i] * STEP
        cell = ((own | other) + (1 << column)) & (COLUMN << column) & ~(own | other)
        scores[i] = -MIDDLE * abs(actions[i] - COLUMNS // 2)
        if cell & wins:
            scores[i] += 4 * CELLS
        elif cell & losses:
            scores[i] += 2 * CELLS
        elif (cell << 1) & losses:
            scores[i] -= CELLS
        scores[i] += count_bits(completing(own | cell, other))


@kernel
def completing(stones: int, others: int) -> int:
    """The mask of empty cells, reachable or not, that complete four in a line with these stones: three stones on one
    side of the cell, or two on one side and one on the other."""
    cells = (stones << 1) & (stones << 2) & (stones << 3)
    for step in (STEP, STEP - 1, STEP + 1):
        above, below = (stones << step) & (stones << (2 * step)), (stones >> step) & (stones >> (2 * step))
        cells |= above & ((stones << (3 * step)) | (stones >> step))
        cells |= below & ((stones >> (3 * step)) | (stones << step))
    return cells & EMPTY_BOARD & ~(stones | others)


@kernel
def mirror(pos: State, which: int) -> None:
    """Exchange left and right in image 1; image 0 changes nothing."""
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
