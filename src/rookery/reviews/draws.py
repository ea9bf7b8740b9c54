"""The worth of a draw: the chances after every outcome that it could have had, and so the luck of the one it had.

Luck is the chances after the outcome, less their mean over all outcomes by their odds, both from the same estimates. So
the luck of a draw has mean zero, however good or bad the estimates are. GNU Backgammon measures dice in this way.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.reviews.estimates import Estimate, estimate
from rookery.search.plan import Plan


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position in which chance moves, and what each outcome makes of it."""

    chances: tuple[float, ...]  # [P] before the draw: the mean of `outcomes` by their odds
    margins: tuple[float, ...]  # [P] half-widths of 95 % intervals of `chances`
    outcomes: dict[int, tuple[float, ...]]  # action of chance -> [P] chances after it

    def luck(self, action: int) -> tuple[float, ...]:
        """[P] what this outcome changed."""
        return tuple(after - before for after, before in zip(self.outcomes[action], self.chances))


def drawing(position: Position, simulations: int, generator: Generator, plan: Plan) -> Drawing:
    """Estimate every outcome of a draw. `simulations`: of all outcomes together, shared by their odds."""
    odds = position.chances
    estimates = {
        action: estimate(position.after_unchecked(action), max(1, round(simulations * share)), generator, plan)
        for action, share in odds.items()
    }
    shares, each_found, seats = list(odds.values()), list(estimates.values()), range(position.players)
    means = [_mean(shares, [each.chances[seat] for each in each_found]) for seat in seats]
    parts_kept = dict(zip(estimates, _kept(shares, each_found, means)))
    outcomes = {
        action: tuple(mean + parts_kept[action] * (chance - mean) for mean, chance in zip(means, each.chances))
        for action, each in estimates.items()
    }
    # estimates of few simulations are drawn towards their mean, each by another share, so the mean is taken again
    before = tuple(_mean(shares, [each[seat] for each in outcomes.values()]) for seat in seats)
    margins = tuple(
        math.sqrt(math.fsum(_square(share * each.margins[seat]) for share, each in zip(shares, each_found)))
        for seat in seats
    )
    return Drawing(before, margins, outcomes)


def _square(number: float) -> float:
    return number * number


def _mean(odds: Sequence[float], values: Sequence[float]) -> float:
    return math.fsum(share * value for share, value in zip(odds, values))


def _kept(odds: Sequence[float], found: Sequence[Estimate], means: Sequence[float]) -> list[float]:
    """[outcomes] The share of each outcome's difference from the mean that is a difference and not noise, by empirical
    Bayes (James and Stein 1961, https://projecteuclid.org/euclid.bsmsp/1200512173); the same for all seats, so that
    what one gains others lose."""
    spread = math.fsum(mean * (1.0 - mean) for mean in means)  # variance of one simulation
    noise = [spread / each.simulations if each.simulations else 0.0 for each in found]
    seen = _mean(odds, [math.fsum(_square(one - mean) for one, mean in zip(each.chances, means)) for each in found])
    real = max(0.0, seen - _mean(odds, noise))
    return [1.0 if one == 0.0 else real / (real + one) if real else 0.0 for one in noise]
