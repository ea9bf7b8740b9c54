"""The evaluator of Gleebs and Grues: equal positions, estimates, an order of actions, and mirror images."""

from rookery.core.bits import count_bits, lowest_bit, without_lowest
from rookery.core.kernel import kernel
from rookery.core.log_odds import rivals
from rookery.core.plain_evaluator import INPUTS as INPUTS
from rookery.core.plain_evaluator import inputs as inputs
from rookery.core.protocol import Actions, Utilities, Weights
from rookery.games.gleebs import rules
from rookery.games.gleebs.rules import State

# number = turn or flip of the board (0 .. 7), + 8 if the sides swap, + 16 if blue and yellow then swap, + 32 if green
# and red do
SYMMETRIES = 64
GLEEB_REPLY, GRUE_REPLY = 4.0, 2.0  # cost of a reply of the foe in `prove_first`, in pips

# The terms of the estimate, by name; weights.toml has the weight of each
WEIGHTS = (
    "pip",  # on the squares a side controls, and in hand
    "exposed",  # pips of those stacks that have a foe in the same row or column
    "bait",  # pips of single gleebs in the row or column of a free grue of their size
    "turn",  # it is this side's turn
)
PIP, EXPOSED, BAIT, ON_TURN = range(len(WEIGHTS))


@kernel
def simplify(pos: State) -> None:
    """Drop what cannot matter any more. Eaten and covered pieces never come back, so of the pieces below a top only two
    facts count: whether there are any, and the pips of a stack that is not pinned."""
    if pos.phase != rules.GLEEB_STEP and pos.phase != rules.GRUE_STEP:
        return
    stacked = 0
    for square in range(rules.SQUARES):
        piece = pos.top[square]
        if piece != rules.NOTHING and pos.below[piece] != rules.NOTHING:
            stacked |= 1 << square
            if piece >= rules.GLEEBS:
                pos.pips[square] = 0
    pos.below[:] = rules.NOTHING
    for square in range(rules.SQUARES):
        if stacked >> square & 1:
            pos.below[pos.top[square]] = 0


@kernel
def evaluate(pos: State, weights: Weights, out: Utilities) -> None:
    """Estimate from pips, and from the pips that may be lost soon."""
    for seat in range(rules.SEATS):
        out[seat] = strength(pos, weights, seat)
    rivals(out)


@kernel
def strength(pos: State, weights: Weights, seat: int) -> float:
    own = pos.tinted[2 * seat] | pos.tinted[2 * seat + 1]
    foes = pos.tinted[2 - 2 * seat] | pos.tinted[3 - 2 * seat]
    worth = float(weights[ON_TURN] * (pos.turn == seat))
    for size in range(rules.SIZES):
        for colour in range(2 * seat, 2 * seat + 2):
            worth += weights[PIP] * (size + 1) * (pos.in_hand >> (colour * rules.SIZES + size) & 1)
    for square in range(rules.SQUARES):
        if own >> square & 1:
            worth += weights[PIP] * pos.pips[square]
            if rules.GLEEB_LINES[square] & foes:
                worth += weights[EXPOSED] * pos.pips[square]
            piece = pos.top[square]
            if pos.below[piece] == rules.NOTHING and in_reach_of_grue(pos, square, piece % rules.SIZES):
                worth += weights[BAIT] * pos.pips[square]
    return worth


@kernel
def in_reach_of_grue(pos: State, square: int, size: int) -> bool:
    """Whether a free grue of this size stands in the square's row or column."""
    for start in range(rules.SQUARES):
        if (
            rules.GRUE_LINES[square] >> start & 1
            and pos.top[start] == rules.GLEEBS + size
            and pos.below[pos.top[start]] == rules.NOTHING
        ):
            return True
    return False


