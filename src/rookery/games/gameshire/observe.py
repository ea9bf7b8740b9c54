"""The observation of Gameshire for learners. It contains everything on the table, because nothing is hidden.

Seats are counted from the observer, in turn order; with fewer than six players, the cells at the end stay 0. Crops are
in the order W O R P G Y, cards and wrinkles in the order of their numbers. The contents of cards are not repeated:
`set` and `players` determine them.
"""

from typing import Annotated

import numpy as np

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.observation import observed
from rookery.core.protocol import Array, Fields, cell
from rookery.games.gameshire.components import sets
from rookery.games.gameshire.components.demands import MOST_COWS
from rookery.games.gameshire.rules.layout import (
    BLANK,
    COLOUR_COUNT,
    CROWN_AT,
    EVERYWHERE,
    FIRST_COW,
    GIFTS,
    HAMMERS,
    LINES,
    MARKET_WIDTH,
    MOST_USES,
    NONE,
    PLACES,
    REFRESHED,
    RESOURCES,
    SEASONS,
    SEATS,
    SIDE,
    SKILLS,
    UNSEEN,
    VALUES,
    WRINKLES,
    State,
)
from rookery.games.gameshire.rules.phases import PHASE
from rookery.games.gameshire.rules.verbs import mover

CROP_KINDS = FIRST_COW - 1


