"""The inputs of a network for Grackles: birds that are placed, and birds that one line or extension could place."""

from typing import NamedTuple

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.core.protocol import Array, Inputs
from rookery.games.grackles.board import DRAWING, PLACING, ROWS, TURN, WIRES, State
from rookery.games.grackles.gains import gain_on
from rookery.games.grackles.rules import points, stack
from rookery.games.grackles.tiles import TILES

GAIN_BITS = 6  # a gain is at most BIRDS: the gains of all seats on a wire fit into one whole number
GAIN_MASK = (1 << GAIN_BITS) - 1
SMALLEST_GAIN, LARGEST_GAIN = 2, 6  # for which wires are counted


class OfSeat(NamedTuple):
    """The place of each number of a seat. A gain is the most birds that it could place on one wire now."""

    PLACED: int  # birds on the wires, in tens
    PLACED_EARLY: int  # the same, times the share of tiles that are to come
    IN_HAND: int  # birds left, in tens
    BEST: int  # the three largest gains, in fives
    SECOND: int
    THIRD: int
    ALL: int  # the sum of gains, in tens
    ALL_EARLY: int
    CONTESTED: int  # the same as far as another seat has a gain on the wire, in tens
    LAST: int  # 1 if its best gain would place its last bird, or none is left
    AT_LEAST_2: int  # wires with such a gain, in fives
    AT_LEAST_3: int
    AT_LEAST_4: int
    AT_LEAST_5: int
    AT_LEAST_6: int
    ROTATIONS: int  # left, in twos
    SPOTS: int  # free spots of its colour, in tens
    ENDS: int  # ends of its lines, in fives


class OfTable(NamedTuple):
    """The place of each number of the table, after those of the seats."""

    TO_COME: int  # the share of tiles that are in the stack
    TO_COME_SQUARED: int
    NONE_TO_COME: int
    IN_TURN: int  # 1: the seat plays, a tile is drawn, or it places the tile
    IN_DRAW: int
    IN_PLACING: int
    QUIET: int  # seats that passed in a row, in twos


INPUTS = Inputs(OfSeat._fields, OfTable._fields)
MINE, TABLE = OfSeat(*range(len(OfSeat._fields))), OfTable(*range(len(OfTable._fields)))
OF_SEAT = len(MINE)


@kernel
def inputs(pos: State, out: Array) -> int:
    """Write the numbers of the seats, the one whose turn it is first, and those of the table; return that seat."""
    early = stack(pos) / (TILES - 2)
    for wire in range(WIRES):
        if pos.free[wire]:
            see_wire(pos, wire, out)
    for place in range(pos.players):
        see_seat(pos, (pos.turn + place) % pos.players, early, out[place * OF_SEAT : (place + 1) * OF_SEAT])
    table = out[pos.players * OF_SEAT :]
    table[TABLE.TO_COME] = early
    table[TABLE.TO_COME_SQUARED] = early * early
    table[TABLE.NONE_TO_COME] = stack(pos) == 0
    table[TABLE.IN_TURN] = pos.phase == TURN
    table[TABLE.IN_DRAW] = pos.phase == DRAWING
    table[TABLE.IN_PLACING] = pos.phase == PLACING
    table[TABLE.QUIET] = pos.quiet / 2.0
    return int(pos.turn)


@kernel
def see_wire(pos: State, wire: int, out: Array) -> None:
    """Add the gains of all seats on a wire; here gains are counted in birds."""
    gains, most, second = 0, 0, 0
    for place in range(pos.players):
        seat = (pos.turn + place) % pos.players
        gain = gain_on(pos, seat, wire, int(pos.birds[seat]))
        gains |= gain << GAIN_BITS * place
        if gain > most:
            most, second = gain, most
        elif gain > second:
            second = gain
    for place in range(pos.players):
        gain, mine = gains >> GAIN_BITS * place & GAIN_MASK, out[place * OF_SEAT : (place + 1) * OF_SEAT]
        if gain == 0:
            continue
        mine[MINE.ALL] += gain
        mine[MINE.CONTESTED] += min(gain, second if gain == most else most)
        if gain > mine[MINE.BEST]:
            mine[MINE.THIRD], mine[MINE.SECOND], mine[MINE.BEST] = mine[MINE.SECOND], mine[MINE.BEST], gain
        elif gain > mine[MINE.SECOND]:
            mine[MINE.THIRD], mine[MINE.SECOND] = mine[MINE.SECOND], gain
        elif gain > mine[MINE.THIRD]:
            mine[MINE.THIRD] = gain
        for size in range(SMALLEST_GAIN, min(gain, LARGEST_GAIN) + 1):
            mine[MINE.AT_LEAST_2 + size - SMALLEST_GAIN] += 1.0


@kernel
def see_seat(pos: State, seat: int, early: float, mine: Array) -> None:
    """Write what else there is of a seat, and give its gains their units. Sums are made of whole numbers and divided
    once, so that plain Python rounds as kernels do."""
    gains, placed, birds = int(mine[MINE.ALL]), points(pos, seat), int(pos.birds[seat])
    mine[MINE.LAST] = int(mine[MINE.BEST]) >= birds
    mine[MINE.BEST] = int(mine[MINE.BEST]) / 5.0
    mine[MINE.SECOND] = int(mine[MINE.SECOND]) / 5.0
    mine[MINE.THIRD] = int(mine[MINE.THIRD]) / 5.0
    mine[MINE.ALL] = gains / 10.0
    mine[MINE.ALL_EARLY] = early * gains / 10.0
    mine[MINE.CONTESTED] = int(mine[MINE.CONTESTED]) / 10.0
    for size in range(SMALLEST_GAIN, LARGEST_GAIN + 1):
        place = MINE.AT_LEAST_2 + size - SMALLEST_GAIN
        mine[place] = int(mine[place]) / 5.0
    mine[MINE.PLACED] = placed / 10.0
    mine[MINE.PLACED_EARLY] = early * placed / 10.0
    mine[MINE.IN_HAND] = birds / 10.0
    mine[MINE.ROTATIONS] = pos.tokens[seat] / 2.0
    spots, ends, colour = 0, 0, pos.own[seat]
    for wire in range(WIRES):
        own = int(pos.colour[colour, wire])
        if wire < ROWS:
            spots += count_bits(own & int(pos.free[wire]))
        ends += count_bits(own & int(pos.low_ends[wire])) + count_bits(own & int(pos.high_ends[wire]))
    mine[MINE.SPOTS] = spots / 10.0
    mine[MINE.ENDS] = ends / 5.0
