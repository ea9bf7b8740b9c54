"""Monte Carlo tree search over a flat array of nodes, for any game: with chance, secrets, many seats, as a team.

Generic: see core/kernel.specialise.

Upper confidence bounds for trees (Kocsis and Szepesvari 2006, https://doi.org/10.1007/11871842_29). Every seat
maximises its own utility: this is minimax for two opponents, max^n for more, and the common aim for a team. Outcomes of
chance are drawn by their weights.

With secrets it is information set search (Cowling, Powley, Whitehouse 2012,
https://doi.org/10.1109/TCIAIG.2012.2200894).
The root is a seat's view, each simulation plays in a world determinized from it, and a node stands for all that this
seat has seen, whatever the world. All actions of chance that the seat may not learn share one child, HIDDEN_ACTION. The
legal actions of others differ from world to world, so a child's bound counts only the visits in which it was legal. If
what an action shows depends on a secret (facts.reveals), each thing that the seat may see after it has its own node.

Game ends that the tree reaches are proofs, and so is what follows from them (proving.py). Actions that cannot improve
on a proved result are not searched, and a proved root ends the search. In the first two plies, the search checks
whether the mover can win at once, so that few simulations suffice to see it.

If the plan says so, the evaluator helps in four ways. Children are sorted by its `order` and come into play one by one
as their parent is visited more often (progressive widening: Coulom 2007, https://hal.science/inria-00149266), so that
few simulations are not spread over many actions. Each decision of a playout is the most promising of some actions drawn
at random. A playout may end early, with the evaluator's estimate as its outcome. And if children are sorted by its
estimate one ply later, that estimate may count as a number of visits (prior knowledge: Gelly and Silver 2007,
https://doi.org/10.1145/1273496.1273531), so that the more promising action is played when few visits cannot tell
actions apart. Or scores become probabilities, and the uncertainty in a bound counts in proportion to them (PUCT: Rosin
2011, https://doi.org/10.1007/s10472-011-9258-6, in the form of Silver et al. 2017,
https://doi.org/10.1038/nature24270). A plan without these is plain UCT, at full speed.

If the plan says so, chance draws alike for all actions of the root: in the n-th simulation of each it draws from one
stream. Then actions differ less by luck, and few simulations tell them apart (common random numbers: Veness, Lanctot,
Bowling 2011, http://papers.nips.cc/paper/4288-variance-reduction-in-monte-carlo-tree-search).

A node's `total` is that of the seat that chose it, the mover of its parent, so that selection reads only children.
"""

import math
from typing import Any

from rookery.core.chance import below, pick, word_at
from rookery.core.elementary import log
from rookery.core.kernel import kernel, section
from rookery.core.protocol import CHANCE, OVER, Actions, Array, States, Utilities
from rookery.core.unbound import evaluator, rules
from rookery.search.kernels.bundles import Search, Sums, Workspace
from rookery.search.kernels.estimate import estimate
from rookery.search.kernels.growing import chance_child, child_of, grow, look_ahead, meet, shown_child, shuffle
from rookery.search.kernels.nodes import (
    AS_THEY_COME,
    BY_ORDER,
    HEAVIEST,
    HIDDEN_ACTION,
    NO_NODE,
    REVEAL_NODE,
    WHOLE,
    TreeNodes,
)
from rookery.search.kernels.proving import (
    DRAWN,
    LOST,
    WON,
    carry_up,
    is_settled,
    read_bounds,
    side_of,
    wins_at_once,
    write_bounds,
)

UNTRIED = 0.2  # how much less actions without visits are taken to be worth, when nearly all likely ones have visits


