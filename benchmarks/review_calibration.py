"""The share of wins among seats to which a review or an analysis gives a chance: 70 of 100 positions with 70 %.

    python -m benchmarks.review_calibration GAME --players 2 --games 1000 --file grackles-2.jsonl

Bots of one level play each other. A few positions of each game, drawn from all that a review looks at, are estimated as
a review does, with as many simulations. Each gives the chance of one seat, drawn as well, and the share of the prize
that this seat won. Proved positions are told apart: there a chance is the result of perfect play, and the bots are not
perfect. The file keeps games that are done: the same command goes on where it was stopped, if the engine is the same.
`--points` prints what [chances] in the game's engine.toml would have to say, and checks it: each fifth of the games
with the points of the other four. With `--simulations`, positions in which a seat decides are analysed for so many
simulations, which shows whether the points also hold for long searches.
"""

from statistics import fmean
from typing import NamedTuple

import numpy as np

import rookery
from benchmarks.arguments import game_of, positive
from benchmarks.reviewed_games import arguments, counted, played
from rookery.arena.calibration import points_of, tenths_of
from rookery.core.generator import Generator
from rookery.core.position import Game
from rookery.core.protocol import CHANCE, Array
from rookery.machine import machine_words
from rookery.reviews.estimates import result_of
from rookery.reviews.whole_game import estimated
from rookery.search.chances import found_of, won_of

CHANCES = 200  # how often results are drawn, to tell what chance does
PARTS = 5  # of all games, to check points in other games than they were counted in


class Sample(NamedTuple):
    """The play of each game, and the positions of it that are estimated."""

    slug: str
    players: int
    level: str  # of all bots
    looks: int  # positions of each game
    simulations: int | None  # of an analysis; None: what a review says


class Look(NamedTuple):
    """One seat's chance at one position."""

    said: float  # by a review
    won: float  # the share of the prize
    proved: bool


def looked_at(sample: Sample, seed: int) -> list[Look]:
    """Some positions of a game, one seat each."""
    record = played(sample.slug, [sample.level] * sample.players, seed)
    generator = Generator((1 << 64) + seed)
    assert record.result is not None
    won = result_of(record.position, record.result.utilities)
    rows: list[Look] = []
    for _ in range(sample.looks):
        ply, seat = generator.below(record.plies), generator.below(sample.players)
        if sample.simulations is not None:
            if (position := record.at(ply)).mover == CHANCE:
                continue
            analysis = rookery.analyse(position, simulations=sample.simulations, seed=seed)
            rows.append(Look(analysis.chances[seat], won[seat], analysis.proved))
        elif (estimate := estimated(record, ply, seed=seed)) is not None:
            rows.append(Look(estimate.chances[seat], won[seat], not any(estimate.margins)))
    return rows


def estimates_of(games: list[list[Look]]) -> Array:
    """[N, 2] chance and share of all positions that were not proved."""
    looks = [look for game in games for look in game if not look.proved]
    return np.array([(look.said, look.won) for look in looks], np.float64).reshape(-1, 2)


def error_of(every: Array) -> float:
    """The mean difference of said and won, over tenths."""
    return sum(one.positions * abs(one.said - one.won) for one in tenths_of(every)) / len(every)


def error_by_chance(every: Array) -> float:
    """The mean error if all chances were true, and nobody shared a prize. Positions of one game, which
    share its result, count as independent: the true figure is larger."""
    generator, said = np.random.default_rng(0), every[:, 0]
    drawn = (np.stack([said, generator.random(len(said)) < said], axis=1) for _ in range(CHANCES))
    return fmean(error_of(one) for one in drawn)


def report(every: Array) -> None:
    tenths, error = tenths_of(every), error_of(every)
    bias, brier = (every[:, 1] - every[:, 0]).mean(), ((every[:, 1] - every[:, 0]) ** 2).mean()
    chance = error_by_chance(every)
    print(f"  mean error {error:.3f} ({chance:.3f} by chance), bias {bias:+.3f}, Brier score {brier:.3f}")
    for one in tenths:
        low, high = one.margin
        print(f"  {one.words}{'' if low <= one.said <= high else '  <- outside'}")


def report_proved(looks: list[Look]) -> None:
    said, won = (fmean(values) for values in list(zip(*looks))[:2])
    errors = fmean(abs(look.said - look.won) for look in looks)
    print(f"{len(looks):,} proved positions: perfect play wins {said:.3f} of the prize, these bots {won:.3f};")
    print(f"  between the two are {errors:.3f} on average")


def report_points(games: list[list[Look]], game: Game, players: int) -> None:
    """Points for engine.toml, and how well points do that were counted in other games."""
    print("points:", [list(point) for point in points_of(estimates_of(games), game, players)])
    pairs = []
    for part in range(PARTS):
        others = [each for number, each in enumerate(games) if number % PARTS != part]
        points = points_of(estimates_of(others), game, players)
        for said, won in estimates_of(games[part::PARTS]):
            pairs.append((won_of(found_of(said, game, players), points, game, players), won))
    print(f"each {PARTS}th of the games, with the points of the others:")
    report(np.array(pairs, np.float64))


def main() -> None:
    parser = arguments(__doc__, games=1000)
    parser.add_argument("--level", default="medium", help="of all bots [%(default)s]")
    parser.add_argument("--looks", type=positive, default=4, help="positions of each game [%(default)s]")
    parser.add_argument("--simulations", type=positive, help="analyse instead of reviewing, for so many each")
    parser.add_argument("--points", action="store_true", help="print points for engine.toml")
    given = parser.parse_args()
    game = game_of(parser, given.game, [given.players], [given.level])
    print(machine_words())
    try:
        sample = Sample(given.game, given.players, given.level, given.looks, given.simulations)
        games = counted(looked_at, Look, sample, given)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    if proved := [look for each in games for look in each if look.proved]:
        report_proved(proved)
    if not len(every := estimates_of(games)):
        raise SystemExit("no position was estimated")
    print(f"{given.game}, {given.players} players: {len(every):,} estimated positions of {len(games):,} games")
    report(every)
    if given.points:
        report_points(games, game, given.players)


if __name__ == "__main__":
    main()
