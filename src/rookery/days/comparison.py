"""The result of a seat, and its comparison with those of others with the same draws.

    lead        the points of the seat beyond those of its best rival, or all points of a team; a game may count none
    matchpoints the share of the others that one did better than, a tie counting half, as in duplicate bridge
    swing       the square root of the difference of two leads, with its sign: like the scale of bridge (IMPs), it is
                concave, so a hundred points from one lucky draw count no more than ten times one point

Without leads, the difference of the utilities takes their place.
"""

import math
from collections.abc import Sequence

from msgspec import Struct

from rookery.core.record import Record


class Achieved(Struct, frozen=True, order=True):
    """The result of a seat in a whole game. The order is that of the ranking."""

    utility: float  # -1 .. 1: first, whether the game was won
    lead: int = 0  # then, by how much; 0 in a game that counts no points


def achieved(record: Record, seat: int) -> Achieved:
    """The result of a seat. The game is over, and was played to its end."""
    position, facts = record.position, record.game.facts
    assert position.outcome is not None
    utility = position.outcome.utilities[seat]
    if facts.points is None:
        return Achieved(utility)
    sign = 1 if facts.points.most_win else -1
    points = [sign * int(record.game.bindings.points(position.states, 0, each)) for each in range(position.players)]
    rivals = [] if facts.cooperative else points[:seat] + points[seat + 1 :]
    return Achieved(utility, points[seat] - max(rivals, default=0))


def matchpoints(own: Achieved, others: Sequence[Achieved]) -> float:
    """The share of the others that one did better than, 0 .. 1; ties count half. There is at least one other."""
    return math.fsum(1.0 if own > other else 0.5 if own == other else 0.0 for other in others) / len(others)


def swing(own: Achieved, other: Achieved) -> float:
    """The distance by which one did better than another; below 0: worse."""
    gain = own.lead - other.lead or own.utility - other.utility
    return math.sqrt(gain) if gain > 0 else -math.sqrt(-gain)


def mean_swing(own: Achieved, others: Sequence[Achieved]) -> float:
    """The mean swing against all others, of whom there is at least one."""
    return math.fsum(swing(own, other) for other in others) / len(others)
