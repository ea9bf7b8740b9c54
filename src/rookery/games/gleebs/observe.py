"""What learners see of Gleebs and Grues.

Pieces are numbered as in rules.py, but this seat's come first: for seat 1 red and green are 0 .. 5, blue and yellow
6 .. 11. What the table's options say shows in the phase.
"""

from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.observation import observed
from rookery.core.protocol import Array, Fields, cell
from rookery.games.gleebs.rules import (
    ENDED,
    GLEEBS,
    GRUES_WIN,
    IN_HAND,
    NOBODY,
    NOTHING,
    PIECES,
    SQUARES,
    State,
    mover,
)

BOARD_SIDE = 4  # squares across and down


class Observation(Fields):
    top: Annotated[
        Array,
        cell(
            np.int8,
            PIECES,
            BOARD_SIDE,
            BOARD_SIDE,
            low=0,
            high=1,
            means="[piece, row, column] 1: the topmost piece of that square, rows from the bottom; six own gleebs, six "
            "others, three grues, each small, medium, large",
        ),
    ]
    below: Annotated[
        Array,
        cell(
            np.int8,
            PIECES,
            GLEEBS,
            low=0,
            high=1,
            means="[piece, gleeb] 1: the piece stands on that gleeb",
        ),
    ]
    pips: Annotated[
        Array,
        cell(
            np.int8,
            BOARD_SIDE,
            BOARD_SIDE,
            low=0,
            high=24,
            means="[row, column] pips of the gleebs in the stack there, rows from the bottom",
        ),
    ]
    in_hand: Annotated[Array, cell(np.int8, PIECES, low=0, high=1, means="[piece] 1: not yet on the board")]
    phase: Annotated[
        Array,
        cell(
            np.int8,
            ENDED + 1,
            low=0,
            high=1,
            means="one of: who begins, grues drawn, grues placed, placement, gleeb step, grue step, ended",
        ),
    ]
    turn: Annotated[int, cell(np.int8, low=0, high=1, means="1: this seat's turn; while grues come, one goes first")]
    mine: Annotated[int, cell(np.int8, low=0, high=1, means="1: one decides now")]
    winner: Annotated[
        Array,
        cell(
            np.int8,
            GRUES_WIN + 1,
            low=0,
            high=1,
            means="one of: won, lost, the grues won; none while it goes on",
        ),
    ]


OBSERVATION = observed(Observation)


@kernel
def observe(pos: State, seat: int, out: Observation) -> None:
    for square in range(SQUARES):
        if pos.top[square] != NOTHING:
            out.top[seen_by(seat, pos.top[square]), square // BOARD_SIDE, square % BOARD_SIDE] = 1
            out.pips[square // BOARD_SIDE, square % BOARD_SIDE] = pos.pips[square]
    for piece in range(PIECES):
        if pos.below[piece] != NOTHING:
            out.below[seen_by(seat, piece), seen_by(seat, pos.below[piece])] = 1
        out.in_hand[seen_by(seat, piece)] = pos.in_hand >> piece & 1
    out.phase[pos.phase] = 1
    out.turn = pos.turn == seat
    out.mine = mover(pos) == seat
    if pos.winner == GRUES_WIN:
        out.winner[GRUES_WIN] = 1
    elif pos.winner != NOBODY:
        out.winner[pos.winner ^ seat] = 1


@kernel
def seen_by(seat: int, piece: int) -> int:
    """The number of a piece in an observation, where this seat's pieces come first."""
    return piece if seat == 0 or piece >= GLEEBS else (piece + IN_HAND) % GLEEBS
