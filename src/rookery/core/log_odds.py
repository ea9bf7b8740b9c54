"""From strengths to estimated utilities: the last step of an evaluator's `evaluate`.

Strengths are log odds. Softmax gives each rival's chance to win (for two, the logistic curve of the Elo and
Bradley-Terry models). A win is one prize: of P seats, the winner has utility 1 and each other seat -1 / (P - 1).
"""

import math

from rookery.core.elementary import exp, tanh
from rookery.core.kernel import kernel
from rookery.core.protocol import Utilities


@kernel
def rivals(out: Utilities) -> None:
    """Turn the strength of each seat into its estimated utility, in place; `out`: [P]."""
    seats, most, total = len(out), -math.inf, 0.0
    for seat in range(seats):
        most = max(most, out[seat])
    for seat in range(seats):
        out[seat] = exp(out[seat] - most)
        total += out[seat]
    for seat in range(seats):
        out[seat] = (seats * out[seat] / total - 1.0) / (seats - 1.0)


@kernel
def team(strength: float, out: Utilities) -> None:
    """Write the estimated utility of a team of this strength, the same for all seats; `out`: [P]."""
    out[:] = tanh(strength / 2.0)
