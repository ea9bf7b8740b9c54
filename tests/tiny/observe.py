from typing import Annotated, Any

import numpy as np

from rookery.core.observation import observed
from rookery.core.protocol import Array, Fields, cell
from tests.tiny.rules import CARDS, CELLS, EMPTY, State, mover


class Observation(Fields):
    mine: Annotated[int, cell(np.int8, low=0, high=1, means="whether the observer decides now")]
    ply: Annotated[int, cell(np.int8, low=0, high=6, means="number of actions so far")]
    own: Annotated[Array, cell(np.int8, 3, CELLS, low=0, high=1, means="[seat, cell] its cells, the own ones first")]
    cards: Annotated[Array, cell(np.int8, 3, low=0, high=CARDS, means="[seat] its card, 0 where it is not seen")]


OBSERVATION = observed(Observation)


def observe(pos: State, seat: int, out: Any) -> None:
    """The bonus is an option, the same all along."""
    out.mine, out.ply = mover(pos) == seat, pos.ply
    for at, other in enumerate(pos.cells):
        if other != EMPTY:
            out.own[(other - seat) % pos.players, at] = 1
    for other in range(pos.players):
        out.cards[(other - seat) % pos.players] = pos.cards[other]
