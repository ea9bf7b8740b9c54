"""Action n takes n stones."""

from typing import Annotated

from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.plain import weights as weights
from rookery.core.protocol import OVER, Actions, Fields, Settings, Utilities, cell, packed
from tests.laws.heap.facts import MOST

STONES = 20
FEWEST = 1  # stones a turn


class State(Fields):
    stones: Annotated[int, cell(int, low=0, high=STONES)]
    turn: Annotated[int, cell(int, low=0, high=1)]


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    pos.stones = STONES


@kernel
def mover(pos: State) -> int:
    return pos.turn if pos.stones >= FEWEST else OVER


@kernel
def legal(pos: State, actions: Actions) -> int:
    count = 0
    for stones in range(FEWEST, min(MOST, pos.stones) + 1):
        actions[count] = stones
        count += 1
    return count


@kernel
def play(pos: State, stones: int) -> None:
    pos.stones -= stones
    pos.turn = 1 - pos.turn


@kernel
def utilities(pos: State, out: Utilities) -> None:
    out[pos.turn] = -1.0
    out[1 - pos.turn] = 1.0
