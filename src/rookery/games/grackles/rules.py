"""Grackles: the rules, in the order of the rulebook. Rule numbers GR-.. are those of rules.md.

Cells, spots, wires and the fields of a position: see board.py.
"""

from typing import NamedTuple

import numpy as np

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize  # a tile is chosen when it is drawn: none is hidden
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.protocol import CHANCE, OVER, Actions, Settings, Utilities, Weights
from rookery.games.grackles.board import (
    BIRDS,
    CELLS,
    COLOURS,
    COUNTS,
    DRAWING,
    ENDED,
    FRAME,
    HOME,
    LENGTH,
    MIX,
    NOTHING,
    PLACING,
    QUARTERS,
    SECOND,
    SPAN,
    STARTING,
    TALL,
    TOKENS,
    TOWARDS_HIGH,
    TOWARDS_LOW,
    TURN,
    WHO_BEGINS,
    WIDE,
    WIRES,
    State,
    extend,
    join,
    place,
    reach,
    show,
)
from rookery.games.grackles.board import STATE as STATE
from rookery.games.grackles.facts import ORDERS
from rookery.games.grackles.tiles import ARRANGEMENTS

# ── Vocabulary ───────────────────────────────────────────────────────────────
# Actions: draw; pass; place the drawn tile; rotate a tile; a new line; an extension. Chance: who begins; the tile
DRAW, PASS = 0, 1
PLACE = 2  # + 4 * cell + turn
ROTATE = PLACE + CELLS * QUARTERS  # + 4 * cell + turn, 1 .. 3
LINE = ROTATE + CELLS * QUARTERS  # + 9 * (18 * wire + low end) + spots beyond it - 1
EXTEND = LINE + WIRES * LENGTH * SPAN  # + 9 * (2 * (18 * wire + end) + way) + spots beyond it - 1
FIRST = EXTEND + WIRES * LENGTH * 2 * SPAN  # + seat
TILE = FIRST + COLOURS  # + arrangement
ACTIONS = TILE + len(ARRANGEMENTS)

ORDER_OF = np.array(ORDERS, np.int8)  # [code of the option `colours`, seat] colour


# ── Set-up ───────────────────────────────────────────────────────────────────
@kernel
def setup(pos: State, settings: Settings) -> None:
    """The starting tiles (GR-03), colours, birds and tokens (GR-04); chance or the table says who begins (GR-05)."""
    pos.players = settings[0]
    for seat in range(len(pos.own)):
        pos.own[seat] = ORDER_OF[settings[2], seat]
    pos.drawn = NOTHING
    pos.tiles[:] = NOTHING
    for arrangement in range(len(COUNTS)):
        pos.left[arrangement] = COUNTS[arrangement]
    pos.left[MIX.starting] -= 2
    for seat in range(pos.players):
        pos.birds[seat] = BIRDS
        pos.tokens[seat] = TOKENS
    pos.west, pos.east = WIDE, 0
    pos.south, pos.north = TALL, 0
    place(pos, HOME, STARTING)
    place(pos, HOME + 1, SECOND)
    pos.loose[:] = 0
    if settings[1] > 0:
        pos.turn = settings[1] - 1
        pos.phase = TURN


# ── Whose decision, and which ────────────────────────────────────────────────
@kernel
def mover(pos: State) -> int:
    """The seat whose turn it is; chance says who begins, and which tile is drawn."""
    if pos.phase == ENDED:
        return OVER
    if pos.phase == WHO_BEGINS or pos.phase == DRAWING:
        return CHANCE
    return int(pos.turn)


@kernel
def legal(pos: State, actions: Actions) -> int:
    """The actions of the phase.

    A turn has at most 262 actions: one draw or pass; 69 rotations; 100 lines, because a row of tiles has 5 spots of a
    colour on two wires; 92 extensions, from four sides to each spot except two."""
    if pos.phase == TURN:
        return turns_actions(pos, actions)
    if pos.phase == PLACING:
        return placements(pos, actions)
    count = 0
    if pos.phase == WHO_BEGINS:
        for seat in range(pos.players):
            actions[seat] = FIRST + seat
        return int(pos.players)
    if pos.phase == DRAWING:
        for arrangement in range(len(ARRANGEMENTS)):
            if pos.left[arrangement] > 0:
                actions[count] = TILE + arrangement
                count += 1
    return count


@kernel
def weights(pos: State, actions: Actions, count: int, weights: Weights) -> None:
    """Every seat is equally likely (GR-05), and so is every tile of the stack (GR-03)."""
    for i in range(count):
        weights[i] = 1.0 if actions[i] < TILE else float(pos.left[actions[i] - TILE])


