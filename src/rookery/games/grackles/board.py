"""The board of Grackles: its numbering, the fields of a position, and how tiles and birds are placed on it.

The finished board is 5 x 5 tiles, but at first nobody knows where its frame will lie. The lattice therefore has room
for every frame that contains the two starting tiles: 8 columns of tiles A .. H, 9 rows 1 .. 9. A tile has 2 x 2 spots,
which makes 16 columns of spots a .. p and 18 rows 1 .. 18. Cells and spots are numbered row by row from below:

     9 | 64 65 66 67 68 69 70 71          18 | 272 ... 287
       |                                     |
     5 | 32 33 34 SS SS 37 38 39           2 |  16 ...  31
     1 |  0  1  2  3  4  5  6  7           1 |   0 ...  15
         A  B  C  D  E  F  G  H                a  ...  p        SS: the starting tiles, D5 and E5

A row or a column of spots is a wire: 0 .. 17 are the rows, 18 .. 33 the columns. A set of spots of a wire is a mask:
bit q stands for its spot in column q, or in row q. A line of birds lies on one wire, from its low to its high end.

A tile's look is 4 * arrangement + turn; its corners are numbered clockwise from the top left:

    0 1     turned by `turn` quarters clockwise, corner i shows what corner i - turn shows unturned
    3 2
"""

from typing import Annotated

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.protocol import Array, Fields, cell, packed
from rookery.games.grackles.facts import COLOUR_LETTERS
from rookery.games.grackles.tiles import ARRANGEMENTS, TILES, read_mix

# ── Vocabulary ───────────────────────────────────────────────────────────────
WIDE, TALL = 8, 9  # the lattice, in tiles
CELLS = WIDE * TALL
FRAME = 5  # tiles across and down when all lie
COLUMNS, ROWS = 2 * WIDE, 2 * TALL  # of spots
WIRES = ROWS + COLUMNS
LENGTH = max(COLUMNS, ROWS)  # positions on a wire
SPAN = 2 * FRAME - 1  # no two spots of a wire are further apart
COLOURS = 4  # purple, blue, green, black
QUARTERS = 4
FACES = len(ARRANGEMENTS) * QUARTERS
BIRDS, TOKENS = 45, 5  # of each player
HOME = 4 * WIDE + 3  # cell of the left starting tile; the right one lies on the next

NOTHING = -1  # in `tiles`, `drawn`
TOWARDS_LOW, TOWARDS_HIGH = 0, 1  # ways along a wire: to the left or down, to the right or up

# `phase`: who decides what
WHO_BEGINS, TURN, DRAWING, PLACING, ENDED = range(5)

