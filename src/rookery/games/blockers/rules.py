"""Blockers!: the rules, in the order of the rulebook. Rule numbers BL-.. are those of rules.md.

The board with the numbers of its spaces is drawn in spaces.py. A tile is a colour and a kind (BL-02):

    tile     28 * colour + kind
    colour   0 red  1 blue  2 green  3 yellow  4 orange; a table uses the first ones
    kind     0 .. 8 columns 1 .. 9   9 .. 17 rows A .. I   18 .. 26 blocks in reading order   27 wild

Sets of kinds are 28-bit masks. Sets of spaces are two words, `low` and `high`: see spaces.py.
"""

from typing import Annotated

import numpy as np

from rookery.core.bits import count_bits, lowest_bit, without_lowest
from rookery.core.chance import below
from rookery.core.kernel import kernel
from rookery.core.plain import weights as weights  # all seats and all tiles are equally likely (BL-03, BL-04)
from rookery.core.protocol import CHANCE, OVER, Actions, Array, Fields, Settings, Stream, Utilities, cell, packed
from rookery.games.blockers.facts import COLOUR_NAMES, PAIRS
from rookery.games.blockers.spaces import (
    KINDS,
    LOW_BITS,
    NAMED,
    SPACE_BITS,
    SPACE_OF,
    SPACES,
    WILD,
    groups,
    loose,
    named_by,
)

# ── Vocabulary ───────────────────────────────────────────────────────────────
SEATS = 5  # at most
COLOURS = len(COLOUR_NAMES)
TILES = COLOURS * KINDS
RACK = 5  # tiles on a rack
LEFT_OVER = 4  # tiles that each colour keeps to the end (BL-11)

EMPTY = 255  # in `board`
ALL_KINDS = (1 << KINDS) - 1

# `phase`: who decides what
WHO_BEGINS, DEAL, PLAY, DRAW, ENDED = range(5)
# Options, see facts.py
UPTOWN, FAIR = 1, 2  # in `scoring` (BL-30, BL-31)
SAFE = 1  # in `second` (BL-22)

# Actions: play tile t on space s; skip a turn without a legal play. Chance: draw tile t; say who begins
SKIP = TILES * SPACES  # 0 .. 11339 play t * 81 + s; 11340
DRAWS = SKIP + 1  # 11341 .. 11480: draw tile 0 .. 139
BEGINS = DRAWS + TILES  # 11481 .. 11485: seat 0 .. 4 begins

OWNERS = np.array([[int(colour in pairs[1]) for colour in range(COLOURS)] for pairs in PAIRS])  # [option, colour]


class State(Fields):
    """The table and the racks. `spaces` repeats `board` as masks, from which `legal` and scores are computed.

    A rack is a set: it does not show in which order tiles were drawn. A view has an empty mask for a hidden rack."""

    players: Annotated[int, cell(np.int8, low=2, high=SEATS)]
    scoring: Annotated[int, cell(np.int8, low=0, high=FAIR)]  # the table's options
    second: Annotated[int, cell(np.int8, low=0, high=SAFE)]
    pairs: Annotated[int, cell(np.int8, low=0, high=len(PAIRS) - 1)]
    phase: Annotated[int, cell(np.int8, low=WHO_BEGINS, high=ENDED)]
    turn: Annotated[int, cell(np.int8, low=0, high=SEATS - 1)]  # the seat whose turn it is; during DEAL, the first seat
    drawing: Annotated[int, cell(np.int8, low=0, high=COLOURS - 1)]  # the colour that draws, in DEAL and DRAW, else 0
    held: Annotated[Array, cell(np.int8, COLOURS, low=0, high=RACK)]  # [colour] tiles on its rack
    pile: Annotated[Array, cell(np.int8, COLOURS, low=0, high=KINDS)]  # [colour] tiles it has not drawn
    board: Annotated[Array, cell(np.uint8, SPACES, low=0, high=EMPTY)]  # [space] the tile there, or EMPTY
    rack: Annotated[Array, cell(np.int32, COLOURS, low=0, high=ALL_KINDS)]  # [colour] mask of kinds
    played: Annotated[Array, cell(np.int32, COLOURS, low=0, high=ALL_KINDS)]  # [colour] mask of kinds ever played
    captured: Annotated[Array, cell(np.int32, SEATS, COLOURS, low=0, high=ALL_KINDS)]  # [captor, colour] mask of kinds
    spaces: Annotated[Array, cell(np.int64, COLOURS, 2, low=0, high=(1 << LOW_BITS) - 1)]  # [colour, word] its spaces


STATE = packed(State)


