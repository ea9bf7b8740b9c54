"""What learners see of Grackles: everything on the table; nothing is hidden.

Places of seats: the observer's own seat is first, the others follow in turn order. Places of colours: those of the
seats in the same order, then the unused ones. Owners of lines are left out: the colour of a line's ends tells
its owner.
"""

import itertools
from typing import Annotated

import numpy as np

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.observation import observed
from rookery.core.protocol import Array, Fields, cell
from rookery.games.grackles.board import (
    BIRDS,
    COLOURS,
    COLUMNS,
    ENDED,
    NOTHING,
    QUARTERS,
    ROWS,
    SHOWN,
    TOKENS,
    WHO_BEGINS,
    State,
)
from rookery.games.grackles.facts import COLOUR_LETTERS
from rookery.games.grackles.rules import mover
from rookery.games.grackles.tiles import ARRANGEMENTS, TILES

LEAST = 2  # players
WEST, EAST, SOUTH, NORTH = range(4)  # ends of lines

# [players - 2, seat, other seat] its place; at a table of fewer seats the rest stay where they are
SEAT_PLACES = np.array(
    [
        [[(other - seat) % n if other < n else other for other in range(COLOURS)] for seat in range(COLOURS)]
        for n in range(LEAST, COLOURS + 1)
    ]
)
_OWN = [*itertools.permutations(range(COLOURS))]  # what `pos.own` can be
WHICH = np.zeros((COLOURS,) * COLOURS, np.int64)  # [*pos.own] its number among these
for _number, _own in enumerate(_OWN):
    WHICH[_own] = _number
# [players - 2, seat, number, colour] the place of the seat that plays it
COLOUR_PLACES = np.array(
    [
        [[[places[own.index(c)] for c in range(COLOURS)] for own in _OWN] for places in seats]
        for seats in SEAT_PLACES.tolist()
    ]
)


def _seen_as(arrangement: str, places: list[int]) -> int:
    """The same arrangement with each colour replaced by its place."""
    shown = "".join(COLOUR_LETTERS[places[COLOUR_LETTERS.index(letter)]] for letter in arrangement)
    first = shown.index(COLOUR_LETTERS[0])
    return ARRANGEMENTS.index(shown[first:] + shown[:first])


# [players - 2, seat, number, arrangement]
SEEN_AS = np.array(
    [
        [[[_seen_as(a, places) for a in ARRANGEMENTS] for places in owns] for owns in seats]
        for seats in COLOUR_PLACES.tolist()
    ]
)


class Observation(Fields):
    """[seat] and [colour] count places, see above. What is not called a number is 1 where it holds, else 0."""

    mine: Annotated[int, cell(np.int8, low=0, high=1, means="whether the observer decides now")]
    phase: Annotated[
        Array,
        cell(
            np.int8,
            ENDED + 1,
            low=0,
            high=1,
            means="[phase] who begins, a turn, a draw, placing the drawn tile, the end",
        ),
    ]
    turn: Annotated[Array, cell(np.int8, COLOURS, low=0, high=1, means="[seat] whose turn it is")]
    players: Annotated[Array, cell(np.int8, COLOURS - LEAST + 1, low=0, high=1, means="[players - 2] how many play")]
    quiet: Annotated[
        int,
        cell(
            np.int8,
            low=0,
            high=COLOURS,
            means="number of seats that passed or were skipped since anything else was done",
        ),
    ]
    birds: Annotated[Array, cell(np.int8, COLOURS, low=0, high=BIRDS, means="[seat] number of birds in hand")]
    tokens: Annotated[Array, cell(np.int8, COLOURS, low=0, high=TOKENS, means="[seat] number of rotations left")]
    stack: Annotated[
        Array,
        cell(
            np.int8,
            len(ARRANGEMENTS),
            low=0,
            high=TILES,
            means="[kind] number of tiles in the stack, by their colours clockwise: 0123, 0132, 0213, 0231, 0312, 0321",
        ),
    ]
    drawn: Annotated[
        Array,
        cell(
            np.int8,
            QUARTERS,
            COLOURS,
            2,
            2,
            low=0,
            high=1,
            means="[turn, colour, row, column] the drawn tile, turned by 0 to 3 quarters, rows from the bottom",
        ),
    ]
    spots: Annotated[
        Array,
        cell(
            np.int8,
            COLOURS,
            ROWS,
            COLUMNS,
            low=0,
            high=1,
            means="[colour, row, column] spots of that colour, rows from the bottom",
        ),
    ]
    settled: Annotated[
        Array,
        cell(np.int8, ROWS, COLUMNS, low=0, high=1, means="[row, column] spots with a bird, rows from the bottom"),
    ]
    ends: Annotated[
        Array,
        cell(
            np.int8,
            NORTH + 1,
            ROWS,
            COLUMNS,
            low=0,
            high=1,
            means="[end, row, column] left, right, lower and upper ends of lines, rows from the bottom",
        ),
    ]


OBSERVATION = observed(Observation)


@kernel
def observe(pos: State, seat: int, out: Observation) -> None:
    """Write what the seat sees; only rows and columns with tiles are read, because all others are empty."""
    players = int(pos.players)
    places, own = SEAT_PLACES[players - LEAST, seat], WHICH[pos.own[0], pos.own[1], pos.own[2], pos.own[3]]
    colour_places = COLOUR_PLACES[players - LEAST, seat, own]
    out.mine = mover(pos) == seat
    out.phase[pos.phase] = 1
    if pos.phase != WHO_BEGINS:
        out.turn[places[pos.turn]] = 1
    out.players[players - LEAST] = 1
    out.quiet = pos.quiet
    for other in range(players):
        out.birds[places[other]], out.tokens[places[other]] = pos.birds[other], pos.tokens[other]
    for arrangement in range(len(ARRANGEMENTS)):
        out.stack[SEEN_AS[players - LEAST, seat, own, arrangement]] = pos.left[arrangement]
    if pos.drawn != NOTHING:
        for turn in range(QUARTERS):
            for corner in range(4):
                colour = colour_places[SHOWN[QUARTERS * pos.drawn + turn, corner]]
                out.drawn[turn, colour, int(corner < 2), int(corner == 1 or corner == 2)] = 1
    for row in range(2 * pos.south, 2 * pos.north + 2):
        taken = 0
        for colour in range(COLOURS):
            spots = int(pos.colour[colour, row])
            taken |= spots
            see_row(spots, out.spots[colour_places[colour], row])
        see_row(taken & ~int(pos.free[row]), out.settled[row])
        see_row(int(pos.low_ends[row]), out.ends[WEST, row])
        see_row(int(pos.high_ends[row]), out.ends[EAST, row])
    for column in range(2 * pos.west, 2 * pos.east + 2):
        see_column(int(pos.low_ends[ROWS + column]), out.ends[SOUTH], column)
        see_column(int(pos.high_ends[ROWS + column]), out.ends[NORTH], column)


@kernel
def see_row(spots: int, out: Array) -> None:
    """Write 1 in the columns of a mask."""
    while spots:
        out[lowest_bit(spots)] = 1
        spots = without_lowest(spots)


@kernel
def see_column(spots: int, out: Array, column: int) -> None:
    """Write 1 in the rows of a mask."""
    while spots:
        out[lowest_bit(spots), column] = 1
        spots = without_lowest(spots)
