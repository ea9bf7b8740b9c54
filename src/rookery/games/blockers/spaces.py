"""Sets of spaces: those that a tile names, groups of connected tiles, and tiles that can be removed from their group.

Spaces are numbered in reading order, space = 9 * row + column; each block of 3 x 3 has a symbol (BL-01):

        1  2  3     4  5  6     7  8  9
    A   0  1  2     3  4  5     6  7  8
    B   9 triangle  . spade .   . star 17
    C  18  .  .     .  .  .     .  .  26      rows D .. F: club, circle, diamond
    ...                                       rows G .. I: moon, heart, square
    I  72 73 74    75 76 77    78 79 80

A set is two words with ten bits per row. The tenth bit is unused, so that a shift sideways never enters another row.
`low` has rows A .. F, `high` rows G .. I; the bit of row r and column c is 10 * r + c, less 60 in `high`.
"""

from typing import NamedTuple

import numpy as np

from rookery.core.bits import without_lowest
from rookery.core.kernel import kernel

# ── Vocabulary ───────────────────────────────────────────────────────────────
SIDE = 9  # rows, and columns
BLOCK_SIDE = 3  # rows, and columns, of a block
SPACES = SIDE * SIDE
KINDS = 28  # of tiles: 0 .. 8 columns 1 .. 9, 9 .. 17 rows A .. I, 18 .. 26 blocks in reading order, 27 wild (BL-02)
FIRST_ROW_KIND, FIRST_BLOCK_KIND, WILD = 9, 18, 27  # the first kind that names a row, a block, anything

STEP = 10  # bits from one row to the next
LOW_ROWS = 6  # rows in the low word
LOW_BITS = STEP * LOW_ROWS
LAST_ROW = LOW_BITS - STEP  # the last row of the low word begins here
ABOVE_LAST = (1 << LAST_ROW) - 1  # mask of the rows before it
FIRST_ROW = (1 << STEP) - 1  # mask of the first row of a word


def names(kind: int, space: int) -> bool:
    """Whether a tile of that kind may lie on the space (BL-05)."""
    row, column = divmod(space, SIDE)
    block = row // BLOCK_SIDE * BLOCK_SIDE + column // BLOCK_SIDE
    return kind in (column, FIRST_ROW_KIND + row, FIRST_BLOCK_KIND + block, WILD)


