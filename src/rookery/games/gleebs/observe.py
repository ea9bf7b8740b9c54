"""Observations of Gleebs and Grues, for learners.

Pieces are numbered as in rules.py, but this seat's come first: for seat 1 red and green are 0 .. 5, blue and yellow
6 .. 11. The table's options show in the phase.
"""

from typing import Annotated

from rookery.core.kernel import kernel
from rookery.core.observation import entries, observed
from rookery.core.protocol import Array, Fields
from rookery.games.gleebs import rules
from rookery.games.gleebs.rules import State

BOARD_SIDE = 4  # squares across and down
SQUARES_SHAPE = BOARD_SIDE, BOARD_SIDE


class Observation(Fields):
    top: Annotated[
        Array,
        entries(
            "[piece, row, column] 1: the topmost piece of that square, rows from the bottom; six own gleebs, six "
            "others, three grues, each small, medium, large",
            rules.PIECES,
            *SQUARES_SHAPE,
        ),
    ]
    below: Annotated[Array, entries("[piece, gleeb] 1: the piece stands on that gleeb", rules.PIECES, rules.GLEEBS)]
    pips: Annotated[
        Array,
        entries("[row, column] pips of the gleebs in the stack there, rows from the bottom", *SQUARES_SHAPE, high=24),
    ]
    in_hand: Annotated[Array, entries("[piece] 1: not yet on the board", rules.PIECES)]
    phase: Annotated[
        Array,
        entries(
            "one of: who begins, grues drawn, grues placed, placement, gleeb step, grue step, ended", rules.ENDED + 1
        ),
    ]
    turn: Annotated[int, entries("1: this seat's turn; while grues come, one goes first")]
    mine: Annotated[int, entries("1: one decides now")]
    winner: Annotated[Array, entries("one of: won, lost, the grues won; none while it goes on", rules.GRUES_WIN + 1)]


OBSERVATION = observed(Observation)


@kernel
def observe(pos: State, seat: int, out: Observation) -> None:
    for square in range(rules.SQUARES):
        if pos.top[square] != rules.NOTHING:
            out.top[seen_by(seat, pos.top[square]), square // BOARD_SIDE, square % BOARD_SIDE] = 1
            out.pips[square // BOARD_SIDE, square % BOARD_SIDE] = pos.pips[square]
    for piece in range(rules.PIECES):
        if pos.below[piece] != rules.NOTHING:
            out.below[seen_by(seat, piece), seen_by(seat, pos.below[piece])] = 1
        out.in_hand[seen_by(seat, piece)] = pos.in_hand >> piece & 1
    out.phase[pos.phase] = 1
    out.turn = pos.turn == seat
    out.mine = rules.mover(pos) == seat
    if pos.winner == rules.GRUES_WIN:
        out.winner[rules.GRUES_WIN] = 1
    elif pos.winner != rules.NOBODY:
        out.winner[pos.winner ^ seat] = 1


@kernel
def seen_by(seat: int, piece: int) -> int:
    """The number of a piece in an observation, where this seat's pieces come first."""
    return piece if seat == 0 or piece >= rules.GLEEBS else (piece + rules.IN_HAND) % rules.GLEEBS
