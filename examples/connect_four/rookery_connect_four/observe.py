"""The observation of Connect Four for learners."""

from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.observation import observed
from rookery.core.protocol import Array, Fields, cell
from rookery_connect_four.rules import COLUMNS, NOBODY, ROWS, STEP, State, mover


class Observation(Fields):
    own: Annotated[Array, cell(np.int8, ROWS, COLUMNS, low=0, high=1, means="own stones, rows from the bottom")]
    other: Annotated[
        Array, cell(np.int8, ROWS, COLUMNS, low=0, high=1, means="the other player's stones, rows from the bottom")
    ]
    mine: Annotated[int, cell(np.int8, low=0, high=1, means="1: it is the observer's turn")]
    won: Annotated[
        int, cell(np.int8, low=-1, high=1, means="1: the observer has four in a line, -1: the other player has")
    ]


OBSERVATION = observed(Observation)


@kernel
def observe(pos: State, seat: int, out: Observation) -> None:
    for row in range(ROWS):
        for column in range(COLUMNS):
            out.own[row, column] = pos.stones[seat] >> (column * STEP + row) & 1
            out.other[row, column] = pos.stones[1 - seat] >> (column * STEP + row) & 1
    out.mine = mover(pos) == seat
    if pos.winner != NOBODY:
        out.won = 1 if pos.winner == seat else -1
