"""The state of Gameshire: the numbers of squares, values and cards, and the fields of a position.

Rule IDs GS-.. are explained in rules.md.

Squares are numbered in reading order, square = 8 * row + column; A1 to F6 are white, all others are the border (GS-05):

          Z  A  B  C  D  E  F  G
    0     0  1  2  3  4  5  6  7
    1     8  9 10 11 12 13 14 15
    ..
    7    56 57 58 59 60 61 62 63

    value   0 blank   1 .. 6 crops W O R P G Y   7 .. 12 cows "1" .. "6" (GS-01)
    place   of the market: 0 left  1 centre  2 right  3 .. 10 extra places, one for each of eight skill uses (GS-06)
    skill   0 .. 5 W O R P G Y: the value of its crop, minus 1
    column  of a gift: 0 .. 5 A .. F
    line    0 .. 5 columns A .. F, 6 .. 11 rows 1 .. 6 (GS-17)
    look    the orientation of a shape: 0 .. 3 quarter turns clockwise, 4 .. 7 the same after mirroring; see shapes.py

A set of squares is a signed 64-bit mask: bit q stands for square q, so bit 63 is the sign. Kernels use only bitwise
operators on masks that may hold square 63, and visit the members of a mask with core/bits.py.
"""

from typing import Annotated, NamedTuple

import numpy as np

from rookery.core.protocol import Array, Fields, cell, packed
from rookery.games.gameshire.components import sets
from rookery.games.gameshire.components.demands import MOST_PARTS
from rookery.games.gameshire.components.sets import FIELD as FIELD
from rookery.games.gameshire.components.sets import RESOURCES as RESOURCES
from rookery.games.gameshire.components.sets import SEASONS as SEASONS
from rookery.games.gameshire.components.sets import WRINKLES as WRINKLES
from rookery.games.gameshire.components.shapes import LOOKS as LOOKS
from rookery.games.gameshire.components.shapes import MOST_BOXES, TURNS, Shape, different, oriented
from rookery.games.gameshire.rules.phases import PHASE

# ── Vocabulary ───────────────────────────────────────────────────────────────
SIDE = 8  # squares across and down
SQUARES = SIDE * SIDE
VALUES = len(sets.VALUE_LETTERS)
BLANK, FIRST_COW = 0, 7  # values
SEATS = sets.PLAYERS
GIFTS, SKILLS, LINES = 6, 6, 2 * FIELD
COLOUR_COUNT = len(sets.COLOURS)  # colours of wrinkles
PLACES = 11  # places of the market
MARKET_WIDTH = 3  # pairs to which the market is refilled
MOST_USES = 8  # skill uses of the team in a game
REFRESHED = 2  # pairs that may be discarded after a demand (GS-43)

NONE = -1  # no card, no seat, no place
SPRING, AUTUMN = 0, 1  # `season`
REVIEWED, UNSEEN = 0, 1  # the option `review`


class Skills(NamedTuple):
    """The skills, named after their crops as in the rulebook."""

    W: int
    O: int  # noqa: E741  # as in the rulebook
    R: int
    P: int
    G: int
    Y: int


SKILL = Skills(*range(SKILLS))


def _mask(squares: list[int]) -> np.int64:
    """The mask of these squares."""
    return np.int64(int.from_bytes(sum(1 << square for square in squares).to_bytes(8, "big"), "big", signed=True))


BITS = np.array([_mask([square]) for square in range(SQUARES)])  # [square] the mask of that square alone
NO_SQUARE, EVERYWHERE = 0, -1
WHITE = int(_mask([SIDE * r + c for r in range(1, FIELD + 1) for c in range(1, FIELD + 1)]))
LINE_MASKS = np.array(  # [line] the mask of its six boxes
    [_mask([SIDE * r + c for r in range(1, FIELD + 1)]) for c in range(1, FIELD + 1)]
    + [_mask([SIDE * r + c for c in range(1, FIELD + 1)]) for r in range(1, FIELD + 1)]
)

