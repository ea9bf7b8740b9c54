"""Observations of Grackles, for learners: everything on the table; nothing is hidden.

Places of seats: the observer's own seat is first, the others follow in turn order. Places of colours: those of the
seats in the same order, then the unused ones. Owners of lines are left out: the colour of a line's ends tells
its owner.
"""

import itertools
from typing import Annotated

import numpy as np

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.observation import entries, observed
from rookery.core.protocol import Array, Fields
from rookery.games.grackles import board
from rookery.games.grackles.board import State
from rookery.games.grackles.facts import COLOUR_LETTERS
from rookery.games.grackles.rules import mover
from rookery.games.grackles.tiles import ARRANGEMENTS, TILES

LEAST = 2  # players
SPOTS_SHAPE = board.ROWS, board.COLUMNS  # of spots
WEST, EAST, SOUTH, NORTH = range(4)  # ends of lines

# [players - 2, seat, other seat] its place; at a table of fewer seats the rest stay where they are
SEAT_PLACES = np.array(
    [
        [
            [(other - seat) % n if other < n else other for other in range(board.COLOURS)]
            for seat in range(board.COLOURS)
        ]
        for n in range(LEAST, board.COLOURS + 1)
    ]
)
_OWN = [*itertools.permutations(range(board.COLOURS))]  # what `pos.own` can be
WHICH = np.zeros((board.COLOURS,) * board.COLOURS, np.int64)  # [*pos.own] its number among these
for _number, _own in enumerate(_OWN):
    WHICH[_own] = _number
# [players - 2, seat, number, colour] the place of the seat that plays it
COLOUR_PLACES = np.array(
    [
        [[[places[own.index(c)] for c in range(board.COLOURS)] for own in _OWN] for places in seats]
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
    """[seat] and [colour] count places, see above. Entries not called a number are 1 where they hold, else 0."""

    mine: Annotated[int, entries("whether the observer decides now")]
    phase: Annotated[
        Array, entries("[phase] who begins, a turn, a draw, placing the drawn tile, the end", board.ENDED + 1)
    ]
    turn: Annotated[Array, entries("[seat] whose turn it is", board.COLOURS)]
    players: Annotated[Array, entries("[players - 2] how many play", board.COLOURS - LEAST + 1)]
    quiet: Annotated[
        int, entries("number of seats that passed or were skipped since anything else was done", high=board.COLOURS)
    ]
    birds: Annotated[Array, entries("[seat] number of birds in hand", board.COLOURS, high=board.BIRDS)]
    tokens: Annotated[Array, entries("[seat] number of rotations left", board.COLOURS, high=board.TOKENS)]
    stack: Annotated[
        Array,
        entries(
            "[kind] number of tiles in the stack, by their colours clockwise: 0123, 0132, 0213, 0231, 0312, 0321",
            len(ARRANGEMENTS),
            high=TILES,
        ),
    ]
    drawn: Annotated[
        Array,
        entries(
            "[turn, colour, row, column] the drawn tile, turned by 0 to 3 quarters, rows from the bottom",
            board.QUARTERS,
            board.COLOURS,
            2,
            2,
        ),
    ]
    spots: Annotated[
        Array, entries("[colour, row, column] spots of that colour, rows from the bottom", board.COLOURS, *SPOTS_SHAPE)
    ]
    settled: Annotated[Array, entries("[row, column] spots with a bird, rows from the bottom", *SPOTS_SHAPE)]
    ends: Annotated[
        Array,
        entries(
            "[end, row, column] left, right, lower and upper ends of lines, rows from the bottom",
            NORTH + 1,
            *SPOTS_SHAPE,
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
    if pos.phase != board.WHO_BEGINS:
        out.turn[places[pos.turn]] = 1
    out.players[players - LEAST] = 1
    out.quiet = pos.quiet
    for other in range(players):
        out.birds[places[other]], out.tokens[places[other]] = pos.birds[other], pos.tokens[other]
    for arrangement in range(len(ARRANGEMENTS)):
        out.stack[SEEN_AS[players - LEAST, seat, own, arrangement]] = pos.left[arrangement]
    if pos.drawn != board.NOTHING:
        for turn in range(board.QUARTERS):
            for corner in range(4):
                colour = colour_places[board.SHOWN[board.QUARTERS * pos.drawn + turn, corner]]
                out.drawn[turn, colour, int(corner < 2), int(corner == 1 or corner == 2)] = 1
    for row in range(2 * pos.south, 2 * pos.north + 2):
        taken = 0
        for colour in range(board.COLOURS):
            spots = int(pos.colour[colour, row])
            taken |= spots
            see_row(spots, out.spots[colour_places[colour], row])
        see_row(taken & ~int(pos.free[row]), out.settled[row])
        see_row(int(pos.low_ends[row]), out.ends[WEST, row])
        see_row(int(pos.high_ends[row]), out.ends[EAST, row])
    for column in range(2 * pos.west, 2 * pos.east + 2):
        see_column(int(pos.low_ends[board.ROWS + column]), out.ends[SOUTH], column)
        see_column(int(pos.high_ends[board.ROWS + column]), out.ends[NORTH], column)


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
