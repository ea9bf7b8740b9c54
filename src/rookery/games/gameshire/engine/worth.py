"""The points that maps, gifts and skills are worth to a sensible team of Gameshire. Squares and masks: see layout.py.

docs/balance.md says how often a team with these weights wins, measured over thousands of games.
"""

import numpy as np

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.maps import fitting_places, free, meeting, side, size
from rookery.games.gameshire.rules.spring import gifts_unset, share_left

# ── Weights, in points ───────────────────────────────────────────────────────
ADJACENT_PAIR, SQUARE_OF_FOUR, THREE = 0.5, 0.5, 0.25  # free boxes: two side by side, two by two, three in a row
PROGRESS = np.array([6.0, 3.0, 1.5, 0.8, 0.4, 0.1, 0.0])  # [blank boxes left] a line that can earn a boon
WRITTEN_BOX = 3.0  # because it can meet demands
SKILL_POINTS = np.array([2.0, 3.0, 4.0, 9.0, 6.0, 7.0])  # W O R P G Y
HAMMER_LOST = 1.5  # covered by a cow, or by a crop whose skill is learned
NEW_GIFT, SAME_GIFT = 2.0, -3.0  # more resource cards name gifts of different values
ENOUGH_BLANKS, EACH_BLANK = 5, 4.0  # the last gift ends Spring, and each blank box above 5 costs points
CROWN_CLOSED = 30.0  # a crown crossed out before its gift is chosen
FOLLOWER = 12.0  # a follower who can also record the chosen card
DELIVERY = 100.0
FILLED, FILLED_ROOM = 1.5, 1.5  # each box that can still meet demands; the room that such boxes make together
LIKELY = 0.2  # least chance to draw a resource card that names a gift, for a skill to be worth its boons

NOT_LAST_COLUMN = int(
    sum((layout.BITS[q] for q in range(layout.SQUARES) if q % layout.SIDE < layout.SIDE - 1), np.int64(0))
)
NOT_LAST_TWO_COLUMNS = int(
    sum((layout.BITS[q] for q in range(layout.SQUARES) if q % layout.SIDE < layout.SIDE - 2), np.int64(0))
)
NOT_LAST_ROW = int(sum(layout.BITS[: layout.SQUARES - layout.SIDE], np.int64(0)))
NOT_LAST_TWO_ROWS = int(sum(layout.BITS[: layout.SQUARES - 2 * layout.SIDE], np.int64(0)))


# ── Maps ─────────────────────────────────────────────────────────────────────
@kernel
def room(squares: int) -> float:
    """The points for how well shapes fit on these squares."""
    across = squares & squares >> 1 & NOT_LAST_COLUMN
    down = squares & squares >> layout.SIDE & NOT_LAST_ROW
    blocks = across & across >> layout.SIDE & NOT_LAST_ROW
    threes = count_bits(across & across >> 1 & NOT_LAST_TWO_COLUMNS) + count_bits(
        down & down >> layout.SIDE & NOT_LAST_TWO_ROWS
    )
    return (
        ADJACENT_PAIR * (count_bits(across) + count_bits(down)) + SQUARE_OF_FOUR * count_bits(blocks) + THREE * threes
    )


@kernel
def spring_map(pos: State, seat: int, blank: int) -> float:
    """The points of a map on which the white boxes `blank` are blank: room, written boxes, boons earned and to come."""
    worth = room(blank & ~pos.crossed[seat]) - WRITTEN_BOX * count_bits(blank)
    for line in range(layout.LINES):
        if pos.boons[seat] >> line & 1:
            worth += PROGRESS[0]
        elif pos.crossed[seat] & layout.LINE_MASKS[line] == layout.NO_SQUARE:
            worth += PROGRESS[count_bits(blank & layout.LINE_MASKS[line])]
    return worth


@kernel
def autumn_map(pos: State, seat: int, unshaded: int) -> float:
    """The points of a map on which the boxes `unshaded` can be shaded: room, and boxes that can meet demands."""
    filled = unshaded & ~pos.holding[seat, layout.BLANK]
    return room(unshaded) + FILLED * count_bits(filled) + FILLED_ROOM * room(filled)


# ── Spring ───────────────────────────────────────────────────────────────────
@kernel
def gift(pos: State, value: int, unset: int, blank: int) -> float:
    """The points of `value` as a gift, if `unset` gifts are not chosen yet and the map has the blank boxes `blank`."""
    worth = NEW_GIFT
    for column in range(layout.GIFTS):
        if pos.gifts[column] == value:
            worth = SAME_GIFT
    if unset == 1:
        worth += EACH_BLANK * (ENOUGH_BLANKS - count_bits(blank))
    return worth


