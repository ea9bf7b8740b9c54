"""What is at stake at a decision: the chance after the best action, less the mean chance after one drawn at random.

Whoever plays at random gives all of it away on average, in every game and with every number of players. In a lost
position, and where all actions are as good, nothing is at stake.
"""

import math

from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.reviews.estimates import estimate
from rookery.search.chances import found_of, won_by
from rookery.search.plan import Plan

__all__ = ["chance_at_random"]

ACTIONS_DRAWN = 3  # actions, if there are so many
STAKE_SHARE = 6  # part of the simulations of a decision, for each of them; fewer see less of what follows


def chance_at_random(view: Position, simulations: int, generator: Generator, plan: Plan) -> float:
    """The chance of the seat that decides after an action drawn at random, from a few such actions. It is noisy, but
    right on average. `simulations`: of the decision.

    What the simulations find is averaged, not the chances that follow from it: where none of nine games is won, the
    chance is likely to be larger than it seems."""
    seat = view.mover
    assert seat is not None
    each = max(1, simulations // STAKE_SHARE)
    drawn = _drawn(view.legal_actions, generator)
    chances = [estimate(view.after_unchecked(action), each, generator, plan).chances[seat] for action in drawn]
    shares = [found_of(chance, view.game, view.players) for chance in chances]
    return won_by(math.fsum(shares) / len(shares), view.game, view.players)


def _drawn(actions: tuple[int, ...], generator: Generator) -> list[int]:
    """ACTIONS_DRAWN different actions, or all."""
    left = list(actions)
    for i in range(min(ACTIONS_DRAWN, len(left))):
        j = i + generator.below(len(left) - i)
        left[i], left[j] = left[j], left[i]
    return left[:ACTIONS_DRAWN]
