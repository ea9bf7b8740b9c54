"""The accuracy of a seat's play."""

import math
from collections.abc import Sequence

from rookery.core.elementary import exp, log
from rookery.reviews.judging import Judgement

LEAST_STAKE = 0.05  # of all decisions together; less tells nothing


def accuracy(decisions: Sequence[Judgement], rivals: int = 1) -> float | None:
    """0 .. 100: from the part of all that was at stake at the decisions of a seat that it did not give away. None if
    nothing was at stake. `rivals`: of the seat; 1 for a team.

    So a decision counts by its stake: forced moves, moves that are all as good, and moves in lost positions count for
    nothing. Random play keeps little, and perfect play everything. The loss that was seen counts here in full, even
    if it is less than its noise: the errors of many decisions cancel out.

    With several rivals, what is at stake is small beside the noise of the engine, so that even random play seems to
    keep much of it. There the curve is steeper: the part to the power of the square root of the number of rivals
    (benchmarks/reviews.py)."""
    stake = math.fsum(one.stake for one in decisions)
    if stake < LEAST_STAKE:
        return None
    share = min(max(1.0 - math.fsum(one.seen for one in decisions) / stake, 0.0), 1.0)
    if rivals > 1 and share > 0.0:
        share = exp(log(share) * math.sqrt(rivals))  # a power with the same bits on every machine
    return 100.0 * share
