"""What is at stake at a decision: the chance after the best action, less the mean chance after one drawn at random.

Whoever plays at random gives all of it away on average, in every game and with every number of players. In a lost
position, and where all actions are as good, nothing is at stake.
"""

import math

from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.reviews.estimates import estimate
from rookery.search.plan import Plan

ACTIONS_DRAWN = 2  # actions, if there are so many
# part of the simulations of a decision, for each of them. With a sixteenth, actions seemed worse than they are: few
# simulations see little of what may follow, and chances near 0 are too low
STAKE_SHARE = 4


def chance_at_random(view: Position, simulations: int, generator: Generator, plan: Plan) -> float:
    """The mean chance of the seat that decides after an action drawn at random, from a few such actions. It is noisy,
    but has the right mean. `simulations`: of the decision."""
    seat = view.mover
    assert seat is not None
    each = max(1, simulations // STAKE_SHARE)
    drawn = _drawn(view.legal_actions, generator)
    found = [estimate(view.after_unchecked(action), each, generator, plan).chances[seat] for action in drawn]
    return math.fsum(found) / len(found)


def _drawn(actions: tuple[int, ...], generator: Generator) -> list[int]:
    """ACTIONS_DRAWN different actions, or all."""
    left = list(actions)
    for i in range(min(ACTIONS_DRAWN, len(left))):
        j = i + generator.below(len(left) - i)
        left[i], left[j] = left[j], left[i]
    return left[:ACTIONS_DRAWN]
