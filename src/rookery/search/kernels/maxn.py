"""Exact values for three or more rivals: max^n with a transposition table, on an explicit stack.

Generic: see core/kernel.specialise.

Every seat maximises its own utility (Luckhardt and Irani 1986). With rivals of more than two sides alpha-beta is not
sound, so the only cut is a seat's certain win: utilities never pass 1. Where two actions are worth the same to the
mover the first one listed counts, for such ties decide what the others get and no theory settles them. Chance nodes
take the mean.
"""

from typing import Any

import numpy as np

from rookery.core.kernel import kernel
from rookery.core.protocol import CHANCE, OVER, Array, States, Utilities
from rookery.core.unbound import judge, rules
from rookery.search.kernels.hashing import hash_of

FRAME = np.dtype((np.record, [
    ("mover", np.int8),     # seat or CHANCE
    ("count", np.int32),    # legal actions
    ("tried", np.int32),    # of them
    ("weight", np.float64), # of chance: the sum of all weights
    ("best", np.int32),     # action that gave the values, -1 as yet
    ("key", np.uint64),
]))  # fmt: skip  # columns

MOST = 1.0  # no utility is higher


@kernel
def solve(
    states: States,
    words: Array,
    frames: Array,
    values: Array,
    actions: Array,
    chances: Array,
    out: Utilities,
    keys: Array,
    known: Array,
    limit: int,
    result: Array,
) -> bool:
    """Prove the values of states[0]. Returns whether the limit of `limit` nodes sufficed.

    states [D + 2], words [D + 2, W], frames [D + 1], actions and chances [D + 1, L], out [P]: as in exact.solve
    values [D + 1, P]    scratch; row 0 holds the answer
    keys   [power of 2]  of the table, 0 = empty; known [as many, P] its values
    result [2] float64: best action (-1 when the game is over or chance moves), nodes
    """
    nodes = 1
    result[0], result[1] = -1.0, 1.0
    if rules.mover(states[0]) == OVER:
        rules.utilities(states[0], values[0])
        return True
    enter(states, words, frames, values, actions, chances, 0)
    ply = 0
    while True:
        frame = frames[ply]
        done = frame.tried == frame.count
        if not done and frame.mover != CHANCE and frame.best >= 0:
            done = values[ply, frame.mover] >= MOST
        if not done:
            if nodes >= limit:
                result[1] = nodes
                return False
            nodes += 1
            states[ply + 1] = states[ply]
            rules.play(states[ply + 1], actions[ply, frame.tried])
            if rules.mover(states[ply + 1]) == OVER:
                rules.utilities(states[ply + 1], out)
                take(frame, values[ply], actions[ply], chances[ply], out)
            else:
                enter(states, words, frames, values, actions, chances, ply + 1)
                key = frames[ply + 1].key
                place = int(key >> np.uint64(1)) & (len(keys) - 1)
                if keys[place] == key:
                    take(frame, values[ply], actions[ply], chances[ply], known[place])
                else:
                    ply += 1
        else:
            if frame.mover == CHANCE:
                for seat in range(values.shape[1]):
                    values[ply, seat] /= frame.weight
            place = int(frame.key >> np.uint64(1)) & (len(keys) - 1)
            keys[place] = frame.key
            known[place] = values[ply]
            if ply == 0:
                result[0], result[1] = frame.best, nodes
                return True
            ply -= 1
            take(frames[ply], values[ply], actions[ply], chances[ply], values[ply + 1])


@kernel
def enter(states: States, words: Array, frames: Array, values: Array, actions: Array, chances: Array, ply: int) -> None:
    """Begin the position states[ply]."""
    frame = frames[ply]
    scratch = len(states) - 1
    states[scratch] = states[ply]
    judge.simplify(states[scratch])
    frame.key = hash_of(words, scratch)
    frame.mover = rules.mover(states[ply])
    frame.best, frame.tried, frame.weight = -1, 0, 0.0
    frame.count = rules.legal(states[ply], actions[ply])
    values[ply] = 0.0
    if frame.mover == CHANCE:
        rules.weights(states[ply], actions[ply], frame.count, chances[ply])
        for i in range(frame.count):
            frame.weight += chances[ply, i]


@kernel
def take(frame: Any, values: Array, actions: Array, chances: Array, worth: Array) -> None:
    """The action at the place `tried` gives every seat what `worth` says."""
    i = frame.tried
    frame.tried += 1
    if frame.mover == CHANCE:
        for seat in range(len(values)):
            values[seat] += chances[i] * worth[seat]
    elif frame.best < 0 or worth[frame.mover] > values[frame.mover]:
        values[:] = worth
        frame.best = actions[i]
