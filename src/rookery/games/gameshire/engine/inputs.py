"""The inputs of a trained network for Gameshire: the room on maps, and the gifts still to be delivered."""

from typing import NamedTuple

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.core.protocol import Array, Inputs
from rookery.games.gameshire.engine import worth
from rookery.games.gameshire.engine.outlook import different_gifts
from rookery.games.gameshire.rules import layout
from rookery.games.gameshire.rules.layout import State
from rookery.games.gameshire.rules.maps import can_record, free
from rookery.games.gameshire.rules.spring import boons_left, gifts_unset, share_left
from rookery.games.gameshire.rules.verbs import mover


class OfSeat(NamedTuple):
    """The place of each number of a seat."""

    BLANK: int  # white boxes without a crop or cow, in twenties
    SPRING_MAP: int  # in Spring, the points of its map (worth.py), in twenties
    AUTUMN_MAP: int  # in Autumn, in sixties
    FREE: int  # boxes that can be shaded, in twenties
    FILLED: int  # in Autumn, those of them with a crop or cow, in twenties
    ROOM: int  # the room that its free boxes make, in thirties
    FILLED_ROOM: int  # in Autumn, the room that those with a crop or cow make, in tens
    SHARE: int  # gifts that it may still choose, in threes
    FITS: int  # pairs of the market that it can choose, in threes
    DELIVERS: int  # those of them that name a gift to be delivered
    OUT: int  # whether it has passed in this season


class OfTable(NamedTuple):
    """The place of each number of the table, after those of the seats."""

    SPRING: int  # whether it is Spring
    UNSET: int  # gifts that are not chosen, of all
    DIFFERENT: int  # different values among those that are, of all gifts
    UNDELIVERED: int  # of all; in Autumn
    DIFFERENT_UNDELIVERED: int
    LIKELY: int  # the chance that the next resource card names a gift to be delivered
    NAMING: int  # pairs of the market that name one, in threes
    CHOSEN: int  # whether a pair is chosen and players still record it
    ABOUT_TO: int  # whether that pair names a gift
    BOONS: int  # that the team has left, in fives
    SEASON_CARDS: int  # in the deck, of all
    RESOURCE_CARDS: int
    SKILL_W: int  # whether each skill is learned
    SKILL_O: int
    SKILL_R: int
    SKILL_P: int
    SKILL_G: int
    SKILL_Y: int


INPUTS = Inputs(OfSeat._fields, OfTable._fields)
MINE, TABLE = OfSeat(*range(len(OfSeat._fields))), OfTable(*range(len(OfTable._fields)))
OF_SEAT = len(MINE)


@kernel
def inputs(pos: State, out: Array) -> int:
    """Write the numbers of the seats, the one that decides first, and those of the table; return that seat."""
    first = mover(pos)
    if first < 0:
        first = int(pos.turn)
    for place in range(pos.players):
        see_seat(pos, (first + place) % pos.players, out[place * OF_SEAT : (place + 1) * OF_SEAT])
    see_table(pos, out[pos.players * OF_SEAT :])
    return first


@kernel
def see_seat(pos: State, seat: int, mine: Array) -> None:
    """Write what a map has room for."""
    blank, unshaded = int(pos.holding[seat, layout.BLANK] & layout.WHITE), free(pos, seat)
    filled = unshaded & ~pos.holding[seat, layout.BLANK]
    mine[MINE.BLANK] = count_bits(blank) / 20.0
    if pos.season == layout.SPRING:
        mine[MINE.SPRING_MAP] = worth.spring_map(pos, seat, blank) / 20.0
        mine[MINE.SHARE] = share_left(pos, seat) / 3.0
    else:
        mine[MINE.AUTUMN_MAP] = worth.autumn_map(pos, seat, unshaded) / 60.0
        mine[MINE.FILLED] = count_bits(filled) / 20.0
        mine[MINE.FILLED_ROOM] = worth.room(filled) / 10.0
    mine[MINE.FREE] = count_bits(unshaded) / 20.0
    mine[MINE.ROOM] = worth.room(unshaded) / 30.0
    if pos.out >> seat & 1:
        mine[MINE.OUT] = 1.0
        return
    for place in range(layout.PLACES):
        card = pos.market[place]
        if card != layout.NONE and (
            can_record(pos, seat, place) if pos.season == layout.SPRING else worth.can_meet(pos, seat, card)
        ):
            mine[MINE.FITS] = float(mine[MINE.FITS]) + 1.0 / 3.0
            if (
                pos.season != layout.SPRING
                and pos.under[place] != layout.NONE
                and worth.names_gift(pos, pos.under[place])
            ):
                mine[MINE.DELIVERS] = float(mine[MINE.DELIVERS]) + 1.0


@kernel
def see_table(pos: State, table: Array) -> None:
    """Write what the team has in common."""
    unset = gifts_unset(pos)
    table[TABLE.SPRING] = pos.season == layout.SPRING
    table[TABLE.UNSET] = unset / layout.GIFTS
    table[TABLE.DIFFERENT] = different_gifts(pos) / layout.GIFTS
    if pos.season != layout.SPRING:
        seen, undelivered = 0, 0
        for column in range(layout.GIFTS):
            if not pos.delivered >> column & 1:
                seen |= 1 << int(pos.gifts[column])  # as a NumPy integer of 8 bits it would overflow
                undelivered += 1
        table[TABLE.UNDELIVERED] = undelivered / layout.GIFTS
        table[TABLE.DIFFERENT_UNDELIVERED] = count_bits(seen) / layout.GIFTS
        table[TABLE.LIKELY] = worth.likely(pos)
        for place in range(layout.PLACES):
            if pos.under[place] != layout.NONE and worth.names_gift(pos, pos.under[place]):
                table[TABLE.NAMING] = float(table[TABLE.NAMING]) + 1.0 / 3.0
    if pos.chosen != layout.NONE:
        table[TABLE.CHOSEN] = 1.0
        table[TABLE.ABOUT_TO] = pos.season != layout.SPRING and worth.names_gift(pos, pos.under[pos.chosen])
    table[TABLE.BOONS] = boons_left(pos) / 5.0
    table[TABLE.SEASON_CARDS] = count_bits(pos.season_deck) / layout.SEASONS
    table[TABLE.RESOURCE_CARDS] = count_bits(pos.resource_deck) / layout.RESOURCES
    for skill in range(layout.SKILLS):
        table[TABLE.SKILL_W + skill] = pos.learned >> skill & 1
