"""The rules of Squares: the players put stones on a board in turn; the first with four in a row wins.

Action n puts a stone on square n, counted row by row from the top left.
"""

from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize  # no chance, no secrets: these verbs are ready
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.plain import weights as weights
from rookery.core.protocol import OVER, Actions, Array, Fields, Settings, Utilities, cell, packed
from rookery.kit.results import most_win
from rookery.workshop.starts.squares.facts import PLAYERS, SIZE

LINE = 4  # stones in a row that win
SQUARES = SIZE * SIZE
EMPTY, NOBODY = 0, -1
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))  # rows and columns to the next square of a line
MAX_PLAYERS = max(PLAYERS)


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=MAX_PLAYERS)]
    turn: Annotated[int, cell(np.int8, low=0, high=MAX_PLAYERS - 1)]  # the seat that moves next
    winner: Annotated[int, cell(np.int8, low=NOBODY, high=MAX_PLAYERS - 1)]
    squares: Annotated[Array, cell(np.int8, SQUARES, low=EMPTY, high=MAX_PLAYERS)]  # EMPTY, or 1 + the stone's seat


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    """The board is empty, and the first seat begins."""
    pos.players = settings[0]
    pos.winner = NOBODY


@kernel
def mover(pos: State) -> int:
    """The seats in turn, until one has won or the board is full."""
    if pos.winner != NOBODY:
        return OVER
    for square in range(SQUARES):
        if pos.squares[square] == EMPTY:
            return int(pos.turn)
    return OVER


@kernel
def legal(pos: State, actions: Actions) -> int:
    """All empty squares."""
    count = 0
    if pos.winner != NOBODY:
        return count
    for square in range(SQUARES):
        if pos.squares[square] == EMPTY:
            actions[count] = square
            count += 1
    return count


@kernel
def play(pos: State, action: int) -> None:
    """Put the stone; then the next seat moves."""
    seat = int(pos.turn)
    pos.squares[action] = seat + 1
    if has_line(pos, action):
        pos.winner = seat
    pos.turn = (seat + 1) % pos.players


@kernel
def has_line(pos: State, square: int) -> bool:
    """Whether the stone on a square is part of a line of its colour that is long enough."""
    found = False
    for down, right in WAYS:
        found |= 1 + run(pos, square, down, right) + run(pos, square, -down, -right) >= LINE
    return found


@kernel
def run(pos: State, square: int, down: int, right: int) -> int:
    """How many stones of the same colour follow a square in one direction."""
    row, column, count = square // SIZE + down, square % SIZE + right, 0
    while 0 <= row < SIZE and 0 <= column < SIZE and pos.squares[row * SIZE + column] == pos.squares[square]:
        row, column, count = row + down, column + right, count + 1
    return count


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The winner takes all; on a full board without a line nobody wins."""
    for seat in range(pos.players):
        out[seat] = 1.0 if seat == pos.winner else 0.0
    most_win(out, pos.players)
