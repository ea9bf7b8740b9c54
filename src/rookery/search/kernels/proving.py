"""What a tree proves: bounds of what its nodes are worth, from finished games up to the root.

Wins and losses as in Winands, Bjornsson, Saito 2008 (https://doi.org/10.1007/978-3-540-87608-3_3), draws by bounds as
in Cazenave, Saffidine 2010 (https://doi.org/10.1007/978-3-642-17928-0_9). A bound is WON, DRAWN or LOST for one seat,
the plan's `eye`: seat 0 where two play or a team, else the seat that searches. Other utilities lie between two bounds.

Whoever is on the eye's side takes the best child, its only opponent the worst. One of several rivals may take any, but
who can win at once does. What chance brings may be any child, too.

Only trees of whole positions prove anything: in a tree of many worlds no end is the end in all of them.
"""

from typing import Any

from rookery.core.kernel import kernel
from rookery.core.protocol import OVER, Array, Utilities
from rookery.search.kernels.growing import NONE

LOST, DRAWN, WON = -1, 0, 1
ALMOST = 1e-9  # utilities that differ less are the same


@kernel
def side_of(mover: int, plan: Any) -> int:
    """1: with the eye, -1: against it, 0: nobody knows (chance, one of several rivals)."""
    if mover < 0:
        return 0
    return 1 if mover == plan.eye else int(plan.others)


@kernel
def is_settled(tree: Array, node: int, plan: Any) -> bool:
    """Whether it is known what the node is worth to everybody."""
    return bool(tree[node].low == tree[node].high and plan.others != 0)


@kernel
def write_bounds(tree: Array, node: int, out: Utilities, plan: Any) -> None:
    """The game ends there, or it is certain that it ends with these utilities."""
    worth = out[plan.eye]
    worst = -1.0 if plan.others != 0 else -1.0 / (len(out) - 1)
    tree[node].low = WON if worth >= 1.0 - ALMOST else DRAWN if worth >= 0.0 else LOST
    tree[node].high = LOST if worth <= worst + ALMOST else DRAWN if worth <= 0.0 else WON


@kernel
def read_bounds(tree: Array, node: int, out: Utilities, plan: Any) -> None:
    """The utilities of a node that is settled."""
    for seat in range(len(out)):
        out[seat] = tree[node].low * side_of(seat, plan)


@kernel
def carry_up(tree: Array, path: Array, depth: int, out: Utilities, plan: Any) -> None:
    """The bounds of path[depth] are new: narrow those of the nodes above, as far as that changes anything."""
    last = depth - 1
    if last >= 0 and plan.others == 0 and tree[path[depth]].mover == OVER:
        mover = tree[path[last]].mover
        if mover >= 0 and mover != plan.eye and out[mover] >= 1.0 - ALMOST:  # a rival that can win at once does
            write_bounds(tree, path[last], out, plan)
            last -= 1
    while last >= 0 and narrow(tree, path[last], plan):
        last -= 1


@kernel
def narrow(tree: Array, node: int, plan: Any) -> bool:
    """Make the bounds of a node as narrow as those of its children allow; whether that changed them."""
    least_low, most_low, least_high, most_high = WON, LOST, WON, LOST
    child = tree[node].first
    while child != NONE:
        least_low, most_low = min(least_low, tree[child].low), max(most_low, tree[child].low)
        least_high, most_high = min(least_high, tree[child].high), max(most_high, tree[child].high)
        child = tree[child].next
    if tree[node].seen > 0:  # legal actions that are no children may lead anywhere
        least_low, most_high = LOST, WON
    side = side_of(tree[node].mover, plan)
    low = most_low if side > 0 else least_low
    high = least_high if side < 0 else most_high
    if low <= tree[node].low and high >= tree[node].high:
        return False
    tree[node].low, tree[node].high = max(low, tree[node].low), min(high, tree[node].high)
    return True
