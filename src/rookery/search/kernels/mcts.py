"""Monte Carlo tree search with playouts: UCT over a flat array of nodes, helped by the game's judge where it has one.

Generic: see core/kernel.specialise.

Upper confidence bounds for trees (Kocsis and Szepesvari 2006, https://doi.org/10.1007/11871842_29). Every seat
maximises its own utility, which for two opponents is minimax, for more the max^n rule, for a team the shared aim.
Chance nodes have one child an outcome, and outcomes are drawn by their weights.

The judge's `order` helps twice. Children stand in its order and come into play one by one as their parent is visited
more often (progressive widening: Coulom 2007, https://hal.science/inria-00149266), so that few simulations are not
spread over many actions. And in a playout each decision is the best-looking of TRIED actions drawn at random. Without
a judge all actions look alike: the order is random, and playouts are as random as ever.

A node's `total` is counted for the seat that chose it, the mover of its parent, so that selection only reads children.
"""

import math

import numpy as np

from rookery.core.chance import below, pick
from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, Actions, Array, States, Stream, Utilities, Weights
from rookery.core.unbound import judge, rules

TRIED = 3  # actions that are looked at for a decision of a playout
WIDE = 2.0  # so many times the square root of its visits is the number of children in play

NODE = np.dtype((np.record, [
    ("total", np.float64),  # sum of the utilities of the seat that chose this node
    ("visits", np.int32),
    ("first", np.int32),    # index of the first child; children lie side by side
    ("children", np.int32), # 0: a leaf
    ("action", np.int32),   # that leads here
    ("mover", np.int8),     # seat, CHANCE or OVER; what rules.mover says here
]))  # fmt: skip


@kernel
def simulate(
    states: States, tree: Array, used: int, simulations: int, exploration: float, actions: Actions, chances: Weights,
    scores: Weights, out: Utilities, path: Array, stream: Stream,
) -> int:  # fmt: skip
    """Run simulations from states[0] (states[1] is scratch), growing `tree`, of which `used` nodes are taken.

    Returns the number of nodes taken then; stops growing, but not searching, when the tree is full. path: [longest + 1]
    scratch."""
    for _ in range(simulations):
        states[1] = states[0]
        node, depth = 0, 0
        path[0] = 0
        while True:
            if tree[node].children == 0:
                if tree[node].visits == 0 and depth > 0:
                    break  # a new leaf is played out once before it grows
                used = grow(states, tree, node, used, actions, scores, stream)
                if tree[node].children == 0:
                    break
            node = descend(states, tree, node, exploration, actions, chances, stream)
            rules.play(states[1], tree[node].action)
            if tree[node].visits == 0:
                tree[node].mover = rules.mover(states[1])
            depth += 1
            path[depth] = node
        playout(states, actions, chances, scores, stream)
        rules.utilities(states[1], out)
        for i in range(depth, -1, -1):
            tree[path[i]].visits += 1
            if i > 0 and tree[path[i - 1]].mover >= 0:
                tree[path[i]].total += out[tree[path[i - 1]].mover]
    return used


@kernel
def playout(states: States, actions: Actions, chances: Weights, scores: Weights, stream: Stream) -> None:
    """Play states[1] on to its end: chance by its weights, seats the best-looking of TRIED random actions."""
    while True:
        count = rules.legal(states[1], actions)
        if count == 0:
            return
        if rules.mover(states[1]) == CHANCE:
            rules.weights(states[1], actions, count, chances)
            rules.play(states[1], pick(stream, actions, chances, count))
        else:
            tried = min(TRIED, count)
            for i in range(tried):
                j = i + below(stream, count - i)
                actions[i], actions[j] = actions[j], actions[i]
            judge.order(states[1], actions, tried, scores)
            best = 0
            for i in range(1, tried):
                if scores[i] > scores[best]:
                    best = i
            rules.play(states[1], int(actions[best]))


@kernel
def grow(
    states: States, tree: Array, node: int, used: int, actions: Actions, scores: Weights, stream: Stream
) -> int:
    """Give a leaf one child for each legal action, the most promising first, those that look alike in random order (of
    chance: as listed); return the nodes taken. The first is the answer where a search sees no difference."""
    count = rules.legal(states[1], actions)
    if used + count > len(tree):
        return used
    if tree[node].mover != CHANCE:
        for i in range(count - 1, 0, -1):
            j = below(stream, i + 1)
            actions[i], actions[j] = actions[j], actions[i]
        judge.order(states[1], actions, count, scores)
        sort(actions, scores, count)
    for i in range(count):
        child = tree[used + i]
        child.total = 0.0
        child.visits = 0
        child.children = 0
        child.action = actions[i]
    tree[node].first = used
    tree[node].children = count
    return used + count


@kernel
def sort(actions: Actions, scores: Weights, count: int) -> None:
    """Put `count` actions into the order of their scores, highest first; equal ones stay as they are."""
    for i in range(1, count):
        action, score, j = actions[i], scores[i], i
        while j > 0 and scores[j - 1] < score:
            actions[j], scores[j] = actions[j - 1], scores[j - 1]
            j -= 1
        actions[j], scores[j] = action, score


@kernel
def descend(
    states: States, tree: Array, node: int, exploration: float, actions: Actions, chances: Weights, stream: Stream
) -> int:
    """The child to look at: of those in play an unvisited one, else the one with the highest upper bound; of chance, by
    weight."""
    first, children = tree[node].first, tree[node].children
    if tree[node].mover == CHANCE:
        rules.legal(states[1], actions)
        rules.weights(states[1], actions, children, chances)
        for i in range(children):
            actions[i] = i
        return int(first + pick(stream, actions, chances, children))
    children = min(children, 1 + int(WIDE * math.sqrt(tree[node].visits)))
    spread = exploration * math.sqrt(math.log(tree[node].visits + 1.0))
    best, best_bound = first, -math.inf
    for child in range(first, first + children):
        visits = tree[child].visits
        if visits == 0:
            return int(child)
        bound = tree[child].total / visits + spread / math.sqrt(visits)
        if bound > best_bound:
            best, best_bound = child, bound
    return int(best)