MIX = read_mix()
STARTING, SECOND = MIX.starting * QUARTERS, MIX.starting * QUARTERS + 2  # looks of the starting tiles (GR-03)
COUNTS = np.array(MIX.counts)
# [look, corner] its colour
SHOWN = np.array(
    [[COLOUR_LETTERS.index(ARRANGEMENTS[k // QUARTERS][(i - k) % QUARTERS]) for i in range(4)] for k in range(FACES)]
)


class State(Fields):
    """The state of the table. The fields after `tiles` repeat tiles and lines as masks, which `legal` reads quickly."""

    phase: Annotated[int, cell(np.int8, low=WHO_BEGINS, high=ENDED)]
    turn: Annotated[int, cell(np.int8, low=0, high=COLOURS - 1)]  # the seat whose turn it is
    players: Annotated[int, cell(np.int8, low=2, high=COLOURS)]
    own: Annotated[Array, cell(np.int8, COLOURS, low=0, high=COLOURS - 1)]  # [seat] its colour; then the unused colours
    quiet: Annotated[int, cell(np.int8, low=0, high=COLOURS)]  # skips and passes since the last other action (GR-16)
    drawn: Annotated[int, cell(np.int8, low=NOTHING, high=len(ARRANGEMENTS) - 1)]  # arrangement of the tile in hand
    left: Annotated[Array, cell(np.int8, len(ARRANGEMENTS), low=0, high=TILES)]  # [arrangement] tiles in the stack
    birds: Annotated[Array, cell(np.int8, COLOURS, low=0, high=BIRDS)]  # [seat] not yet on a wire; 0 for no such seat
    tokens: Annotated[Array, cell(np.int8, COLOURS, low=0, high=TOKENS)]  # [seat] rotations left; 0 for no such seat
    tiles: Annotated[Array, cell(np.int8, CELLS, low=NOTHING, high=FACES - 1)]  # [cell] look
    west: Annotated[int, cell(np.int8, low=0, high=WIDE - 1)]  # the outermost columns and rows with tiles
    east: Annotated[int, cell(np.int8, low=0, high=WIDE - 1)]
    south: Annotated[int, cell(np.int8, low=0, high=TALL - 1)]
    north: Annotated[int, cell(np.int8, low=0, high=TALL - 1)]
    laid: Annotated[Array, cell(np.int16, TALL, low=0, high=(1 << WIDE) - 1)]  # [row] columns with a tile
    loose: Annotated[Array, cell(np.int16, TALL, low=0, high=(1 << WIDE) - 1)]  # [row] columns of rotatable tiles
    free: Annotated[Array, cell(np.int32, WIRES, low=0, high=(1 << LENGTH) - 1)]  # [wire] spots of tiles without a bird
    colour: Annotated[Array, cell(np.int32, COLOURS, WIRES, low=0, high=(1 << LENGTH) - 1)]  # [colour, wire] its spots
    low_ends: Annotated[Array, cell(np.int32, WIRES, low=0, high=(1 << LENGTH) - 1)]  # [wire] low ends of lines
    high_ends: Annotated[Array, cell(np.int32, WIRES, low=0, high=(1 << LENGTH) - 1)]  # [wire] high ends of lines


STATE = packed(State)


# ── Tiles ────────────────────────────────────────────────────────────────────
@kernel
def place(pos: State, at: int, look: int) -> None:
    """Place a tile on a cell. Its spots are free, and it may be rotated."""
    row, column = at // WIDE, at % WIDE
    pos.laid[row] |= 1 << column
    pos.loose[row] |= 1 << column
    pos.west, pos.east = min(pos.west, column), max(pos.east, column)
    pos.south, pos.north = min(pos.south, row), max(pos.north, row)
    for upper in range(2):
        pos.free[2 * row + upper] |= 3 << (2 * column)
        pos.free[ROWS + 2 * column + upper] |= 3 << (2 * row)
    show(pos, at, look)


@kernel
def show(pos: State, at: int, look: int) -> None:
    """Give the four spots of a cell the colours of a look (GR-01)."""
    row, column = at // WIDE, at % WIDE
    pos.tiles[at] = look
    for colour in range(COLOURS):
        for upper in range(2):
            pos.colour[colour, 2 * row + upper] &= ~(3 << (2 * column))
            pos.colour[colour, ROWS + 2 * column + upper] &= ~(3 << (2 * row))
    for corner in range(4):
        colour = SHOWN[look, corner]
        x, y = 2 * column + (corner == 1 or corner == 2), 2 * row + (corner < 2)
        pos.colour[colour, y] |= 1 << x
        pos.colour[colour, ROWS + x] |= 1 << y


# ── Birds ────────────────────────────────────────────────────────────────────
@kernel
def reach(free: int, start: int) -> int:
    """The mask of the free spots above `start`, up to the first spot that is not free."""
    beyond = 2 << start
    stop = ~free & -beyond
    return (stop & -stop) - beyond


@kernel
def join(pos: State, wire: int, low: int, high: int) -> None:
    """Place a new line: birds on both ends and on all spots between them (GR-08)."""
    pos.low_ends[wire] |= 1 << low
    pos.high_ends[wire] |= 1 << high
    settle(pos, wire, low, high)


@kernel
def extend(pos: State, wire: int, end: int, way: int, beyond: int) -> None:
    """Move an end of a line on by `beyond` spots, one bird each (GR-10). Lines that touch stay separate (GR-11)."""
    if way == TOWARDS_LOW:
        pos.low_ends[wire] ^= 1 << end | 1 << (end - beyond)
        settle(pos, wire, end - beyond, end - 1)
    else:
        pos.high_ends[wire] ^= 1 << end | 1 << (end + beyond)
        settle(pos, wire, end + 1, end + beyond)


@kernel
def settle(pos: State, wire: int, low: int, high: int) -> None:
    """Place birds of the seat whose turn it is on a wire, from `low` to `high`. Tiles under birds are fixed (GR-12)."""
    pos.birds[pos.turn] -= high - low + 1
    pos.free[wire] &= ~((2 << high) - (1 << low))
    for spot in range(low, high + 1):
        if wire < ROWS:
            pos.free[ROWS + spot] &= ~(1 << wire)
            pos.loose[wire // 2] &= ~(1 << (spot // 2))
        else:
            pos.free[spot] &= ~(1 << (wire - ROWS))
            pos.loose[spot // 2] &= ~(1 << ((wire - ROWS) // 2))