# ── Set-up ───────────────────────────────────────────────────────────────────
@kernel
def setup(pos: State, settings: Settings) -> None:
    """An empty board (BL-01), full piles (BL-02); the option `first` or chance says who begins (BL-04)."""
    pos.players = settings[0]
    pos.scoring, pos.second, pos.pairs = settings[2], settings[3], settings[4]
    pos.board[:] = EMPTY
    for colour in range(colours_of(pos)):
        pos.pile[colour] = KINDS
    if settings[1] == 0:
        pos.phase = WHO_BEGINS
    else:
        pos.phase, pos.turn = DEAL, settings[1] - 1


@kernel
def colours_of(pos: State) -> int:
    """The number of colours in play: one for each player, or two for each of two players (BL-02, BL-20)."""
    return 4 if pos.players == 2 else int(pos.players)


@kernel
def owner(pos: State, colour: int) -> int:
    """The seat that plays a colour (BL-20)."""
    return int(OWNERS[pos.pairs, colour]) if pos.players == 2 else colour


@kernel
def finished(pos: State, colour: int) -> bool:
    """Whether a colour has played 24 tiles: its pile is empty, and four tiles are left over (BL-11, BL-23)."""
    return bool(pos.pile[colour] == 0 and pos.held[colour] == LEFT_OVER)


# ── Whose decision, and which ────────────────────────────────────────────────
@kernel
def mover(pos: State) -> int:
    """Chance says who begins and what is drawn (BL-03, BL-04); the seat whose turn it is plays (BL-05)."""
    if pos.phase == PLAY:
        return int(pos.turn)
    return OVER if pos.phase == ENDED else CHANCE


@kernel
def legal(pos: State, actions: Actions) -> int:
    """The actions of the phase. Nobody may pass (BL-05); a seat without a legal play is skipped (BL-14)."""
    count = 0
    if pos.phase == PLAY:
        for colour in range(colours_of(pos)):
            if owner(pos, colour) == pos.turn and not finished(pos, colour):
                count = plays(pos, colour, actions, count)
        if count == 0:
            actions[0], count = SKIP, 1
    elif pos.phase == DEAL or pos.phase == DRAW:
        undrawn = ALL_KINDS & ~(pos.played[pos.drawing] | pos.rack[pos.drawing])
        for kind in range(KINDS):
            if undrawn >> kind & 1:
                actions[count] = DRAWS + int(pos.drawing) * KINDS + kind
                count += 1
    elif pos.phase == WHO_BEGINS:
        for seat in range(pos.players):
            actions[seat] = BEGINS + seat
        count = int(pos.players)
    return count


@kernel
def plays(pos: State, colour: int, actions: Actions, count: int) -> int:
    """Append every tile on the rack of a colour on every space that it names (BL-05) and that is open to it."""
    low, high = open_to(pos, colour)
    for kind in range(KINDS):
        if pos.rack[colour] >> kind & 1:
            first = (colour * KINDS + kind) * SPACES
            for word in range(2):
                left = NAMED[kind, word] & (high if word else low)
                while left:
                    actions[count] = first + SPACE_OF[word, lowest_bit(left)]
                    count += 1
                    left = without_lowest(left)
    return count


@kernel
def open_to(pos: State, colour: int) -> tuple[int, int]:
    """The empty spaces, and the spaces whose tile this colour may capture (BL-06)."""
    low, high = empty(pos)
    for other in range(colours_of(pos)):
        if may_capture(pos, colour, other):
            loose_low, loose_high = loose(pos.spaces[other, 0], pos.spaces[other, 1])
            low |= loose_low
            high |= loose_high
    return low, high


@kernel
def may_capture(pos: State, colour: int, other: int) -> bool:
    """Whether a colour may capture another one: never itself (BL-08), and its player's second colour only if the option
    `second` allows it (BL-22)."""
    if pos.second == SAFE or pos.players > 2:
        return owner(pos, other) != owner(pos, colour)
    return other != colour


@kernel
def empty(pos: State) -> tuple[int, int]:
    """The spaces without a tile."""
    low, high = NAMED[WILD, 0], NAMED[WILD, 1]
    for colour in range(colours_of(pos)):
        low &= ~pos.spaces[colour, 0]
        high &= ~pos.spaces[colour, 1]
    return low, high