@kernel
def simulate(search: Search, tree: TreeNodes, used: int, simulations: int, seat: int, sums: Sums) -> int:
    """Run simulations from the root and grow `tree`, of which `used` nodes are used; return the new number of used
    nodes.

    `seat`: the seat whose view the root is, or WHOLE. A full tree stops growing, but the search goes on. A proved root
    ends the search; tree[0].visits is then the number of simulations."""
    states, plan, work, out, path = search.states, search.plans[0], search.work, sums.out, sums.path
    totals, looked = sums.totals, sums.looked
    for _ in range(simulations):
        if tree[0].low == tree[0].high:
            break
        states[1] = states[0]
        if seat != WHOLE:
            rules.determinize(states[1], seat, work.stream)
        used, depth, plies, fresh = descend(search, tree, used, seat, path)
        node = path[depth]
        if is_settled(tree, node, plan) and tree[node].mover != OVER:
            read_bounds(tree, node, out, plan)
        else:
            plies += playout(search, out)
            if plan.proves and tree[node].mover == OVER and tree[node].high - tree[node].low == WON - LOST:
                write_bounds(tree, node, out, plan)
                fresh = True
        looked[0] += plies
        if fresh:
            carry_up(tree, path, depth, out, plan)
        add_up(tree, path, depth, out, totals)
    return used


@section
def descend(search: Search, tree: Array, used: int, seat: int, path: Array) -> tuple[int, int, int, bool]:
    """Select a leaf by upper confidence bounds, playing states[1] on the way, and grow the tree there.

    Writes the nodes on the way to `path`. Returns the number of nodes used, the last index of the path, the plies
    played, and whether the leaf's bounds are new."""
    states, plan, work = search.states, search.plans[0], search.work
    node, depth, plies, fresh = 0, 0, 0, False
    path[0] = 0
    while tree[node].mover != OVER and not is_settled(tree, node, plan):
        if tree[node].visits == 0 and depth > 0:
            break  # a new leaf is played out once before it grows
        if tree[node].mover == CHANCE:
            child, used = chance_child(search, tree, node, used, seat)
        elif seat == WHOLE:
            if tree[node].first == NO_NODE:
                used = grow(states, plan, work, tree, node, used)
            child = likely_child(tree, node, plan) if plan.priors > 0.0 else best_child(tree, node, plan)
        else:
            used = meet(search, tree, node, used)
            marks, likely = search.marks, plan.priors > 0.0
            child = likely_available(tree, node, plan, marks) if likely else best_available(tree, node, plan, marks)
        if child == NO_NODE:
            break  # the tree is full, or no child can improve on what is proved
        if node == 0 and plan.luck != 0 and tree[0].mover >= 0:
            search.luck[0] = word_at(plan.luck, tree[child].visits + 1)
        action, parent = played(tree, child, work.actions), node
        unheard = plan.reveals != 0 and tree[child].action != HIDDEN_ACTION and not rules.knows(states[1], action, seat)
        rules.play(states[1], action)
        plies += 1
        depth += 1
        node, path[depth] = child, child
        if plan.reveals:
            if unheard:  # its mover keeps its statistics; the tree continues from the node that all such actions share
                tree[child].mover = REVEAL_NODE
                child, used = child_of(tree, parent, used, HIDDEN_ACTION)
                if child == NO_NODE:
                    break
                depth += 1
                node, path[depth] = child, child
            child, used = shown_child(search, tree, node, used, seat)
            if child == NO_NODE:
                break
            depth += 1
            node, path[depth] = child, child
        elif tree[child].visits == 0:
            tree[child].mover = rules.mover(states[1])
            if parent == 0 and plan.proves and tree[child].mover >= 0:
                fresh |= ends_at_once(states, plan, work, tree, child)
        elif seat != WHOLE and tree[child].mover != rules.mover(states[1]):
            break  # a game that reveals without saying so: this subtree belongs to another world
    return used, depth, plies, fresh


@section
def ends_at_once(states: States, plan: Any, work: Workspace, tree: Array, node: int) -> bool:
    """Whether the mover of a node can win at once; if so, write the node's bounds."""
    count = rules.legal(states[1], work.actions)
    if wins_at_once(states, count, work.actions, work.estimate) == NO_NODE:
        return False
    write_bounds(tree, node, work.estimate, plan)
    return True


@section
def add_up(tree: Array, path: Array, depth: int, out: Utilities, totals: Utilities) -> None:
    """Add the utilities `out` of a simulation to all nodes of its path, each for the seat that chose the node."""
    for i in range(depth, -1, -1):
        tree[path[i]].visits += 1
        if i > 0 and tree[path[i - 1]].mover >= 0:
            tree[path[i]].total += out[tree[path[i - 1]].mover]
    for i in range(len(totals)):
        totals[i] += out[i]


