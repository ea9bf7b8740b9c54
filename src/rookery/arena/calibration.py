"""Calibration of bots' winning chances: between equals, a bot should win about 70 % of the positions that it gives a
chance of 70 %."""

from dataclasses import dataclass

import numpy as np

from rookery.arena.run import Results
from rookery.arena.scores import wilson
from rookery.core.position import Game
from rookery.core.protocol import Array
from rookery.search.chances import DOUBT, as_duel, found_of, parts_of, share_of
from rookery.search.plan import Points

__all__ = ["Tenth", "claims", "points", "points_of", "tenths", "tenths_of"]

CALIBRATION_BINS = 20  # the most groups of positions
MIN_BIN_SIZE = 50  # fewest positions in a group


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
    found = []
    place = np.minimum((rows[:, 0] * 10).astype(int), 9)
    for number in range(10):
        inside = rows[place == number]
        if len(inside):
            said, won = inside.mean(axis=0)
            margin = wilson(float(inside[:, 1].sum()), len(inside))
            found.append(Tenth(number / 10, (number + 1) / 10, len(inside), float(said), float(won), margin))
    return found


def points(results: Results) -> Points:
    """Points for [chances] in the game's engine.toml; see `points_of`."""
    return points_of(claims(results), results.match.game, results.match.players)


def points_of(rows: Array, game: Game, players: int) -> Points:
    """The share of the prize that searches expected, and the share that was won, both converted to a game for two.
    () if there are too few positions. `rows`: [N, 2] as of `claims`. These chances may already be corrected by points
    in engine.toml; the correction is undone first.

    Positions are divided into groups of equal size, and adjacent groups that do not rise are merged (isotonic
    regression by pooling adjacent violators: Ayer et al. 1955, https://doi.org/10.1214/aoms/1177728423)."""
    parts = parts_of(game, players)
    found = np.array([found_of(chance, game, players) for chance in rows[:, 0]])
    in_order = np.argsort(found, kind="stable")
    sums: list[tuple[int, float, float]] = []  # for each group: positions, sum of shares expected, sum of shares won
    for some in (
        np.array_split(in_order, min(CALIBRATION_BINS, len(rows) // MIN_BIN_SIZE)) if len(rows) >= MIN_BIN_SIZE else []
    ):
        sums.append((len(some), float(found[some].sum()), float(rows[some, 1].sum())))
        while len(sums) > 1 and not _rises(*(_point(*each, parts) for each in sums[-2:])):
            (few, low, less), (many, high, more) = sums[-2:]
            sums[-2:] = [(few + many, low + high, less + more)]
    return tuple(_point(*each, parts) for each in sums)


def _point(positions: int, found: float, won: float, parts: int) -> tuple[float, float]:
    """The mean shares of a group, converted to a game for two. One prize won in `parts` further positions is added, so
    that nothing unproved becomes certain (Laplace's rule of succession)."""
    said, truth = found / positions, (won + 1.0) / (positions + parts)
    x, y = (min(max(as_duel(share, parts), DOUBT), 1.0 - DOUBT) for share in (said, truth))
    return round(x, 3), round(y, 3)


def _rises(left: tuple[float, float], right: tuple[float, float]) -> bool:
    return left[0] < right[0] and left[1] < right[1]
