"""What is measured, each as one number. Rates are per second of CPU time, on one thread: machines are shared."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import process_time
from types import MappingProxyType
from typing import Any

import numpy as np

from rookery.core.position import Game, Position
from rookery.search import Prover, mcts, playouts, random_steps

__all__ = ["MEASURES", "Measure", "rate"]

SECONDS = 0.5  # CPU time of one repetition, about
REPETITIONS = 3  # the median counts
BATCH = 1024  # games side by side
SIMULATIONS = 10_000  # of one tree search


@dataclass(frozen=True, slots=True)
class Measure:
    unit: str
    more_is_better: bool
    run: Callable[[Game, Mapping[str, Any]], float]  # of a game, with the row of its bench.toml


def rate(work: Callable[[int], object], amount: int = 1) -> float:
    """How much `work(amount)` does a second: `amount` grows until it takes long enough, then the median counts."""
    work(amount)  # compile
    while (seconds := _seconds(work, amount)) < SECONDS / 4:
        amount = max(amount * 2, int(amount * SECONDS / max(seconds, 1e-4) / 2))
    amount = max(1, int(amount * SECONDS / seconds))
    return amount / median(_seconds(work, amount) for _ in range(REPETITIONS))


def _seconds(work: Callable[[int], object], amount: int) -> float:
    began = process_time()
    work(amount)
    return process_time() - began


def random_games(game: Game, row: Mapping[str, Any]) -> float:
    """Random games from the first position, set-up included."""
    position, generator = game.start(), np.random.default_rng(1)
    return rate(lambda n: playouts(position, n, generator), 100)


def batch_steps(game: Game, row: Mapping[str, Any]) -> float:
    """Random plies in BATCH games side by side, a new game for each that is over."""
    position, generator = game.start(), np.random.default_rng(1)
    return BATCH * rate(lambda n: random_steps(position, BATCH, n, generator), 10)


def tree_search(game: Game, row: Mapping[str, Any]) -> float:
    """Simulations of a tree search with random playouts from the first position of a seat, SIMULATIONS at a time."""
    generator = np.random.default_rng(1)
    position = game.start(seed=1)

    def work(searches: int) -> None:
        for _ in range(searches):
            mcts(position, generator, simulations=SIMULATIONS)

    return SIMULATIONS * rate(work)


def proofs_median(game: Game, row: Mapping[str, Any]) -> float:
    return median(_proofs(game, row))


def proofs_worst(game: Game, row: Mapping[str, Any]) -> float:
    return max(_proofs(game, row))


_PROOFS: dict[tuple[str, int, int], list[float]] = {}  # one run serves the median and the worst


def _proofs(game: Game, row: Mapping[str, Any]) -> list[float]:
    """Milliseconds to prove each of `positions` positions, `plies` random plies into the game, with an empty table."""
    key = (game.facts.title, row["plies"], row["positions"])
    if key not in _PROOFS:
        Prover(game).prove(_into_the_game(game, row["plies"], 0))  # compile
        _PROOFS[key] = []
        for seed in range(row["positions"]):
            position, prover = _into_the_game(game, row["plies"], seed), Prover(game)
            began = process_time()
            prover.prove(position)
            _PROOFS[key].append(1000 * (process_time() - began))
    return _PROOFS[key]


def _into_the_game(game: Game, plies: int, seed: int) -> Position:
    generator = np.random.default_rng(seed)
    position = game.start()
    for _ in range(plies):
        position = position.after_unchecked(int(generator.choice(position.legal_actions)))
    return position


MEASURES: Mapping[str, Measure] = MappingProxyType({  # name in bench.toml -> what it is
    "random games": Measure("games/s", True, random_games),
    "batch steps": Measure("plies/s", True, batch_steps),
    "tree search": Measure("simulations/s", True, tree_search),
    "proof, median": Measure("ms", False, proofs_median),
    "proof, worst": Measure("ms", False, proofs_worst),
})
