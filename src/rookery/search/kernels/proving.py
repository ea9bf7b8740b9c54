"""What a tree proves: bounds of what its nodes are worth, from finished games up to the root.

Wins and losses as in Winands, Bjornsson, Saito 2008 (https://doi.org/10.1007/978-3-540-87608-3_3), draws by bounds as
in Cazenave, Saffidine 2010 (https://doi.org/10.1007/978-3-642-17928-0_9). A bound is WON, DRAWN or LOST for one seat,
the plan's `eye`: seat 0 where two play or a team, else the seat that searches. Other utilities lie between two bounds.

Whoever is on the eye's side takes the best child, its only opponent the worst. One of several rivals may take any, but
who can win at once does. What chance brings may be any child, too.

Only trees of whole positions prove anything: in a tree of many worlds no end is the end in all of them. There a win or
a loss in one is looked up in many worlds instead. Generic: see core/kernel.specialise.
"""

from typing import Any

from rookery.core.kernel import kernel
from rookery.core.protocol import OVER, Actions, Array, States, Utilities
from rookery.core.unbound import rules
from rookery.search.kernels.bundles import Search
from rookery.search.kernels.nodes import NO_NODE

LOST, DRAWN, WON = -1, 0, 1
ALMOST = 1e-9  # utilities that differ less are the same


@kernel
def wins_at_once(states: States, count: int, actions: Actions, estimate: Utilities) -> int:
    """The place of an action with which the mover of states[1] ends the game and has everything, `determinize` then
    says what the others have; or NO_NODE. states[2] is scratch."""
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
def certain_ends(search: Search, seat: int, worlds: int, worst: float, found: Array) -> int:
    """List the legal actions of `seat`, whose view is the root, and write to `found` [L] whether each ends the game at
    once in all of so many guessed worlds: WON or LOST, else DRAWN. `worst` is the utility of a loss. Returns the number
    of actions."""
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
    while child != NO_NODE:
        least_low, most_low = min(least_low, tree[child].low), max(most_low, tree[child].low)
        least_high, most_high = min(least_high, tree[child].high), max(most_high, tree[child].high)
        child = tree[child].next
    if tree[node].missing > 0:  # legal actions that are no children may lead anywhere
        least_low, most_high = LOST, WON
    side = side_of(tree[node].mover, plan)
    low = most_low if side > 0 else least_low
    high = least_high if side < 0 else most_high
    if low <= tree[node].low and high >= tree[node].high:
        return False
    tree[node].low, tree[node].high = max(low, tree[node].low), min(high, tree[node].high)
    return True
