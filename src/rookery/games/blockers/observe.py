"""Observations of Blockers!, for learners: everything that a seat sees of the table.

Places of colours: this seat's colour, then those of the other seats in turn order. Two players have two colours each:
this seat's in the order of their numbers, then the other player's. Places of seats: this seat, then the others in turn
order. Places of fewer players stay 0 at the end.
"""

from typing import Annotated

import numpy as np

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.observation import entries, observed
from rookery.core.protocol import Array, Fields
from rookery.games.blockers import rules
from rookery.games.blockers.rules import State
from rookery.games.blockers.spaces import FIRST_BLOCK_KIND, FIRST_ROW_KIND, KINDS, SIDE, SPACE_OF, WILD

SPACES_SHAPE = SIDE, SIDE  # rows and columns of spaces
LEAST = 2  # players
WAYS = 4  # a tile names a space by its column, row or block, or is wild


class Observation(Fields):
    """[colour] and [seat] count places, see above. Entries not called a number are 1 where they hold, else 0."""

    mine: Annotated[int, entries("whether the observer decides now")]
    phase: Annotated[Array, entries("[phase] who begins, the deal, a play, a draw, the end", rules.ENDED + 1)]
    turn: Annotated[Array, entries("[seat] whose turn it is, or will be after the deal", rules.SEATS)]
    drawing: Annotated[Array, entries("[colour] which one draws a tile", rules.COLOURS)]
    players: Annotated[Array, entries("[players - 2] how many play", rules.SEATS - LEAST + 1)]
    uptown: Annotated[int, entries("whether captures count only in a tie")]
    fair: Annotated[int, entries("whether a tie favours players who began later")]
    safe: Annotated[int, entries("whether an own second colour cannot be captured")]
    colours: Annotated[
        Array,
        entries(
            "[colour, which] red, blue, green, yellow or orange is the colour of this place, as actions name it",
            rules.COLOURS,
            rules.COLOURS,
        ),
    ]
    held: Annotated[Array, entries("[colour] number of tiles on its rack", rules.COLOURS, high=rules.RACK)]
    pile: Annotated[Array, entries("[colour] number of tiles not drawn yet", rules.COLOURS, high=KINDS)]
    rack: Annotated[
        Array,
        entries(
            "[colour, kind] tiles seen on its rack: columns 1 to 9, rows A to I, blocks in reading order, wild",
            rules.COLOURS,
            KINDS,
        ),
    ]
    played: Annotated[Array, entries("[colour, kind] tiles ever played", rules.COLOURS, KINDS)]
    tiles: Annotated[Array, entries("[colour, row, column] spaces where its tiles lie", rules.COLOURS, *SPACES_SHAPE)]
    ways: Annotated[
        Array,
        entries(
            "[way, row, column] the tile there names its space by column, row or block, or is wild", WAYS, *SPACES_SHAPE
        ),
    ]
    captured: Annotated[
        Array, entries("[seat, colour, kind] tiles that the seat captured", rules.SEATS, rules.COLOURS, KINDS)
    ]


OBSERVATION = observed(Observation)


@kernel
def observe(pos: State, seat: int, out: Observation) -> None:
    """Write what the seat sees; a hidden rack is empty in the view, and so it is here."""
    players = int(pos.players)
    out.mine = rules.mover(pos) == seat
    out.phase[pos.phase] = 1
    if pos.phase != rules.WHO_BEGINS:
        out.turn[(pos.turn - seat) % players] = 1
    out.players[players - LEAST] = 1
    out.uptown, out.fair, out.safe = pos.scoring == rules.UPTOWN, pos.scoring == rules.FAIR, pos.second == rules.SAFE
    own, other = 0, 2  # the next places of two players' colours
    for colour in range(rules.colours_of(pos)):
        if players > 2:
            place = (colour - seat) % players
        elif rules.owner(pos, colour) == seat:
            place = own
            own += 1
        else:
            place = other
            other += 1
        see_colour(pos, seat, colour, place, out)


@kernel
def see_colour(pos: State, seat: int, colour: int, place: int, out: Observation) -> None:
    """Write what is visible of one colour to its place."""
    out.colours[place, colour] = 1
    out.held[place], out.pile[place] = pos.held[colour], pos.pile[colour]
    if pos.phase == rules.DEAL or pos.phase == rules.DRAW:
        out.drawing[place] = pos.drawing == colour
    see_tiles(int(pos.rack[colour]), out.rack[place])
    see_tiles(int(pos.played[colour]), out.played[place])
    for captor in range(pos.players):
        if pos.captured[captor, colour]:
            see_tiles(int(pos.captured[captor, colour]), out.captured[(captor - seat) % pos.players, place])
    for word in range(2):
        left = int(pos.spaces[colour, word])
        while left:
            space = SPACE_OF[word, lowest_bit(left)]
            left = without_lowest(left)
            kind = np.int64(pos.board[space]) - colour * KINDS
            row, column = space // SIDE, space % SIDE
            out.tiles[place, row, column] = 1
            out.ways[int(kind >= FIRST_ROW_KIND) + int(kind >= FIRST_BLOCK_KIND) + int(kind >= WILD), row, column] = 1


@kernel
def see_tiles(kinds: int, out: Array) -> None:
    """Write 1 for each kind in a mask."""
    while kinds:
        out[lowest_bit(kinds)] = 1
        kinds = without_lowest(kinds)
