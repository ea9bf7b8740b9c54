"""Sums of numbers of games, and what they say: means, shares and ratios with 95 % intervals; which differences count.

A game yields a row of numbers. Only sums are kept, of the numbers and of their products, so memory does not grow with
the games, and sums of different processes are added.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from rookery.search.chances import WITHIN_95, wilson


@dataclass(frozen=True, slots=True)
class Measure:
    """A number and the ends of its 95 % interval."""

    value: float
    low: float
    high: float
    games: int

    @property
    def error(self) -> float:
        """The standard error that an interval of this width has."""
        return (self.high - self.low) / (2 * WITHIN_95)

    @property
    def within(self) -> float:
        """The half-width of the interval."""
        return (self.high - self.low) / 2

    def minus(self, even: float, sign: int = 1) -> "Measure":
        """This number less a known one; with the sign -1 the known one less this."""
        one, other = sign * (self.low - even), sign * (self.high - even)
        return Measure(sign * (self.value - even), min(one, other), max(one, other), self.games)

    def less(self, other: "Measure") -> "Measure":
        """The difference of two numbers from different games."""
        margin, value = WITHIN_95 * math.hypot(self.error, other.error), self.value - other.value
        return Measure(value, value - margin, value + margin, min(self.games, other.games))


class GameSums:
    """The sums over games."""

    def __init__(self, width: int) -> None:
        """`width`: of a row."""
        self.games = 0
        self.totals = np.zeros(width)
        self.products = np.zeros((width, width))  # of two columns; the second is not after the first

    def include(self, other: "GameSums") -> None:
        """Count the games of another batch."""
        self.games += other.games
        self.totals += other.totals
        self.products += other.products

    def total(self, column: int) -> float:
        return float(self.totals[column])

    def share(self, column: int) -> Measure:
        """The mean of numbers between 0 and 1, by Wilson: it also holds near 0 and 1."""
        return Measure(self.total(column) / max(1, self.games), *wilson(self.total(column), self.games), self.games)

    def mean(self, column: int) -> Measure:
        """The mean of any number."""
        return self.ratio(column, None)

    def ratio(self, column: int, of: int | None) -> Measure:
        """The sum of one number divided by that of another (`of`; None: by the games), which differs from game to game.
        Its error is that of the mean of what each game adds to the difference (the delta method)."""
        games, above = self.games, self.total(column)
        below = float(games) if of is None else self.total(of)
        if games < 2 or below == 0.0:
            return Measure(0.0, -math.inf, math.inf, games)
        value = above / below
        squares = self.products[column, column]
        if of is None:
            squares = squares - games * value * value
        else:
            both = self.products[max(column, of), min(column, of)]
            squares = squares - 2 * value * both + value * value * self.products[of, of]
        margin = WITHIN_95 * math.sqrt(max(0.0, float(squares)) / (games - 1) * games) / below
        return Measure(value, value - margin, value + margin, games)


def real_differences(chances: Mapping[str, float], level: float = 0.05) -> set[str]:
    """The names whose differences cannot well be luck, by Holm (1979): the chance that luck alone makes one or more of
    these is at most `level`. `chances`: how likely luck alone makes each difference as large."""
    found = set[str]()
    ordered = sorted(chances, key=lambda name: (chances[name], name))
    for place, name in enumerate(ordered):
        if chances[name] > level / (len(ordered) - place):
            break
        found.add(name)
    return found


def by_luck(difference: Measure) -> float:
    """The probability that luck alone makes a difference as large."""
    if difference.error == 0.0 or not math.isfinite(difference.error):
        return 0.0 if difference.value != 0.0 and difference.error == 0.0 else 1.0
    return 2.0 * NormalDist().cdf(-abs(difference.value) / difference.error)


def elo(share: float) -> float:
    """The difference in Elo that makes a share of the points between two players."""
    bounded = min(max(share, 1e-4), 1 - 1e-4)
    return 400.0 * math.log10(bounded / (1.0 - bounded))
