"""From strengths to guessed utilities: what an evaluator's `evaluate` ends with.

Strengths are log odds. Of rivals each wins with the chance that softmax gives it (for two: the logistic curve, as in
Elo's and Bradley and Terry's models), and a win is one prize: of P seats the winner has 1, the others -1 / (P - 1).
"""

import math

from rookery.core.kernel import kernel
from rookery.core.protocol import Utilities

__all__ = ["rivals", "team"]


@kernel
def rivals(out: Utilities) -> None:
    """Turn the strength of each seat into its guessed utility, in place."""
    seats, most, total = len(out), -math.inf, 0.0
    for seat in range(seats):
        most = max(most, out[seat])
    for seat in range(seats):
        out[seat] = math.exp(out[seat] - most)
        total += out[seat]
    for seat in range(seats):
        out[seat] = (seats * out[seat] / total - 1.0) / (seats - 1.0)


@kernel
def team(strength: float, out: Utilities) -> None:
    """The guessed utility of a team, the same for all seats."""
    out[:] = math.tanh(strength / 2.0)