# ── Playing ──────────────────────────────────────────────────────────────────
@kernel
def play(pos: State, action: int) -> None:
    """Play one action of a seat or of chance, and set the phase and the turn that follow from it."""
    if action == SKIP:
        skip(pos)
    elif action >= BEGINS:
        pos.turn = action - BEGINS
        pos.phase = DEAL
    elif action >= DRAWS:
        draw(pos, (action - DRAWS) // KINDS, (action - DRAWS) % KINDS)
    else:
        put(pos, action // SPACES // KINDS, action // SPACES % KINDS, action % SPACES)


@kernel
def draw(pos: State, colour: int, kind: int) -> None:
    """Move a tile from the pile to the rack: five at first, colour by colour (BL-03), then one after a play (BL-10)."""
    pos.rack[colour] |= 1 << kind
    take(pos, colour)


@kernel
def take(pos: State, colour: int) -> None:
    """The part of a draw that everybody sees."""
    pos.held[colour] += 1
    pos.pile[colour] -= 1
    if pos.phase == DRAW:
        next_turn(pos)
    elif pos.held[colour] == RACK:
        pos.drawing = (colour + 1) % colours_of(pos)
        if pos.drawing == 0:
            pos.phase = PLAY


@kernel
def put(pos: State, colour: int, kind: int, space: int) -> None:
    """Put a tile on the board. The captor keeps the tile that was there (BL-09). Then the same colour draws (BL-10,
    BL-21) if its pile is not empty."""
    prey = np.int64(pos.board[space])
    if prey != EMPTY:
        pos.captured[pos.turn, prey // KINDS] |= 1 << (prey % KINDS)
        pos.spaces[prey // KINDS, 0] &= ~SPACE_BITS[space, 0]
        pos.spaces[prey // KINDS, 1] &= ~SPACE_BITS[space, 1]
    pos.board[space] = colour * KINDS + kind
    pos.spaces[colour, 0] |= SPACE_BITS[space, 0]
    pos.spaces[colour, 1] |= SPACE_BITS[space, 1]
    pos.played[colour] |= 1 << kind
    pos.rack[colour] &= ~(1 << kind)
    pos.held[colour] -= 1
    if pos.pile[colour] > 0:
        pos.phase, pos.drawing = DRAW, colour
    else:
        next_turn(pos)


@kernel
def next_turn(pos: State) -> None:
    """Pass the turn clockwise (BL-04) to the next player with tiles to play. Without one, it is over (BL-11, BL-24)."""
    pos.drawing = 0
    for step in range(1, pos.players + 1):
        seat = (pos.turn + step) % pos.players
        for colour in range(colours_of(pos)):
            if owner(pos, colour) == seat and not finished(pos, colour):
                pos.phase, pos.turn = PLAY, seat
                return
    pos.phase = ENDED


@kernel
def skip(pos: State) -> None:
    """Skip the turn without a draw. If nobody else can play either, the game is over (BL-14)."""
    for colour in range(colours_of(pos)):
        if can_play(pos, colour):
            next_turn(pos)
            return
    pos.phase = ENDED


@kernel
def can_play(pos: State, colour: int) -> bool:
    """Whether a colour has a legal play. A rack that a view hides is assumed to have one."""
    low, high = named_by(pos.rack[colour])
    open_low, open_high = open_to(pos, colour)
    able = bool(pos.rack[colour] == 0 or low & open_low or high & open_high)
    return able and not finished(pos, colour)


# ── Scoring ──────────────────────────────────────────────────────────────────
@kernel
def seat_groups(pos: State, seat: int) -> int:
    """The number of a player's groups; a player's two colours never join (BL-12, BL-20)."""
    count = 0
    for colour in range(colours_of(pos)):
        if owner(pos, colour) == seat:
            count += groups(pos.spaces[colour, 0], pos.spaces[colour, 1])
    return count


@kernel
def captures(pos: State, seat: int, colour: int) -> int:
    """The number of tiles of a colour that a player has captured (BL-09)."""
    return count_bits(pos.captured[seat, colour])


@kernel
def all_captures(pos: State, seat: int) -> int:
    """The number of tiles of all colours that a player has captured: the fewest win a tie (BL-13)."""
    count = 0
    for colour in range(colours_of(pos)):
        count += captures(pos, seat, colour)
    return count


@kernel
def penalty(pos: State, seat: int) -> int:
    """Captures of the colour captured most (BL-12). With two players it may be the player's own (BL-25). 0 in Uptown
    (BL-30)."""
    most = 0
    if pos.scoring != UPTOWN:
        for colour in range(colours_of(pos)):
            most = max(most, captures(pos, seat, colour))
    return most


@kernel
def points(pos: State, seat: int) -> int:
    """A player's points: groups and penalty. The fewest win (BL-12, BL-25)."""
    return seat_groups(pos, seat) + penalty(pos, seat)


@kernel
def tie_break(pos: State, seat: int) -> int:
    """The count that settles a tie of points; the fewest win: captures (BL-13) and, with a fair start, one for each
    player who began later (BL-31). At the end the player whose turn it was began last. That is wrong after a skipped
    turn (BL-14), as the state does not keep who began."""
    later = (pos.turn - seat) % pos.players if pos.scoring == FAIR else 0
    return all_captures(pos, seat) + int(later)


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """The fewest points win, then the least `tie_break`; players who still tie share the win (BL-13). With n players
    each of k winners gets (n - k) / k / (n - 1), so a sole winner gets 1, and each loser gets -1 / (n - 1)."""
    best, winners = TILES * TILES, 0
    for seat in range(pos.players):
        out[seat] = points(pos, seat) * TILES + tie_break(pos, seat)  # which is less than TILES
        if out[seat] < best:
            best, winners = int(out[seat]), 0
        winners += out[seat] == best
    for seat in range(pos.players):
        share = 1.0 / winners if out[seat] == best else 0.0
        out[seat] = (share * pos.players - 1.0) / (pos.players - 1.0)


# ── What a seat may know ─────────────────────────────────────────────────────
@kernel
def hide(pos: State, seat: int) -> None:
    """Hide the racks of others (BL-03) until their colour is finished (BL-23) or the game is over."""
    if pos.phase != ENDED:
        for colour in range(colours_of(pos)):
            if owner(pos, colour) != seat and not finished(pos, colour):
                pos.rack[colour] = 0


@kernel
def knows(pos: State, action: int, seat: int) -> bool:
    """Only its player knows what a colour draws (BL-03)."""
    return action < DRAWS or action >= BEGINS or owner(pos, (action - DRAWS) // KINDS) == seat


@kernel
def determinize(pos: State, seat: int, stream: Stream) -> None:
    """Fill hidden racks: all tiles of a colour that are not on the table are equally likely to be on its rack."""
    for colour in range(colours_of(pos)):
        if pos.rack[colour] == 0 and pos.held[colour] > 0:
            fill(pos, colour, stream)


@kernel
def fill(pos: State, colour: int, stream: Stream) -> None:
    """Fill a rack with as many random tiles as it holds. Each kind in turn is taken with the probability that makes all
    sets equally likely (Fan, Muller, Rezucha 1962, https://doi.org/10.1080/01621459.1962.10480667)."""
    unseen, wanted = int(pos.pile[colour] + pos.held[colour]), int(pos.held[colour])
    for kind in range(KINDS):
        if not pos.played[colour] >> kind & 1:
            if below(stream, unseen) < wanted:
                pos.rack[colour] |= 1 << kind
                wanted -= 1
            unseen -= 1


@kernel
def resample_history(pos: State, seen: State, seat: int, history: Actions, stream: Stream) -> None:
    """Choose a tile for each secret draw. A tile that was played came from an earlier draw of its colour. The other
    draws brought tiles that were not played; if the seat sees the rack, they brought those on it. All such histories
    are equally likely. Skipped turns are not taken into account."""
    for ply in range(len(history)):
        action = int(history[ply])
        if action < 0:  # a secret action is a draw: nothing else is secret
            history[ply] = -2 - pos.drawing  # until a tile is chosen for it
            take(pos, pos.drawing)
        elif action == SKIP:
            next_turn(pos)  # not `skip`, which needs full racks
        else:
            if action < SKIP and not holds(pos, action // SPACES):
                bring(history, ply, action // SPACES, stream)
            play(pos, action)
    for ply in range(len(history)):
        if history[ply] < 0:
            colour = -2 - int(history[ply])
            left = ALL_KINDS & ~(pos.played[colour] | pos.rack[colour])
            if seen.rack[colour] != 0:
                left &= seen.rack[colour]
            kind = any_of(left, stream)
            pos.rack[colour] |= 1 << kind
            history[ply] = DRAWS + colour * KINDS + kind


@kernel
def holds(pos: State, tile: int) -> bool:
    """Whether that tile lies on the rack of its colour."""
    return bool(pos.rack[tile // KINDS] >> (tile % KINDS) & 1)


@kernel
def bring(history: Actions, before: int, tile: int, stream: Stream) -> None:
    """Assign a tile to one of its colour's draws before ply `before` that have no tile yet; all are equally likely."""
    left = 0
    for ply in range(before):
        left += history[ply] == -2 - tile // KINDS
    chosen = below(stream, max(1, left))
    for ply in range(before):
        if history[ply] == -2 - tile // KINDS:
            if chosen == 0:
                history[ply] = DRAWS + tile
                return
            chosen -= 1


@kernel
def any_of(kinds: int, stream: Stream) -> int:
    """A random kind from a mask; all are equally likely."""
    chosen = below(stream, max(1, count_bits(kinds)))
    for kind in range(KINDS):
        if kinds >> kind & 1:
            if chosen == 0:
                return kind
            chosen -= 1
    return 0
