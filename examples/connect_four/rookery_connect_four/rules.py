"""Connect Four on 7 columns and 6 rows. Actions are columns. Stones are bits, with one empty bit above each column:

6 13 20 27 34 41 48   always empty, so that no line continues in the next column
5 12 19 26 33 40 47
...
0  7 14 21 28 35 42
"""

from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.plain import weights as weights
from rookery.core.protocol import OVER, Actions, Array, Fields, Settings, Utilities, cell, packed

COLUMNS, ROWS = 7, 6
STEP = ROWS + 1  # bits from one column to the next
CELLS = COLUMNS * ROWS
NOBODY = -1
COLUMN = (1 << ROWS) - 1  # mask of column 0


class State(Fields):
    stones: Annotated[Array, cell(np.int64, 2, low=0, high=(1 << 49) - 1)]  # [seat] mask
    ply: Annotated[int, cell(np.int8, low=0, high=CELLS)]
    winner: Annotated[int, cell(np.int8, low=NOBODY, high=1)]  # NOBODY, or the seat with four in a line


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    pos.winner = NOBODY


@kernel
def mover(pos: State) -> int:
    """Red begins. Four in a line or a full board ends the game."""
    return OVER if pos.winner != NOBODY or pos.ply == CELLS else pos.ply & 1


@kernel
def legal(pos: State, actions: Actions) -> int:
    """All columns that are not full, until a player has won."""
    count = 0
    if pos.winner == NOBODY:
        stones = pos.stones[0] | pos.stones[1]
        for column in range(COLUMNS):
            if not stones >> (column * STEP + ROWS - 1) & 1:
                actions[count] = column
                count += 1
    return count


@kernel
def play(pos: State, column: int) -> None:
    """Drop a stone to the lowest empty cell of a column. Adding 1 at the bottom of the column carries to that cell."""
    bottom = 1 << (column * STEP)
    seat = pos.ply & 1
    pos.stones[seat] |= ((pos.stones[0] | pos.stones[1]) + bottom) & (COLUMN << (column * STEP))
    pos.ply += 1
    if has_four(pos.stones[seat]):
        pos.winner = seat


@kernel
def has_four(stones: int) -> bool:
    """Whether four of these stones are in a line: up, across, or along a diagonal."""
    for step in (1, STEP, STEP - 1, STEP + 1):
        pairs = stones & (stones >> step)
        if pairs & (pairs >> (2 * step)):
            return True
    return False


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """1 for the winner and -1 for the loser; 0 for both after a draw."""
    out[0] = 0.0 if pos.winner == NOBODY else 1.0 - 2.0 * pos.winner
    out[1] = -out[0]
