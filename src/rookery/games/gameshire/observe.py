"""The observation of Gameshire for learners. It contains everything on the table, because nothing is hidden.

Seats are counted from the observer, in turn order; with fewer than six players, the cells at the end stay 0. Crops are
in the order W O R P G Y, cards and wrinkles in the order of their numbers. The contents of cards are not repeated:
`set` and `players` determine them.
"""

from typing import Annotated

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.observation import entries, observed
from rookery.core.protocol import Array, Fields
from rookery.games.gameshire.components import sets
from rookery.games.gameshire.components.demands import MOST_COWS
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.spring import boons_left
from rookery.games.gameshire.rules.verbs import mover

CROP_KINDS = layout.FIRST_COW - 1
MAP_SHAPE = layout.SIDE, layout.SIDE  # rows and columns


class Observation(Fields):
    """[seat] is counted from the observer. A field is 1 where its meaning holds, else 0, unless it is called a
    number."""

    # who decides what
    mine: Annotated[int, entries("whether the observer decides now")]
    autumn: Annotated[int, entries("whether Spring is over")]
    phase: Annotated[
        Array,
        entries(
            "[phase] who begins, wrinkles to review, next season card, next resource card, choosing, "
            "recording, crowns, erasing, writing, shading gifts, delivering, refreshing, crossing out, "
            "forgetting a skill, the end",
            PHASE.ENDED + 1,
        ),
    ]
    back: Annotated[Array, entries("[phase] choosing or recording resumes afterwards", 2)]
    turn: Annotated[Array, entries("[seat] whose turn it is", layout.SEATS)]
    recorder: Annotated[Array, entries("[seat] who records the chosen card", layout.SEATS)]
    asked: Annotated[Array, entries("[seat] who is asked to erase, write, shade or cross out", layout.SEATS)]
    user: Annotated[Array, entries("[seat] who used the skill in progress", layout.SEATS)]
    left: Annotated[
        int, entries("number of boxes to cross out, gifts to shade, or pairs that may be discarded", high=layout.SEATS)
    ]
    out: Annotated[Array, entries("[seat] who is out for the season", layout.SEATS)]
    # the table
    players: Annotated[Array, entries("[players - 1] how many play", layout.SEATS)]
    set: Annotated[
        Array,
        entries(
            "[set] which cards and maps are used, by the number of the set; 0 is the house set", 1 + sets.MOST_SETS
        ),
    ]
    unseen: Annotated[int, entries("whether wrinkles are not reviewed at the start")]
    # the market and the decks
    market: Annotated[Array, entries("[place, card] season cards", layout.PLACES, layout.SEASONS)]
    under: Annotated[Array, entries("[place, card] resource cards under them", layout.PLACES, layout.RESOURCES)]
    chosen: Annotated[Array, entries("[place] the pair that is being recorded", layout.PLACES)]
    omit: Annotated[int, entries("whether skill O lets a box be left out")]
    top: Annotated[Array, entries("[card] season card in sight on the deck", layout.SEASONS)]
    season_deck: Annotated[Array, entries("[card] season cards under it", layout.SEASONS)]
    season_discard: Annotated[Array, entries("[card] season cards discarded", layout.SEASONS)]
    resource_deck: Annotated[Array, entries("[card] resource cards in the deck", layout.RESOURCES)]
    resource_discard: Annotated[Array, entries("[card] resource cards discarded", layout.RESOURCES)]
    width: Annotated[int, entries("number of pairs after a refill", low=1, high=layout.MARKET_WIDTH)]
    refreshed: Annotated[int, entries("number of pairs that may be discarded after a demand", high=layout.REFRESHED)]
    # wrinkles
    dealt: Annotated[int, entries("whether the first market is complete: wrinkles may come")]
    in_deck: Annotated[
        Array,
        entries(
            "[colour] number of green, yellow and red wrinkles yet to come",
            layout.COLOUR_COUNT,
            high=sets.WRINKLES_PER_COLOUR,
        ),
    ]
    picked: Annotated[Array, entries("[wrinkle] those seen at the start", layout.WRINKLES)]
    drawn: Annotated[Array, entries("[wrinkle] those drawn so far", layout.WRINKLES)]
    wrinkle: Annotated[Array, entries("[wrinkle] the one that takes effect now", layout.WRINKLES)]
    upright: Annotated[int, entries("whether shapes may not be turned")]
    unmirrored: Annotated[int, entries("whether shapes may not be mirrored")]
    needed: Annotated[int, entries("number of filled boxes that every demanded area needs", high=4)]
    followers_meet: Annotated[int, entries("whether all must meet a demand, not only who chose it")]
    # the team
    gifts: Annotated[
        Array, entries("[column, value] chosen gifts: six crops, then one to six cows", layout.GIFTS, layout.VALUES - 1)
    ]
    giver: Annotated[Array, entries("[column, seat] who chose it", layout.GIFTS, layout.SEATS)]
    delivered: Annotated[Array, entries("[column] gifts that are delivered", layout.GIFTS)]
    covered: Annotated[Array, entries("[column] crowns to choose from", layout.GIFTS)]
    learned: Annotated[Array, entries("[crop] skills that are learned", layout.SKILLS)]
    uses: Annotated[int, entries("number of skills used so far", high=layout.MOST_USES)]
    dearer: Annotated[int, entries("number of boons that wrinkles add to the next use", high=100)]
    purse: Annotated[int, entries("number of boons to spend", high=layout.SEATS * layout.LINES)]
    boons: Annotated[
        Array, entries("[seat, line] columns A to F and rows 1 to 6 that earned a boon", layout.SEATS, layout.LINES)
    ]
    # maps
    crops: Annotated[
        Array, entries("[seat, crop, row, column] boxes that hold the crop", layout.SEATS, CROP_KINDS, *MAP_SHAPE)
    ]
    cows: Annotated[
        Array, entries("[seat, row, column] number of cows in the box", layout.SEATS, *MAP_SHAPE, high=MOST_COWS)
    ]
    crossed: Annotated[Array, entries("[seat, row, column] boxes that are crossed out", layout.SEATS, *MAP_SHAPE)]
    shaded: Annotated[Array, entries("[seat, row, column] boxes that are shaded", layout.SEATS, *MAP_SHAPE)]
    crowns: Annotated[Array, entries("[seat, row, column] boxes with a crown", layout.SEATS, *MAP_SHAPE)]
    hammers: Annotated[Array, entries("[seat, row, column] boxes with a hammer", layout.SEATS, *MAP_SHAPE)]