@kernel
def played(tree: Array, child: int, actions: Actions) -> int:
    """The action that leads to a child in this world; for HIDDEN_ACTION, `chance_child` wrote it to actions[0]."""
    return int(actions[0] if tree[child].action == HIDDEN_ACTION else tree[child].action)


@kernel
def playout(search: Search, out: Utilities) -> int:
    """Play states[1] to its end or to the plan's horizon, write its utilities to `out`, and return the number of plies.

    Chance draws by weight. A seat plays the most promising of `tried` random actions."""
    states, plan, work = search.states, search.plans[0], search.work
    actions, scores, stream = work.actions, work.scores, work.stream
    decisions, plies = 0, 0
    while True:
        count = rules.legal(states[1], actions)
        if count == 0:
            rules.utilities(states[1], out)
            return plies
        plies += 1
        if rules.mover(states[1]) == CHANCE:
            rules.weights(states[1], actions, count, scores)
            rules.play(states[1], pick(search.luck, actions, scores, count))
            continue
        if decisions == plan.horizon:
            estimate(states, 1, work.weights, work.network, out)
            return plies - 1
        decisions += 1
        if plan.tried == 1 or count == 1 or plan.guided == AS_THEY_COME:
            rules.play(states[1], int(actions[below(stream, count)]))
            continue
        tried = min(plan.tried, count) if plan.tried else count
        shuffle(actions, count, tried, stream)
        if plan.guided == BY_ORDER:
            evaluator.order(states[1], work.weights, actions, tried, scores)
        else:
            look_ahead(states, work, tried)
        best = 0
        for i in range(1, tried):
            if scores[i] > scores[best]:
                best = i
        rules.play(states[1], int(actions[best]))


# ── Descending ───────────────────────────────────────────────────────────────
@kernel
def best_child(tree: Array, node: int, plan: Any) -> int:
    """The first unvisited child in play, else the one with the highest upper confidence bound.

    A child that is proved to be no better than what the mover is sure of is not in play. A proved draw is chosen when
    no child in play promises more."""
    visits, side = tree[node].visits, side_of(tree[node].mover, plan)
    sure = sure_of(tree, node, side)
    spread = plan.exploration * math.sqrt(log(visits + 1.0))
    left = 1.0 + plan.wide * math.sqrt(visits)
    best, best_bound, child = NO_NODE, -math.inf, tree[node].first
    while child != NO_NODE and left >= 1.0:
        if (tree[child].high if side > 0 else -tree[child].low) <= sure:
            if best_bound < 0.0 and is_sure_draw(tree, child, sure):
                best, best_bound = child, 0.0
            child = tree[child].next
            continue
        if tree[child].visits == 0:
            return int(child)
        bound = worth(tree, child, plan) + spread / math.sqrt(tree[child].visits)
        if bound > best_bound:
            best, best_bound = child, bound
        left -= 1.0
        child = tree[child].next
    return int(best)


@kernel
def sure_of(tree: Array, node: int, side: int) -> int:
    """The proved least value for the mover of a node, on this side; less than a loss if bounds are not about it."""
    return int(LOST - 1 if side == 0 else tree[node].low if side > 0 else -tree[node].high)


@kernel
def is_sure_draw(tree: Array, child: int, sure: int) -> bool:
    """Whether a child is a proved draw, and the mover is sure of no more."""
    return bool(sure == DRAWN and tree[child].low == DRAWN and tree[child].high == DRAWN)


@kernel
def best_available(tree: Array, node: int, plan: Any, marks: Array) -> int:
    """The same among the children that are legal in this world; bounds count how often each child was legal."""
    left = 1.0 + plan.wide * math.sqrt(tree[node].visits)
    best, best_bound, child, fresh = NO_NODE, -math.inf, tree[node].first, NO_NODE
    while child != NO_NODE and left >= 1.0:
        if tree[child].action != HIDDEN_ACTION and marks[tree[child].action] == marks[-1]:
            left -= 1.0
            tree[child].seen += 1
            if tree[child].visits == 0:
                if fresh == NO_NODE:
                    fresh = child
            else:
                visits = tree[child].visits
                bound = worth(tree, child, plan)
                bound += plan.exploration * math.sqrt(log(tree[child].seen + 1.0) / visits)
                if bound > best_bound:
                    best, best_bound = child, bound
        child = tree[child].next
    return int(best if fresh == NO_NODE else fresh)


