"""Whether chances are true: of the positions to which a bot gives 70 %, about 70 % should be won between equals."""

from dataclasses import dataclass

import numpy as np

from rookery.arena.run import Results
from rookery.arena.scores import wilson
from rookery.core.protocol import Array
from rookery.search.chances import DOUBT, as_duel, found_of, parts_of, share_of
from rookery.search.plan import Points

__all__ = ["Tenth", "claims", "points", "tenths"]

CALIBRATION_BINS = 20  # that chances are counted in
MIN_BIN_SIZE = 50  # positions of a group


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
            share = share_of(game.utilities[seat], 2) if team else (seat in winners) / len(winners)
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


def points(results: Results) -> Points:
    """For [chances] of the game's engine.toml: shares of the prize as searches found them, and how much of it was won,
    both as if between two; none where there are too few positions. The chances of these results may have come from
    points that are there already.

    Equally many positions make a group; neighbours that do not rise are one (isotonic regression by pooling adjacent
    violators: Ayer et al. 1955, https://doi.org/10.1214/aoms/1177728423)."""
    game, players = results.match.game, results.match.players
    parts, rows = parts_of(game, players), claims(results)
    found = np.array([found_of(chance, game, players) for chance in rows[:, 0]])
    in_order = np.argsort(found, kind="stable")
    sums: list[tuple[int, float, float]] = []  # of each group: positions, shares as they were found, and as won
    for some in (
        np.array_split(in_order, min(CALIBRATION_BINS, len(rows) // MIN_BIN_SIZE)) if len(rows) >= MIN_BIN_SIZE else []
    ):
        sums.append((len(some), float(found[some].sum()), float(rows[some, 1].sum())))
        while len(sums) > 1 and not _rises(*(_point(*each, parts) for each in sums[-2:])):
            (few, low, less), (many, high, more) = sums[-2:]
            sums[-2:] = [(few + many, low + high, less + more)]
    return tuple(_point(*each, parts) for each in sums)


def _point(positions: int, found: float, won: float, parts: int) -> tuple[float, float]:
    """The means of a group, as if between two. One prize more was at stake: nothing that is not proved is certain."""
    said, truth = found / positions, (won + 1.0) / (positions + parts)
    x, y = (min(max(as_duel(share, parts), DOUBT), 1.0 - DOUBT) for share in (said, truth))
    return round(x, 3), round(y, 3)


def _rises(left: tuple[float, float], right: tuple[float, float]) -> bool:
    return left[0] < right[0] and left[1] < right[1]
