"""KEEP keeps the points that were dealt, GIVE gives them to the next seat; actions 2 .. 4 deal 1 .. 3 points."""

from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.protocol import CHANCE, OVER, Actions, Array, Fields, Settings, Utilities, Weights, cell, packed

ROUNDS = 2
KEEP, GIVE, DEALS = range(3)


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=3)]
    ply: Annotated[int, cell(np.int8, low=0, high=12)]
    dealt: Annotated[int, cell(np.int8, low=0, high=3)]  # 0: chance deals next
    points: Annotated[Array, cell(np.int8, 3, low=0, high=18)]  # [seat]


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    pos.players = settings[0]


@kernel
def mover(pos: State) -> int:
    if pos.ply == 2 * ROUNDS * pos.players:
        return OVER
    return CHANCE if pos.dealt == 0 else pos.ply // 2 % pos.players


@kernel
def legal(pos: State, actions: Actions) -> int:
    if mover(pos) == OVER:
        return 0
    if pos.dealt == 0:
        for i in range(3):
            actions[i] = DEALS + i
        return 3
    actions[0], actions[1] = KEEP, GIVE
    return 2


@kernel
def weights(pos: State, actions: Actions, count: int, out: Weights) -> None:
    for i in range(count):
        out[i] = 2.0 if actions[i] == DEALS else 1.0


@kernel
def play(pos: State, action: int) -> None:
    if action >= DEALS:
        pos.dealt = action - DEALS + 1
    else:
        seat = pos.ply // 2 % pos.players
        pos.points[seat if action == KEEP else (seat + 1) % pos.players] += pos.dealt
        pos.dealt = 0
    pos.ply += 1


@kernel
def utilities(pos: State, out: Utilities) -> None:
    most, holders = -1, 0
    for seat in range(pos.players):
        if pos.points[seat] > most:
            most, holders = pos.points[seat], 0
        if pos.points[seat] == most:
            holders += 1
    for seat in range(pos.players):
        out[seat] = 0.0 if holders > 1 else 1.0 if pos.points[seat] == most else -1.0 / (pos.players - 1)
