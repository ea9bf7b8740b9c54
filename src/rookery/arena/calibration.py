"""Calibration of bots' winning chances: between equals, a bot should win about 70 % of the positions that it gives a
chance of 70 %."""

from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

import numpy as np

from rookery.arena.run import Results
from rookery.core.position import Game
from rookery.core.protocol import Array
from rookery.search.chances import DOUBT, as_duel, found_of, parts_of, share_of, wilson
from rookery.search.plan import Points

CALIBRATION_BINS = 20  # the most groups of positions
MIN_BIN_SIZE = 50  # fewest positions in a group
WIDE_POOL = 0.1  # from the first to the last group of a pool: then its middle alone would say too little of its ends
LEAST_RISE = 0.001  # of two points of one pool, because points must rise


@dataclass(frozen=True, slots=True)
class Tenth:
    """The positions whose chance is in one tenth of 0 .. 1."""

    low: float  # least chance, included
    high: float  # greatest chance, excluded except in the last tenth
    positions: int
    said: float  # mean chance
    won: float  # mean share of the prize
    margin: tuple[float, float]  # 95 % interval of `won`, as if positions of one game were independent

    @property
    def words(self) -> str:
        low, high = self.margin
        won = f"won {self.won:.1%} ({low:.1%} to {high:.1%})"
        return f"{self.low:.0%} to {self.high:.0%}: {self.positions:,} positions, said {self.said:.1%}, {won}"


def claims(results: Results) -> Array:
    """[N, 2] For each decision with a stated chance: that chance, and the share of the prize that the seat won."""
    rows, team = [], results.match.game.facts.cooperative
    for game in results.games:
        best = max(game.utilities)
        winners = [seat for seat, utility in enumerate(game.utilities) if utility == best]
        for seat, chance in game.claims:
            share = share_of(game.utilities[seat], 2) if team else (seat in winners) / len(winners)
            rows.append((chance, share))
    return np.array(rows, np.float64).reshape(-1, 2)


def tenths(results: Results) -> list[Tenth]:
    """The tenths that contain positions."""
    return tenths_of(claims(results))


def tenths_of(rows: Array) -> list[Tenth]:
    """The tenths that contain positions. `rows`: [N, 2] as of `claims`."""
    intervals = []
    place = np.minimum((rows[:, 0] * 10).astype(int), 9)
    for number in range(10):
        inside = rows[place == number]
        if len(inside):
            chance, share = inside.mean(axis=0)
            margin = wilson(float(inside[:, 1].sum()), len(inside))
            intervals.append(Tenth(number / 10, (number + 1) / 10, len(inside), float(chance), float(share), margin))
    return intervals


def points(results: Results) -> Points:
    """Points for [chances] in the game's engine.toml; see `points_of`."""
    return points_of(claims(results), results.match.game, results.match.players)


class _PooledGroups(NamedTuple):
    """Adjacent groups of positions in which the same share was won."""

    positions: int
    won: float  # sum of shares
    means: tuple[float, ...]  # of each group: the share that searches expected


def points_of(rows: Array, game: Game, players: int) -> Points:
    """The share of the prize that searches expected, and the share that was won, both converted to a game for two.
    () if there are too few positions. `rows`: [N, 2] as of `claims`. These chances may already be corrected by points
    in engine.toml; the correction is undone first.

    Positions are divided into groups of equal size, and adjacent groups that do not rise are pooled (isotonic
    regression by pooling adjacent violators: Ayer et al. 1955, https://doi.org/10.1214/aoms/1177728423). A wide pool
    gives two points, because the same share was won from its first group to its last."""
    parts = parts_of(game, players)
    shares = np.array([found_of(chance, game, players) for chance in rows[:, 0]])
    in_order = np.argsort(shares, kind="stable")
    pools: list[_PooledGroups] = []
    for some in (
        np.array_split(in_order, min(CALIBRATION_BINS, len(rows) // MIN_BIN_SIZE)) if len(rows) >= MIN_BIN_SIZE else []
    ):
        pools.append(_PooledGroups(len(some), float(rows[some, 1].sum()), (float(shares[some].mean()),)))
        while len(pools) > 1 and not _rise(*(_ends(pool, parts) for pool in pools[-2:])):
            one, other = pools[-2:]
            pools[-2:] = [_PooledGroups(one.positions + other.positions, one.won + other.won, one.means + other.means)]
    return tuple(point for pool in pools for point in _ends(pool, parts))


def _ends(pool: _PooledGroups, parts: int) -> Points:
    """Its points, converted to a game for two. One prize won in `parts` further positions is added, so that nothing
    unproved becomes certain (Laplace's rule of succession)."""
    truth = (pool.won + 1.0) / (pool.positions + parts)
    first, middle, last, won = (
        round(min(max(as_duel(share, parts), DOUBT), 1.0 - DOUBT), 3)
        for share in (pool.means[0], fmean(pool.means), pool.means[-1], truth)
    )
    low, high = max(round(won - LEAST_RISE, 3), DOUBT), min(round(won + LEAST_RISE, 3), 1.0 - DOUBT)
    return ((first, low), (last, high)) if last - first >= WIDE_POOL and low < high else ((middle, won),)


def _rise(left: Points, right: Points) -> bool:
    """Whether the points go on to rise."""
    return left[-1][0] < right[0][0] and left[-1][1] < right[0][1]
