"""The rate at which each level keeps the exact value of Connect Four positions: a table of docs/strength.md.

    python -m benchmarks.four --positions 229 --plies 12 20 --seeds 3

Each position is reached by a random number of random plies, and its moves differ in value. four_exactly.py computes the
values. The same command gives the same positions. Times are CPU time.
"""

from collections.abc import Iterator, Sequence
from time import process_time
from typing import NamedTuple

import numpy as np

import rookery
from benchmarks.arguments import described, game_of, natural, positive
from benchmarks.four_exactly import Solver
from rookery.bots import advise, levels
from rookery.core.position import Position
from rookery.machine import machine_words
from rookery.search.chances import wilson


def value(solver: Solver, position: Position) -> int:
    """The value 1, 0 or -1 for the seat whose turn is next, even if the game is over."""
    seat = int(position.state.ply) & 1
    if position.outcome is not None:
        return int(position.outcome.utilities[seat])
    own, other = (int(position.state.stones[place]) for place in (seat, 1 - seat))
    return solver.value(own, other)


class Question(NamedTuple):
    position: Position
    values: dict[int, int]


def questions(count: int, plies: tuple[int, int], seed: int) -> Iterator[Question]:
    """Positions in which moves differ in value."""
    game, solver, number = rookery.load("connect_four"), Solver(), 0
    while number < count:
        generator = np.random.default_rng(seed)
        seed += 1
        position = game.start()
        for _ in range(int(generator.integers(plies[0], plies[1] + 1))):
            if not position.is_over:
                position = position.after_unchecked(int(generator.choice(position.legal_actions)))
        values = {action: -value(solver, position.after_unchecked(action)) for action in position.legal_actions}
        if len(set(values.values())) > 1:
            number += 1
            yield Question(position, values)


def row(name: str, asked: Sequence[Question], seeds: int) -> str:
    """A level's line of the table."""
    kept = {1: [0, 0], 0: [0, 0], -1: [0, 0]}  # value -> [kept, tried]
    most, began = 0.0, process_time()
    for question in asked:
        position, best = question.position, max(question.values.values())
        for seed in range(seeds):
            before = process_time()
            action = advise(position.view(position.mover or 0), name, seed).action
            most = max(most, process_time() - before)
            kept[best][0] += question.values[action] == best
            kept[best][1] += 1
    mean = 1000 * (process_time() - began) / (seeds * len(asked))
    good, of = sum(k for k, _ in kept.values()), seeds * len(asked)
    low, high = wilson(good / seeds, of / seeds)  # seeds of one position are not independent
    return (
        f"| {name} | {good / of:.1%} | {low:.1%} to {high:.1%} | {kept[1][0]}/{kept[1][1]} | {kept[0][0]}/{kept[0][1]} "
        f"| {mean:,.1f} | {1000 * most:,.0f} |"
    )


def main(argv: list[str] | None = None) -> None:
    parser = described(__doc__)
    parser.add_argument("--positions", type=positive, default=229)
    parser.add_argument("--plies", type=natural, nargs=2, default=(12, 20), metavar=("FROM", "TO"))
    parser.add_argument("--seeds", type=positive, default=1, help="choices of each level in each position")
    parser.add_argument("--seed", type=natural, default=0, help="seed of the first position")
    parser.add_argument("--levels", nargs="+", default=levels(rookery.load("connect_four")))
    given = parser.parse_args(argv)
    game_of(parser, "connect_four", levels=given.levels)
    began = process_time()
    positions = list(questions(given.positions, tuple(given.plies), given.seed))
    print(f"{machine_words()}. {len(positions)} positions, solved in {process_time() - began:.1f} s.\n")
    print("| level | value kept | 95 % | wins kept | draws kept | mean ms | most ms |")
    print("| --- |" + " ---: |" * 6)
    for name in given.levels:
        advise(positions[0].position.view(positions[0].position.mover or 0), name, 0)  # compile
        print(row(name, positions, given.seeds), flush=True)


if __name__ == "__main__":
    main()