@kernel
def worth(tree: Array, child: int, plan: Any) -> float:
    """The mean utility of a child, in which the evaluator's estimate counts as `prior_visits` more visits."""
    node = tree[child]
    if plan.prior_visits == 0.0:
        return float(node.total / node.visits)
    return float((node.total + plan.prior_visits * node.score) / (node.visits + plan.prior_visits))


# ── Descending by probabilities ──────────────────────────────────────────────
@kernel
def likely_child(tree: Array, node: int, plan: Any) -> int:
    """The child with the highest bound, as `best_child`, where scores are weights.

    A child without visits is taken to be worth a little less than its siblings with visits; children are sorted by
    weight, so the first one stands for all of them."""
    visits, side = tree[node].visits, side_of(tree[node].mover, plan)
    sure = sure_of(tree, node, side)
    weight, tried, total, child = 0.0, 0.0, 0.0, tree[node].first
    while child != NO_NODE:
        weight += min(tree[child].score, HEAVIEST)
        if tree[child].visits > 0:
            tried += min(tree[child].score, HEAVIEST)
            total += tree[child].total
        child = tree[child].next
    # one visit of the node was its own, but none of a root: there, `hope` is too far from even at first. In 2,000 games
    # of 20, of 40 and of 120 simulations that made no difference
    hope = total / max(visits - 1.0, 1.0) - UNTRIED * math.sqrt(tried / weight)
    spread = plan.exploration * math.sqrt(visits + 1.0) / weight
    left = 1.0 + plan.wide * math.sqrt(visits)
    best, best_bound, child, untried = NO_NODE, -math.inf, tree[node].first, 0
    while child != NO_NODE and left >= 1.0:
        if (tree[child].high if side > 0 else -tree[child].low) <= sure:
            if best_bound < 0.0 and is_sure_draw(tree, child, sure):
                best, best_bound = child, 0.0
            child = tree[child].next
            continue
        untried += tree[child].visits == 0
        if tree[child].visits > 0 or untried == 1:
            bound = likely_bound(tree, child, hope, spread)
            if bound > best_bound:
                best, best_bound = child, bound
        left -= 1.0
        child = tree[child].next
    return int(best)


@kernel
def likely_available(tree: Array, node: int, plan: Any, marks: Array) -> int:
    """The same among the children that are legal in this world, as `best_available`."""
    weight, tried, total, visits, child = 0.0, 0.0, 0.0, 0, tree[node].first
    while child != NO_NODE:
        if tree[child].action != HIDDEN_ACTION and marks[tree[child].action] == marks[-1]:
            weight += min(tree[child].score, HEAVIEST)
            if tree[child].visits > 0:
                tried += min(tree[child].score, HEAVIEST)
                total += tree[child].total
                visits += tree[child].visits
        child = tree[child].next
    if weight == 0.0:
        return NO_NODE
    hope = total / max(visits, 1) - UNTRIED * math.sqrt(tried / weight)
    left = 1.0 + plan.wide * math.sqrt(tree[node].visits)
    best, best_bound, child, untried = NO_NODE, -math.inf, tree[node].first, 0
    while child != NO_NODE and left >= 1.0:
        if tree[child].action != HIDDEN_ACTION and marks[tree[child].action] == marks[-1]:
            left -= 1.0
            tree[child].seen += 1
            untried += tree[child].visits == 0
            if tree[child].visits > 0 or untried == 1:
                spread = plan.exploration * math.sqrt(tree[child].seen) / weight
                bound = likely_bound(tree, child, hope, spread)
                if bound > best_bound:
                    best, best_bound = child, bound
        child = tree[child].next
    return int(best)


@kernel
def likely_bound(tree: Array, child: int, hope: float, spread: float) -> float:
    """The bound of a child: its mean utility (without visits: `hope`), and its uncertainty as far as it is likely."""
    visits = tree[child].visits
    mean = tree[child].total / visits if visits > 0 else hope
    return float(mean + spread * min(tree[child].score, HEAVIEST) / (1.0 + visits))