class Observation(Fields):
    """[seat] is counted from the observer. A field is 1 where its meaning holds, else 0, unless it is called a
    number."""

    # who decides what
    mine: Annotated[int, cell(np.int8, low=0, high=1, means="whether the observer decides now")]
    autumn: Annotated[int, cell(np.int8, low=0, high=1, means="whether Spring is over")]
    phase: Annotated[
        Array,
        cell(
            np.int8,
            PHASE.ENDED + 1,
            low=0,
            high=1,
            means="[phase] who begins, wrinkles to review, next season card, next resource card, choosing, "
            "recording, crowns, erasing, writing, shading gifts, delivering, refreshing, crossing out, "
            "forgetting a skill, the end",
        ),
    ]
    back: Annotated[Array, cell(np.int8, 2, low=0, high=1, means="[phase] choosing or recording resumes afterwards")]
    turn: Annotated[Array, cell(np.int8, SEATS, low=0, high=1, means="[seat] whose turn it is")]
    recorder: Annotated[Array, cell(np.int8, SEATS, low=0, high=1, means="[seat] who records the chosen card")]
    asked: Annotated[
        Array, cell(np.int8, SEATS, low=0, high=1, means="[seat] who is asked to erase, write, shade or cross out")
    ]
    user: Annotated[Array, cell(np.int8, SEATS, low=0, high=1, means="[seat] who used the skill in progress")]
    left: Annotated[
        int,
        cell(
            np.int8,
            low=0,
            high=SEATS,
            means="number of boxes to cross out, gifts to shade, or pairs that may be discarded",
        ),
    ]
    out: Annotated[Array, cell(np.int8, SEATS, low=0, high=1, means="[seat] who is out for the season")]
    # the table
    players: Annotated[Array, cell(np.int8, SEATS, low=0, high=1, means="[players - 1] how many play")]
    set: Annotated[
        Array,
        cell(
            np.int8,
            1 + sets.MOST_SETS,
            low=0,
            high=1,
            means="[set] which cards and maps are used, by the number of the set; 0 is the house set",
        ),
    ]
    unseen: Annotated[int, cell(np.int8, low=0, high=1, means="whether wrinkles are not reviewed at the start")]
    # the market and the decks
    market: Annotated[Array, cell(np.int8, PLACES, SEASONS, low=0, high=1, means="[place, card] season cards")]
    under: Annotated[
        Array, cell(np.int8, PLACES, RESOURCES, low=0, high=1, means="[place, card] resource cards under them")
    ]
    chosen: Annotated[Array, cell(np.int8, PLACES, low=0, high=1, means="[place] the pair that is being recorded")]
    omit: Annotated[int, cell(np.int8, low=0, high=1, means="whether skill O lets a box be left out")]
    top: Annotated[Array, cell(np.int8, SEASONS, low=0, high=1, means="[card] season card in sight on the deck")]
    season_deck: Annotated[Array, cell(np.int8, SEASONS, low=0, high=1, means="[card] season cards under it")]
    season_discard: Annotated[Array, cell(np.int8, SEASONS, low=0, high=1, means="[card] season cards discarded")]
    resource_deck: Annotated[Array, cell(np.int8, RESOURCES, low=0, high=1, means="[card] resource cards in the deck")]
    resource_discard: Annotated[Array, cell(np.int8, RESOURCES, low=0, high=1, means="[card] resource cards discarded")]
    width: Annotated[int, cell(np.int8, low=1, high=MARKET_WIDTH, means="number of pairs after a refill")]
    refreshed: Annotated[
        int, cell(np.int8, low=0, high=REFRESHED, means="number of pairs that may be discarded after a demand")
    ]
    # wrinkles
    dealt: Annotated[int, cell(np.int8, low=0, high=1, means="whether the first market is complete: wrinkles may come")]
    in_deck: Annotated[
        Array,
        cell(
            np.int8,
            COLOUR_COUNT,
            low=0,
            high=sets.WRINKLES_PER_COLOUR,
            means="[colour] number of green, yellow and red wrinkles yet to come",
        ),
    ]
    picked: Annotated[Array, cell(np.int8, WRINKLES, low=0, high=1, means="[wrinkle] those seen at the start")]
    drawn: Annotated[Array, cell(np.int8, WRINKLES, low=0, high=1, means="[wrinkle] those drawn so far")]
    wrinkle: Annotated[Array, cell(np.int8, WRINKLES, low=0, high=1, means="[wrinkle] the one that takes effect now")]
    upright: Annotated[int, cell(np.int8, low=0, high=1, means="whether shapes may not be turned")]
    unmirrored: Annotated[int, cell(np.int8, low=0, high=1, means="whether shapes may not be mirrored")]
    needed: Annotated[int, cell(np.int8, low=0, high=4, means="number of filled boxes that every demanded area needs")]
    followers_meet: Annotated[
        int, cell(np.int8, low=0, high=1, means="whether all must meet a demand, not only who chose it")
    ]
    # the team
    gifts: Annotated[
        Array,
        cell(
            np.int8,
            GIFTS,
            VALUES - 1,
            low=0,
            high=1,
            means="[column, value] chosen gifts: six crops, then one to six cows",
        ),
    ]
    giver: Annotated[Array, cell(np.int8, GIFTS, SEATS, low=0, high=1, means="[column, seat] who chose it")]
    delivered: Annotated[Array, cell(np.int8, GIFTS, low=0, high=1, means="[column] gifts that are delivered")]
    covered: Annotated[Array, cell(np.int8, GIFTS, low=0, high=1, means="[column] crowns to choose from")]
    learned: Annotated[Array, cell(np.int8, SKILLS, low=0, high=1, means="[crop] skills that are learned")]
    uses: Annotated[int, cell(np.int8, low=0, high=MOST_USES, means="number of skills used so far")]
    dearer: Annotated[int, cell(np.int8, low=0, high=100, means="number of boons that wrinkles add to the next use")]
    purse: Annotated[int, cell(np.int8, low=0, high=SEATS * LINES, means="number of boons to spend")]
    boons: Annotated[
        Array,
        cell(
            np.int8, SEATS, LINES, low=0, high=1, means="[seat, line] columns A to F and rows 1 to 6 that earned a boon"
        ),
    ]
    # maps
    crops: Annotated[
        Array,
        cell(
            np.int8,
            SEATS,
            CROP_KINDS,
            SIDE,
            SIDE,
            low=0,
            high=1,
            means="[seat, crop, row, column] boxes that hold the crop",
        ),
    ]
    cows: Annotated[
        Array,
        cell(np.int8, SEATS, SIDE, SIDE, low=0, high=MOST_COWS, means="[seat, row, column] number of cows in the box"),
    ]
    crossed: Annotated[
        Array, cell(np.int8, SEATS, SIDE, SIDE, low=0, high=1, means="[seat, row, column] boxes that are crossed out")
    ]
    shaded: Annotated[
        Array, cell(np.int8, SEATS, SIDE, SIDE, low=0, high=1, means="[seat, row, column] boxes that are shaded")
    ]
    crowns: Annotated[
        Array, cell(np.int8, SEATS, SIDE, SIDE, low=0, high=1, means="[seat, row, column] boxes with a crown")
    ]
    hammers: Annotated[
        Array, cell(np.int8, SEATS, SIDE, SIDE, low=0, high=1, means="[seat, row, column] boxes with a hammer")
    ]


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
    if pos.recorder != NONE:
        out.recorder[(pos.recorder - seat) % pos.players] = 1
    if pos.asked != NONE:
        out.asked[(pos.asked - seat) % pos.players] = 1
    if pos.user != NONE:
        out.user[(pos.user - seat) % pos.players] = 1
    out.left = pos.left
    for other in range(pos.players):
        out.out[(other - seat) % pos.players] = pos.out >> other & 1
    out.players[pos.players - 1] = 1
    out.set[pos.set] = 1
    out.unseen = pos.reviewed == UNSEEN


