"""The proofs of a tree: bounds on the values of its nodes, from finished games up to the root.

Wins and losses as in Winands, Bjornsson, Saito 2008 (https://doi.org/10.1007/978-3-540-87608-3_3), draws by bounds as
in Cazenave, Saffidine 2010 (https://doi.org/10.1007/978-3-642-17928-0_9). A bound is WON, DRAWN or LOST for one seat,
the plan's `eye`: seat 0 for two players or a team, else the searching seat. Other utilities lie between two bounds.

A mover on the eye's side takes the child that is best for the eye, its only opponent the worst. One of several rivals
may take any child, but is assumed to win if it can do so at once. Chance may take any child, too.

Only trees of whole positions prove anything: in a tree of many worlds, an end in one world need not be an end in the
others. There, actions that win or lose at once are checked in many worlds instead. Generic: see core/kernel.specialise.
"""

from typing import Any

from rookery.core.kernel import kernel
from rookery.core.protocol import OVER, Actions, Array, States, Utilities
from rookery.core.unbound import rules
from rookery.search.kernels.bundles import Int8s, Search
from rookery.search.kernels.nodes import NO_NODE

LOST, DRAWN, WON = -1, 0, 1
ALMOST = 1e-9  # utilities that differ less are the same


@kernel
def wins_at_once(states: States, count: int, actions: Actions, estimate: Utilities) -> int:
    """The index of an action with which the mover of states[1] wins at once, or NO_NODE.

    `estimate`, [P], then holds the utilities of that end. states[2] is scratch."""
    mover = rules.mover(states[1])
    for i in range(count):
        states[2] = states[1]
        rules.play(states[2], int(actions[i]))
        if rules.mover(states[2]) == OVER:
            rules.utilities(states[2], estimate)
            if estimate[mover] >= 1.0 - ALMOST:
                return i
    return NO_NODE


@kernel
def certain_ends(search: Search, seat: int, worlds: int, worst: float, found: Int8s) -> int:
    """List the legal actions of `seat`, whose view is the root, and return their number.

    Writes to `found`, [L], whether each action wins (WON) or loses (LOST) at once in all of `worlds` worlds drawn from
    the view, else DRAWN. `worst` is the utility of a loss."""
    states, actions, out = search.states, search.work.actions, search.work.estimate
    count, certain = 0, 1
    for world in range(worlds):
        if certain == 0:
            break
        states[1] = states[0]
        rules.determinize(states[1], seat, search.work.stream)
        if world == 0:
            count = rules.legal(states[1], actions)
        certain = 0
        for i in range(count):
            if world > 0 and found[i] == DRAWN:
                continue
            states[2] = states[1]
            rules.play(states[2], int(actions[i]))
            end = DRAWN
            if rules.mover(states[2]) == OVER:
                rules.utilities(states[2], out)
                end = WON if out[seat] >= 1.0 - ALMOST else LOST if out[seat] <= worst + ALMOST else DRAWN
            found[i] = end if world == 0 or end == found[i] else DRAWN
            certain += found[i] != DRAWN
    return count


@kernel
def side_of(mover: int, plan: Any) -> int:
    """1: with the eye; -1: against it; 0: neither (chance, one of several rivals)."""
    if mover < 0:
        return 0
    return 1 if mover == plan.eye else int(plan.others)


@kernel
def is_settled(tree: Array, node: int, plan: Any) -> bool:
    """Whether the utilities of all seats at the node are proved."""
    return bool(tree[node].low == tree[node].high and plan.others != 0)


@kernel
def write_bounds(tree: Array, node: int, out: Utilities, plan: Any) -> None:
    """Write the bounds of a node at which the game ends, or certainly will end, with the utilities `out`, [P]."""
    worth = out[plan.eye]
    worst = -1.0 if plan.others != 0 else -1.0 / (len(out) - 1)
    tree[node].low = WON if worth >= 1.0 - ALMOST else DRAWN if worth >= 0.0 else LOST
    tree[node].high = LOST if worth <= worst + ALMOST else DRAWN if worth <= 0.0 else WON


@kernel
def read_bounds(tree: Array, node: int, out: Utilities, plan: Any) -> None:
    """Write the utilities of a settled node to `out`, [P]."""
    for seat in range(len(out)):
        out[seat] = tree[node].low * side_of(seat, plan)


@kernel
def carry_up(tree: Array, path: Array, depth: int, out: Utilities, plan: Any) -> None:
    """Narrow the bounds of the nodes above path[depth], whose bounds are new, until one does not change."""
    last = depth - 1
    if last >= 0 and plan.others == 0 and tree[path[depth]].mover == OVER:
        mover = tree[path[last]].mover
        if mover >= 0 and mover != plan.eye and out[mover] >= 1.0 - ALMOST:  # this rival wins at once
            write_bounds(tree, path[last], out, plan)
            last -= 1
    while last >= 0 and narrow(tree, path[last], plan):
        last -= 1


@kernel
def narrow(tree: Array, node: int, plan: Any) -> bool:
    """Narrow the bounds of a node to what its children prove; return whether that changed them."""
    least_low, most_low, least_high, most_high = WON, LOST, WON, LOST
    child = tree[node].first
    while child != NO_NODE:
        least_low, most_low = min(least_low, tree[child].low), max(most_low, tree[child].low)
        least_high, most_high = min(least_high, tree[child].high), max(most_high, tree[child].high)
        child = tree[child].next
    if tree[node].missing > 0:  # legal actions without a child may lead anywhere
        least_low, most_high = LOST, WON
    side = side_of(tree[node].mover, plan)
    low = most_low if side > 0 else least_low
    high = least_high if side < 0 else most_high
    if low <= tree[node].low and high >= tree[node].high:
        return False
    tree[node].low, tree[node].high = max(low, tree[node].low), min(high, tree[node].high)
    return True
