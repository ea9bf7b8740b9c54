from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.observation import observed
from rookery.core.protocol import Array, Fields, cell
from tests.peek.rules import CARDS, State, mover


class Observation(Fields):
    mine: Annotated[int, cell(np.int8, low=0, high=1, means="whether the observer decides now")]
    turn: Annotated[int, cell(np.int8, low=0, high=9, means="turns that are over")]
    dealing: Annotated[Array, cell(np.int8, 3, low=0, high=1, means="[seat] whether it is dealt a card, own first")]
    won: Annotated[Array, cell(np.int8, 3, low=0, high=1, means="[seat] whether it was right, own first")]
    cards: Annotated[Array, cell(np.int8, 3, low=0, high=CARDS, means="[seat] its card, 0 where it is not seen")]
    seen: Annotated[Array, cell(np.int8, 3, 3, low=0, high=1, means="[seat, seat] who has seen whose card")]
    looked: Annotated[Array, cell(np.int8, 3, low=0, high=1, means="[seat] whether it has looked, own first")]
    changed: Annotated[Array, cell(np.int8, 3, low=0, high=1, means="[seat] whether it has changed, own first")]


OBSERVATION = observed(Observation)


@kernel
def observe(pos: State, seat: int, out: Observation) -> None:
    out.mine = mover(pos) == seat
    out.turn = pos.turn
    for other in range(pos.players):
        at = (other - seat) % pos.players
        out.dealing[at] = pos.dealing == other
        out.won[at] = pos.winner == other
        out.cards[at], out.looked[at], out.changed[at] = pos.cards[other], pos.looked[other], pos.changed[other]
        for whose in range(pos.players):
            out.seen[at, (whose - seat) % pos.players] = pos.seen[other, whose]