# ── Components of all sets. Axes: S set · C season card · K resource card · D deck of demands ────────────────────────
_NUMBERED = {box.number: box for box in sets.SETS.values()}
BOXES = tuple(_NUMBERED.get(number, _NUMBERED[0]) for number in range(1 + max(_NUMBERED)))  # [S]; 0: the house set
SET_OF = np.array([box.number for box in sets.SETS.values()])  # [code of the option `set`] number of the set
CARD_SIDES = 1 + SEATS  # sides of a season card: 0 Spring, 1 + deck Autumn
WAYS = 4  # 0 all orientations are allowed, 1 no mirroring, 2 no turning, 3 neither
ALLOWED = (tuple(range(LOOKS)), tuple(range(TURNS)), (0, TURNS), (0,))  # [way] orientations


def _sides() -> list[list[list[Shape]]]:
    """[S][side][C] the shapes of all sets. A set with fewer decks than SEATS repeats them in turn."""
    return [
        [[plan.shape for plan in box.plans]]
        + [[demand.shape for demand in box.demands[d % len(box.demands)]] for d in range(SEATS)]
        for box in BOXES
    ]


def _offsets() -> tuple[Array, Array, Array]:
    """SIZES, the number of boxes of each shape; OFFSETS, that of each box from the top left square of the shape's
    rectangle; ROOM, the mask of the squares on which that top left can lie."""
    sizes = np.zeros((len(BOXES), CARD_SIDES, SEASONS), np.int64)
    offsets = np.zeros((*sizes.shape, LOOKS, MOST_BOXES), np.int64)
    room = np.zeros((*sizes.shape, LOOKS), np.int64)
    for s, box in enumerate(_sides()):
        for side, cards in enumerate(box):
            for card, shape in enumerate(cards):
                sizes[s, side, card] = len(shape.boxes)
                for which in range(LOOKS):
                    height, width, boxes = oriented(shape, which)
                    offsets[s, side, card, which, : len(boxes)] = [SIDE * r + c for r, c in boxes]
                    corners = [SIDE * r + c for r in range(SIDE + 1 - height) for c in range(SIDE + 1 - width)]
                    room[s, side, card, which] = _mask(corners)
    return sizes, offsets, room


def _different() -> Array:
    """[S, side, C, K, WAYS] the mask of the orientations that differ as shapes, or in Spring in what the boxes hold."""
    masks = np.zeros((len(BOXES), CARD_SIDES, SEASONS, RESOURCES, WAYS), np.int64)
    for s, (box, sides) in enumerate(zip(BOXES, _sides(), strict=True)):
        for side, cards in enumerate(sides):
            for card, shape in enumerate(cards):
                for k in range(1 if side else RESOURCES):
                    contents = (0,) * len(shape.boxes) if side else _written(box, card, k)
                    for way in range(WAYS):
                        masks[s, side, card, k, way] = sum(1 << w for w in different(shape, contents, ALLOWED[way]))
                if side:
                    masks[s, side, card] = masks[s, side, card, 0]
    return masks


def _written(box: sets.Set, card: int, resource: int) -> tuple[int, ...]:
    """[box] the values to write for a plan with a resource card (GS-12)."""
    instead = dict(zip((sets.CARD_CROP, sets.CARD_NUMBER), box.resources[resource], strict=True))
    return tuple(instead.get(content, content) for content in box.plans[card].contents)


def _filled_up(values: tuple[int, ...]) -> tuple[int, ...]:
    """With 0 for each box that the largest plan has more."""
    return (*values, *[0] * (MOST_BOXES - len(values)))


def _requirements() -> Array:
    """[S, D, C, part, 4] the requirements of demands: the fields of `Part` in demands.py."""
    table = np.zeros((len(BOXES), SEATS, SEASONS, MOST_PARTS, 4), np.int64)
    for s, box in enumerate(BOXES):
        for d, deck in enumerate(box.demands):
            for card, demand in enumerate(deck):
                table[s, d, card, : len(demand.parts)] = demand.parts
    return table


def _square(row: int, column: int) -> int:
    """The square of a white box; `row` and `column` are 0 .. 5."""
    return SIDE * (row + 1) + column + 1


