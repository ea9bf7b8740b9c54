"""Exact values by alpha-beta with a transposition table, on an explicit stack. Generic: see core/kernel.specialise.

For two opponents or one team. Values are the utility of seat 0; `sides` says which seats want it high. Chance nodes
take the mean of all outcomes, searched with an open window. Values are exact, not estimates: a search that meets its
limit says so and gives none.
"""

from typing import Any

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, OVER, Array, States, Utilities
from rookery.core.unbound import judge, rules

FRAME = np.dtype((np.record, [
    ("mover", np.int8),     # seat or CHANCE
    ("count", np.int32),    # legal actions
    ("tried", np.int32),    # of them
    ("alpha", np.float64),  # seat 0 has this already ...
    ("beta", np.float64),   # ... and can be held to this
    ("floor", np.float64),  # alpha and beta as they were at first: they tell whether `value` is exact or a bound
    ("ceiling", np.float64),
    ("value", np.float64),  # best so far; of chance, the sum so far
    ("weight", np.float64), # of chance: the sum of all weights
    ("best", np.int32),     # action that gave `value`, -1 as yet
    ("key", np.uint64),
    ("born", np.int64),     # number of nodes when it was entered
]))  # fmt: skip

EXACT, AT_LEAST, AT_MOST = 1, 2, 3  # in `bound`; 0: an empty entry
ENTRY = np.dtype((np.record, [
    ("key", np.uint64),
    ("value", np.float64),
    ("best", np.int32),
    ("work", np.int32),  # nodes that it took, at most 2**31 - 1: dearer entries are kept
    ("bound", np.int8),
]))  # fmt: skip

_FACTOR, _SHIFT = np.uint64(0x9E3779B97F4A7C15), np.uint64(29)
_MOST_WORK = 2**31 - 1


@kernel
def solve(
    states: States, words: Array, frames: Array, actions: Array, scores: Array, chances: Array, out: Utilities,
    sides: Array, table: Array, limit: int, result: Array,
) -> bool:  # fmt: skip
    """Prove the value of states[0] for seat 0. Returns whether the limit of `limit` nodes sufficed.

    states   [D + 2] records, a row a ply, the last one scratch for keys; words: their bytes as [D + 2, W] uint64
    frames, actions [D + 1, L], scores [D + 1, L], chances [D + 1, L]: scratch, a row a ply; out [P]
    sides    [P] 1 for seats that want seat 0's utility high, -1 for seats that want it low
    table    [power of 2] ENTRY
    result   [3] float64: value, best action (-1 when the game is over or chance moves), nodes
    """
    nodes = 1
    result[1] = -1.0
    if rules.mover(states[0]) == OVER:
        rules.utilities(states[0], out)
        result[0], result[2] = out[0], 1.0
        return True
    enter(states, words, frames, actions, scores, chances, table, 0, -1.0, 1.0, nodes)
    ply = 0
    while True:
        frame = frames[ply]
        if frame.tried < frame.count and (frame.mover == CHANCE or frame.alpha < frame.beta):
            if nodes >= limit:
                result[2] = nodes
                return False
            nodes += 1
            action = next_action(actions[ply], scores[ply], frame)
            states[ply + 1] = states[ply]
            rules.play(states[ply + 1], action)
            low, high = (-1.0, 1.0) if frame.mover == CHANCE else (frame.alpha, frame.beta)
            if rules.mover(states[ply + 1]) == OVER:
                rules.utilities(states[ply + 1], out)
                take(frame, actions[ply], chances[ply], sides, out[0])
            elif enter(states, words, frames, actions, scores, chances, table, ply + 1, low, high, nodes):
                ply += 1
            else:  # the table knows enough
                take(frame, actions[ply], chances[ply], sides, frames[ply + 1].value)
        else:
            if frame.mover == CHANCE:
                frame.value /= frame.weight
            remember(table, frame, nodes)
            if ply == 0:
                result[0], result[1], result[2] = frame.value, frame.best, nodes
                return True
            ply -= 1
            take(frames[ply], actions[ply], chances[ply], sides, frame.value)


