"""The evaluator of Grackles: estimates of positions, an order of actions, and the symmetry of a half turn."""

from rookery.core.kernel import kernel
from rookery.core.log_odds import rivals
from rookery.core.plain_evaluator import mirror_seat as mirror_seat
from rookery.core.plain_evaluator import prove_first as prove_first
from rookery.core.plain_evaluator import simplify as simplify
from rookery.core.protocol import Actions, Utilities, Weights
from rookery.games.grackles import board, rules
from rookery.games.grackles.board import State
from rookery.games.grackles.gains import gain_on
from rookery.games.grackles.inputs import INPUTS as INPUTS
from rookery.games.grackles.inputs import inputs as inputs
from rookery.games.grackles.tiles import TILES

SYMMETRIES = 2  # number 1: a half turn of the table, which swaps the starting tiles

# The terms of the estimate, by name; weights.toml has the weight of each
WEIGHTS = (
    # of a position, for each seat
    "bird", "late bird",  # per ten birds on the wires; the same, times the share of tiles that are placed
    "next", "best",  # per five birds of the best line or extension: of the seat that plays next, of the others
    "second",  # per five birds of the best one on another wire
    "hopes",  # per ten birds of the best ones on all wires
    "token",  # per rotation left
    "hasty",  # per rotation spent too soon: one should be left for each fifth of the tiles that are still to come
    # of an action
    "line", "extension", "settled",  # any line, any extension, and per bird
    "draw", "place", "rotate", "pass",
)  # fmt: skip  # one row per topic
BIRD_TERM, LATE_BIRD, NEXT, BEST, SECOND_BEST, HOPES, TOKEN_TERM, HASTY = range(8)
A_LINE, AN_EXTENSION, SETTLED, TO_DRAW, TO_PLACE, TO_ROTATE, TO_PASS = range(8, len(WEIGHTS))
TILES_DRAWN = TILES - 2  # in the course of a game


# ── Positions ────────────────────────────────────────────────────────────────
@kernel
def evaluate(pos: State, weights: Weights, out: Utilities) -> None:
    """Estimate from birds on the wires, birds that could be placed soon, and rotations left."""
    early = rules.stack(pos) / TILES_DRAWN
    late = 1.0 - early
    mover = pos.turn if pos.phase == board.TURN else (pos.turn + 1) % pos.players
    for seat in range(pos.players):
        best, second, hopes = gains(pos, seat)
        birds = rules.points(pos, seat) / 10.0
        out[seat] = (weights[BIRD_TERM] + weights[LATE_BIRD] * late) * birds
        out[seat] += weights[NEXT if seat == mover else BEST] * best / 5.0 + weights[SECOND_BEST] * second / 5.0
        out[seat] += weights[HOPES] * hopes / 10.0 + weights[TOKEN_TERM] * pos.tokens[seat]
        out[seat] += weights[HASTY] * max(0.0, board.TOKENS * early - pos.tokens[seat])
    rivals(out)


@kernel
def gains(pos: State, seat: int) -> tuple[int, int, int]:
    """Birds that a seat could place with one line or extension: the most on any wire, the most on another wire, and the
    sum over all wires of the most on each."""
    best, second, hopes, birds = 0, 0, 0, int(pos.birds[seat])
    for wire in range(board.WIRES):
        gain = gain_on(pos, seat, wire, birds)
        hopes += gain
        if gain > best:
            best, second = gain, best
        elif gain > second:
            second = gain
    return best, second, hopes