@kernel
def order(pos: State, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """Score actions by pips, which need no weights."""
    count_pips(pos, actions, count, scores)


@kernel
def count_pips(pos: State, actions: Actions, count: int, scores: Weights) -> None:
    """Score each action by the pips that the foe (or the mover) loses, less those that then stand in a foe's row or
    column, plus those that no longer do."""
    foes = pos.tinted[2 - 2 * pos.turn] | pos.tinted[3 - 2 * pos.turn]
    for i in range(count):
        scores[i] = 0.0
        if rules.MOVES <= actions[i] < rules.BEGINS:
            start, target = (actions[i] - rules.MOVES) // rules.SQUARES, (actions[i] - rules.MOVES) % rules.SQUARES
            prey = pos.top[target]
            if prey != rules.NOTHING:
                scores[i] += pos.pips[target] if prey // rules.IN_HAND != pos.turn else -pos.pips[target]
            if pos.phase == rules.GLEEB_STEP:
                if rules.GLEEB_LINES[target] & foes:
                    scores[i] -= pos.pips[start] + pos.pips[target]
                if rules.GLEEB_LINES[start] & foes & ~(1 << target):
                    scores[i] += pos.pips[start]


@kernel
def prove_first(pos: State, actions: Actions, count: int, scores: Weights) -> None:
    """Score like `order`, and prefer moves that leave the foe few gleeb moves: of two winning moves, the one with fewer
    replies is proved faster."""
    count_pips(pos, actions, count, scores)
    for i in range(count):
        if rules.MOVES <= actions[i] < rules.BEGINS:
            start, target = (actions[i] - rules.MOVES) // rules.SQUARES, (actions[i] - rules.MOVES) % rules.SQUARES
            if pos.phase == rules.GLEEB_STEP:
                scores[i] -= GLEEB_REPLY * replies(pos, 1 << start, 1 << target)
            elif pos.top[target] != rules.NOTHING:
                scores[i] -= GRUE_REPLY * replies(pos, 1 << target, 0)


@kernel
def replies(pos: State, left: int, won: int) -> int:
    """The number of the foe's gleeb moves after the squares `left` lose their gleebs and the mover gains `won`."""
    gleebs = (pos.tinted[0] | pos.tinted[1] | pos.tinted[2] | pos.tinted[3]) & ~left
    moves = 0
    for colour in range(2 - 2 * pos.turn, 4 - 2 * pos.turn):
        own = int(pos.tinted[colour]) & ~(left | won)
        prey = gleebs & ~own
        while own:
            moves += count_bits(rules.GLEEB_LINES[lowest_bit(own)] & prey)
            own = without_lowest(own)
    return moves


# ── Mirror images ────────────────────────────────────────────────────────────
@kernel
def mirror_square(square: int, which: int) -> int:
    """Bit 0 flips left and right, bit 1 flips up and down, bit 2 exchanges rows and columns."""
    row, column = square // 4, square % 4
    if which & 1:
        column = 3 - column
    if which & 2:
        row = 3 - row
    if which & 4:
        row, column = column, row
    return row * 4 + column


@kernel
def mirror_piece(piece: int, which: int) -> int:
    """Bit 3 makes blue green, yellow red, and back; then bit 4 exchanges blue and yellow, bit 5 green and red."""
    if piece < 0 or piece >= rules.GLEEBS:
        return piece
    if which & 8:
        piece = (piece + rules.IN_HAND) % rules.GLEEBS
    if which & (16 if piece < rules.IN_HAND else 32):
        side = piece // rules.IN_HAND * rules.IN_HAND
        piece = side + (piece - side + rules.SIZES) % rules.IN_HAND
    return piece


@kernel
def mirror_mask(squares: int, which: int) -> int:
    turned = 0
    for square in range(rules.SQUARES):
        if squares >> square & 1:
            turned |= 1 << mirror_square(square, which)
    return turned


@kernel
def mirror_seat(seat: int, which: int) -> int:
    return 1 - seat if which & 8 else seat


@kernel
def mirror(pos: State, which: int) -> None:
    """Move everything to its mirrored square, in its mirrored colour."""
    swap_colours(pos, which)
    for size in range(rules.SIZES):
        pos.sized[size] = mirror_mask(pos.sized[size], which)
    for colour in range(rules.COLOURS):
        pos.tinted[colour] = mirror_mask(pos.tinted[colour], which)
    tops, pips = pos.top.copy(), pos.pips.copy()
    for square in range(rules.SQUARES):
        pos.top[mirror_square(square, which)] = mirror_piece(tops[square], which)
        pos.pips[mirror_square(square, which)] = pips[square]


@kernel
def swap_colours(pos: State, which: int) -> None:
    """All that has a colour or belongs to a side now has or belongs to its image; `top` is left to `mirror`."""
    pos.turn = mirror_seat(pos.turn, which)
    if pos.winner == 0 or pos.winner == 1:
        pos.winner = mirror_seat(pos.winner, which)
    hand, below, tinted = int(pos.in_hand), pos.below.copy(), pos.tinted.copy()
    pos.in_hand = 0
    for piece in range(rules.PIECES):
        image = mirror_piece(piece, which)
        pos.in_hand |= (hand >> piece & 1) << image
        pos.below[image] = mirror_piece(below[piece], which)
    for colour in range(rules.COLOURS):
        pos.tinted[mirror_piece(colour * rules.SIZES, which) // rules.SIZES] = tinted[colour]


@kernel
def mirror_action(action: int, which: int) -> int:
    if action >= rules.BEGINS:
        return rules.BEGINS + mirror_seat(action - rules.BEGINS, which)
    if action >= rules.MOVES:
        start, target = (action - rules.MOVES) // rules.SQUARES, (action - rules.MOVES) % rules.SQUARES
        return rules.MOVES + mirror_square(start, which) * rules.SQUARES + mirror_square(target, which)
    piece, square = action // rules.SQUARES, action % rules.SQUARES
    return mirror_piece(piece, which) * rules.SQUARES + mirror_square(square, which)
