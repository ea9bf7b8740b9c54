"""The belief about a player's strength, and its change by one point.

The model is Luce's (1959), as in the arena: a seat wins the point of a game with a probability proportional to
10**(strength / 400). The others at the table are therefore one opponent, whose strength is the logarithm of the sum of
their 10**(strength / 400), and one step of Weng and Lin's approximation (2011, https://jmlr.org/papers/v12/weng11a.html,
algorithm 4) for two sides is the whole update, for any number of seats. More than two sides would be wrong: seats that
lose together would count as having drawn with each other, and the better ones would be pulled down.

Weng and Lin widen the curve by the whole variance of both sides. The mean of a logistic curve over a normal variable is
nearer to a curve that is widened by pi / 8 of it (MacKay 1992, https://doi.org/10.1162/neco.1992.4.5.720). With that,
95 % intervals hold 95 % in leagues of known strength (benchmarks/leagues.py), and nothing else needs to be fitted.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

ELO_UNIT = 400 / math.log(10)  # Elo points that multiply the odds by e
START_DEVIATION = 350.0  # Elo: of somebody of whom nothing is known
DRIFT = 8.0  # Elo: what a person may get better or worse from one game to the next
WIDENING = math.pi / 8  # share of the variance that widens the curve
MARGIN_95 = NormalDist().inv_cdf(0.975)  # half of a 95 % interval, in standard deviations
MIN_DEVIATION = 1.0  # Elo: of somebody who can move at all


@dataclass(frozen=True, slots=True)
class Skill:
    """A strength in Elo, as a normal distribution. Bots of the arena are on the same scale."""

    mean: float
    deviation: float  # standard deviation; 0: exactly known
    games: int = 0
    lost: float = 0.0  # points of these games that others won

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval."""
        margin = MARGIN_95 * self.deviation
        return self.mean - margin, self.mean + margin

    @property
    def words(self) -> str:
        low, high = self.interval
        return f"{self.mean:.0f} (95 %: {low:.0f} to {high:.0f})"


def moved(own: Skill, others: Sequence[Skill], share: float) -> Skill:
    """The skill of a person who won a share of the point, 0 .. 1, at a table with others.

    A share moves the mean by as much of a win and as much of a loss. The deviation shrinks by the same, whatever the
    result."""
    against = _together(own, others)
    variance, width = max(own.deviation, MIN_DEVIATION) ** 2, _width(own, against.deviation)
    chance = 1 / (1 + math.exp((against.mean - own.mean) / width))
    shrinks = math.sqrt(1 - variance / width**2 * chance * (1 - chance))
    mean = own.mean + variance / width * (share - chance)
    return Skill(mean, own.deviation * shrinks, own.games, own.lost + 1 - share)


def _together(own: Skill, others: Sequence[Skill]) -> Skill:
    """The one opponent that the others are. Equals have equal chances, however uncertain: the sum is taken on the curve
    on which the two sides are compared."""
    _, parts = _sum([skill.mean for skill in others], ELO_UNIT)
    deviation = math.hypot(*(part * skill.deviation for part, skill in zip(parts, others)))
    deviation = max(deviation, MIN_DEVIATION)
    return Skill(_sum([skill.mean for skill in others], _width(own, deviation))[0], deviation)


def _width(own: Skill, deviation: float) -> float:
    """The width of the curve on which somebody meets an opponent of this deviation."""
    return math.sqrt(ELO_UNIT**2 + WIDENING * (max(own.deviation, MIN_DEVIATION) ** 2 + deviation**2))


def _sum(means: Sequence[float], width: float) -> tuple[float, list[float]]:
    """The mean of several opponents together, and the share of each of them in the odds."""
    top = max(means)
    odds = [math.exp((mean - top) / width) for mean in means]
    return top + width * math.log(math.fsum(odds)), [each / math.fsum(odds) for each in odds]
