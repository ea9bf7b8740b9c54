"""The rules of Hexes: the players fill a board with stones in turn; the largest group of one colour wins.

Action n puts a stone on cell n, counted row by row from the top left.
"""

from typing import Annotated

import numpy as np

from rookery.core.bits import count_bits, lowest_bit
from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize  # no chance, no secrets: these verbs are ready
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.plain import weights as weights
from rookery.core.protocol import OVER, Actions, Array, Fields, Settings, Utilities, cell, packed
from rookery.kit.boards import hexagons, touching
from rookery.kit.results import most_win
from rookery.workshop.starts.hexes.facts import CELLS, PLAYERS, SIDE

EMPTY = 0
MAX_PLAYERS = max(PLAYERS)
BOARD = hexagons(SIDE)
BESIDE = np.array([sum(1 << n for n in near) for near in touching(BOARD)])  # [cell] the cells around it, a bit each


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=MAX_PLAYERS)]
    turn: Annotated[int, cell(np.int8, low=0, high=MAX_PLAYERS - 1)]  # the seat that moves next
    cells: Annotated[Array, cell(np.int8, CELLS, low=EMPTY, high=MAX_PLAYERS)]  # EMPTY, or 1 + the seat of the stone


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    """The board is empty, and the first seat begins."""
    pos.players = settings[0]


@kernel
def mover(pos: State) -> int:
    """The seats in turn, until the board is full."""
    for place in range(CELLS):
        if pos.cells[place] == EMPTY:
            return int(pos.turn)
    return OVER


@kernel
def legal(pos: State, actions: Actions) -> int:
    """All empty cells."""
    count = 0
    for place in range(CELLS):
        if pos.cells[place] == EMPTY:
            actions[count] = place
            count += 1
    return count


@kernel
def play(pos: State, action: int) -> None:
    """Put the stone; then the next seat moves."""
    pos.cells[action] = pos.turn + 1
    pos.turn = (pos.turn + 1) % pos.players


@kernel
def largest_group(pos: State, seat: int) -> int:
    """The cells of the largest group of a seat's stones, a bit each; of several groups as large, the first."""
    left, largest = 0, 0
    for place in range(CELLS):
        if pos.cells[place] == seat + 1:
            left |= 1 << place
    while left:
        group, joined = 0, 1 << lowest_bit(left)
        while joined:
            place = lowest_bit(joined)
            group |= 1 << place
            joined = (joined | BESIDE[place]) & left & ~group
        left &= ~group
        if count_bits(group) > count_bits(largest):
            largest = group
    return largest


@kernel
def points(pos: State, seat: int) -> int:
    """The stones of the largest group."""
    return count_bits(largest_group(pos, seat))


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The largest group wins."""
    for seat in range(pos.players):
        out[seat] = float(points(pos, seat))
    most_win(out, pos.players)
