"""What helps a search of Grackles: who is ahead, what looks promising, and the table turned by half."""

from rookery.core.kernel import kernel
from rookery.core.plain_judge import mirror_seat as mirror_seat
from rookery.core.plain_judge import simplify as simplify
from rookery.core.protocol import Actions, Utilities, Weights
from rookery.games.grackles.board import (
    BIRDS,
    CELLS,
    COLOURS,
    COLUMNS,
    LENGTH,
    NOTHING,
    POSITION_OF,
    ROWS,
    SPAN,
    TALL,
    TURN,
    TURNS,
    WIDE,
    WIRES,
    Position,
    reach,
)
from rookery.games.grackles.rules import EXTEND, FIRST, LINE, PASS, PLACE, ROTATE, score

SYMMETRIES = 2  # 1: half a turn of the table; the starting tiles change places

# What a seat's longest line or extension is worth before it is played, in birds a bird
OWN_TURN, LATER = 0.9, 0.4
FULL = BIRDS + SPAN  # no two seats are further apart, in birds


@kernel
def evaluate(pos: Position, out: Utilities) -> None:
    """Who is ahead, in birds that sit or could sit next."""
    mean = 0.0
    for seat in range(pos.players):
        next_up = pos.phase == TURN and seat == pos.turn
        out[seat] = score(pos, seat) + (OWN_TURN if next_up else LATER) * best_gain(pos, seat)
        mean += out[seat] / pos.players
    for seat in range(pos.players):
        out[seat] = (out[seat] - mean) / FULL


@kernel
def best_gain(pos: Position, seat: int) -> int:
    """The most birds that a seat could settle by one line or extension."""
    best, birds = 0, int(pos.birds[seat])
    for wire in range(WIRES):
        own, free = int(pos.colour[seat, wire]), int(pos.free[wire])
        empty = own & free
        if empty:
            best = max(best, longest(empty, empty, free, 1, birds))
            best = max(best, longest(pos.high_ends[wire] & own, empty, free, 0, birds))
            for spot in range(LENGTH):  # extensions downwards end where one upwards would begin
                if empty >> spot & 1:
                    stop = reach(free, spot) + (2 << spot)
                    gain = POSITION_OF[stop % 19] - spot
                    if pos.low_ends[wire] & own & stop and gain <= birds:
                        best = max(best, gain)
    return best


@kernel
def longest(starts: int, empty: int, free: int, more: int, birds: int) -> int:
    """The most spots from one of `starts` upwards to one of `empty`, and `more`, as far as `birds` suffice; 0 where
    there are none."""
    best = 0
    while starts:
        start = POSITION_OF[(starts & -starts) % 19]
        starts &= starts - 1
        found = empty & reach(free, start)
        while found:
            gain = POSITION_OF[(found & -found) % 19] - start + more
            if gain <= birds:
                best = max(best, gain)
            found &= found - 1
    return best


@kernel
def order(pos: Position, actions: Actions, count: int, scores: Weights) -> None:
    """Birds first, the more the better; to pass comes last."""
    for i in range(count):
        if LINE <= actions[i] < FIRST:
            scores[i] = (actions[i] - LINE) % SPAN + 1.0  # EXTEND - LINE is a multiple of SPAN
            scores[i] += actions[i] < EXTEND
        else:
            scores[i] = -1.0 if actions[i] == PASS else 0.0


# ── Half a turn ──────────────────────────────────────────────────────────────
@kernel
def mirror(pos: Position, which: int) -> None:
    """Everything on the opposite cell, wire and spot; low ends become high ends."""
    if which == 0:
        return
    tiles, free, colour = pos.tiles.copy(), pos.free.copy(), pos.colour.copy()
    laid, loose, low_ends, high_ends = pos.laid.copy(), pos.loose.copy(), pos.low_ends.copy(), pos.high_ends.copy()
    pos.west, pos.east = WIDE - 1 - pos.east, WIDE - 1 - pos.west
    pos.south, pos.north = TALL - 1 - pos.north, TALL - 1 - pos.south
    for at in range(CELLS):
        look = tiles[CELLS - 1 - at]
        pos.tiles[at] = look if look == NOTHING else look ^ 2  # the turn's two bits, by half a turn
    for row in range(TALL):
        pos.laid[row] = reverse(laid[TALL - 1 - row], WIDE)
        pos.loose[row] = reverse(loose[TALL - 1 - row], WIDE)
    for wire in range(WIRES):
        other, length = mirror_wire(wire), COLUMNS if wire < ROWS else ROWS
        pos.free[wire] = reverse(free[other], length)
        pos.low_ends[wire] = reverse(high_ends[other], length)
        pos.high_ends[wire] = reverse(low_ends[other], length)
        for one in range(COLOURS):
            pos.colour[one, wire] = reverse(colour[one, other], length)


@kernel
def reverse(mask: int, length: int) -> int:
    """The first `length` bits, backwards."""
    turned = 0
    for bit in range(length):
        if mask >> bit & 1:
            turned |= 1 << (length - 1 - bit)
    return turned


@kernel
def mirror_wire(wire: int) -> int:
    return ROWS - 1 - wire if wire < ROWS else ROWS + COLUMNS - 1 - (wire - ROWS)


@kernel
def mirror_action(action: int, which: int) -> int:
    if which == 0 or action < PLACE or action >= FIRST:
        return action
    if action < LINE:
        first = PLACE if action < ROTATE else ROTATE
        at, turn = (action - first) // TURNS, (action - first) % TURNS
        if action < ROTATE:
            turn ^= 2
        return first + (CELLS - 1 - at) * TURNS + turn
    beyond = (action - LINE) % SPAN  # EXTEND - LINE is a multiple of SPAN
    if action < EXTEND:
        wire, start = (action - LINE) // SPAN // LENGTH, (action - LINE) // SPAN % LENGTH
        last = (COLUMNS if wire < ROWS else ROWS) - 1
        return LINE + (mirror_wire(wire) * LENGTH + last - start - beyond - 1) * SPAN + beyond
    spot, way = (action - EXTEND) // SPAN // 2, (action - EXTEND) // SPAN % 2
    wire, end = spot // LENGTH, spot % LENGTH
    last = (COLUMNS if wire < ROWS else ROWS) - 1
    return EXTEND + ((mirror_wire(wire) * LENGTH + last - end) * 2 + 1 - way) * SPAN + beyond