def _bit(space: int) -> tuple[int, int]:
    """The set of one space: (low, high)."""
    bit = 1 << (space // SIDE * STEP + space % SIDE)
    return bit % (1 << LOW_BITS), bit >> LOW_BITS


SPACE_BITS = np.array([_bit(space) for space in range(SPACES)])  # [space, word] the set of one space
# [kind, word] the spaces that a kind names; no two spaces share a bit, so that their sum is their union
NAMED = np.array([sum(SPACE_BITS[s] for s in range(SPACES) if names(kind, s)) for kind in range(KINDS)])
# [word, bit] the space of this bit; 0 if the bit is not a space
SPACE_OF = np.array(
    [[next((s for s in range(SPACES) if SPACE_BITS[s, word] == 1 << bit), 0) for bit in range(63)] for word in range(2)]
)


@kernel
def named_by(kinds: int) -> tuple[int, int]:
    """The spaces on which at least one of these kinds may lie (BL-05)."""
    low, high = NAMED[0, 0] & 0, NAMED[0, 1] & 0
    for kind in range(KINDS):
        if kinds >> kind & 1:
            low |= NAMED[kind, 0]
            high |= NAMED[kind, 1]
    return low, high


# ── Groups ───────────────────────────────────────────────────────────────────
@kernel
def group_of(low: int, high: int, seed_low: int, seed_high: int) -> tuple[int, int]:
    """All spaces of a set that are connected with the seeds, which belong to it. Diagonals do not count (BL-12)."""
    while True:
        beside_low, beside_high = beside(seed_low, seed_high)
        grown_low, grown_high = seed_low | beside_low & low, seed_high | beside_high & high
        if grown_low == seed_low and grown_high == seed_high:
            return grown_low, grown_high
        seed_low, seed_high = grown_low, grown_high


@kernel
def beside(low: int, high: int) -> tuple[int, int]:
    """The spaces next to those of a set. The result may also have bits outside the board."""
    down_low, down_high = down(low, high)
    up_low, up_high = up(low, high)
    return low << 1 | low >> 1 | down_low | up_low, high << 1 | high >> 1 | down_high | up_high


@kernel
def down(low: int, high: int) -> tuple[int, int]:
    """A set moved down by a row."""
    return (low & ABOVE_LAST) << STEP, high << STEP | low >> LAST_ROW


@kernel
def up(low: int, high: int) -> tuple[int, int]:
    """A set moved up by a row."""
    return low >> STEP | (high & FIRST_ROW) << LAST_ROW, high >> STEP


@kernel
def groups(low: int, high: int) -> int:
    """The number of groups in a set; a lone tile is a group (BL-12)."""
    count = 0
    while low or high:
        seed_low, seed_high = low & -low, high & 0
        if low == 0:
            seed_high = high & -high
        group_low, group_high = group_of(low, high, seed_low, seed_high)
        low &= ~group_low
        high &= ~group_high
        count += 1
    return count


@kernel
def touching(low: int, high: int) -> tuple[int, int, int, int, int, int, int, int]:
    """The spaces beside at least one, two, three and four groups of a set, each as (low, high).

    The results may also have spaces of the set itself, and bits outside the board."""
    one_low, one_high, two_low, two_high = low & 0, low & 0, low & 0, low & 0
    three_low, three_high, four_low, four_high = low & 0, low & 0, low & 0, low & 0
    left_low, left_high = low, high
    while left_low or left_high:
        seed_low, seed_high = left_low & -left_low, left_high & 0
        if left_low == 0:
            seed_high = left_high & -left_high
        group_low, group_high = group_of(low, high, seed_low, seed_high)
        near_low, near_high = beside(group_low, group_high)
        four_low, four_high = four_low | three_low & near_low, four_high | three_high & near_high
        three_low, three_high = three_low | two_low & near_low, three_high | two_high & near_high
        two_low, two_high = two_low | one_low & near_low, two_high | one_high & near_high
        one_low, one_high = one_low | near_low, one_high | near_high
        left_low &= ~group_low
        left_high &= ~group_high
    return one_low, one_high, two_low, two_high, three_low, three_high, four_low, four_high


class Around(NamedTuple):
    """One word of four sets: the spaces that have a tile of the same colour to the north, and so on. For corners, each
    name stands for the corner that comes next clockwise: `north` for the north-east."""

    north: int
    east: int
    south: int
    west: int


@kernel
def loose(low: int, high: int) -> tuple[int, int]:
    """The spaces of one colour whose tile can be removed without splitting its group (BL-07).

    If the neighbours of a tile that have its colour touch each other round its corners, the tile can be removed. This
    is tested for all tiles at once. For the few others, `splits` tests whether their group falls apart."""
    up_low, up_high = up(low, high)
    down_low, down_high = down(low, high)
    sides = Around(down_low, low >> 1, up_low, low << 1)
    doubt_low = apart(sides, Around(down_low >> 1, up_low >> 1, up_low << 1, down_low << 1))
    sides = Around(down_high, high >> 1, up_high, high << 1)
    doubt_high = apart(sides, Around(down_high >> 1, up_high >> 1, up_high << 1, down_high << 1))
    loose_low, loose_high = low, high
    left = doubt_low & low
    while left:
        bit = left & -left
        if splits(low, high, bit, bit & 0):
            loose_low &= ~bit
        left = without_lowest(left)
    left = doubt_high & high
    while left:
        bit = left & -left
        if splits(low, high, bit & 0, bit):
            loose_high &= ~bit
        left = without_lowest(left)
    return loose_low, loose_high


@kernel
def apart(sides: Around, corners: Around) -> int:
    """The spaces with neighbours of the same colour on several sides that are not all connected round the corners.

    `sides` and `corners`: the spaces that have a tile of the same colour there. Clockwise, each run of connected
    neighbours has one end, so a space with two ends has two runs."""
    (n, e, s, w), (ne, se, sw, nw) = sides, corners
    end_n, end_e, end_s, end_w = n & ~(ne & e), e & ~(se & s), s & ~(sw & w), w & ~(nw & n)
    return end_n & end_e | (end_n | end_e) & end_s | (end_n | end_e | end_s) & end_w


@kernel
def splits(low: int, high: int, bit_low: int, bit_high: int) -> bool:
    """Whether the group of a tile splits if it is removed (BL-07). The tile must have at least two neighbours in it."""
    low &= ~bit_low
    high &= ~bit_high
    beside_low, beside_high = beside(bit_low, bit_high)
    beside_low &= low
    beside_high &= high
    seed_low, seed_high = beside_low & -beside_low, beside_high & 0
    if beside_low == 0:
        seed_high = beside_high & -beside_high
    group_low, group_high = group_of(low, high, seed_low, seed_high)
    return bool(beside_low & ~group_low or beside_high & ~group_high)
