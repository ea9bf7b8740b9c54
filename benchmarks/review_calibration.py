"""How often those win to whom a review gives a chance: 70 of 100 positions with a chance of 70 % should be won.

    python -m benchmarks.review_calibration GAME --players 2 --games 1000 --file grackles-2.jsonl

Bots of one level play each other. A few positions of each game, drawn from all that a review looks at, are estimated as
a review does, with as many simulations. Each gives the chance of one seat, drawn as well, and the share of the prize
that this seat won. Proved positions are told apart: there a chance is the result of perfect play, and the bots are not
perfect. The file keeps games that are done: the same command goes on where it was stopped. `--points` prints what
[chances] in the game's engine.toml would have to say.
"""

import argparse
import json
import os
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

import numpy as np

import rookery
from rookery.arena.calibration import points_of, tenths_of
from rookery.bench.report import machine_words
from rookery.bots import advise
from rookery.core.generator import Generator
from rookery.core.record import Record
from rookery.reviews.estimates import result_of
from rookery.reviews.whole_game import estimated


class Look(NamedTuple):
    """One seat's chance at one position."""

    said: float  # by a review
    won: float  # the share of the prize
    proved: bool


def played(slug: str, players: int, level: str, seed: int) -> Record:
    """A game between bots of one level."""
    record, generator = Record(rookery.load(slug), players), Generator(seed)
    record.settle(generator)
    while (mover := record.position.mover) is not None:
        record.play(advise(record.position.view(mover), level, generator.word() >> 1).action)
        record.settle(generator)
    return record


def looked_at(slug: str, players: int, level: str, looks: int, seed: int) -> list[Look]:
    """Some positions of a game, one seat each."""
    record, generator = played(slug, players, level, seed), Generator((1 << 64) + seed)
    assert record.result is not None
    won = result_of(record.position, record.result.utilities)
    rows: list[Look] = []
    for _ in range(looks):
        ply, seat = generator.below(record.plies), generator.below(players)
        if (found := estimated(record, ply, seed=seed)) is not None:
            rows.append(Look(found.chances[seat], won[seat], not any(found.margins)))
    return rows


def report(looks: list[Look], slug: str, players: int, *, points: bool) -> None:
    if proved := [look for look in looks if look.proved]:
        said, won = (fmean(values) for values in list(zip(*proved))[:2])
        errors = fmean(abs(look.said - look.won) for look in proved)
        print(f"{slug}, {players} players: {len(proved):,} proved positions")
        print(f"  perfect play wins {said:.3f} of the prize there, these bots {won:.3f}; {errors:.3f} went another way")
    every = np.array([(look.said, look.won) for look in looks if not look.proved], np.float64).reshape(-1, 2)
    if not len(every):
        print("no position was estimated")
        return
    found = tenths_of(every)
    error = sum(one.positions * abs(one.said - one.won) for one in found) / len(every)
    bias, brier = (every[:, 1] - every[:, 0]).mean(), ((every[:, 1] - every[:, 0]) ** 2).mean()
    print(f"{slug}, {players} players: {len(every):,} estimated positions")
    print(f"  mean error {error:.3f}, bias {bias:+.3f}, Brier score {brier:.3f}")
    for one in found:
        low, high = one.margin
        print(f"  {one.words}{'' if low <= one.said <= high else '  <- outside'}")
    if points:
        print("points:", [list(point) for point in points_of(every, rookery.load(slug), players)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first game [%(default)s]")
    parser.add_argument("--level", default="medium", help="of all bots [%(default)s]")
    parser.add_argument("--looks", type=int, default=4, help="positions of each game [%(default)s]")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    parser.add_argument("--file", type=Path, help="keep games that are done")
    parser.add_argument("--points", action="store_true", help="print points for engine.toml")
    asked = parser.parse_args()
    done: dict[int, list[Look]] = {}
    if asked.file is not None and asked.file.exists():
        lines = map(json.loads, asked.file.read_text("utf-8").splitlines())
        done = {line["seed"]: [Look(*row) for row in line["rows"]] for line in lines}
    print(machine_words())
    seeds = range(asked.first, asked.first + asked.games)
    with ProcessPoolExecutor(asked.workers) as pool:
        given = (asked.game, asked.players, asked.level, asked.looks)
        jobs = {pool.submit(looked_at, *given, seed): seed for seed in seeds if seed not in done}
        for job in as_completed(jobs):
            seed, rows = jobs[job], job.result()
            done[seed] = rows
            if asked.file is not None:
                with asked.file.open("a", encoding="utf-8") as file:
                    file.write(json.dumps({"seed": seed, "rows": rows}) + "\n")
    report([look for seed in seeds for look in done[seed]], asked.game, asked.players, points=asked.points)


if __name__ == "__main__":
    main()
