"""Perft: counts action sequences. Generic: see core/kernel.specialise."""

from rookery.core.kernel import kernel
from rookery.core.protocol import Array, States
from rookery.core.unbound import rules


@kernel
def perft(states: States, actions: Array, counts: Array, tried: Array, depth: int) -> int:
    """The number of action sequences of exactly `depth` plies from states[0], chance plies included.

    `states` [depth + 1], `actions` [depth + 1, L], `counts` and `tried` [depth + 1] are scratch, a row a ply. A game
    that ends earlier counts 0. The last ply is counted without being played."""
    if depth == 0:
        return 1
    leaves = 0
    ply = 0
    tried[0] = 0
    counts[0] = rules.legal(states[0], actions[0])
    while ply >= 0:
        if ply == depth - 1:
            leaves += counts[ply]
            ply -= 1
        elif tried[ply] == counts[ply]:
            ply -= 1
        else:
            states[ply + 1] = states[ply]
            rules.play(states[ply + 1], actions[ply, tried[ply]])
            tried[ply] += 1
            ply += 1
            tried[ply] = 0
            counts[ply] = rules.legal(states[ply], actions[ply])
    return leaves
