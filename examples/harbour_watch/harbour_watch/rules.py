"""The rules of Harbour Watch: a team hauls, tows and anchors five boats that the sea drives to the rocks; it wins when
four are home.

Boats are numbered from 0. Actions HAUL + b, BRING + b and ANCHOR + b concern boat b; TOW + p the boats FIRST_OF[p] and
SECOND_OF[p]; CHEER is the Cook's. Action DRIFT + b, of chance, is the sea, which draws boat b.
"""

from typing import Annotated

import numpy as np

from harbour_watch.facts import BOATS, DRIFTS, MOUTH, PAIRS, SEATS, TURNS
from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize  # no secrets: these verbs are ready
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.plain import weights as weights  # all boats outside are equally likely
from rookery.core.protocol import CHANCE, OVER, Actions, Array, Fields, Settings, Utilities, cell, packed

PILOT, ENGINEER, KEEPER, COOK = 0, 1, 2, 3
LOST, HOME = 0, MOUTH + 1  # of boats; between them is the distance from the rocks
BEGIN = 4  # the distance of every boat at the beginning
NOWHERE = -1  # where the anchor is when it is on no boat
NEEDED, TOO_MANY = 4, 2  # boats at home to win, boats lost to lose
HAUL, BRING, ANCHOR = 0, BOATS, 2 * BOATS
TOW = 3 * BOATS
CHEER = TOW + PAIRS
DRIFT = CHEER + 1
# [pair] the boats of a tow
FIRST_OF = tuple(a for a in range(BOATS) for b in range(a + 1, BOATS))
SECOND_OF = tuple(b for a in range(BOATS) for b in range(a + 1, BOATS))


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=len(SEATS))]
    turn: Annotated[int, cell(np.int8, low=0, high=TURNS)]  # turns that are over; seats follow one another
    work: Annotated[int, cell(np.int8, low=0, high=2)]  # actions that the seat still has in this turn
    sea: Annotated[int, cell(np.int8, low=0, high=DRIFTS)]  # times that the sea still moves in this turn
    cheered: Annotated[int, cell(np.int8, low=0, high=1)]  # the next player will have two actions
    anchor: Annotated[int, cell(np.int8, low=NOWHERE, high=BOATS - 1)]  # the boat that does not drift, or NOWHERE
    boats: Annotated[Array, cell(np.int8, BOATS, low=LOST, high=HOME)]  # [boat]


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    """All boats lie at the same distance; the Pilot begins."""
    pos.players = settings[0]
    pos.work = 1
    pos.anchor = NOWHERE
    pos.boats[:] = BEGIN


@kernel
def mover(pos: State) -> int:
    """The seats in turn, and after each the sea."""
    if pos.work > 0:
        return seat_of(pos)
    return CHANCE if pos.sea > 0 else OVER


@kernel
def seat_of(pos: State) -> int:
    """The seat whose turn it is."""
    return int(pos.turn % pos.players)


@kernel
def boats_at(pos: State, place: int) -> int:
    """How many boats are LOST, HOME, or at a distance."""
    count = 0
    for boat in range(BOATS):
        count += pos.boats[boat] == place
    return count


@kernel
def is_outside(pos: State, boat: int) -> bool:
    """Whether a boat is neither lost nor home."""
    return bool(pos.boats[boat] != LOST and pos.boats[boat] != HOME)


@kernel
def can_move(pos: State, boat: int) -> bool:
    """Whether a boat is outside and not yet at the mouth."""
    return bool(is_outside(pos, boat) and pos.boats[boat] < MOUTH)


@kernel
def legal(pos: State, actions: Actions) -> int:
    """HW-02: haul, tow, bring home; the Keeper may anchor, the Cook may cheer. HW-08: the sea draws a boat outside."""
    seat, count = mover(pos), 0
    if seat == OVER:
        return count
    if seat == CHANCE:
        for boat in range(BOATS):
            if is_outside(pos, boat):
                actions[count] = DRIFT + boat
                count += 1
        return count
    for boat in range(BOATS):
        if can_move(pos, boat):
            actions[count] = HAUL + boat
            count += 1
        if pos.boats[boat] == MOUTH:
            actions[count] = BRING + boat
            count += 1
        if seat == KEEPER and is_outside(pos, boat):
            actions[count] = ANCHOR + boat
            count += 1
    for pair in range(PAIRS):
        if can_move(pos, FIRST_OF[pair]) and can_move(pos, SECOND_OF[pair]):
            actions[count] = TOW + pair
            count += 1
    if seat == COOK:
        actions[count] = CHEER
        count += 1
    return count


@kernel
def play(pos: State, action: int) -> None:
    """Do the work of a turn, or let the sea move."""
    if action >= DRIFT:
        drift(pos, action - DRIFT)
        return
    seat = seat_of(pos)
    if action == CHEER:
        pos.cheered = 1
    elif action >= TOW:
        far = tow_length(seat)
        move_away(pos, FIRST_OF[action - TOW], far)
        move_away(pos, SECOND_OF[action - TOW], far)
    elif action >= ANCHOR:
        pos.anchor = action - ANCHOR
    elif action >= BRING:
        pos.boats[action - BRING] = HOME
        if pos.anchor == action - BRING:
            pos.anchor = NOWHERE
    else:
        move_away(pos, action - HAUL, haul_length(seat))
    pos.work -= 1
    if boats_at(pos, HOME) >= NEEDED:
        finish(pos)
    elif pos.work == 0:
        pos.sea = DRIFTS


@kernel
def haul_length(seat: int) -> int:
    """HW-03: how far a seat hauls a boat."""
    return 3 if seat == PILOT else 2


@kernel
def tow_length(seat: int) -> int:
    """HW-04: how far a seat tows each of two boats."""
    return 2 if seat == ENGINEER else 1


@kernel
def move_away(pos: State, boat: int, far: int) -> None:
    """Move a boat away from the rocks, to the mouth at most."""
    pos.boats[boat] = min(MOUTH, pos.boats[boat] + far)


@kernel
def drift(pos: State, boat: int) -> None:
    """HW-08: the boat drifts, unless it is anchored. After the second time the next turn begins."""
    if pos.anchor != boat:
        pos.boats[boat] -= 1
    pos.sea -= 1
    if boats_at(pos, LOST) >= TOO_MANY:
        finish(pos)
    elif pos.sea == 0:
        begin_turn(pos)


@kernel
def begin_turn(pos: State) -> None:
    """HW-06: the anchor comes up when the Keeper's turn begins. HW-07: after a cheer there are two actions."""
    pos.turn += 1
    if pos.turn == TURNS:
        finish(pos)
        return
    pos.work = 1 + pos.cheered
    pos.cheered = 0
    if seat_of(pos) == KEEPER:
        pos.anchor = NOWHERE


@kernel
def finish(pos: State) -> None:
    """Nobody moves any more."""
    pos.work, pos.sea, pos.cheered = 0, 0, 0


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The team wins or loses together."""
    for seat in range(pos.players):
        out[seat] = 1.0 if boats_at(pos, HOME) >= NEEDED else -1.0
