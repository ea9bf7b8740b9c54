"""Gleebs and Grues: the rules, in the order of the rulebook. Rule numbers GG-.. are those of rules.md.

Squares are numbered in reading order from the bottom, as on a chessboard (GG-01):

    4 | 12 13 14 15
    3 |  8  9 10 11
    2 |  4  5  6  7
    1 |  0  1  2  3
        a  b  c  d

Pieces are numbered by colour, then size: piece = 3 * colour + size.

    colour   0 blue  1 yellow | 2 green  3 red | 4 black (the grues)     seat 0 owns blue and yellow, 1 green and red
    size     0 small  1 medium  2 large                                  pips = size + 1

Sets of squares are 16-bit masks: bit q stands for square q.
"""

from typing import Annotated

import numpy as np

from rookery.core.bits import lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.plain import determinize as determinize  # nothing is hidden
from rookery.core.plain import hide as hide
from rookery.core.plain import knows as knows
from rookery.core.plain import weights as weights  # all seats are equally likely, and so are all squares
from rookery.core.protocol import CHANCE, OVER, Actions, Array, Fields, Settings, Utilities, cell, packed
from rookery.games.gleebs.facts import GRUES_BY_CHANCE, GRUES_BY_SECOND, TRIPLE

# ── Vocabulary ───────────────────────────────────────────────────────────────
SQUARES = 16
SEATS = 2
SIZES = 3
COLOURS = 4  # of gleebs
BLACK = 4  # the grues' colour
GLEEBS = COLOURS * SIZES  # pieces 0 .. 11
PIECES = GLEEBS + SIZES  # the grues are 12 small, 13 medium, 14 large
IN_HAND = SIZES * 2  # gleebs of one seat

NOTHING = -1  # in `top` and `below`: no piece there
NOBODY = -1  # in `winner`: not decided
GRUES_WIN = 2  # in `winner`

# `phase`: who decides what
WHO_BEGINS, GRUES_DRAWN, GRUES_PLACED, PLACEMENT, GLEEB_STEP, GRUE_STEP, ENDED = range(7)

# Actions: place piece p on square q, move from square f to square q, or (chance) say who begins
MOVES = PIECES * SQUARES  # 0 .. 239 place p * 16 + q; 240 .. 495 move 240 + f * 16 + q
BEGINS = MOVES + SQUARES * SQUARES  # 496, 497: seat 0, 1 begins

EVERYWHERE = 0xFFFF  # mask of all squares
GLEEB_REACH = 3  # squares that a gleeb jumps at most: to the end of its row or column (GG-08)
GRUE_REACH = 3  # squares that a grue goes at most (GG-08)


