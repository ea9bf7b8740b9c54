"""Whether reviews tell luck from skill: the luck of equal bots, the decisions of unequal ones, and the sums.

    python -m benchmarks.luck_and_skill GAME --players 2 --games 1000

`--games` games are played by bots of one level (`--level`), and `--mixed` more with a weaker one (`--weaker`) in every
second seat, in turn with the other seats. All are reviewed with `--simulations` for each position and draw: luck has
mean zero and the parts add up for any number, and more simulations only see mistakes better. It prints the mean luck of
each seat with its 95 % interval, what a decision of each level gave away, and how far the sums are from the results.
"""

import argparse
import math
import os
from statistics import fmean, stdev
from typing import NamedTuple

import rookery
from benchmarks.arguments import natural, positive, stoppable
from benchmarks.reviewed_games import played
from rookery.bench.report import machine_words
from rookery.bots import level
from rookery.reviews import review
from rookery.search.chances import WITHIN_95
from rookery.search.dask_client import loss_said
from rookery.search.plan import ReviewLimits
from rookery.search.processes import process_pool


class Told(NamedTuple):
    """What the review of a game says."""

    luck: list[float]  # [P]
    lost: list[tuple[str, float]]  # by seat: the level that played, and what a decision of it gave away on average
    gap: float  # the largest difference between the sum of all parts and the result


def reviewed(slug: str, levels: tuple[str, ...], simulations: int, seed: int) -> Told:
    """A game of these levels, by seat, and its review."""
    limits = ReviewLimits(decision=simulations, draw=simulations, hands=simulations, again=1)
    found = review(played(slug, levels, seed), seed=seed, limits=limits)
    assert found.result is not None
    parts = [part for ply in found.plies for part in (ply.decision, ply.luck, ply.unforeseen)]
    sums = [math.fsum((found.start[seat], *(part[seat] for part in parts))) for seat in range(len(levels))]
    lost = [(levels[seat], own.lost / own.decisions) for seat, own in enumerate(found.seats) if own.decisions]
    gap = max(abs(total - share) for total, share in zip(sums, found.result, strict=True))
    return Told([own.luck for own in found.seats], lost, gap)


def mixed_seating(players: int, level: str, weaker: str, game: int) -> tuple[str, ...]:
    """Both levels, which change places from game to game."""
    return tuple(weaker if (seat + game) % 2 else level for seat in range(players))


def mean_of(values: list[float]) -> str:
    """The mean with its 95 % interval."""
    if not values:
        return "nothing that could be counted"
    half = WITHIN_95 * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return f"{fmean(values):+.4f} +- {half:.4f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=positive, default=1000, help="between equals [%(default)s]")
    parser.add_argument("--mixed", type=natural, default=1000, help="games between both levels [%(default)s]")
    parser.add_argument("--level", default="medium", help="[%(default)s]")
    parser.add_argument("--weaker", default="random", help="[%(default)s]")
    parser.add_argument("--simulations", type=positive, default=60, help="for each position and draw [%(default)s]")
    parser.add_argument("--workers", type=positive, default=os.cpu_count())
    asked = parser.parse_args()
    try:
        game = rookery.load(asked.game)
        game.facts.settings(asked.players, {})
        for name in (asked.level, asked.weaker):
            level(name, game)
    except ValueError as error:
        parser.error(str(error))
    print(machine_words())
    with stoppable(), loss_said(), process_pool(asked.workers) as pool:
        sittings = [(asked.level,) * asked.players] * asked.games
        sittings += [mixed_seating(asked.players, asked.level, asked.weaker, game) for game in range(asked.mixed)]
        jobs = [pool.submit(reviewed, asked.game, each, asked.simulations, seed) for seed, each in enumerate(sittings)]
        told = [job.result() for job in jobs]
    equals, mixed = told[: asked.games], told[asked.games :]
    games = f"{asked.games:,} games between equals and {asked.mixed:,} others"
    print(f"{asked.game}, {asked.players} players, {games}, {asked.simulations} simulations a position")
    for seat in range(asked.players):
        print(f"  luck of seat {seat + 1} between equals: {mean_of([each.luck[seat] for each in equals])}")
    for own in (asked.level, asked.weaker):
        lost = [value for each in mixed for name, value in each.lost if name == own]
        print(f"  a decision of {own} against the other level gave away {mean_of(lost)}")
    print(f"  sums and results differ by {max(each.gap for each in told):.1e} at most")


if __name__ == "__main__":
    main()
