"""The market, the decks, and the draws of chance. Rule IDs GS-.. are explained in rules.md."""

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.core.protocol import Actions, Weights
from rookery.games.gameshire.components.sets import WRINKLES_PER_COLOUR
from rookery.games.gameshire.rules.actions import ACT, list_members
from rookery.games.gameshire.rules.layout import COLOUR_COUNT, NONE, PLACES, REVIEWED, WRINKLES, State
from rookery.games.gameshire.rules.phases import PHASE


# ── Places ───────────────────────────────────────────────────────────────────
@kernel
def count_pairs(pos: State) -> int:
    """The number of season cards in the market."""
    count = 0
    for place in range(PLACES):
        count += pos.market[place] != NONE
    return count


@kernel
def waiting_place(pos: State) -> int:
    """The first place with a season card but no resource card; NONE if there is none."""
    for place in range(PLACES):
        if pos.market[place] != NONE and pos.under[place] == NONE:
            return place
    return NONE


@kernel
def empty_place(pos: State) -> int:
    """The first empty place. There always is one: a market of three pairs grows by at most one with each skill use."""
    place = 0
    while pos.market[place] != NONE:
        place += 1
    return place


@kernel
def reveal_season_card(pos: State) -> None:
    """Move the top season card to the market (GS-11, GS-35)."""
    pos.market[empty_place(pos)] = pos.top
    pos.top = NONE


@kernel
def discard_pair(pos: State, place: int) -> None:
    """Discard both cards of a place (GS-11, GS-43)."""
    pos.season_discard |= 1 << int(pos.market[place])
    pos.resource_discard |= 1 << int(pos.under[place])
    pos.market[place], pos.under[place] = NONE, NONE


# ── Chance ───────────────────────────────────────────────────────────────────
@kernel
def list_draws(pos: State, actions: Actions) -> int:
    """List the possible draws of the phase and return their number: the first player or the wrinkles to review (GS-10),
    the next season card, the next resource card or wrinkle (GS-47)."""
    count = 0
    if pos.phase == PHASE.DRAWING_FIRST_SEAT:
        for seat in range(pos.players):
            actions[seat] = ACT.FIRST_SEAT + seat
        count = int(pos.players)
    elif pos.phase == PHASE.DRAWING_SEASON_CARD:
        count = list_members(ACT.SEASON_CARD, pos.season_deck, actions, count)
    elif pos.phase == PHASE.PICKING_WRINKLES:
        colour = picking_colour(pos)
        if colour != NONE:
            left = ~pos.picked & wrinkles_of_colour(colour)
            count = list_members(ACT.WRINKLE, left, actions, count)
    else:
        if pos.dealt:
            count = list_members(ACT.WRINKLE, possible_wrinkles(pos), actions, count)
        count = list_members(ACT.RESOURCE_CARD, pos.resource_deck, actions, count)
    return count


@kernel
def weights(pos: State, actions: Actions, count: int, out: Weights) -> None:
    """Give all cards of a deck the same weight. If nobody has seen the wrinkles, each one that can still come has an
    equal part of the weight of its colour."""
    for i in range(count):
        out[i] = 1.0
        wrinkle = actions[i] - ACT.WRINKLE
        if pos.phase == PHASE.DRAWING_RESOURCE_CARD and 0 <= wrinkle < WRINKLES and pos.reviewed != REVIEWED:
            colour = wrinkle // WRINKLES_PER_COLOUR
            out[i] = pos.in_deck[colour] / count_bits(~pos.drawn & wrinkles_of_colour(colour))


@kernel
def wrinkles_of_colour(colour: int) -> int:
    """The mask of a colour's wrinkles."""
    return ((1 << WRINKLES_PER_COLOUR) - 1) << (colour * WRINKLES_PER_COLOUR)


@kernel
def picking_colour(pos: State) -> int:
    """The first colour with wrinkles yet to be picked for review; NONE if there is none."""
    for colour in range(COLOUR_COUNT):
        if count_bits(pos.picked & wrinkles_of_colour(colour)) < pos.in_deck[colour]:
            return colour
    return NONE


@kernel
def possible_wrinkles(pos: State) -> int:
    """The mask of the wrinkles that can be drawn."""
    if pos.reviewed == REVIEWED:
        return pos.picked & ~pos.drawn
    mask = 0
    for colour in range(COLOUR_COUNT):
        if pos.in_deck[colour]:
            mask |= wrinkles_of_colour(colour) & ~pos.drawn
    return mask


@kernel
def count_wrinkles(pos: State) -> int:
    """The number of wrinkles yet to come."""
    return int(pos.in_deck[0] + pos.in_deck[1] + pos.in_deck[2])