def lines(reach: int) -> np.ndarray:
    """[square] mask of the others in its row and column that are at most `reach` squares away."""
    away = [[max(abs(q // 4 - f // 4), abs(q % 4 - f % 4)) for q in range(16)] for f in range(16)]
    straight = [[q // 4 == f // 4 or q % 4 == f % 4 for q in range(16)] for f in range(16)]
    return np.array([sum(1 << q for q in range(16) if straight[f][q] and 0 < away[f][q] <= reach) for f in range(16)])


GLEEB_LINES, GRUE_LINES = lines(GLEEB_REACH), lines(GRUE_REACH)


class State(Fields):
    """The state of the table. `tinted` and `sized` repeat `top` and `below` as masks, which `legal` reads quickly."""

    phase: Annotated[int, cell(np.int8, low=WHO_BEGINS, high=ENDED)]
    turn: Annotated[int, cell(np.int8, low=0, high=1)]  # the seat whose turn it is; while grues come: who goes first
    winner: Annotated[int, cell(np.int8, low=NOBODY, high=GRUES_WIN)]  # NOBODY, a seat, or GRUES_WIN
    grues_by: Annotated[int, cell(np.int8, low=0, high=TRIPLE)]  # the table's option, GRUES_BY_.. or TRIPLE: they stand
    in_hand: Annotated[int, cell(np.int16, low=0, high=(1 << PIECES) - 1)]  # mask of pieces not yet on the board
    top: Annotated[Array, cell(np.int8, SQUARES, low=NOTHING, high=PIECES - 1)]  # [square] topmost piece
    below: Annotated[Array, cell(np.int8, PIECES, low=NOTHING, high=GLEEBS - 1)]  # [piece] what it stands on
    pips: Annotated[Array, cell(np.int8, SQUARES, low=0, high=24)]  # [square] of the gleebs in its stack
    tinted: Annotated[Array, cell(np.int32, COLOURS, low=0, high=EVERYWHERE)]  # [colour] squares it is on top of
    sized: Annotated[Array, cell(np.int32, SIZES, low=0, high=EVERYWHERE)]  # [size] squares it is on top of


STATE = packed(State)


# ── Set-up ───────────────────────────────────────────────────────────────────
@kernel
def setup(pos: State, settings: Settings) -> None:
    """An empty board (GG-01, GG-04); the options say who begins (GG-05) and who places the grues (GG-02, GG-03)."""
    pos.winner = NOBODY
    pos.in_hand = (1 << PIECES) - 1
    pos.top[:] = NOTHING
    pos.below[:] = NOTHING
    pos.grues_by = min(settings[1], TRIPLE)
    if pos.grues_by == TRIPLE:
        triple = settings[1] - TRIPLE
        for size in range(SIZES):
            place(pos, GLEEBS + size, (triple >> (4 * size)) & 15)
    if settings[2] == 0:
        pos.phase = WHO_BEGINS
    else:
        begin(pos, settings[2] - 1)


@kernel
def begin(pos: State, seat: int) -> None:
    """`seat` goes first in both phases (GG-05); first the grues (GG-03)."""
    pos.turn = seat
    if pos.grues_by == GRUES_BY_CHANCE:
        pos.phase = GRUES_DRAWN
    elif pos.grues_by == GRUES_BY_SECOND:
        pos.phase = GRUES_PLACED
    else:
        pos.phase = PLACEMENT


@kernel
def place(pos: State, piece: int, square: int) -> None:
    """Place a piece from the hand on an empty square."""
    pos.in_hand &= ~(1 << piece)
    pos.top[square] = piece
    if piece < GLEEBS:
        pos.pips[square] = piece % SIZES + 1
        pos.tinted[piece // SIZES] |= 1 << square
        pos.sized[piece % SIZES] |= 1 << square


# ── Whose decision, and which ────────────────────────────────────────────────
@kernel
def mover(pos: State) -> int:
    """The seat whose turn it is; chance says who begins and may place the grues, or the second player does (GG-03)."""
    if pos.phase == ENDED:
        return OVER
    if pos.phase == WHO_BEGINS or pos.phase == GRUES_DRAWN:
        return CHANCE
    if pos.phase == GRUES_PLACED:
        return 1 - pos.turn
    return int(pos.turn)


@kernel
def legal(pos: State, actions: Actions) -> int:
    """The actions of the phase."""
    if pos.phase == GLEEB_STEP:
        return gleeb_moves(pos, pos.turn, actions)
    if pos.phase == GRUE_STEP:
        return grue_moves(pos, actions)
    if pos.phase == PLACEMENT:
        return placements(pos, pos.turn * IN_HAND, (pos.turn + 1) * IN_HAND, actions)
    if pos.phase == GRUES_DRAWN or pos.phase == GRUES_PLACED:
        return placements(pos, next_grue(pos), next_grue(pos) + 1, actions)
    if pos.phase == WHO_BEGINS:
        actions[0] = BEGINS
        actions[1] = BEGINS + 1
        return SEATS
    return 0


@kernel
def next_grue(pos: State) -> int:
    """The smallest grue in hand. One mover places all three, so that a fixed order removes no choice."""
    grue = GLEEBS
    while not pos.in_hand >> grue & 1:
        grue += 1
    return grue


@kernel
def placements(pos: State, lowest: int, above: int, actions: Actions) -> int:
    """Any piece in hand numbered `lowest` .. `above` - 1, on any empty square (GG-02, GG-06)."""
    count, empty = 0, empty_squares(pos)
    pieces = int(pos.in_hand) & ((1 << int(above)) - (1 << int(lowest)))
    while pieces:
        first, left = lowest_bit(pieces) * SQUARES, empty
        while left:
            actions[count] = first + lowest_bit(left)
            count += 1
            left = without_lowest(left)
        pieces = without_lowest(pieces)
    return count


@kernel
def gleeb_moves(pos: State, seat: int, actions: Actions) -> int:
    """An own gleeb with its stack, along its row or column over anything (GG-08), onto another gleeb (GG-09) of another
    colour (GG-10). A stack is what lies on top of it (GG-11)."""
    count = 0
    gleebs = pos.tinted[0] | pos.tinted[1] | pos.tinted[2] | pos.tinted[3]
    for colour in range(2 * seat, 2 * seat + 2):
        prey = gleebs & ~pos.tinted[colour]
        own = int(pos.tinted[colour])
        while own:
            start = lowest_bit(own)
            count = list_moves(start, GLEEB_LINES[start] & prey, actions, count)
            own = without_lowest(own)
    return count


@kernel
def grue_moves(pos: State, actions: Actions) -> int:
    """A free grue onto a gleeb of its own size; only if no grue can do so, one onto an empty square (GG-13, GG-14)."""
    count = 0
    for start in range(SQUARES):
        if free_grue(pos, start):
            count = list_moves(start, GRUE_LINES[start] & pos.sized[pos.top[start] - GLEEBS], actions, count)
    if count == 0:
        empty = empty_squares(pos)
        for start in range(SQUARES):
            if free_grue(pos, start):
                count = list_moves(start, GRUE_LINES[start] & empty, actions, count)
    return count


@kernel
def free_grue(pos: State, square: int) -> bool:
    """A grue that pins a stack never moves again (GG-16)."""
    return bool(pos.top[square] >= GLEEBS and pos.below[pos.top[square]] == NOTHING)


@kernel
def empty_squares(pos: State) -> int:
    empty = 0
    for square in range(SQUARES):
        if pos.top[square] == NOTHING:
            empty |= 1 << square
    return empty


@kernel
def list_moves(start: int, targets: int, actions: Actions, count: int) -> int:
    """Append the moves from `start` to each square of the mask `targets`."""
    while targets:
        actions[count] = MOVES + start * SQUARES + lowest_bit(targets)
        count += 1
        targets = without_lowest(targets)
    return count


# ── Playing ──────────────────────────────────────────────────────────────────
@kernel
def play(pos: State, action: int) -> None:
    """Play one action, and set the phase, the turn and the winner that follow from it."""
    if action >= BEGINS:
        begin(pos, action - BEGINS)
    elif action < MOVES:
        place(pos, action // SQUARES, action % SQUARES)
        after_placing(pos)
    elif pos.phase == GLEEB_STEP:
        absorb(pos, (action - MOVES) // SQUARES, (action - MOVES) % SQUARES)
        pos.phase = GRUE_STEP
        skip_steps(pos)
    else:
        prowl(pos, (action - MOVES) // SQUARES, (action - MOVES) % SQUARES)
        end_turn(pos)
        skip_steps(pos)


@kernel
def after_placing(pos: State) -> None:
    """After the grues the first player places a gleeb, after each gleeb the other one, until all stand (GG-06)."""
    if pos.phase != PLACEMENT:
        if pos.in_hand >> GLEEBS == 0:
            pos.phase = PLACEMENT
    else:
        pos.turn = 1 - pos.turn
        if pos.in_hand == 0:
            pos.phase = GLEEB_STEP
            skip_steps(pos)


@kernel
def skip_steps(pos: State) -> None:
    """A turn is a gleeb step and a grue step (GG-07); a step without a move is skipped (GG-12, GG-17)."""
    while True:
        if pos.phase == GLEEB_STEP and not has_gleeb_move(pos, pos.turn):
            pos.phase = GRUE_STEP
        elif pos.phase == GRUE_STEP and not has_grue_move(pos):
            end_turn(pos)
        else:
            return


@kernel
def absorb(pos: State, start: int, target: int) -> None:
    """The gleeb's whole stack lands on the target's: its top is now the top of both (GG-09, GG-11)."""
    hunter, prey = pos.top[start], pos.top[target]
    lowest = hunter
    while pos.below[lowest] != NOTHING:
        lowest = pos.below[lowest]
    pos.below[lowest] = prey
    pos.top[start], pos.top[target] = NOTHING, hunter
    pos.pips[target] += pos.pips[start]
    pos.pips[start] = 0
    lift(pos, prey, target)
    lift(pos, hunter, start)
    pos.tinted[hunter // SIZES] |= 1 << target
    pos.sized[hunter % SIZES] |= 1 << target


@kernel
def lift(pos: State, gleeb: int, square: int) -> None:
    """The gleeb is no longer the top of that square."""
    pos.tinted[gleeb // SIZES] &= ~(1 << square)
    pos.sized[gleeb % SIZES] &= ~(1 << square)


@kernel
def prowl(pos: State, start: int, target: int) -> None:
    """A single gleeb is eaten (GG-15), a stack is pinned by the grue on top (GG-16)."""
    grue, prey = pos.top[start], pos.top[target]
    pos.top[start], pos.top[target] = NOTHING, grue
    if prey != NOTHING:
        lift(pos, prey, target)
        if pos.below[prey] == NOTHING:
            pos.pips[target] = 0
        else:
            pos.below[grue] = prey


@kernel
def end_turn(pos: State) -> None:
    """The end is tested only here (GG-18): neither side has a gleeb move left, or a player has no stack. A player
    without a stack has no pips, so one count settles both."""
    stuck = not has_gleeb_move(pos, 0) and not has_gleeb_move(pos, 1)
    if stuck or not controls(pos, 0) or not controls(pos, 1):
        pos.winner = most_pips(pos)
        pos.phase = ENDED
    else:
        pos.turn = 1 - pos.turn
        pos.phase = GLEEB_STEP


@kernel
def has_gleeb_move(pos: State, seat: int) -> bool:
    """Whether `gleeb_moves` would list any move."""
    gleebs = pos.tinted[0] | pos.tinted[1] | pos.tinted[2] | pos.tinted[3]
    for colour in range(2 * seat, 2 * seat + 2):
        prey = gleebs & ~pos.tinted[colour]
        own = int(pos.tinted[colour])
        while own:
            if GLEEB_LINES[lowest_bit(own)] & prey:
                return True
            own = without_lowest(own)
    return False


@kernel
def has_grue_move(pos: State) -> bool:
    """Whether `grue_moves` would list any move."""
    empty = empty_squares(pos)
    for start in range(SQUARES):
        if free_grue(pos, start) and GRUE_LINES[start] & (empty | pos.sized[pos.top[start] - GLEEBS]):
            return True
    return False


@kernel
def controls(pos: State, seat: int) -> bool:
    """Whether a player controls a stack: one with a gleeb of the player on top (GG-18)."""
    return bool(pos.tinted[2 * seat] | pos.tinted[2 * seat + 1])


# ── Scoring ──────────────────────────────────────────────────────────────────
@kernel
def points(pos: State, seat: int) -> int:
    """The pips of all gleebs in the stacks that a player controls (GG-19)."""
    own = pos.tinted[2 * seat] | pos.tinted[2 * seat + 1]
    pips = 0
    for square in range(SQUARES):
        if own >> square & 1:
            pips += pos.pips[square]
    return pips


@kernel
def most_pips(pos: State) -> int:
    """The player with more points wins. If points are equal, even at 0, the grues win (GG-20)."""
    if points(pos, 0) > points(pos, 1):
        return 0
    if points(pos, 1) > points(pos, 0):
        return 1
    return GRUES_WIN


@kernel
def utilities(pos: State, out: Utilities) -> None:
    """1 for the winner and -1 for the loser; 0 for both if the grues win (GG-21)."""
    out[0] = 0.0
    out[1] = 0.0
    if pos.winner == 0 or pos.winner == 1:
        out[pos.winner] = 1.0
        out[1 - pos.winner] = -1.0
