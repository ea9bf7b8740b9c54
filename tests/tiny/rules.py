"""Verbs without @kernel: mutants replace them one by one. Actions: 0 .. 2 mark a cell; 3 .. 5 deal the cards 1 .. 3."""

from typing import Annotated, Any

import numpy as np

from rookery.core.chance import below
from rookery.core.protocol import (
    CHANCE,
    OVER,
    UNTOLD,
    Actions,
    Array,
    Fields,
    Settings,
    Stream,
    Utilities,
    Weights,
    cell,
    packed,
)

CELLS = 3
CARDS = 3
EMPTY = -1  # in `cells`
UNKNOWN = 0  # in `cards`: not dealt, or hidden


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=3)]
    bonus: Annotated[int, cell(np.int8, low=0, high=9)]
    ply: Annotated[int, cell(np.int8, low=0, high=6)]
    cells: Annotated[Array, cell(np.int8, CELLS, low=EMPTY, high=2)]  # [cell] the seat that marked it
    cards: Annotated[Array, cell(np.int8, 3, low=UNKNOWN, high=CARDS)]  # [seat]


STATE = packed(State)


def setup(pos: State, settings: Settings) -> None:
    pos.players, pos.bonus = settings[0], settings[1]
    pos.cells[:] = EMPTY


def mover(pos: State) -> int:
    if pos.ply < pos.players:
        return CHANCE
    return OVER if pos.ply == pos.players + CELLS else int((pos.ply - pos.players) % pos.players)


def legal(pos: State, actions: Actions) -> int:
    listed = []
    if mover(pos) == CHANCE:
        listed = [CELLS, CELLS + 1, CELLS + 2]
    elif mover(pos) != OVER:
        listed = [cell for cell in range(CELLS) if pos.cells[cell] == EMPTY]
    actions[: len(listed)] = listed
    return len(listed)


def play(pos: State, action: int) -> None:
    if action >= CELLS:
        pos.cards[pos.ply] = action - CELLS + 1
    else:
        pos.cells[action] = mover(pos)
    pos.ply += 1


def undo(pos: State) -> int:
    """A card that was dealt, or the only mark of a seat; of several marks, nobody knows which was the last."""
    last = int(pos.ply) - 1
    if 0 <= last < pos.players:
        action = CELLS + int(pos.cards[last]) - 1
        pos.cards[last] = UNKNOWN
    else:
        marks = [cell for cell in range(CELLS) if last >= 0 and pos.cells[cell] == (last - pos.players) % pos.players]
        if len(marks) != 1:
            return -1
        action = marks[0]
        pos.cells[action] = EMPTY
    pos.ply = last
    return action


def weights(pos: State, actions: Actions, count: int, out: Weights) -> None:
    """A 1 is twice as likely."""
    for i in range(count):
        out[i] = 2.0 if actions[i] == CELLS else 1.0


def points(pos: State, seat: int) -> int:
    return int(pos.cards[seat] + (pos.bonus if pos.cells[1] == seat else 0))


def utilities(pos: State, out: Utilities) -> None:
    found = [int(pos.cards[seat] + (pos.bonus if pos.cells[1] == seat else 0)) for seat in range(pos.players)]
    best = [seat for seat in range(pos.players) if found[seat] == max(found)]
    for seat in range(pos.players):
        out[seat] = 0.0 if len(best) > 1 else 1.0 if seat == best[0] else -1.0 / (pos.players - 1)


def hide(pos: State, seat: int) -> None:
    """The others' cards, until it is over."""
    if mover(pos) != OVER:
        for other in range(pos.players):
            if other != seat:
                pos.cards[other] = UNKNOWN


def knows(pos: State, action: int, seat: int) -> bool:
    """A card is for the eyes of who gets it."""
    return bool(action < CELLS or seat == pos.ply)


def determinize(pos: State, seat: int, stream: Stream) -> None:
    for other in range(min(int(pos.ply), int(pos.players))):
        if pos.cards[other] == UNKNOWN:
            pos.cards[other] = max(1, below(stream, 4))


def resample_history(pos: State, seen: Any, seat: int, history: Actions, stream: Stream) -> None:
    """What is shown at the end, or any card."""
    for ply in range(len(history)):
        if history[ply] == UNTOLD:
            card = seen.cards[ply] if seen.cards[ply] != UNKNOWN else max(1, below(stream, 4))
            history[ply] = CELLS + card - 1