@kernel
def see_market(pos: State, out: Observation) -> None:
    """Write the market and the decks."""
    for place in range(PLACES):
        if pos.market[place] != NONE:
            out.market[place, pos.market[place]] = 1
        if pos.under[place] != NONE:
            out.under[place, pos.under[place]] = 1
    if pos.chosen != NONE:
        out.chosen[pos.chosen] = 1
    if pos.top != NONE:
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
    for colour in range(COLOUR_COUNT):
        out.in_deck[colour] = pos.in_deck[colour]
    see_bits(int(pos.picked), out.picked)
    see_bits(int(pos.drawn), out.drawn)
    if pos.wrinkle != NONE:
        out.wrinkle[pos.wrinkle] = 1
    out.unmirrored, out.upright = pos.ways & 1, pos.ways >> 1
    out.needed, out.followers_meet, out.dearer = pos.needed, pos.followers_meet, pos.dearer


@kernel
def see_team(pos: State, seat: int, out: Observation) -> None:
    """Write gifts, skills and boons."""
    for column in range(GIFTS):
        if pos.gifts[column] != BLANK:
            out.gifts[column, pos.gifts[column] - 1] = 1
        if pos.giver[column] != NONE:
            out.giver[column, (pos.giver[column] - seat) % pos.players] = 1
    see_bits(int(pos.delivered), out.delivered)
    see_bits(int(pos.covered), out.covered)
    see_bits(int(pos.learned), out.learned)
    out.uses = pos.uses
    earned = 0
    for other in range(pos.players):
        earned += see_bits(int(pos.boons[other]), out.boons[(other - seat) % pos.players])
    out.purse = earned - pos.spent


@kernel
def see_bits(mask: int, out: Array) -> int:
    """Write 1 for each bit of a mask of cards, columns or lines; return the number of bits."""
    count = 0
    while mask:
        out[lowest_bit(mask)] = 1
        mask = without_lowest(mask)
        count += 1
    return count


@kernel
def see_map(pos: State, seat: int, place: int, out: Observation) -> None:
    """Write the map of a seat to its place, counted from the observer."""
    left = pos.holding[seat, BLANK] ^ EVERYWHERE
    while left:
        square = lowest_bit(left)
        left = without_lowest(left)
        row, column, value = square // SIDE, square % SIDE, pos.boxes[seat, square]
        if value < FIRST_COW:
            out.crops[place, value - 1, row, column] = 1
        else:
            out.cows[place, row, column] = value - FIRST_COW + 1
    see_squares(pos.crossed[seat], out.crossed[place])
    see_squares(pos.shaded[seat], out.shaded[place])
    see_squares(HAMMERS[pos.set, seat], out.hammers[place])
    for column in range(GIFTS):
        square = CROWN_AT[pos.set, seat, column]
        out.crowns[place, square // SIDE, square % SIDE] = 1


@kernel
def see_squares(squares: int, out: Array) -> None:
    """Write 1 for each square of a mask; `out`: [row, column]."""
    while squares:
        square = lowest_bit(squares)
        out[square // SIDE, square % SIDE] = 1
        squares = without_lowest(squares)
