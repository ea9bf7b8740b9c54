"""CHECK also folds, BET also calls; actions 2 .. 4 deal a jack, a queen or a king."""

from typing import Annotated

import numpy as np

from rookery.core.chance import below
from rookery.core.kernel import kernel
from rookery.core.plain import weights as weights
from rookery.core.protocol import CHANCE, OVER, Actions, Array, Fields, Settings, Stream, Utilities, cell, packed

CHECK, BET, DEALS = range(3)
CARDS = 3
UNKNOWN = 0  # in `cards`: not dealt, or hidden
STAKE = 0.5  # the utility of one coin: at most two are lost


class State(Fields):
    dealt: Annotated[int, cell(np.int8, low=0, high=2)]
    cards: Annotated[Array, cell(np.int8, 2, low=UNKNOWN, high=CARDS)]  # [seat]
    plies: Annotated[int, cell(np.int8, low=0, high=3)]  # decisions so far
    bets: Annotated[Array, cell(np.int8, 3, low=0, high=1)]  # [decision] CHECK or BET


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    """Nothing is dealt."""


@kernel
def mover(pos: State) -> int:
    if pos.dealt < 2:
        return CHANCE
    ended = pos.plies == 3 or (pos.plies == 2 and not (pos.bets[0] == CHECK and pos.bets[1] == BET))
    return OVER if ended else int(pos.plies % 2)


@kernel
def legal(pos: State, actions: Actions) -> int:
    count = 0
    if pos.dealt < 2:
        for card in range(CARDS):
            if pos.cards[0] != card + 1:
                actions[count] = DEALS + card
                count += 1
    elif mover(pos) != OVER:
        actions[0], actions[1] = CHECK, BET
        count = 2
    return count


@kernel
def play(pos: State, action: int) -> None:
    if action >= DEALS:
        pos.cards[pos.dealt] = action - DEALS + 1
        pos.dealt += 1
    else:
        pos.bets[pos.plies] = action
        pos.plies += 1


@kernel
def utilities(pos: State, out: Utilities) -> None:
    bets = int(pos.bets[0] + pos.bets[1] + pos.bets[2])
    first_wins = pos.cards[0] > pos.cards[1]
    if bets == 1:  # one bet that was not called
        first_wins = pos.bets[0] == BET
    coins = 2.0 if bets == 2 else 1.0
    out[0] = STAKE * coins * (1.0 if first_wins else -1.0)
    out[1] = -out[0]


@kernel
def hide(pos: State, seat: int) -> None:
    for other in range(2):
        if other != seat:
            pos.cards[other] = UNKNOWN


@kernel
def knows(pos: State, action: int, seat: int) -> bool:
    return bool(action < DEALS or pos.dealt == seat)


@kernel
def determinize(pos: State, seat: int, stream: Stream) -> None:
    for other in range(pos.dealt):
        while pos.cards[other] == UNKNOWN:
            card = below(stream, CARDS) + 1
            if card != pos.cards[1 - other]:
                pos.cards[other] = card


@kernel
def undo(pos: State) -> int:
    """Take back the last bet or check; deals stay."""
    if pos.plies == 0:
        return -1
    pos.plies -= 1
    action = int(pos.bets[pos.plies])
    pos.bets[pos.plies] = 0
    return action
