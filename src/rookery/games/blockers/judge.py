"""What helps a search of Blockers!: who is ahead, and which plays look promising."""

from rookery.core.kernel import kernel
from rookery.core.plain_judge import mirror as mirror
from rookery.core.plain_judge import mirror_action as mirror_action
from rookery.core.plain_judge import mirror_seat as mirror_seat
from rookery.core.plain_judge import simplify as simplify
from rookery.core.protocol import Actions, Utilities, Weights
from rookery.games.blockers.rules import DRAWS, EMPTY, UPTOWN, Position, all_captures, captures, penalty, score
from rookery.games.blockers.spaces import BITS, KINDS, SPACES, beside, group_of

SYMMETRIES = 1  # rows and columns could change places; what is searched is too wide for a table to meet them
MOST = 100.0  # no two players are further apart: 48 groups and 28 captures, and their share for all captures
TIE = 0.01  # worth of a capture that only settles ties, in points


@kernel
def evaluate(pos: Position, out: Utilities) -> None:
    """How far each player is ahead of the mean, in points; captures that cost none count a little."""
    mean = 0.0
    for seat in range(pos.players):
        out[seat] = score(pos, seat) + TIE * all_captures(pos, seat)
        mean += out[seat] / pos.players
    for seat in range(pos.players):
        out[seat] = (mean - out[seat]) / MOST


@kernel
def order(pos: Position, actions: Actions, count: int, scores: Weights) -> None:
    """In points: a tile alone is a new group, one that joins groups saves all but one, a capture may cost a point."""
    for i in range(count):
        scores[i] = 0.0
        if actions[i] < DRAWS:
            colour, space = actions[i] // SPACES // KINDS, actions[i] % SPACES
            scores[i] = joined(pos, colour, space) - 1.0
            prey = int(pos.board[space])
            if prey != EMPTY:
                scores[i] -= costs(pos, prey // KINDS)


@kernel
def joined(pos: Position, colour: int, space: int) -> int:
    """How many groups of a colour a tile of it here would touch."""
    low, high = pos.spaces[colour, 0], pos.spaces[colour, 1]
    near_low, near_high = beside(BITS[space, 0], BITS[space, 1])
    near_low &= low
    near_high &= high
    count = 0
    while near_low or near_high:
        seed_low, seed_high = near_low & -near_low, near_high & 0
        if near_low == 0:
            seed_high = near_high & -near_high
        group_low, group_high = group_of(low, high, seed_low, seed_high)
        near_low &= ~group_low
        near_high &= ~group_high
        count += 1
    return count


@kernel
def costs(pos: Position, colour: int) -> float:
    """What another capture of this colour costs who is to play."""
    if pos.scoring != UPTOWN and captures(pos, pos.turn, colour) == penalty(pos, pos.turn):
        return 1.0
    return TIE