OBSERVATION = observed(Observation)


@kernel
def observe(pos: State, seat: int, out: Observation) -> None:
    """Write the observation of a seat to `out`, which contains zeros."""
    see_decision(pos, seat, out)
    see_market(pos, out)
    see_wrinkles(pos, out)
    see_team(pos, seat, out)
    for other in range(pos.players):
        see_map(pos, other, (other - seat) % pos.players, out)


@kernel
def see_decision(pos: State, seat: int, out: Observation) -> None:
    """Write who decides what, and the options of the table."""
    out.mine, out.autumn = mover(pos) == seat, pos.season
    out.phase[pos.phase] = 1
    if pos.back:
        out.back[pos.back - PHASE.CHOOSING] = 1
    if pos.phase != PHASE.DRAWING_FIRST_SEAT:
        out.turn[(pos.turn - seat) % pos.players] = 1
    if pos.recorder != layout.NONE:
        out.recorder[(pos.recorder - seat) % pos.players] = 1
    if pos.asked != layout.NONE:
        out.asked[(pos.asked - seat) % pos.players] = 1
    if pos.user != layout.NONE:
        out.user[(pos.user - seat) % pos.players] = 1
    out.left = pos.left
    for other in range(pos.players):
        out.out[(other - seat) % pos.players] = pos.out >> other & 1
    out.players[pos.players - 1] = 1
    out.set[pos.set] = 1
    out.unseen = pos.reviewed == layout.UNSEEN


