"""The evaluator of Blockers!: estimates of positions and an order of actions."""

import numpy as np

from rookery.core.bits import count_bits
from rookery.core.kernel import kernel
from rookery.core.log_odds import rivals
from rookery.core.plain_evaluator import mirror as mirror
from rookery.core.plain_evaluator import mirror_action as mirror_action
from rookery.core.plain_evaluator import mirror_seat as mirror_seat
from rookery.core.plain_evaluator import prove_first as prove_first
from rookery.core.plain_evaluator import simplify as simplify
from rookery.core.protocol import Actions, Utilities, Weights
from rookery.games.blockers import rules
from rookery.games.blockers.inputs import INPUTS as INPUTS
from rookery.games.blockers.inputs import inputs as inputs
from rookery.games.blockers.rules import State
from rookery.games.blockers.spaces import KINDS, SPACE_BITS, SPACES, WILD, beside, groups, named_by, touching

SYMMETRIES = 1  # swapping rows and columns is another, but trees are too wide to reach both mirror images

# The terms of the estimate, by name; weights.toml has the weight of each
WEIGHTS = (
    # of a position, for each seat
    "group", "late group",  # per group on the board; the same, times the share of tiles that are played
    "penalty", "capture",  # per penalty point for captures; per capture of any colour
    "lone",  # per group of one tile, which others may capture
    "bridge", "late bridge",  # per space that would join two own groups and that a future tile names
    "room",  # per space beside own tiles that a future tile names
    # of an action
    "alone", "joins",  # the tile is a new group; per group that it touches, except one
    "costs", "takes", "takes lone",  # a capture: if the penalty grows; any; of a group of one tile
    "wild",  # the wild tile is played
)  # fmt: skip  # one row per topic
GROUP, LATE_GROUP, PENALTY, CAPTURE, LONE, BRIDGE, LATE_BRIDGE, ROOM = range(8)
ALONE, JOINS, COSTS, TAKES, TAKES_LONE, SPENDS_WILD = range(8, len(WEIGHTS))


# ── Positions ────────────────────────────────────────────────────────────────
@kernel
def evaluate(pos: State, weights: Weights, out: Utilities) -> None:
    """Estimate from groups, spaces that can still join them, and captures."""
    free_low, free_high = rules.empty(pos)
    for seat in range(pos.players):
        out[seat] = weights[PENALTY] * rules.penalty(pos, seat) + weights[CAPTURE] * rules.all_captures(pos, seat)
        for colour in range(rules.colours_of(pos)):
            if rules.owner(pos, colour) == seat:
                out[seat] += holding(pos, weights, colour, free_low, free_high)
    rivals(out)


@kernel
def holding(pos: State, weights: Weights, colour: int, free_low: int, free_high: int) -> float:
    """The worth of a colour's tiles on the board. `free_low`, `free_high`: the empty spaces."""
    low, high = int(pos.spaces[colour, 0]), int(pos.spaces[colour, 1])
    near_low, near_high = beside(low, high)
    lone = count_bits(low & ~near_low) + count_bits(high & ~near_high)
    late = 1.0 - float(pos.pile[colour]) / KINDS
    worth = float((weights[GROUP] + weights[LATE_GROUP] * late) * groups(low, high) + weights[LONE] * lone)
    if not rules.finished(pos, colour):
        once_low, once_high, twice_low, twice_high, _, _, _, _ = touching(low, high)
        named_low, named_high = named_by(rules.ALL_KINDS & ~int(pos.played[colour]))
        named_low &= free_low
        named_high &= free_high
        bridges = count_bits(twice_low & named_low) + count_bits(twice_high & named_high)
        worth += (weights[BRIDGE] + weights[LATE_BRIDGE] * late) * bridges
        worth += weights[ROOM] * (count_bits(once_low & named_low) + count_bits(once_high & named_high))
    return worth


# ── Actions ──────────────────────────────────────────────────────────────────
@kernel
def order(pos: State, weights: Weights, actions: Actions, count: int, scores: Weights) -> None:
    """Score plays: a lone tile adds a group, a tile that joins groups leaves one, a capture may cost a point."""
    scores[:count] = 0.0  # of draws and skipped turns
    for colour in range(rules.colours_of(pos)):
        if rules.owner(pos, colour) == pos.turn and pos.phase == rules.PLAY:
            order_plays(pos, weights, colour, actions, count, scores)


@kernel
def order_plays(pos: State, weights: Weights, mine: int, actions: Actions, count: int, scores: Weights) -> None:
    """The scores of the plays of one colour."""
    one_low, one_high, two_low, two_high, three_low, three_high, four_low, four_high = touching(
        int(pos.spaces[mine, 0]), int(pos.spaces[mine, 1])
    )
    dear = rules.penalty(pos, pos.turn)
    for i in range(count):
        colour, kind, space = actions[i] // SPACES // KINDS, actions[i] // SPACES % KINDS, actions[i] % SPACES
        if actions[i] < rules.SKIP and colour == mine:
            low, high = SPACE_BITS[space, 0], SPACE_BITS[space, 1]
            touched = int(one_low & low != 0 or one_high & high != 0) + int(two_low & low != 0 or two_high & high != 0)
            if touched == 2:
                touched += int(three_low & low != 0 or three_high & high != 0)
                touched += int(four_low & low != 0 or four_high & high != 0)
            scores[i] = weights[ALONE] if touched == 0 else weights[JOINS] * (touched - 1)
            prey = np.int64(pos.board[space])
            if prey != rules.EMPTY:
                other = int(prey // KINDS)
                scores[i] += weights[TAKES]
                if pos.scoring != rules.UPTOWN and rules.captures(pos, pos.turn, other) == dear:
                    scores[i] += weights[COSTS]
                near_low, near_high = beside(low, high)
                if near_low & pos.spaces[other, 0] == 0 and near_high & pos.spaces[other, 1] == 0:
                    scores[i] += weights[TAKES_LONE]
            if kind == WILD:
                scores[i] += weights[SPENDS_WILD]
