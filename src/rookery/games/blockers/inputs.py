"""The inputs of a trained network for Blockers!: groups, spaces that could still join them, and possible captures."""

from typing import NamedTuple

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.core.protocol import Array, Inputs
from rookery.games.blockers import rules
from rookery.games.blockers.rules import State
from rookery.games.blockers.spaces import KINDS, beside, groups, loose, named_by, touching


class OfSeat(NamedTuple):
    """The place of each number of a seat, summed over its colours, of which a seat at a table of two has two. Spaces
    are empty unless said otherwise; a tile to come is on the rack or in the pile."""

    GROUPS: int  # on the board, in fives
    GROUPS_LATE: int  # the same, times the share of its tiles that are drawn
    LEAST_GROUPS: int  # if it filled all spaces beside its tiles that a tile to come names, in fives
    LEAST_GROUPS_LATE: int
    LONE: int  # groups of one tile, in fives
    PENALTY: int  # in twos
    CAPTURES: int  # in fives
    BRIDGES: int  # spaces that join two groups and that a tile to come names, in fives
    BRIDGES_LATE: int
    WIDE_BRIDGES: int  # the same for three groups, in twos
    BRIDGES_NOW: int  # the same as BRIDGES for tiles on the rack, in twos
    ROOM: int  # spaces beside own tiles that a tile to come names, in twenties
    ROOM_NOW: int  # the same for the rack, in tens
    NAMED: int  # all spaces that a tile to come names, in fifties
    PREY: int  # tiles of others that a tile on the rack can capture, in fives
    PREY_JOINS: int  # those of them that join two own groups, in twos
    PREY_LATER: int  # tiles of others that a tile to come may capture, in twenties
    EXPOSED: int  # own tiles that others may capture from their racks, in fives
    EXPOSED_LONE: int  # those of them that are groups of one tile, in twos
    TO_PLAY: int  # the share of a colour's tiles that are to come
    OVER: int  # colours that are finished


class OfTable(NamedTuple):
    """The place of each number of the table, after those of the seats."""

    TO_PLAY: int  # the share of all tiles that are to come
    IN_TURN: int  # 1 while a seat plays, 0 while tiles are drawn


INPUTS = Inputs(OfSeat._fields, OfTable._fields)
MINE, TABLE = OfSeat(*range(len(OfSeat._fields))), OfTable(*range(len(OfTable._fields)))
OF_SEAT = len(MINE)


@kernel
def inputs(pos: State, out: Array) -> int:
    """Write the numbers of the seats, the one whose turn it is first, and those of the table; return that seat.

    Sums are made in double precision (`float`), so that plain Python rounds as kernels do."""
    colours, left = rules.colours_of(pos), 0
    for colour in range(colours):
        place = (rules.owner(pos, colour) - pos.turn) % pos.players
        see_colour(pos, colour, out[place * OF_SEAT : (place + 1) * OF_SEAT])
        left += pos.pile[colour] + pos.held[colour]
    for other in range(colours):
        see_danger(pos, other, out)
    for place in range(pos.players):
        seat, mine = (pos.turn + place) % pos.players, out[place * OF_SEAT : (place + 1) * OF_SEAT]
        mine[MINE.PENALTY] = rules.penalty(pos, seat) / 2.0
        mine[MINE.CAPTURES] = rules.all_captures(pos, seat) / 5.0
    table = out[pos.players * OF_SEAT :]
    table[TABLE.TO_PLAY] = left / (colours * KINDS)
    table[TABLE.IN_TURN] = pos.phase == rules.PLAY
    return int(pos.turn)


