"""The rules of Dice: roll, move one of your pawns so far, and leap over the others; both pawns home win.

Action n moves the pawn n of the seat. Action PAWNS + n, of chance, rolls n + 1.
"""

from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize  # no secrets: these verbs are ready
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.plain import weights as weights  # all sides of the die are equally likely
from rookery.core.protocol import CHANCE, OVER, Actions, Array, Fields, Settings, Utilities, cell, packed
from rookery.kit.results import most_win
from rookery.workshop.starts.dice.facts import COLOURS, PAWNS, SIDES, TRACK

SEATS = len(COLOURS)  # at most
NOBODY, NO_ROLL = -1, 0
START, HOME = 0, TRACK + 1  # the squares between them are 1 .. TRACK
ROLLS = PAWNS


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=SEATS)]
    turn: Annotated[int, cell(np.int8, low=0, high=SEATS - 1)]  # the seat that moves next
    die: Annotated[int, cell(np.int8, low=NO_ROLL, high=SIDES)]
    pawns: Annotated[Array, cell(np.int8, SEATS, PAWNS, low=START, high=HOME)]  # [seat, pawn] the square it is on


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    """All pawns stand at the start, and the first seat begins."""
    pos.players = settings[0]


@kernel
def mover(pos: State) -> int:
    """Chance rolls for the seats in turn, until one has won."""
    if winner(pos) != NOBODY:
        return OVER
    return CHANCE if pos.die == NO_ROLL else int(pos.turn)


@kernel
def winner(pos: State) -> int:
    """The seat whose pawns are all home."""
    for seat in range(pos.players):
        home = 0
        for pawn in range(PAWNS):
            home += pos.pawns[seat, pawn] == HOME
        if home == PAWNS:
            return seat
    return NOBODY


@kernel
def legal(pos: State, actions: Actions) -> int:
    """All sides of the die; or the pawns that are not home, of those on the same square only the first."""
    seat, count = mover(pos), 0
    if seat == CHANCE:
        for side in range(SIDES):
            actions[side] = ROLLS + side
        return SIDES
    if seat == OVER:
        return count
    for pawn in range(PAWNS):
        square = pos.pawns[seat, pawn]
        if square != HOME and (pawn == 0 or square != pos.pawns[seat, pawn - 1]):
            actions[count] = pawn
            count += 1
    return count


@kernel
def play(pos: State, action: int) -> None:
    """Roll; or move a pawn, after which the next seat has its turn."""
    if action >= ROLLS:
        pos.die = action - ROLLS + 1
        return
    pos.pawns[pos.turn, action] = landing(pos, int(pos.pawns[pos.turn, action]))
    pos.die = NO_ROLL
    pos.turn = (pos.turn + 1) % pos.players


@kernel
def landing(pos: State, square: int) -> int:
    """The square that a pawn reaches from one: if pawns stand in its way there, the next free one."""
    square += pos.die
    while square < HOME and is_taken(pos, square):
        square += 1
    return min(square, HOME)


@kernel
def is_taken(pos: State, square: int) -> bool:
    """Whether a pawn stands on a square."""
    found = False
    for seat in range(pos.players):
        for pawn in range(PAWNS):
            found |= pos.pawns[seat, pawn] == square
    return found


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The winner takes all."""
    for seat in range(pos.players):
        out[seat] = 1.0 if seat == winner(pos) else 0.0
    most_win(out, pos.players)