@kernel
def turns_actions(pos: State, actions: Actions) -> int:
    """One of four actions (GR-05). A seat may draw while tiles are left (GR-14). Later, a seat that can only rotate
    may pass (GR-15)."""
    count = 0
    tiles_left = stack(pos) > 0
    if tiles_left:
        actions[0] = DRAW
        count = 1
    count = lines(pos, actions, count)
    count = extensions(pos, actions, count)
    may_pass = not tiles_left and count == 0
    count = rotations(pos, actions, count)
    if may_pass and count > 0:
        actions[count] = PASS
        count += 1
    return count


@kernel
def stack(pos: State) -> int:
    """The number of tiles not drawn yet."""
    tiles = 0
    for arrangement in range(len(ARRANGEMENTS)):
        tiles += pos.left[arrangement]
    return tiles


@kernel
def placements(pos: State, actions: Actions) -> int:
    """The drawn tile in each rotation, on each cell beside a tile that keeps the board within 5 x 5 (GR-07)."""
    count = 0
    west, east = max(0, int(pos.east) - FRAME + 1), min(WIDE - 1, int(pos.west) + FRAME - 1)
    south, north = max(0, int(pos.north) - FRAME + 1), min(TALL - 1, int(pos.south) + FRAME - 1)
    within = (2 << east) - (1 << west)
    for row in range(south, north + 1):
        tiles = int(pos.laid[row])
        beside = tiles << 1 | tiles >> 1
        if row > 0:
            beside |= pos.laid[row - 1]
        if row < TALL - 1:
            beside |= pos.laid[row + 1]
        beside &= within & ~tiles
        while beside:
            at = row * WIDE + lowest_bit(beside)
            for turn in range(QUARTERS):
                actions[count + turn] = PLACE + QUARTERS * at + turn
            count += QUARTERS
            beside = without_lowest(beside)
    return count


@kernel
def lines(pos: State, actions: Actions, count: int) -> int:
    """Lines between two free spots of the seat's colour on one wire, all spots between them free (GR-08, GR-09), if the
    seat has enough birds (GR-13). They are listed from the low end."""
    most, colour = min(int(pos.birds[pos.turn]) - 1, SPAN), pos.own[pos.turn]
    if most < 1:
        return count
    for wire in range(WIRES):
        own = int(pos.colour[colour, wire] & pos.free[wire])
        while own & (own - 1):
            start = lowest_bit(own)
            own = without_lowest(own)
            found = own & reach(pos.free[wire], start) & ((2 << (start + most)) - 1)
            while found:
                beyond = lowest_bit(found) - start
                actions[count] = LINE + (wire * LENGTH + start) * SPAN + beyond - 1
                count += 1
                found = without_lowest(found)
    return count


class Wire(NamedTuple):
    """A wire, as the seat to move sees it."""

    number: int
    own: int  # mask of the spots of its colour
    free: int  # mask of the spots without birds
    most: int  # birds that may be added in one direction


@kernel
def extensions(pos: State, actions: Actions, count: int) -> int:
    """Extensions: from an end of the seat's line along its wire, over free spots, to one of its colour (GR-10)."""
    most, colour = min(pos.birds[pos.turn], SPAN), pos.own[pos.turn]
    for number in range(WIRES):
        low, high = int(pos.low_ends[number]), int(pos.high_ends[number])
        if low:  # each line has two ends
            wire = Wire(number, int(pos.colour[colour, number]), int(pos.free[number]), most)
            count = one_way(wire, TOWARDS_LOW, low & wire.own, actions, count)
            count = one_way(wire, TOWARDS_HIGH, high & wire.own, actions, count)
    return count


@kernel
def one_way(wire: Wire, way: int, ends: int, actions: Actions, count: int) -> int:
    """List the extensions of the lines with these ends one way along a wire."""
    step = 2 * way - 1
    while ends:
        end = lowest_bit(ends)
        ends = without_lowest(ends)
        first = EXTEND + ((wire.number * LENGTH + end) * 2 + way) * SPAN
        beyond = 1
        spot = end + step
        while beyond <= wire.most and 0 <= spot < LENGTH and wire.free >> spot & 1:
            if wire.own >> spot & 1:
                actions[count] = first + beyond - 1
                count += 1
            beyond += 1
            spot += step
    return count


@kernel
def rotations(pos: State, actions: Actions, count: int) -> int:
    """Rotate a tile by one to three quarters for a token; it has no birds and is not a starting tile (GR-12)."""
    if pos.tokens[pos.turn] > 0:
        for row in range(pos.south, pos.north + 1):
            tiles = int(pos.loose[row])
            while tiles:
                at = row * WIDE + lowest_bit(tiles)
                for turn in range(1, QUARTERS):
                    actions[count] = ROTATE + QUARTERS * at + turn
                    count += 1
                tiles = without_lowest(tiles)
    return count