SIZES, OFFSETS, ROOM = _offsets()  # [S, side, C], [S, side, C, look, box], [S, side, C, look]
DISTINCT_LOOKS = _different()
REQUIREMENTS = _requirements()
WRITTEN = np.array(  # [S, C, K, box] values, 0 after the last box
    [[[_filled_up(_written(box, c, k)) for k in range(RESOURCES)] for c in range(SEASONS)] for box in BOXES]
)
MATCHES = np.array([box.resources for box in BOXES])  # [S, K, 2] crop and cow of a resource card, as values
DECK_FOR = np.array([box.deck_for for box in BOXES])  # [S, players - 1] deck
CROWN_AT = np.array(  # [S, seat, column] square
    [[[_square(row, column) for column, row in enumerate(m.crowns)] for m in box.maps] for box in BOXES]
)
HAMMERS = np.array([[_mask([_square(*at) for at in m.hammers]) for m in box.maps] for box in BOXES])  # [S, seat] mask
EFFECT_NAMES = tuple(sets.EFFECT_AMOUNTS)


class Effects(NamedTuple):
    """The effects of wrinkles, in the order of EFFECT_NAMES."""

    DEARER: int  # each skill use costs more boons
    NARROWER: int  # the market is refilled to fewer pairs
    LESS_REFRESHED: int  # fewer pairs may be discarded after a demand
    CROSS_OUT: int  # each player crosses out blank boxes
    BOONS_LOST: int
    FILLED_NEEDED: int  # every demanded area needs filled boxes
    SKILL_FORGOTTEN: int
    NO_MIRROR: int
    NO_TURN: int
    FOLLOWERS_MEET: int  # followers must meet the requirement, too


EFFECT = Effects(*range(len(EFFECT_NAMES)))
# [S, wrinkle, 2] effect and amount
WRINKLE_EFFECTS = np.array([[(EFFECT_NAMES.index(w.effect), w.amount) for w in box.wrinkles] for box in BOXES])

_ANY, _LAST = -(1 << 63), (1 << 63) - 1  # the least and the greatest mask of squares


