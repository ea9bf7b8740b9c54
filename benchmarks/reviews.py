"""Whether reviews are fair and accuracy means something: games of bots of several levels, reviewed as the page does.

    python -m benchmarks.reviews GAME --players 2 --levels random easy medium master --games 100 --file gleebs.jsonl

The levels sit at one table and change places from game to game, so one review tells of several. For each level it
prints, with 95 % intervals,

* the accuracy of a game of one seat: random play should have 40 or less, master 90 or more;
* how much chance a decision brought its seat that neither the decision nor luck explains ("unforeseen"): 0, within 1 %
  of chance. Else whoever moves would gain or lose by moving.

The file keeps games that are done: the same command goes on where it was stopped, if the engine is the same.
"""

import argparse
import math
import os
from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, NamedTuple

import rookery
from benchmarks.arguments import natural, positive, stoppable
from benchmarks.reviewed_games import head_of, of_games, played
from rookery.bots import level
from rookery.cli.machine import machine_words
from rookery.reviews import Review, review
from rookery.search.chances import WITHIN_95
from rookery.search.plan import ReviewLimits
from rookery.search.work_file import WorkFile, number, whole


class Setting(NamedTuple):
    """What is played and reviewed."""

    slug: str
    players: int
    levels: tuple[str, ...]

    def seated(self, seed: int) -> list[str]:
        """[P] the level in each seat of a game."""
        return [self.levels[(seat + seed) % len(self.levels)] for seat in range(self.players)]


class SeatGame(NamedTuple):
    """What a review says of one seat."""

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
    made = sum(decisions for _, decisions in sums)
    if count < 2:
        return (math.fsum(gained for gained, _ in sums) / max(made, 1), math.inf)
    mean = math.fsum(gained for gained, _ in sums) / made
    squares = math.fsum((gained - mean * decisions) ** 2 for gained, decisions in sums)
    return mean, WITHIN_95 * math.sqrt(squares * count / (count - 1)) / made


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


def counted(setting: Setting, seeds: range, workers: int, path: Path | None) -> list[list[SeatGame]]:
    """What was found in each game. `path`: a file that keeps the games that are done, and may have some. Raises
    LostWorker; OtherWork, BrokenWork, OSError for the file."""
    head = head_of("rookery_reviews", {**setting._asdict(), "levels": list(setting.levels)})
    kept = nullcontext() if path is None else WorkFile(path, head, "game", _read, _told)
    return of_games(partial(reviewed, setting), seeds, workers, kept)


def _read(line: Any) -> tuple[int, list[SeatGame]]:
    rows = [
        SeatGame(
            str(name),
            None if exact is None else number(exact, "accuracy", 0, 100),
            whole(decisions, "decisions"),
            float(gained),
        )
        for name, exact, decisions, gained in line["rows"]
    ]
    return whole(line["seed"], "seed"), rows


def _told(found: tuple[int, list[SeatGame]]) -> dict[str, Any]:
    return {"seed": found[0], "rows": found[1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=positive, default=2)
    parser.add_argument("--levels", nargs="+", default=["random", "easy", "medium", "master"])
    parser.add_argument("--games", type=positive, default=100)
    parser.add_argument("--first", type=natural, default=0, help="the seed of the first game [%(default)s]")
    parser.add_argument("--workers", type=positive, default=os.cpu_count())
    parser.add_argument("--file", type=Path, help="keep games that are done")
    asked = parser.parse_args()
    setting = Setting(asked.game, asked.players, tuple(asked.levels))
    try:
        game = rookery.load(asked.game)
        game.facts.settings(asked.players, {})
        for name in asked.levels:
            level(name, game)
        print(machine_words())
        with stoppable(asked.file):
            games = counted(setting, range(asked.first, asked.first + asked.games), asked.workers, asked.file)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    print(f"{asked.game}, {asked.players} players, {len(games):,} games")
    print("| level | seats | accuracy | decisions | unforeseen in a decision |")
    print("| --- | ---: | ---: | ---: | ---: |")
    print("\n".join(table(setting, games)))


if __name__ == "__main__":
    main()
