"""The cost of proving random positions of a game, and their winners: a table of docs/solving.md.

    python -m benchmarks.proofs GAME --plies 16 14 12 --positions 20 --seconds 60 --option NAME=VALUE

Each row is for a number of random plies before the position. A row ends after `--positions` proofs, or after the proof
at which `--seconds` have passed. Each proof begins with an empty table. Times are CPU time. The same command proves the
same positions.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator
from statistics import median
from time import process_time

import numpy as np

from benchmarks.arguments import described, game_of, natural, positive, tell
from rookery.cli.seating import chosen_options
from rookery.core.position import Position
from rookery.machine import machine_words
from rookery.search import Proof, Prover
from rookery.search.solver import first_decision


def into_the_game(first: Position, plies: int, seed: int) -> Position:
    """The position after so many random plies, or the last position before the game is over."""
    generator, position = np.random.default_rng(seed), first
    for _ in range(plies):
        after = position.after_unchecked(int(generator.choice(position.legal_actions)))
        if after.is_over:
            break
        position = after
    return position


def proofs(first: Position, plies: int, positions: int, seconds: float, seed: int) -> Iterator[tuple[Proof, float]]:
    """The proofs, each with its CPU time in seconds."""
    spent = 0.0
    for number in range(positions):
        position, prover = into_the_game(first, plies, seed + number), Prover(first.game, first.players)
        began = process_time()
        proof = prover.prove(position, sys.maxsize)
        yield proof, process_time() - began
        spent += process_time() - began
        if spent >= seconds:
            return


def table(first: Position, asked: argparse.Namespace) -> Iterator[str]:
    """The lines of a Markdown table, each as soon as it is known."""
    assert first.mover is not None, "first_decision() ensures it"
    yield "| plies | proofs | median ms | worst ms | positions, median | positions, all | first wins | draws |"
    yield "| ---: |" + " ---: |" * 7
    next(proofs(first, max(asked.plies), 1, 0.0, asked.seed))  # compile
    for plies in asked.plies:
        results = list(proofs(first, plies, asked.positions, asked.seconds, asked.seed))
        times, nodes = [1000 * seconds for _, seconds in results], [proof.nodes for proof, _ in results]
        values = [proof.utilities[first.mover] for proof, _ in results]
        yield (
            f"| {plies} | {len(results)} | {median(times):,.1f} | {max(times):,.1f} | {median(nodes):,.0f} | "
            f"{sum(nodes):,} | {sum(value > 0 for value in values)} | {values.count(0.0)} |"
        )


def main(argv: list[str] | None = None) -> None:
    parser = described(__doc__)
    parser.add_argument("slug", help="short name of a game; `rookery games` lists them")
    parser.add_argument("--plies", type=natural, nargs="+", required=True, help="random plies before each position")
    parser.add_argument("--positions", type=positive, default=20, help="positions for each number of plies")
    parser.add_argument("--seconds", type=float, default=60.0, help="approximate CPU time of a row")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=natural, default=0)
    args = parser.parse_args(argv)
    game = game_of(parser, args.slug)
    try:
        first = first_decision(game, None, chosen_options(game, args.option))
    except ValueError as error:
        parser.error(str(error))
    tell(itertools.chain([f"{machine_words()}.\n"], table(first, args)))


if __name__ == "__main__":
    main()