# ── Actions ──────────────────────────────────────────────────────────────────
@kernel
def order(pos: State, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """Score actions by kind; lines and extensions also by their number of birds."""
    for i in range(count):
        action = actions[i]
        if rules.LINE <= action < rules.FIRST:
            beyond = (action - rules.LINE) % board.SPAN + 1  # EXTEND - LINE is a multiple of SPAN
            if action < rules.EXTEND:
                scores[i] = weights[A_LINE] + weights[SETTLED] * (beyond + 1)
            else:
                scores[i] = weights[AN_EXTENSION] + weights[SETTLED] * beyond
        elif action >= rules.ROTATE:
            scores[i] = weights[TO_ROTATE]
        elif action >= rules.PLACE:
            scores[i] = weights[TO_PLACE]
        else:
            scores[i] = weights[TO_PASS if action == rules.PASS else TO_DRAW]


# ── Half a turn ──────────────────────────────────────────────────────────────
@kernel
def mirror(pos: State, which: int) -> None:
    """Turn the table by half: each cell, wire and spot becomes the opposite one, and low ends become high ends."""
    if which == 0:
        return
    tiles, free, colour = pos.tiles.copy(), pos.free.copy(), pos.colour.copy()
    laid, loose, low_ends, high_ends = pos.laid.copy(), pos.loose.copy(), pos.low_ends.copy(), pos.high_ends.copy()
    pos.west, pos.east = board.WIDE - 1 - pos.east, board.WIDE - 1 - pos.west
    pos.south, pos.north = board.TALL - 1 - pos.north, board.TALL - 1 - pos.south
    for at in range(board.CELLS):
        look = tiles[board.CELLS - 1 - at]
        pos.tiles[at] = look if look == board.NOTHING else look ^ 2  # adds a half turn to the two bits of the turn
    for row in range(board.TALL):
        pos.laid[row] = reverse(laid[board.TALL - 1 - row], board.WIDE)
        pos.loose[row] = reverse(loose[board.TALL - 1 - row], board.WIDE)
    for wire in range(board.WIRES):
        other, length = mirror_wire(wire), board.COLUMNS if wire < board.ROWS else board.ROWS
        pos.free[wire] = reverse(free[other], length)
        pos.low_ends[wire] = reverse(high_ends[other], length)
        pos.high_ends[wire] = reverse(low_ends[other], length)
        for one in range(board.COLOURS):
            pos.colour[one, wire] = reverse(colour[one, other], length)


@kernel
def reverse(mask: int, length: int) -> int:
    """The lowest `length` bits of a mask in reverse order."""
    turned = 0
    for bit in range(length):
        if mask >> bit & 1:
            turned |= 1 << (length - 1 - bit)
    return turned


@kernel
def mirror_wire(wire: int) -> int:
    return board.ROWS - 1 - wire if wire < board.ROWS else board.ROWS + board.COLUMNS - 1 - (wire - board.ROWS)


@kernel
def mirror_action(action: int, which: int) -> int:
    if which == 0 or action < rules.PLACE or action >= rules.FIRST:
        return action
    if action < rules.LINE:
        first = rules.PLACE if action < rules.ROTATE else rules.ROTATE
        at, turn = (action - first) // board.QUARTERS, (action - first) % board.QUARTERS
        if action < rules.ROTATE:
            turn ^= 2
        return first + (board.CELLS - 1 - at) * board.QUARTERS + turn
    beyond = (action - rules.LINE) % board.SPAN  # EXTEND - LINE is a multiple of SPAN
    if action < rules.EXTEND:
        wire, start = (
            (action - rules.LINE) // board.SPAN // board.LENGTH,
            (action - rules.LINE) // board.SPAN % board.LENGTH,
        )
        last = (board.COLUMNS if wire < board.ROWS else board.ROWS) - 1
        return rules.LINE + (mirror_wire(wire) * board.LENGTH + last - start - beyond - 1) * board.SPAN + beyond
    spot, way = (action - rules.EXTEND) // board.SPAN // 2, (action - rules.EXTEND) // board.SPAN % 2
    wire, end = spot // board.LENGTH, spot % board.LENGTH
    last = (board.COLUMNS if wire < board.ROWS else board.ROWS) - 1
    return rules.EXTEND + ((mirror_wire(wire) * board.LENGTH + last - end) * 2 + 1 - way) * board.SPAN + beyond