@kernel
def enter(
    states: States, words: Array, frames: Array, actions: Array, scores: Array, chances: Array, table: Array,
    ply: int, low: float, high: float, nodes: int,
) -> bool:  # fmt: skip
    """Begin the position states[ply] with the window low .. high. False: its value is known already, in its frame."""
    frame = frames[ply]
    scratch = len(states) - 1
    states[scratch] = states[ply]
    judge.simplify(states[scratch])
    frame.key = hash_of(words, scratch)
    frame.mover = rules.mover(states[ply])
    frame.best = -1
    hint = -1
    for slot in range(2):
        entry = table[(int(frame.key >> np.uint64(1)) * 2 + slot) & (len(table) - 1)]
        if entry.bound and entry.key == frame.key:
            hint = entry.best
            enough = entry.bound == EXACT
            enough |= entry.bound == AT_LEAST and entry.value >= high
            enough |= entry.bound == AT_MOST and entry.value <= low
            if enough and ply > 0:
                frame.value = entry.value
                return False
    frame.alpha, frame.beta, frame.floor, frame.ceiling = low, high, low, high
    frame.tried, frame.born = 0, nodes
    frame.count = rules.legal(states[ply], actions[ply])
    frame.value, frame.weight = 0.0, 0.0
    if frame.mover == CHANCE:
        rules.weights(states[ply], actions[ply], frame.count, chances[ply])
        for i in range(frame.count):
            frame.weight += chances[ply, i]
    else:
        judge.order(states[ply], actions[ply], frame.count, scores[ply])
        for i in range(frame.count):
            if actions[ply, i] == hint:
                scores[ply, i] = np.inf
    return True


@kernel
def next_action(actions: Array, scores: Array, frame: Any) -> int:
    """The most promising action not tried yet; it is moved to the place `tried`."""
    i = frame.tried
    if frame.mover != CHANCE:
        for j in range(i + 1, frame.count):
            if scores[j] > scores[i]:
                actions[i], actions[j] = actions[j], actions[i]
                scores[i], scores[j] = scores[j], scores[i]
    return int(actions[i])


@kernel
def take(frame: Any, actions: Array, chances: Array, sides: Array, value: float) -> None:
    """The action at the place `tried` is worth `value`."""
    i = frame.tried
    frame.tried += 1
    if frame.mover == CHANCE:
        frame.value += chances[i] * value
    elif sides[frame.mover] > 0:
        if frame.best < 0 or value > frame.value:
            frame.value, frame.best = value, actions[i]
        frame.alpha = max(frame.alpha, value)
    else:
        if frame.best < 0 or value < frame.value:
            frame.value, frame.best = value, actions[i]
        frame.beta = min(frame.beta, value)


@kernel
def remember(table: Array, frame: Any, nodes: int) -> None:
    """Of two places one keeps the dearer entry, the other the newer."""
    place = (int(frame.key >> np.uint64(1)) * 2) & (len(table) - 1)
    work = min(nodes - frame.born, _MOST_WORK)
    if table[place].bound and table[place].key != frame.key and table[place].work > work:
        place += 1
    entry = table[place]
    entry.key, entry.value, entry.best, entry.work = frame.key, frame.value, frame.best, work
    if frame.value <= frame.floor and frame.mover != CHANCE:
        entry.bound = AT_MOST
    elif frame.value >= frame.ceiling and frame.mover != CHANCE:
        entry.bound = AT_LEAST
    else:
        entry.bound = EXACT


@kernel
def hash_of(words: Array, row: int) -> np.uint64:
    """A 64-bit hash of the bytes of a record."""
    h = _FACTOR
    for i in range(words.shape[1]):
        h = (h ^ words[row, i]) * _FACTOR
        h ^= h >> _SHIFT
    return h
