"""How well a seat played."""

import math
from collections.abc import Sequence

from rookery.reviews.judging import Judgement

__all__ = ["accuracy"]

LEAST_STAKE = 0.05  # of all decisions together; less tells nothing


def accuracy(decisions: Sequence[Judgement]) -> float | None:
    """0 .. 100: the part of all that was at stake at the decisions of a seat that it did not give away. None if nothing
    was at stake.

    So a decision counts by its stake: forced moves, moves that are all as good, and moves in lost positions count for
    nothing. Random play keeps nothing, and perfect play everything, for every number of players. What was seen counts
    here in full, also where it is less than its noise: the errors of many decisions cancel out."""
    stake = math.fsum(one.stake for one in decisions)
    if stake < LEAST_STAKE:
        return None
    kept = 1.0 - math.fsum(one.seen for one in decisions) / stake
    return 100.0 * min(max(kept, 0.0), 1.0)
