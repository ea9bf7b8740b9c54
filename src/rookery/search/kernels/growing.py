"""New nodes for a search tree. Generic: see core/kernel.specialise."""

from typing import Any

import numpy as np

from rookery.core.chance import below, pick
from rookery.core.elementary import exp
from rookery.core.kernel import kernel
from rookery.core.protocol import OVER, Actions, Array, States, Stream, Weights
from rookery.core.unbound import evaluator, rules
from rookery.search.kernels.bundles import Search, WordTable, Workspace
from rookery.search.kernels.estimate import estimate
from rookery.search.kernels.hashing import hash_of
from rookery.search.kernels.nodes import (
    AS_THEY_COME,
    BY_ORDER,
    FOREMOST,
    HIDDEN_ACTION,
    MOST_LOG_WEIGHT,
    NO_NODE,
    REVEAL_NODE,
    WHOLE,
    TreeNodes,
)
from rookery.search.kernels.proving import wins_at_once


@kernel
def sorted_actions(states: States, plan: Any, work: Workspace, count: int, most: int) -> int:
    """Sort the `most` most promising of the `count` listed actions to the front, highest score first; return their
    number.

    Ties are in random order. The first action is the answer if a search finds no difference."""
    actions, scores = work.actions, work.scores
    shuffle(actions, count, count, work.stream)
    if plan.ordered == AS_THEY_COME:
        scores[:count] = 0.0
        return int(min(count, most))
    if plan.ordered == BY_ORDER:
        evaluator.order(states[1], work.weights, actions, count, scores)
    else:
        look_ahead(states, work, count)
    if plan.priors > 0.0:
        weigh(scores, count, plan.priors)
    kept = 0
    for i in range(count):
        action, score = actions[i], scores[i]
        if kept == most and scores[kept - 1] >= score:
            continue
        j = kept if kept < most else kept - 1
        kept = j + 1
        while j > 0 and scores[j - 1] < score:
            actions[j], scores[j] = actions[j - 1], scores[j - 1]
            j -= 1
        actions[j], scores[j] = action, score
    return kept


@kernel
def weigh(scores: Weights, count: int, priors: float) -> None:
    """Turn scores into weights. They do not depend on what else is legal, so worlds can be compared.

    All weights stay above 0: if none counted anything, no action could be chosen."""
    for i in range(count):
        scores[i] = exp(max(-MOST_LOG_WEIGHT, min(MOST_LOG_WEIGHT, priors * scores[i])))


@kernel
def look_ahead(states: States, work: Workspace, count: int) -> None:
    """Write to work.scores the estimated utility of the mover of states[1] after each of the `count` listed actions.

    states[2] is scratch."""
    weights, network, actions, scores, found = work.weights, work.network, work.actions, work.scores, work.estimate
    mover = rules.mover(states[1])
    for i in range(count):
        states[2] = states[1]
        rules.play(states[2], int(actions[i]))
        if rules.mover(states[2]) == OVER:
            rules.utilities(states[2], found)
        else:
            estimate(states, 2, weights, network, found)
        scores[i] = found[mover]


@kernel
def write_node(tree: Array, i: int, action: int, score: float, after: int) -> None:
    node = tree[i]
    node.total = 0.0
    node.score = score
    node.visits = 0
    node.seen = 0  # also sets `missing`, which shares its memory
    node.first = NO_NODE
    node.next = after
    node.action = action
    node.low, node.high = -1, 1


@kernel
def grow(states: States, plan: Any, work: Workspace, tree: Array, node: int, used: int) -> int:
    """Add the children of a leaf, side by side; return the number of nodes used.

    The root gets all children, and an action that wins at once comes first."""
    actions, scores = work.actions, work.scores
    legal = rules.legal(states[1], actions)
    most = legal if node == 0 else min(legal, plan.widest)
    if used + most > len(tree):
        return used
    count = sorted_actions(states, plan, work, legal, most)
    if node == 0 and plan.proves:
        put_first(actions, scores, wins_at_once(states, count, actions, work.estimate))
    for i in range(count):
        write_node(tree, used + i, actions[i], scores[i], NO_NODE if i == count - 1 else used + i + 1)
    tree[node].first = used
    tree[node].missing = legal - count
    return used + count


@kernel
def put_first(actions: Actions, scores: Weights, i: int) -> None:
    """Move actions[i] to the front with the score FOREMOST; the others keep their order. NO_NODE changes nothing."""
    if i == NO_NODE:
        return
    first = actions[i]
    for j in range(i, 0, -1):
        actions[j], scores[j] = actions[j - 1], scores[j - 1]
    actions[0], scores[0] = first, FOREMOST


