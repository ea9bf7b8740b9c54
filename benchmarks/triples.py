"""What a whole solution of Gleebs and Grues would take, estimated from many triples of grues.

    python -m benchmarks.triples --triples 20 --plies 6 4 --positions 10

Of each random triple, positions after so many random placements are proved, and more of the one that was proved whole;
the same seeds, hence similar positions. Their cost, compared with that of the whole one, says how long the others take,
if that grows alike. Times are processor time; each proof begins with an empty table.
"""

import argparse
import math
import sys
from itertools import islice, permutations
from random import Random
from statistics import mean, stdev

import rookery
from benchmarks.arguments import natural, positive
from benchmarks.proofs import proofs
from rookery.bench.report import machine_words
from rookery.cli.seating import chosen_options
from rookery.core.position import Game, Position
from rookery.search.chances import WITHIN_95
from rookery.search.solver import first_decision

WHOLE = "a1 b2 c3"  # the triple that was proved, and the core hours that this took
HOURS = 0.65
WHOLE_TIMES = 8  # how many times as many positions of it as of another: all others are divided by its mean
TRIPLES = 426  # up to symmetries
PLACEMENTS = 12  # of gleebs
FIRST = "first=blue and yellow"
COLUMNS, ROWS = "abcd", "1234"


def begun(game: Game, triple: str) -> Position:
    return first_decision(game, None, chosen_options(game, [f"grues={triple}", FIRST]))


def triples(seed: int) -> list[str]:
    """All ordered triples in random order, but for WHOLE."""
    squares = [column + row for column in COLUMNS for row in ROWS]
    found = [" ".join(grues) for grues in permutations(squares, 3)]
    found.remove(WHOLE)
    Random(seed).shuffle(found)
    return found


def cost(position: Position, plies: int, times: int, asked: argparse.Namespace) -> tuple[list[float], int]:
    """The seconds of each proof after so many placements, and how many of them the first side wins. `times`: how
    many times the positions and the seconds of the command."""
    found = list(proofs(position, plies, times * asked.positions, times * asked.seconds, asked.seed))
    assert position.mover is not None
    won = sum(proof.utilities[position.mover] > 0 for proof, _ in found)
    return [seconds for _, seconds in found], won


def standard_error(values: list[float]) -> float:
    """That of their mean; one value says nothing about it."""
    return math.inf if len(values) < 2 else stdev(values) / math.sqrt(len(values))


def ratio_of_means(above: list[float], below: list[float]) -> tuple[float, float]:
    """The ratio, and half of its 95 % interval: the squares of relative errors add up."""
    ratio = mean(above) / mean(below)
    error = math.hypot(*(standard_error(values) / mean(values) for values in (above, below)))
    return ratio, WITHIN_95 * ratio * error


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--triples", type=positive, default=20, help="2 or more")
    parser.add_argument("--plies", type=positive, nargs="+", default=(6, 4))
    parser.add_argument("--positions", type=positive, default=10, help="of each triple and number of plies")
    parser.add_argument("--seconds", type=float, default=120.0, help="approximate processor time of them")
    parser.add_argument("--seed", type=natural, default=0)
    asked = parser.parse_args()
    if asked.triples < 2:
        parser.error("--triples 1; allowed: 2 or more, because one has no spread")
    if not 0.0 < asked.seconds < math.inf:
        parser.error(f"--seconds {asked.seconds:g}; allowed: a number above 0")
    if max(asked.plies) > PLACEMENTS:
        parser.error(f"--plies {max(asked.plies)}; allowed: at most {PLACEMENTS}, the placements of a game")
    game = rookery.load("gleebs")
    next(proofs(begun(game, WHOLE), max(asked.plies), 1, 0.0, asked.seed))  # compile
    print(f"{machine_words()}.\n\n| grues |" + "".join(f" {n} plies: s a proof | first wins |" for n in asked.plies))
    print("| --- |" + " ---: | ---: |" * len(asked.plies))
    proved, others = list[list[float]](), list[list[float]]()
    for triple in (WHOLE, *islice(triples(asked.seed), asked.triples)):
        times = WHOLE_TIMES if triple == WHOLE else 1
        costs = [cost(begun(game, triple), plies, times, asked) for plies in asked.plies]
        if triple == WHOLE:
            proved = [seconds for seconds, _ in costs]
        else:
            others.append([mean(seconds) for seconds, _ in costs])
        cells = "".join(f" {mean(seconds):.2f} | {won} of {len(seconds)} |" for seconds, won in costs)
        print(f"| {triple} |{cells}", flush=True)
    for plies, whole, means in zip(asked.plies, proved, zip(*others)):
        factor, margin = ratio_of_means([*means], whole)
        print(
            f"\nFrom {plies} plies: a triple costs {factor:.2f} ± {margin:.2f} times as much as {WHOLE}, so that "
            f"{TRIPLES} take {TRIPLES * HOURS * factor:,.0f} ± {TRIPLES * HOURS * margin:,.0f} core hours."
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
