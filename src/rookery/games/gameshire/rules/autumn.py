"""Autumn: shading the gifts, meeting demands, delivering gifts. Rule IDs GS-.. are explained in rules.md."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Actions
from rookery.games.gameshire.rules.actions import ACT
from rookery.games.gameshire.rules.layout import AUTUMN, BITS, GIFTS, MATCHES, NONE, PLACES, State
from rookery.games.gameshire.rules.market import discard_pair
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.turns import begin_next_turn, draw_or_choose, end_game

ALL_GIFTS = (1 << GIFTS) - 1


# ── Set-up ───────────────────────────────────────────────────────────────────
@kernel
def begin_autumn(pos: State) -> None:
    """Begin Autumn: keep decks and market, turned over, and bring everybody back in. The player after the one whose
    turn it was begins (GS-40)."""
    pos.season, pos.out, pos.omit = AUTUMN, 0, 0
    pos.turn = (pos.turn + 1) % pos.players
    pos.asked, pos.left = pos.turn, GIFTS
    shade_gifts(pos)


@kernel
def to_shade(pos: State) -> int:
    """The mask of the asked player's unshaded boxes that hold the gift at hand. At this time only white boxes hold
    values, so the mask is never negative."""
    return int(pos.holding[pos.asked, pos.gifts[GIFTS - pos.left]] & ~pos.shaded[pos.asked])


@kernel
def shade_gifts(pos: State) -> None:
    """Let each player in turn shade a box for each gift (GS-40). Ask only if several boxes hold the gift; otherwise
    shade the only one, or none."""
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
    """Shade a box for the gift at hand."""
    pos.shaded[pos.asked] |= BITS[square]
    pos.left -= 1
    shade_gifts(pos)


# ── After a demand ───────────────────────────────────────────────────────────
@kernel
def matching_column(pos: State, which: int) -> int:
    """The first column whose undelivered gift is the crop (`which` 0) or the number (1) of the chosen pair's resource
    card; NONE if there is none."""
    for column in range(GIFTS):
        value = MATCHES[pos.set, pos.under[pos.chosen], which]
        if pos.gifts[column] == value and not pos.delivered >> column & 1:
            return column
    return NONE


@kernel
def demand_met(pos: State) -> None:
    """Deliver the gift that the resource card names. If it names two different undelivered gifts, the player chooses.
    If it names none, the player may discard other pairs (GS-43)."""
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
    """Deliver the gift of a column. The sixth delivery ends the game, and everybody wins (GS-45)."""
    pos.delivered |= 1 << column
    if pos.delivered == ALL_GIFTS:
        end_game(pos)
    else:
        demand_done(pos)


@kernel
def offer_refresh(pos: State) -> None:
    """Let the player discard other pairs, if the refresh count allows it and the market holds any (GS-43). Otherwise,
    finish the demand."""
    for place in range(PLACES):
        if pos.left > 0 and pos.market[place] != NONE and place != pos.chosen:
            pos.phase = PHASE.REFRESHING
            return
    demand_done(pos)


@kernel
def demand_done(pos: State) -> None:
    """Discard the pair at hand and begin the next turn."""
    pos.left = 0
    put_away(pos)
    begin_next_turn(pos)


@kernel
def put_away(pos: State) -> None:
    """Discard the chosen pair, if there is one. The effect of O ends with it (GS-32)."""
    if pos.chosen != NONE:
        discard_pair(pos, pos.chosen)
        pos.chosen, pos.recorder, pos.omit = NONE, NONE, 0


@kernel
def list_after_demand(pos: State, actions: Actions) -> int:
    """List the actions after a met demand: deliver one of two gifts, or discard pairs until DONE (GS-43). Return their
    number."""
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