@kernel
def meet(search: Search, tree: Array, node: int, used: int) -> int:
    """Add the children that only this world has, and mark all legal ones with marks[action] == marks[-1].

    Returns the number of nodes used."""
    states, plan, marks, work = search.states, search.plans[0], search.marks, search.work
    actions, scores = work.actions, work.scores
    count = rules.legal(states[1], actions)
    marks[-1] += 2
    for i in range(count):
        marks[actions[i]] = marks[-1] - 1
    fresh, child = count, tree[node].first
    while child != NO_NODE:
        if tree[child].action != HIDDEN_ACTION and marks[tree[child].action] == marks[-1] - 1:
            marks[tree[child].action] = marks[-1]
            fresh -= 1
        child = tree[child].next
    if fresh == 0 or used + fresh > len(tree):
        return used
    fresh = 0
    for i in range(count):
        if marks[actions[i]] == marks[-1] - 1:
            actions[fresh] = actions[i]
            fresh += 1
    fresh = sorted_actions(states, plan, work, fresh, plan.widest)
    before, child = NO_NODE, tree[node].first
    for i in range(fresh):
        while child != NO_NODE and tree[child].score >= scores[i]:
            before, child = child, tree[child].next
        write_node(tree, used, actions[i], scores[i], child)
        marks[actions[i]] = marks[-1]
        if before == NO_NODE:
            tree[node].first = used
        else:
            tree[before].next = used
        before = used
        used += 1
    return used


@kernel
def shuffle(actions: Actions, count: int, few: int, stream: Stream) -> None:
    """Move `few` of the `count` actions, drawn at random, to the front."""
    for i in range(min(few, count - 1)):
        j = i + below(stream, count - i)
        actions[i], actions[j] = actions[j], actions[i]


@kernel
def chance_child(search: Search, tree: Array, node: int, used: int, seat: int) -> tuple[int, int]:
    """Draw an action of chance; return its child and the number of nodes used.

    All actions that `seat` may not learn share one child."""
    states, actions, scores = search.states, search.work.actions, search.work.scores
    count = rules.legal(states[1], actions)
    if count == 0:
        return NO_NODE, used
    rules.weights(states[1], actions, count, scores)
    drawn = pick(search.luck, actions, scores, count)
    action = drawn if seat == WHOLE or rules.knows(states[1], drawn, seat) else HIDDEN_ACTION
    actions[0] = drawn
    if seat == WHOLE and tree[node].first == NO_NODE:
        tree[node].missing = count
    before = used
    child, used = child_of(tree, node, used, action)
    if seat == WHOLE:
        tree[node].missing -= used - before
    return child, used


@kernel
def child_of(tree: Array, node: int, used: int, action: int) -> tuple[int, int]:
    """The child of an action, added if it is missing (NO_NODE if the tree is full), and the number of nodes used."""
    child = tree[node].first
    while child != NO_NODE and tree[child].action != action:
        child = tree[child].next
    if child == NO_NODE and used < len(tree):
        child = used
        write_node(tree, child, action, FOREMOST, tree[node].first)
        tree[node].first = child
        used += 1
    return int(child), int(used)


# ── What a seat learns ───────────────────────────────────────────────────────
@kernel
def key_of(states: States, raw: WordTable, seat: int) -> np.uint64:
    """A hash of what `seat` sees of states[1]; 0 if the game is over, because ends need not be told apart.

    states[2] is scratch; `raw`, [3, W], is the same states as 64-bit words."""
    if rules.mover(states[1]) == OVER:
        return np.uint64(0)
    states[2] = states[1]
    rules.hide(states[2], seat)
    return hash_of(raw, 2)


@kernel
def shown_child(search: Search, tree: Array, node: int, used: int, seat: int) -> tuple[int, int]:
    """The child of a REVEAL_NODE for what `seat` now sees, added if it is missing, and the number of nodes used."""
    tree[node].mover = REVEAL_NODE
    key, mover = key_of(search.states, search.raw, seat), rules.mover(search.states[1])
    child = tree[node].first
    while child != NO_NODE and (tree[child].key != key or tree[child].mover != mover):
        child = tree[child].next
    if child == NO_NODE and used < len(tree):
        child = used
        write_node(tree, child, 0, 0.0, tree[node].first)
        tree[child].key, tree[child].mover = key, mover
        tree[node].first = child
        used += 1
    return int(child), int(used)


# ── Keeping a tree between moves ─────────────────────────────────────────────
@kernel
def move_up(tree: TreeNodes, node: int, fresh: TreeNodes) -> int:
    """Copy the subtree of `node` to `fresh`, with `node` as the root; return the number of nodes used.

    In the copy, siblings lie side by side, in order."""
    fresh[0] = tree[node]
    fresh[0].next = NO_NODE
    used, i = 1, 0
    while i < used:
        child = fresh[i].first  # an index into the old tree; only children of earlier nodes are copied
        if child != NO_NODE:
            fresh[i].first = used
        while child != NO_NODE:
            fresh[used] = tree[child]
            child = fresh[used].next
            if child != NO_NODE:
                fresh[used].next = used + 1
            used += 1
        i += 1
    return used