class State(Fields):
    """The state of a position. `holding` repeats `boxes` as masks, from which the rules compute where a shape fits."""

    players: Annotated[int, cell(np.int8, low=1, high=SEATS)]
    set: Annotated[int, cell(np.int8, low=0, high=len(BOXES) - 1)]  # number of the set of components
    deck: Annotated[int, cell(np.int8, low=0, high=SEATS - 1)]  # deck of demands in use
    reviewed: Annotated[int, cell(np.int8, low=REVIEWED, high=UNSEEN)]  # option `review`
    season: Annotated[int, cell(np.int8, low=SPRING, high=AUTUMN)]
    phase: Annotated[int, cell(np.int8, low=PHASE.DRAWING_FIRST_SEAT, high=PHASE.ENDED)]
    back: Annotated[int, cell(np.int8, low=0, high=PHASE.RECORDING)]  # phase to resume after ERASING or WRITING; else 0
    turn: Annotated[int, cell(np.int8, low=0, high=SEATS - 1)]  # the seat whose turn it is
    recorder: Annotated[int, cell(np.int8, low=NONE, high=SEATS - 1)]  # seat that records the chosen card
    asked: Annotated[int, cell(np.int8, low=NONE, high=SEATS - 1)]  # seat that erases, writes, shades or crosses out
    user: Annotated[int, cell(np.int8, low=NONE, high=SEATS - 1)]  # seat that used W, R or, until its pair comes, G
    left: Annotated[int, cell(np.int8, low=0, high=SEATS)]  # boxes to cross out, gifts to shade, pairs to discard
    chosen: Annotated[int, cell(np.int8, low=NONE, high=PLACES - 1)]  # place of the chosen pair
    omit: Annotated[int, cell(np.int8, low=0, high=1)]  # 1: O lets a box be left out (GS-32)
    out: Annotated[int, cell(np.int8, low=0, high=(1 << SEATS) - 1)]  # mask of seats that passed this season
    dealt: Annotated[int, cell(np.int8, low=0, high=1)]  # 1: the first market is complete, and wrinkles may come
    top: Annotated[int, cell(np.int8, low=NONE, high=SEASONS - 1)]  # season card in sight on the deck, or NONE
    market: Annotated[Array, cell(np.int8, PLACES, low=NONE, high=SEASONS - 1)]  # [place] season card
    under: Annotated[Array, cell(np.int8, PLACES, low=NONE, high=RESOURCES - 1)]  # [place] resource card
    season_deck: Annotated[int, cell(np.int32, low=0, high=(1 << SEASONS) - 1)]  # mask of season cards, without `top`
    season_discard: Annotated[int, cell(np.int32, low=0, high=(1 << SEASONS) - 1)]
    resource_deck: Annotated[int, cell(np.int32, low=0, high=(1 << RESOURCES) - 1)]
    resource_discard: Annotated[int, cell(np.int32, low=0, high=(1 << RESOURCES) - 1)]
    in_deck: Annotated[Array, cell(np.int8, COLOUR_COUNT, low=0, high=sets.WRINKLES_PER_COLOUR)]  # [colour] to come
    picked: Annotated[int, cell(np.int16, low=0, high=(1 << WRINKLES) - 1)]  # mask of wrinkles seen at the start
    drawn: Annotated[int, cell(np.int16, low=0, high=(1 << WRINKLES) - 1)]  # mask of wrinkles that were drawn
    wrinkle: Annotated[int, cell(np.int8, low=NONE, high=WRINKLES - 1)]  # the cause of CROSSING_OUT or FORGETTING
    dearer: Annotated[int, cell(np.int8, low=0, high=100)]  # boons added to the cost of each skill use
    width: Annotated[int, cell(np.int8, low=1, high=MARKET_WIDTH)]  # pairs to which the market is refilled
    refreshed: Annotated[int, cell(np.int8, low=0, high=REFRESHED)]  # pairs that may be discarded after a demand
    ways: Annotated[int, cell(np.int8, low=0, high=WAYS - 1)]  # which orientations are allowed: see WAYS
    needed: Annotated[int, cell(np.int8, low=0, high=4)]  # filled boxes that every demanded area needs
    followers_meet: Annotated[int, cell(np.int8, low=0, high=1)]  # 1: followers must meet the requirement, too
    gifts: Annotated[Array, cell(np.int8, GIFTS, low=BLANK, high=VALUES - 1)]  # [column] value; BLANK: not chosen yet
    giver: Annotated[Array, cell(np.int8, GIFTS, low=NONE, high=SEATS - 1)]  # [column] seat that chose the gift
    delivered: Annotated[int, cell(np.int8, low=0, high=(1 << GIFTS) - 1)]  # mask of columns
    covered: Annotated[int, cell(np.int8, low=0, high=(1 << GIFTS) - 1)]  # mask of columns to choose from in CROWNING
    learned: Annotated[int, cell(np.int8, low=0, high=(1 << SKILLS) - 1)]  # mask of skills
    uses: Annotated[int, cell(np.int8, low=0, high=MOST_USES)]  # skill uses so far
    spent: Annotated[int, cell(np.int8, low=0, high=SEATS * LINES)]  # boons that the team spent or lost
    boons: Annotated[Array, cell(np.int16, SEATS, low=0, high=(1 << LINES) - 1)]  # [seat] mask of lines that earned one
    boxes: Annotated[Array, cell(np.int8, SEATS, SQUARES, low=BLANK, high=VALUES - 1)]  # [seat, square] value
    holding: Annotated[Array, cell(np.int64, SEATS, VALUES, low=_ANY, high=_LAST)]  # [seat, value] mask of squares
    crossed: Annotated[Array, cell(np.int64, SEATS, low=_ANY, high=_LAST)]  # [seat] mask of squares crossed out
    shaded: Annotated[Array, cell(np.int64, SEATS, low=_ANY, high=_LAST)]  # [seat] mask of squares, in Autumn


STATE = packed(State)