@kernel
def see_colour(pos: State, colour: int, mine: Array) -> None:
    """Add a colour's tiles, and the spaces that matter to it."""
    low, high = int(pos.spaces[colour, 0]), int(pos.spaces[colour, 1])
    late = 1.0 - float(pos.pile[colour]) / KINDS
    own, (near_low, near_high) = groups(low, high), beside(low, high)
    mine[MINE.GROUPS] = float(mine[MINE.GROUPS]) + own / 5.0
    mine[MINE.GROUPS_LATE] = float(mine[MINE.GROUPS_LATE]) + late * own / 5.0
    mine[MINE.LONE] = float(mine[MINE.LONE]) + (count_bits(low & ~near_low) + count_bits(high & ~near_high)) / 5.0
    mine[MINE.TO_PLAY] = float(mine[MINE.TO_PLAY]) + float(pos.pile[colour] + pos.held[colour]) / KINDS
    if rules.finished(pos, colour):
        mine[MINE.OVER] = float(mine[MINE.OVER]) + 1.0
        mine[MINE.LEAST_GROUPS] = float(mine[MINE.LEAST_GROUPS]) + own / 5.0
        mine[MINE.LEAST_GROUPS_LATE] = float(mine[MINE.LEAST_GROUPS_LATE]) + late * own / 5.0
        return
    once_low, once_high, twice_low, twice_high, thrice_low, thrice_high, _, _ = touching(low, high)
    free_low, free_high = rules.empty(pos)
    later_low, later_high = named_by(rules.ALL_KINDS & ~int(pos.played[colour]))
    now_low, now_high = named_by(int(pos.rack[colour]))
    bridges = count_bits(twice_low & later_low & free_low) + count_bits(twice_high & later_high & free_high)
    mine[MINE.BRIDGES] = float(mine[MINE.BRIDGES]) + bridges / 5.0
    mine[MINE.BRIDGES_LATE] = float(mine[MINE.BRIDGES_LATE]) + late * bridges / 5.0
    wide = count_bits(thrice_low & later_low & free_low) + count_bits(thrice_high & later_high & free_high)
    mine[MINE.WIDE_BRIDGES] = float(mine[MINE.WIDE_BRIDGES]) + wide / 2.0
    bridges = count_bits(twice_low & now_low & free_low) + count_bits(twice_high & now_high & free_high)
    mine[MINE.BRIDGES_NOW] = float(mine[MINE.BRIDGES_NOW]) + bridges / 2.0
    room = count_bits(once_low & later_low & free_low) + count_bits(once_high & later_high & free_high)
    mine[MINE.ROOM] = float(mine[MINE.ROOM]) + room / 20.0
    room = count_bits(once_low & now_low & free_low) + count_bits(once_high & now_high & free_high)
    mine[MINE.ROOM_NOW] = float(mine[MINE.ROOM_NOW]) + room / 10.0
    named = count_bits(later_low & free_low) + count_bits(later_high & free_high)
    mine[MINE.NAMED] = float(mine[MINE.NAMED]) + named / 50.0
    least = groups(low | later_low & free_low & once_low, high | later_high & free_high & once_high)
    mine[MINE.LEAST_GROUPS] = float(mine[MINE.LEAST_GROUPS]) + least / 5.0
    mine[MINE.LEAST_GROUPS_LATE] = float(mine[MINE.LEAST_GROUPS_LATE]) + late * least / 5.0


@kernel
def see_danger(pos: State, other: int, out: Array) -> None:
    """Add who can capture tiles of a colour."""
    low, high = int(pos.spaces[other, 0]), int(pos.spaces[other, 1])
    if low == 0 and high == 0:
        return
    loose_low, loose_high = loose(low, high)
    near_low, near_high = beside(low, high)
    in_danger_low, in_danger_high = low & 0, high & 0
    for colour in range(rules.colours_of(pos)):
        if colour == other or not rules.may_capture(pos, colour, other) or rules.finished(pos, colour):
            continue
        place = (rules.owner(pos, colour) - pos.turn) % pos.players
        mine = out[place * OF_SEAT : (place + 1) * OF_SEAT]
        later_low, later_high = named_by(rules.ALL_KINDS & ~int(pos.played[colour]))
        prey = count_bits(later_low & loose_low) + count_bits(later_high & loose_high)
        mine[MINE.PREY_LATER] = float(mine[MINE.PREY_LATER]) + prey / 20.0
        now_low, now_high = named_by(int(pos.rack[colour]))
        now_low, now_high = now_low & loose_low, now_high & loose_high
        mine[MINE.PREY] = float(mine[MINE.PREY]) + (count_bits(now_low) + count_bits(now_high)) / 5.0
        _, _, twice_low, twice_high, _, _, _, _ = touching(int(pos.spaces[colour, 0]), int(pos.spaces[colour, 1]))
        prey = count_bits(now_low & twice_low) + count_bits(now_high & twice_high)
        mine[MINE.PREY_JOINS] = float(mine[MINE.PREY_JOINS]) + prey / 2.0
        in_danger_low, in_danger_high = in_danger_low | now_low, in_danger_high | now_high
    place = (rules.owner(pos, other) - pos.turn) % pos.players
    mine = out[place * OF_SEAT : (place + 1) * OF_SEAT]
    mine[MINE.EXPOSED] = float(mine[MINE.EXPOSED]) + (count_bits(in_danger_low) + count_bits(in_danger_high)) / 5.0
    lone = count_bits(in_danger_low & ~near_low) + count_bits(in_danger_high & ~near_high)
    mine[MINE.EXPOSED_LONE] = float(mine[MINE.EXPOSED_LONE]) + lone / 2.0
