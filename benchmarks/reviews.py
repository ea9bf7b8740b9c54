"""The fairness of reviews, and the meaning of accuracy: games of bots of several levels, reviewed as the page does.

    python -m benchmarks.reviews GAME --players 2 --levels random easy medium master --games 100 --file gleebs.jsonl

The levels sit at one table and change places from game to game, so one review tells of several. For each level it
prints, with 95 % intervals,

* the accuracy of a game of one seat: random play should have 40 or less, master 90 or more;
* how much chance a decision brought its seat that neither the decision nor luck explains ("unforeseen"): 0, within 1 %
  of chance. Else whoever moves would gain or lose by moving.

The file keeps games that are done: the same command goes on where it was stopped, if the engine is the same.
"""

import math
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev
from typing import NamedTuple

from benchmarks.arguments import game_of
from benchmarks.reviewed_games import arguments, counted, played
from rookery.machine import machine_words
from rookery.reviews import Review, review
from rookery.search.chances import WITHIN_95
from rookery.search.plan import ReviewLimits


class Setting(NamedTuple):
    """The games to play and review."""

    slug: str
    players: int
    levels: tuple[str, ...]

    def seated(self, seed: int) -> list[str]:
        """[P] the level in each seat of a game."""
        return [self.levels[(seat + seed) % len(self.levels)] for seat in range(self.players)]


class SeatGame(NamedTuple):
    """The figures of a review for one seat."""

    level: str
    accuracy: float | None
    decisions: int
    unforeseen: float  # of all its decisions together, for itself


def seat_games(found: Review, levels: Sequence[str]) -> list[SeatGame]:
    rows = []
    for seat, own in enumerate(found.seats):
        gained = [ply.unforeseen[seat] for ply in found.plies if ply.mover == seat and ply.judgement]
        rows.append(SeatGame(levels[seat], own.accuracy, own.decisions, math.fsum(gained)))
    return rows


def reviewed(setting: Setting, seed: int, limits: ReviewLimits | None = None) -> list[SeatGame]:
    """One game and its review."""
    levels = setting.seated(seed)
    record = played(setting.slug, levels, seed)
    return seat_games(review(record, seed=seed, limits=limits), levels)


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the half-width of its 95 % interval."""
    half = WITHIN_95 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return fmean(values), half


def unforeseen(games: Iterable[Sequence[SeatGame]]) -> tuple[float, float]:
    """Of a decision, and the half-width of its 95 % interval. Decisions of one game depend on each other, so the
    interval is that of a ratio of sums of games (Cochran 1977, Sampling Techniques, 6.4)."""
    sums = [(math.fsum(row.unforeseen for row in game), sum(row.decisions for row in game)) for game in games]
    sums = [(gained, decisions) for gained, decisions in sums if decisions]
    count = len(sums)
    total = sum(decisions for _, decisions in sums)
    if count < 2:
        return (math.fsum(gained for gained, _ in sums) / max(total, 1), math.inf)
    mean = math.fsum(gained for gained, _ in sums) / total
    squares = math.fsum((gained - mean * decisions) ** 2 for gained, decisions in sums)
    return mean, WITHIN_95 * math.sqrt(squares * count / (count - 1)) / total


def row_of(name: str, games: Sequence[Sequence[SeatGame]]) -> str:
    """A row of the table: of all seats of one level."""
    accuracies = [row.accuracy for game in games for row in game if row.accuracy is not None]
    gained, margin = unforeseen(games)
    decisions = sum(row.decisions for game in games for row in game)
    exact = "{:.0f} ± {:.0f}".format(*mean_of(accuracies)) if accuracies else ""
    return f"| {name} | {len(accuracies)} | {exact} | {decisions:,} | {100 * gained:+.1f} % ± {100 * margin:.1f} |"


def table(setting: Setting, games: Sequence[Sequence[SeatGame]]) -> list[str]:
    """The rows of all levels, and of all seats together."""
    own = {
        name: [[row for row in game if row.level == name] for game in games] for name in dict.fromkeys(setting.levels)
    }
    return [*(row_of(name, rows) for name, rows in own.items()), row_of("all", games)]


def main() -> None:
    parser = arguments(__doc__, games=100)
    parser.add_argument("--levels", nargs="+", default=["random", "easy", "medium", "master"])
    given = parser.parse_args()
    game_of(parser, given.game, [given.players], given.levels)
    print(machine_words())
    setting = Setting(given.game, given.players, tuple(given.levels))
    try:
        games = counted(reviewed, SeatGame, setting, given)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    print(f"{given.game}, {given.players} players, {len(games):,} games")
    print("| level | seats | accuracy | decisions | unforeseen in a decision |")
    print("| --- | ---: | ---: | ---: | ---: |")
    print("\n".join(table(setting, games)))


if __name__ == "__main__":
    main()
