"""Exact values for three or more rivals: max^n with a transposition table, on an explicit stack.

Generic: see core/kernel.specialise.

Every seat maximises its own utility (Luckhardt and Irani 1986). Alpha-beta is not sound with more than two sides, so
the only cutoff is a certain win, because no utility exceeds 1. If two actions are worth the same to the mover, the
first one listed counts: such ties decide what the others get, and no theory settles them. The value of a chance node is
the mean.
"""

from typing import Any

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, OVER, Array
from rookery.core.unbound import evaluator, rules
from rookery.search.kernels.bundles import Float64s, MaxNMemory, MaxNStack
from rookery.search.kernels.hashing import hash_of

MAX_UTILITY = 1.0  # no utility is higher


@kernel
def solve(stack: MaxNStack, memory: MaxNMemory, limit: int, result: Float64s) -> bool:
    """Prove the values of states[0] and write them to row 0 of `stack.values`. Returns whether `limit` nodes sufficed.

    `result`: [2] float64: best action (-1 if the game is over or chance moves), nodes."""
    states, frames, values = stack.states, stack.frames, stack.values
    actions, chances, keys = stack.actions, stack.chances, memory.keys
    nodes, ply = 1, 0
    result[0], result[1] = -1.0, 1.0
    if rules.mover(states[0]) == OVER:
        rules.utilities(states[0], values[0])
        return True
    enter(stack, 0)
    while True:
        frame = frames[ply]
        if is_done(frame, values[ply]):
            close(frame, values[ply], memory)
            if ply == 0:
                result[0], result[1] = frame.best, nodes
                return True
            ply -= 1
            take(frames[ply], values[ply], actions[ply], chances[ply], values[ply + 1])
            continue
        if nodes >= limit:
            result[1] = nodes
            return False
        nodes += 1
        states[ply + 1] = states[ply]
        rules.play(states[ply + 1], actions[ply, frame.tried])
        if rules.mover(states[ply + 1]) == OVER:
            rules.utilities(states[ply + 1], stack.out)
            take(frame, values[ply], actions[ply], chances[ply], stack.out)
            continue
        enter(stack, ply + 1)
        place = place_of(frames[ply + 1].key, keys)
        if keys[place] == frames[ply + 1].key:
            take(frame, values[ply], actions[ply], chances[ply], memory.known[place])
        else:
            ply += 1


@kernel
def place_of(key: np.uint64, keys: Array) -> int:
    """The index of a position in the table."""
    return int(np.int64(key >> np.uint64(1))) & (len(keys) - 1)


@kernel
def is_done(frame: Any, values: Array) -> bool:
    """Whether all actions have been tried, or the mover has a certain win."""
    if frame.tried == frame.count:
        return True
    return bool(frame.mover != CHANCE and frame.best >= 0 and values[frame.mover] >= MAX_UTILITY)


@kernel
def close(frame: Any, values: Array, memory: MaxNMemory) -> None:
    """Finish a frame: divide the sum of a chance node by its weight, and write the values to the table."""
    if frame.mover == CHANCE:
        for seat in range(len(values)):
            values[seat] /= frame.weight
    place = place_of(frame.key, memory.keys)
    memory.keys[place] = frame.key
    for seat in range(len(values)):
        memory.known[place, seat] = values[seat]


@kernel
def enter(stack: MaxNStack, ply: int) -> None:
    """Open the frame of states[ply]."""
    states, actions, chances, frame = stack.states, stack.actions, stack.chances, stack.frames[ply]
    scratch = len(states) - 1
    states[scratch] = states[ply]
    evaluator.simplify(states[scratch])
    frame.key = hash_of(stack.raw, scratch)
    frame.mover = rules.mover(states[ply])
    frame.best, frame.tried, frame.weight = -1, 0, 0.0
    frame.count = rules.legal(states[ply], actions[ply])
    stack.values[ply] = 0.0
    if frame.mover == CHANCE:
        rules.weights(states[ply], actions[ply], frame.count, chances[ply])
        for i in range(frame.count):
            frame.weight += chances[ply, i]


@kernel
def take(frame: Any, values: Array, actions: Array, chances: Array, worth: Array) -> None:
    """Count the action at index `tried`, whose values for all seats are `worth`, [P]."""
    i = frame.tried
    frame.tried += 1
    if frame.mover == CHANCE:
        for seat in range(len(values)):
            values[seat] += chances[i] * worth[seat]
    elif frame.best < 0 or worth[frame.mover] > values[frame.mover]:
        for seat in range(len(values)):
            values[seat] = worth[seat]
        frame.best = actions[i]