@kernel
def hammer(pos: State, seat: int, square: int, value: int) -> float:
    """The points of a hammer in a box where `value` is written: a skill learned, or a hammer wasted; 0 without a
    hammer."""
    if layout.BITS[square] & layout.HAMMERS[pos.set, seat] == layout.NO_SQUARE:
        return 0.0
    if value < layout.FIRST_COW and not pos.learned >> (value - 1) & 1:
        return float(SKILL_POINTS[value - 1])
    return -HAMMER_LOST if count_bits(pos.learned) < layout.SKILLS else 0.0


@kernel
def on_crown(pos: State, seat: int, square: int) -> bool:
    """Whether a square has the crown of a gift that is not chosen yet."""
    column = square % layout.SIDE - 1
    return bool(
        0 <= column < layout.GIFTS
        and layout.CROWN_AT[pos.set, seat, column] == square
        and pos.gifts[column] == layout.BLANK
    )


@kernel
def spring_record(pos: State, seat: int, place: int, omit: int, look: int, at: int) -> float:
    """The points of recording a plan: the map afterwards, skills and gifts."""
    card, resource = pos.market[place], pos.under[place]
    worth, squares, crowns = 0.0, layout.NO_SQUARE, 0
    for box in range(size(pos, card)):
        if box + 1 != omit:
            square = at + layout.OFFSETS[pos.set, 0, card, look, box]
            squares |= layout.BITS[square]
            worth += hammer(pos, seat, square, layout.WRITTEN[pos.set, card, resource, box])
            crowns += on_crown(pos, seat, square)
    blank = int(pos.holding[seat, layout.BLANK] & layout.WHITE & ~squares)
    if crowns:
        share, unset = share_left(pos, seat), gifts_unset(pos)
        for box in range(size(pos, card)):
            square = at + layout.OFFSETS[pos.set, 0, card, look, box]
            if box + 1 != omit and share > 0 and on_crown(pos, seat, square):
                worth += gift(pos, layout.WRITTEN[pos.set, card, resource, box], unset, blank)
                share, unset = share - 1, unset - 1
    return worth + spring_map(pos, seat, blank)


# ── Autumn ───────────────────────────────────────────────────────────────────
@kernel
def autumn_record(pos: State, seat: int, place: int, omit: int, look: int, at: int) -> float:
    """The points of recording a demand: the map afterwards."""
    card, squares = pos.market[place], layout.NO_SQUARE
    for box in range(size(pos, card)):
        if box + 1 != omit:
            squares |= layout.BITS[at + layout.OFFSETS[pos.set, side(pos), card, look, box]]
    return autumn_map(pos, seat, free(pos, seat) & ~squares)


@kernel
def names_gift(pos: State, resource: int) -> bool:
    """Whether a resource card names an undelivered gift."""
    for column in range(layout.GIFTS):
        value = pos.gifts[column]
        if not pos.delivered >> column & 1 and (
            value == layout.MATCHES[pos.set, resource, 0] or value == layout.MATCHES[pos.set, resource, 1]
        ):
            return True
    return False


@kernel
def likely(pos: State) -> float:
    """The chance that the next resource card names an undelivered gift."""
    cards = pos.resource_deck
    if cards == 0:
        cards = pos.resource_discard
    good, count = 0, 0
    for resource in range(layout.RESOURCES):
        if cards >> resource & 1:
            count += 1
            good += names_gift(pos, resource)
    return good / max(count, 1)


@kernel
def can_meet(pos: State, seat: int, card: int) -> bool:
    """Whether a seat could choose this demand if it were in the market."""
    allowed, squares = layout.DISTINCT_LOOKS[pos.set, side(pos), card, 0, pos.ways], free(pos, seat)
    for look in range(layout.LOOKS):
        if allowed >> look & 1:
            at = fitting_places(pos, card, look, 0, squares)
            if meeting(pos, seat, card, look, 0, at) != layout.NO_SQUARE:
                return True
    return False


@kernel
def same_left(pos: State, value: int) -> float:
    """The number of undelivered gifts of a value. The value with most is delivered first, so that the gifts left differ
    and more cards name them."""
    count = 0
    for column in range(layout.GIFTS):
        count += not pos.delivered >> column & 1 and pos.gifts[column] == value
    return float(count)


@kernel
def discarding(pos: State, place: int) -> float:
    """The points of discarding a pair: -1 if it names a gift and the next player can meet its demand, else 1."""
    seat = int(pos.turn)
    for step in range(pos.players - 1, 0, -1):
        if not pos.out >> (pos.turn + step) % pos.players & 1:
            seat = (pos.turn + step) % pos.players
    return -1.0 if names_gift(pos, pos.under[place]) and can_meet(pos, seat, pos.market[place]) else 1.0
