"""Whether chances are true: of the positions to which a bot gives 70 %, about 70 % should be won between equals."""

import math
from dataclasses import dataclass

import numpy as np

from rookery.arena.run import Results
from rookery.arena.scores import wilson
from rookery.core.protocol import Array

__all__ = ["Tenth", "claims", "slope", "tenths"]

ROUNDS = 30  # of Newton's method, which needs about five


@dataclass(frozen=True, slots=True)
class Tenth:
    """The positions with a chance in one tenth."""

    low: float  # of the chances, included; the last tenth includes 1
    high: float
    positions: int
    said: float  # mean chance
    won: float  # mean share of the prize
    margin: tuple[float, float]  # 95 % interval of `won`, as if positions were independent; those of one game are not

    @property
    def words(self) -> str:
        low, high = self.margin
        won = f"won {self.won:.1%} ({low:.1%} to {high:.1%})"
        return f"{self.low:.0%} to {self.high:.0%}: {self.positions:,} positions, said {self.said:.1%}, {won}"


def claims(results: Results) -> Array:
    """[N, 2] of each decision whose bot said so: the chance it gave itself, and the share of the prize it won."""
    rows, team = [], results.match.game.facts.cooperative
    for game in results.games:
        best = max(game.utilities)
        winners = [seat for seat, utility in enumerate(game.utilities) if utility == best]
        for seat, chance in game.claims:
            share = (1.0 + game.utilities[seat]) / 2.0 if team else (seat in winners) / len(winners)
            rows.append((chance, share))
    return np.array(rows, np.float64).reshape(-1, 2)


def tenths(results: Results) -> list[Tenth]:
    """Those tenths that hold any positions."""
    found, rows = [], claims(results)
    place = np.minimum((rows[:, 0] * 10).astype(int), 9)
    for number in range(10):
        inside = rows[place == number]
        if len(inside):
            said, won = inside.mean(axis=0)
            margin = wilson(float(inside[:, 1].sum()), len(inside))
            found.append(Tenth(number / 10, (number + 1) / 10, len(inside), float(said), float(won), margin))
    return found


def slope(results: Results) -> float:
    """By which factor the log odds of all chances, against an even share, should be multiplied to be true: 1 if they
    are, less where they say too much. The most likely one, by Newton's method. It comes on top of the slope that the
    game's engine.toml already has."""
    match = results.match
    parts = 2 if match.game.facts.cooperative else match.players
    rows = claims(results)
    chances = np.clip(rows[:, 0], 1e-6, 1 - 1e-6)
    even = -math.log(parts - 1.0)  # log odds of an even share
    odds, factor = np.log(chances / (1 - chances)) - even, 1.0
    for _ in range(ROUNDS):
        guess = 1.0 / (1.0 + np.exp(-(even + factor * odds)))
        curve = float(np.sum(guess * (1 - guess) * odds * odds))
        if curve == 0.0:
            break
        factor += float(np.sum((rows[:, 1] - guess) * odds)) / curve
    return factor
