"""What it costs to prove positions so many random plies into a game, and who wins them: the tables of docs/solving.md.

    python benchmarks/proofs.py TITLE --plies 16 14 12 --positions 20 --seconds 60 --option NAME=VALUE --markdown FILE

A row is a number of plies; it ends after so many positions, or with the proof after which so many seconds have gone.
Each proof begins with an empty table. Times are CPU time. The same command proves the same positions.
"""

import argparse
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import process_time

import numpy as np

import rookery
from rookery.bench.report import machine
from rookery.core.position import Game, Position
from rookery.search import Proof, Prover

UNSET = 10**12  # positions; no proof is that long


def into_the_game(first: Position, plies: int, seed: int) -> Position:
    """Where so many plies lead, each legal action as likely, before the game is over."""
    generator, position = np.random.default_rng([seed, plies]), first
    for _ in range(plies):
        after = position.after_unchecked(int(generator.choice(position.legal_actions)))
        if after.is_over:
            break
        position = after
    return position


def proofs(first: Position, plies: int, asked: argparse.Namespace) -> Iterator[tuple[Proof, float]]:
    """Each proof, and its CPU time in seconds."""
    spent, game = 0.0, first.game
    for seed in range(asked.seed, asked.seed + asked.positions):
        position, prover = into_the_game(first, plies, seed), Prover(game, first.players, asked.table_bits)
        began = process_time()
        proof = prover.prove(position, UNSET)
        seconds = process_time() - began
        yield proof, seconds
        spent += seconds
        if spent >= asked.seconds:
            return


def table(first: Position, asked: argparse.Namespace) -> Iterator[str]:
    """Markdown, line by line as it becomes known."""
    assert first.mover is not None, "begin() saw to it"
    yield "| plies | proofs | median ms | worst ms | positions, median | positions, all | first wins | draws |"
    yield "| ---: |" + " ---: |" * 7
    next(proofs(first, max(asked.plies), argparse.Namespace(**{**vars(asked), "positions": 1})))  # compile
    for plies in asked.plies:
        found: list[tuple[Proof, float]] = []
        for pair in proofs(first, plies, asked):
            found.append(pair)
            if sys.stderr.isatty():
                print(f"\r{f'{plies} plies: {len(found)} proofs':<79}\r", end="", file=sys.stderr, flush=True)
        times, nodes = [seconds for _, seconds in found], [proof.nodes for proof, _ in found]
        values = [proof.utilities[first.mover] for proof, _ in found]
        yield (
            f"| {plies} | {len(found)} | {1000 * median(times):,.1f} | {1000 * max(times):,.1f} | "
            f"{median(nodes):,.0f} | {sum(nodes):,} | {sum(value > 0 for value in values)} | {values.count(0.0)} |"
        )


def read(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What it costs to prove positions of a game, and who wins them.")
    parser.add_argument("title", help="a game, as `rookery games` lists them")
    parser.add_argument("--plies", type=int, nargs="+", required=True, help="random plies before each position")
    parser.add_argument("--positions", type=int, default=20, help="of each number of plies")
    parser.add_argument("--seconds", type=float, default=60.0, help="CPU time of a row, about")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--table-bits", type=int, default=16, help="2**BITS entries of 32 bytes")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="add the table to the end of this file")
    asked = parser.parse_args(words)
    if asked.positions < 1 or min(asked.plies) < 0:
        parser.error("--positions must be 1 or more, --plies 0 or more")
    return asked


def begin(game: Game, options: list[str]) -> Position:
    """Where all games begin, with a seat to move. Raises UnknownOption, CannotPlay, ValueError where chance moves
    first."""
    chosen = {name: value for name, _, value in (option.partition("=") for option in options)}
    position = game.start_with(game.facts.settings(None, chosen))
    Prover(game, position.players, 1)  # refuses what cannot be proved
    if position.mover is None or position.mover == rookery.CHANCE:
        raise ValueError(f"chance moves first in {game.facts.name}; an option may decide what it would")
    return position


def main(words: list[str] | None = None) -> int:
    asked = read(words)
    try:
        first = begin(rookery.load(asked.title), asked.option)
        lines = []
        for line in table(first, asked):
            print(line, flush=True)
            lines.append(line)
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    if asked.markdown:
        command = shlex.join(["python", "benchmarks/proofs.py", *(sys.argv[1:] if words is None else words)])
        here = ", ".join(f"{name} {value}" for name, value in machine().items())
        text = asked.markdown.read_text("utf-8") + "\n" if asked.markdown.exists() else ""
        asked.markdown.write_text(f"{text}    {command}\n\n{here}.\n\n" + "\n".join(lines) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
