"""The rules of Three Wells: everybody goes to a well in secret; those who meet there share its water, unless one has
brought a lid; the most water wins.

Actions: 0 .. 2 go to a well; 3 .. 5 go there with the lid; of chance: 6 .. 11 show such a choice; 12 .. 14 rain on a
well.

All players decide at the same time. Here the seats decide one after another, and nobody learns what the others have
decided until all have; then each choice is shown, as a ply of its own, before anybody decides again.
"""

from typing import Annotated

import numpy as np

from rookery.core.chance import below
from rookery.core.kernel import kernel
from rookery.core.plain import weights as weights  # all wells are equally likely to get the rain
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
    cell,
    packed,
)
from rookery.kit.results import most_win
from three_wells.facts import COLOURS, ROUNDS, WAYS, WELLS

SEATS = len(COLOURS)  # at most
BEGIN = (3, 4, 5)  # [well] buckets
FULL = 9  # buckets that a well can hold
ALONE, UNDER_LID = 4, 3  # buckets that a player takes at most: alone at a well without a lid; with the only lid
MUCH_RAIN, RAIN = 4, 1  # buckets for the well that is drawn, and for the others
MOST = ROUNDS * ALONE  # buckets that a player can take in a game
UNKNOWN = 0  # a choice that was not made, or is hidden. Others: 1 + its action
SHOW, RAINS = WAYS, 2 * WAYS  # the first actions of chance


class State(Fields):
    players: Annotated[int, cell(np.int8, low=2, high=SEATS)]
    round: Annotated[int, cell(np.int8, low=0, high=ROUNDS)]  # rounds that are over
    decided: Annotated[int, cell(np.int8, low=0, high=SEATS)]  # seats that have decided in this round: the first ones
    shown: Annotated[int, cell(np.int8, low=0, high=SEATS)]  # seats whose choices are shown: the first ones
    wells: Annotated[Array, cell(np.int8, WELLS, low=0, high=FULL)]  # [well] buckets of water
    water: Annotated[Array, cell(np.int8, SEATS, low=0, high=MOST)]  # [seat] buckets that it has taken
    lids: Annotated[Array, cell(np.int8, SEATS, low=0, high=1)]  # [seat] has its lid, as far as everybody knows
    chosen: Annotated[Array, cell(np.int8, SEATS, low=UNKNOWN, high=WAYS)]  # [seat] its choice of this round
    last: Annotated[Array, cell(np.int8, SEATS, low=UNKNOWN, high=WAYS)]  # [seat] its choice of the round before
    took: Annotated[Array, cell(np.int8, SEATS, low=0, high=ALONE)]  # [seat] buckets it took when all came last


STATE = packed(State)


@kernel
def setup(pos: State, settings: Settings) -> None:
    """The wells hold their first water, and everybody has a lid."""
    pos.players = settings[0]
    for well in range(WELLS):
        pos.wells[well] = BEGIN[well]
    for seat in range(pos.players):
        pos.lids[seat] = 1


@kernel
def mover(pos: State) -> int:
    """The seats decide; then chance shows their choices, and rains."""
    if pos.round == ROUNDS:
        return OVER
    return int(pos.decided) if pos.decided < pos.players else CHANCE


@kernel
def legal(pos: State, actions: Actions) -> int:
    """Go to any well, with the lid only if it was not used; of chance: show the next choice, or rain on any well."""
    if pos.round == ROUNDS:
        return 0
    if pos.decided < pos.players:
        count = WAYS if pos.lids[pos.decided] else WELLS
        for way in range(count):
            actions[way] = way
        return count
    if pos.shown < pos.players:
        actions[0] = SHOW + pos.chosen[pos.shown] - 1
        return 1
    for well in range(WELLS):
        actions[well] = RAINS + well
    return WELLS


@kernel
def play(pos: State, action: int) -> None:
    """Decide, show a choice, or rain. When the last choice is shown, the water is taken."""
    if action >= RAINS:
        rain(pos, action - RAINS)
    elif action >= SHOW:
        pos.chosen[pos.shown] = action - SHOW + 1
        pos.shown += 1
        if pos.shown == pos.players:
            pos.took[:] = 0
            for well in range(WELLS):
                draw(pos, well)
    else:
        pos.chosen[pos.decided] = action + 1
        pos.decided += 1


@kernel
def draw(pos: State, well: int) -> None:
    """Those who came to a well take water, and the lids that they brought are used up."""
    came, lids, holder = 0, 0, 0
    for seat in range(pos.players):
        if (pos.chosen[seat] - 1) % WELLS == well:
            came += 1
            if pos.chosen[seat] > WELLS:
                lids += 1
                holder = seat
                pos.lids[seat] = 0
    there = int(pos.wells[well])
    for seat in range(pos.players):
        if (pos.chosen[seat] - 1) % WELLS == well:
            share = 0
            if lids == 1:
                share = min(UNDER_LID, there) if seat == holder else 0
            elif lids == 0:
                share = min(ALONE, there) if came == 1 else there // came
            pos.took[seat] = share
            pos.water[seat] += share
            pos.wells[well] -= share


@kernel
def rain(pos: State, chosen: int) -> None:
    """All wells get water, one more than the others; the round is over."""
    for well in range(WELLS):
        pos.wells[well] = min(FULL, pos.wells[well] + (MUCH_RAIN if well == chosen else RAIN))
    for seat in range(pos.players):
        pos.last[seat] = pos.chosen[seat]
    pos.chosen[:] = UNKNOWN
    pos.decided, pos.shown = 0, 0
    pos.round += 1


@kernel
def points(pos: State, seat: int) -> int:
    """The water."""
    return int(pos.water[seat])


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The most water wins."""
    for seat in range(pos.players):
        out[seat] = float(pos.water[seat])
    most_win(out, pos.players)


# ── Secrets ──────────────────────────────────────────────────────────────────
@kernel
def hide(pos: State, seat: int) -> None:
    """Blank the choices of the other seats that are not shown. A spectator, seat -1, sees none."""
    for other in range(pos.shown, pos.players):
        if other != seat:
            pos.chosen[other] = UNKNOWN


@kernel
def knows(pos: State, action: int, seat: int) -> bool:
    """Only the seat that decides may know what; what is shown, and the rain, everybody knows."""
    return bool(action >= SHOW or pos.decided == seat)


@kernel
def determinize(pos: State, seat: int, stream: Stream) -> None:
    """Fill in what the others have decided, as if blindly."""
    for other in range(pos.shown, pos.decided):
        if pos.chosen[other] == UNKNOWN:
            pos.chosen[other] = 1 + any_way(pos, other, stream)


@kernel
def resample_history(pos: State, seen: State, seat: int, history: Actions, stream: Stream) -> None:
    """Fill in what the others have decided: what was shown of them later in the round, or anything that was legal."""
    for ply in range(len(history)):
        if history[ply] == UNTOLD:
            shown = ply + pos.players  # the seats decide in the order in which their choices are shown
            history[ply] = history[shown] - SHOW if shown < len(history) else any_way(pos, int(pos.decided), stream)
        play(pos, history[ply])


@kernel
def any_way(pos: State, seat: int, stream: Stream) -> int:
    """A random choice of a seat. All wells are equally likely; a lid, which is good for one of six rounds, comes along
    in one of six choices."""
    well = below(stream, WELLS)
    return well + (WELLS if pos.lids[seat] and below(stream, ROUNDS) == 0 else 0)
