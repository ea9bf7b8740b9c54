"""Autumn: gifts are shaded, demands met, gifts delivered. Rules GS-.. are those of rules.md."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions
from rookery.games.gameshire.rules.actions import ACT
from rookery.games.gameshire.rules.layout import (
    AUTUMN,
    BITS,
    GIFTS,
    MATCHES,
    NONE,
    PLACES,
    State,
)
from rookery.games.gameshire.rules.market import discard_pair
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.turns import begin_next_turn, draw_or_choose, end_game

ALL_GIFTS = (1 << GIFTS) - 1


# ── Set-up ───────────────────────────────────────────────────────────────────
@kernel
def begin_autumn(pos: State) -> None:
    """Decks and market are turned over as they are, everybody is in again; after the last active player the next one in
    order begins (GS-40)."""
    pos.season, pos.out, pos.omit = AUTUMN, 0, 0
    pos.turn = (pos.turn + 1) % pos.players
    pos.asked, pos.left = pos.turn, GIFTS
    shade_gifts(pos)


@kernel
def to_shade(pos: State) -> int:
    """The asked player's boxes that hold the gift at hand. All values stand in white boxes, so the mask is no negative
    number."""
    return int(pos.holding[pos.asked, pos.gifts[GIFTS - pos.left]] & ~pos.shaded[pos.asked])


@kernel
def shade_gifts(pos: State) -> None:
    """Player by player and gift by gift, one box that holds it: by itself where there is only one (GS-40)."""
    while True:
        while pos.left > 0:
            found = to_shade(pos)
            if found & (found - 1):
                pos.phase = PHASE.SHADING
                return
            pos.shaded[pos.asked] |= found
            pos.left -= 1
        pos.asked = (pos.asked + 1) % pos.players
        if pos.asked == pos.turn:
            pos.asked = NONE
            draw_or_choose(pos)
            return
        pos.left = GIFTS


@kernel
def shade_square(pos: State, square: int) -> None:
    """One box for the gift at hand."""
    pos.shaded[pos.asked] |= BITS[square]
    pos.left -= 1
    shade_gifts(pos)


# ── After a demand ───────────────────────────────────────────────────────────
@kernel
def matching_column(pos: State, which: int) -> int:
    """The first column whose undelivered gift is the crop (0) or the number (1) of the chosen pair's resource card."""
    for column in range(GIFTS):
        value = MATCHES[pos.set, pos.under[pos.chosen], which]
        if pos.gifts[column] == value and not pos.delivered >> column & 1:
            return column
    return NONE


@kernel
def demand_met(pos: State) -> None:
    """A gift that the resource card names is delivered; of two different ones the player says which. Otherwise other
    demands may be discarded (GS-43)."""
    pos.recorder = NONE
    crop, cows = matching_column(pos, 0), matching_column(pos, 1)
    if crop != NONE and cows != NONE:
        pos.phase = PHASE.DELIVERING
    elif crop != NONE or cows != NONE:
        deliver_gift(pos, max(crop, cows))
    else:
        pos.left = pos.refreshed
        offer_refresh(pos)


@kernel
def deliver_gift(pos: State, column: int) -> None:
    """When all six are delivered, everybody wins (GS-45)."""
    pos.delivered |= 1 << column
    if pos.delivered == ALL_GIFTS:
        end_game(pos)
    else:
        demand_done(pos)


@kernel
def offer_refresh(pos: State) -> None:
    """While pairs may be discarded and there are others than the one at hand (GS-43)."""
    for place in range(PLACES):
        if pos.left > 0 and pos.market[place] != NONE and place != pos.chosen:
            pos.phase = PHASE.REFRESHING
            return
    demand_done(pos)


@kernel
def demand_done(pos: State) -> None:
    """The pair at hand is discarded; next turn."""
    pos.left = 0
    put_away(pos)
    begin_next_turn(pos)


@kernel
def put_away(pos: State) -> None:
    """The chosen pair, if there is one, leaves the market, and O is no longer in force (GS-32)."""
    if pos.chosen != NONE:
        discard_pair(pos, pos.chosen)
        pos.chosen, pos.recorder, pos.omit = NONE, NONE, 0


@kernel
def list_after_demand(pos: State, actions: Actions) -> int:
    """What the player whose turn it is may do after a demand is met (GS-43)."""
    count = 0
    if pos.phase == PHASE.DELIVERING:
        actions[0], actions[1] = ACT.DELIVER + matching_column(pos, 0), ACT.DELIVER + matching_column(pos, 1)
        return 2
    for place in range(PLACES):
        if pos.market[place] != NONE and place != pos.chosen:
            actions[count] = ACT.DISCARD + place
            count += 1
    actions[count] = ACT.DONE
    return count + 1