# ── Playing ──────────────────────────────────────────────────────────────────
@kernel
def play(pos: State, action: int) -> None:
    """Play one action. After a draw, two plies complete the turn: chance picks the tile, the seat places it (GR-06)."""
    if action >= TILE:
        pos.drawn = action - TILE
        pos.left[pos.drawn] -= 1
        pos.phase = PLACING
    elif action >= FIRST:
        pos.turn = action - FIRST
        pos.phase = TURN
    elif action == DRAW:
        pos.phase = DRAWING
    else:
        act(pos, action)
        pos.quiet = pos.quiet + 1 if action == PASS else 0
        next_turn(pos)


@kernel
def act(pos: State, action: int) -> None:
    """Carry out an action that ends the turn."""
    if action >= EXTEND:
        place_on, beyond = (action - EXTEND) // SPAN, (action - EXTEND) % SPAN + 1
        extend(pos, place_on // 2 // LENGTH, place_on // 2 % LENGTH, place_on % 2, beyond)
    elif action >= LINE:
        start, beyond = (action - LINE) // SPAN, (action - LINE) % SPAN + 1
        join(pos, start // LENGTH, start % LENGTH, start % LENGTH + beyond)
    elif action >= ROTATE:
        rotate(pos, (action - ROTATE) // QUARTERS, (action - ROTATE) % QUARTERS)
    elif action >= PLACE:
        place(pos, (action - PLACE) // QUARTERS, QUARTERS * pos.drawn + (action - PLACE) % QUARTERS)
        pos.drawn = NOTHING


@kernel
def rotate(pos: State, at: int, turn: int) -> None:
    """Rotate a tile on its cell by `turn` quarters clockwise, and spend a token (GR-12)."""
    pos.tokens[pos.turn] -= 1
    show(pos, at, pos.tiles[at] // QUARTERS * QUARTERS + (pos.tiles[at] + turn) % QUARTERS)


@kernel
def next_turn(pos: State) -> None:
    """Give the turn to the next seat that can act (GR-05, GR-15). It is over if all passed or are skipped (GR-16)."""
    while pos.quiet < pos.players:
        pos.turn = (pos.turn + 1) % pos.players
        if stack(pos) > 0 or can_act(pos):
            pos.phase = TURN
            return
        pos.quiet += 1
    pos.phase = ENDED


@kernel
def can_act(pos: State) -> bool:
    """Whether `turns_actions` would list any action when no tile is left."""
    if pos.tokens[pos.turn] > 0:
        for row in range(pos.south, pos.north + 1):
            if pos.loose[row]:
                return True
    return can_settle(pos, pos.turn)


@kernel
def can_settle(pos: State, seat: int) -> bool:
    """Whether a seat has a line or an extension. It is enough to check the nearest neighbours of each spot."""
    birds, colour = int(pos.birds[seat]), pos.own[seat]
    for wire in range(WIRES):
        own, free = int(pos.colour[colour, wire]), int(pos.free[wire])
        empty = own & free
        while empty:
            spot = lowest_bit(empty)
            empty = without_lowest(empty)
            above = reach(free, spot)
            next_own = empty & above
            if next_own and lowest_bit(next_own) - spot < birds:
                return True
            blocked = above + (2 << spot)
            if pos.low_ends[wire] & own & blocked and lowest_bit(blocked) - spot <= birds:
                return True
            below = spot - 1
            while below >= 0 and free >> below & 1:
                below -= 1
            if below >= 0 and pos.high_ends[wire] & own & (1 << below) and spot - below <= birds:
                return True
    return False


# ── Scoring ──────────────────────────────────────────────────────────────────
@kernel
def points(pos: State, seat: int) -> int:
    """A player's birds on the wires (GR-17)."""
    return int(BIRDS - pos.birds[seat])


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The player with most birds on the wires wins; tied players share it (GR-17). With n players each loser gets
    -1 / (n - 1), and the winners share what the losers lose: a sole winner gets 1, n winners get 0 each."""
    best, winners = 0, 0
    for seat in range(pos.players):
        if points(pos, seat) > best or winners == 0:
            best, winners = points(pos, seat), 0
        winners += points(pos, seat) == best
    for seat in range(pos.players):
        won = (pos.players - winners) / (winners * (pos.players - 1))
        out[seat] = won if points(pos, seat) == best else -1 / (pos.players - 1)