@kernel
def see_market(pos: State, out: Observation) -> None:
    """Write the market and the decks."""
    for place in range(layout.PLACES):
        if pos.market[place] != layout.NONE:
            out.market[place, pos.market[place]] = 1
        if pos.under[place] != layout.NONE:
            out.under[place, pos.under[place]] = 1
    if pos.chosen != layout.NONE:
        out.chosen[pos.chosen] = 1
    if pos.top != layout.NONE:
        out.top[pos.top] = 1
    see_bits(int(pos.season_deck), out.season_deck)
    see_bits(int(pos.season_discard), out.season_discard)
    see_bits(int(pos.resource_deck), out.resource_deck)
    see_bits(int(pos.resource_discard), out.resource_discard)
    out.omit, out.width, out.refreshed = pos.omit, pos.width, pos.refreshed


@kernel
def see_wrinkles(pos: State, out: Observation) -> None:
    """Write the wrinkles and their lasting effects."""
    out.dealt = pos.dealt
    for colour in range(layout.COLOUR_COUNT):
        out.in_deck[colour] = pos.in_deck[colour]
    see_bits(int(pos.picked), out.picked)
    see_bits(int(pos.drawn), out.drawn)
    if pos.wrinkle != layout.NONE:
        out.wrinkle[pos.wrinkle] = 1
    out.unmirrored, out.upright = pos.ways & 1, pos.ways >> 1
    out.needed, out.followers_meet, out.dearer = pos.needed, pos.followers_meet, pos.dearer


@kernel
def see_team(pos: State, seat: int, out: Observation) -> None:
    """Write gifts, skills and boons."""
    for column in range(layout.GIFTS):
        if pos.gifts[column] != layout.BLANK:
            out.gifts[column, pos.gifts[column] - 1] = 1
        if pos.giver[column] != layout.NONE:
            out.giver[column, (pos.giver[column] - seat) % pos.players] = 1
    see_bits(int(pos.delivered), out.delivered)
    see_bits(int(pos.covered), out.covered)
    see_bits(int(pos.learned), out.learned)
    out.uses = pos.uses
    for other in range(pos.players):
        see_bits(int(pos.boons[other]), out.boons[(other - seat) % pos.players])
    out.purse = boons_left(pos)


@kernel
def see_bits(mask: int, out: Array) -> None:
    """Write 1 for each bit of a mask of cards, columns or lines."""
    while mask:
        out[lowest_bit(mask)] = 1
        mask = without_lowest(mask)


@kernel
def see_map(pos: State, seat: int, place: int, out: Observation) -> None:
    """Write the map of a seat to its place, counted from the observer."""
    left = pos.holding[seat, layout.BLANK] ^ layout.EVERYWHERE
    while left:
        square = lowest_bit(left)
        left = without_lowest(left)
        row, column, value = square // layout.SIDE, square % layout.SIDE, pos.boxes[seat, square]
        if value < layout.FIRST_COW:
            out.crops[place, value - 1, row, column] = 1
        else:
            out.cows[place, row, column] = value - layout.FIRST_COW + 1
    see_squares(pos.crossed[seat], out.crossed[place])
    see_squares(pos.shaded[seat], out.shaded[place])
    see_squares(layout.HAMMERS[pos.set, seat], out.hammers[place])
    for column in range(layout.GIFTS):
        square = layout.CROWN_AT[pos.set, seat, column]
        out.crowns[place, square // layout.SIDE, square % layout.SIDE] = 1


@kernel
def see_squares(squares: int, out: Array) -> None:
    """Write 1 for each square of a mask; `out`: [row, column]."""
    while squares:
        square = lowest_bit(squares)
        out[square // layout.SIDE, square % layout.SIDE] = 1
        squares = without_lowest(squares)
