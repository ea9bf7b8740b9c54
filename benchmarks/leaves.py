"""What a leaf of a search costs: an estimate by weights, by a trained network, or a game to the end.

    python -m benchmarks.leaves grackles --players 2 3

Positions are those of games that follow the evaluator's order, with one random move in ten. A game to the end is such
a game from there. The network is the game's own; without one, a network with the layers that training would give it
is timed, with zeros. Each figure is CPU time, the best and the worst of three runs, one run of each kind in turn.
"""

import argparse
import contextlib
import gzip
import time
from collections.abc import Callable
from itertools import pairwise

import numpy as np

import rookery
from rookery.bench.report import machine_words
from rookery.core.errors import CannotPlay
from rookery.core.generator import Generator
from rookery.core.networks import UNTRAINED, Network, size_of
from rookery.core.position import Game, Position
from rookery.search import engine, guided_playouts, mcts
from rookery.search.plan import action_scores
from rookery.search.workspace import workspace

POSITIONS, REPEATS, RUNS = 200, 100, 3
PLAYOUTS = 20  # from each of some positions
SIMULATIONS = 400
SOME = 20  # of the positions, where a measurement takes long


def positions_of(game: Game, players: int) -> list[Position]:
    """Positions in which a seat decides."""
    generator, found = Generator(1), list[Position]()
    while len(found) < POSITIONS:
        position = game.start(players=players).settled(generator)
        while position.mover is not None and len(found) < POSITIONS:
            found.append(position)
            scores = action_scores(position, "order")
            best = generator.below(len(scores)) if generator.below(10) == 0 else int(np.argmax(scores))
            position = position.after_unchecked(position.legal_actions[best]).settled(generator)
    return found


def network_of(game: Game, players: int) -> tuple[Network, str]:
    """The game's own network, or one of its size; and which it is."""
    with contextlib.suppress(CannotPlay):
        return game.network_for(players), "trained"
    if not (inputs := game.network_inputs.count(players)):
        return UNTRAINED, "none"
    layers = (inputs, *engine(game).training.hidden, 1 if game.facts.cooperative else players)
    return Network(layers, np.zeros(size_of(layers), np.float32)), "zeros"


def costs(game: Game, players: int, network: Network) -> dict[str, Callable[[], float]]:
    """By name: measures once, and returns microseconds for one."""
    found = positions_of(game, players)
    states = game.blank(len(found))
    for i, position in enumerate(found):
        states[i] = position.state
    kernels, out = game.made("benchmarks.leaf_kernels"), np.zeros(players)

    def estimating(used: Network) -> Callable[[], float]:
        work = workspace(found[0], None, used)

        def once() -> float:
            began = time.process_time()
            kernels.estimates(states, REPEATS, work.weights, work.network, out)
            return (time.process_time() - began) / (REPEATS * len(found))

        return once

    def playing() -> float:
        began = time.process_time()
        for position in found[:: len(found) // SOME]:
            guided_playouts(position, PLAYOUTS, Generator(1))
        return (time.process_time() - began) / (SOME * PLAYOUTS)

    def searching() -> float:
        began, plan = time.process_time(), engine(game).plan_for(players)
        for position in found[:: len(found) // SOME]:
            mcts(position.view(position.mover or 0), Generator(1), plan, simulations=SIMULATIONS)
        return (time.process_time() - began) / (SOME * SIMULATIONS)

    every = {"estimate by weights": estimating(UNTRAINED)}
    if network.layers:
        every["estimate by the network"] = estimating(network)
    return every | {"game to the end": playing, "whole simulation of a level": searching}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, nargs="+", help="by default all numbers that the game allows")
    asked = parser.parse_args()
    try:
        game = rookery.load(asked.game)
        tables = asked.players or game.facts.players
        for players in tables:
            game.facts.settings(players, {})
    except ValueError as error:
        parser.error(str(error))
    print(machine_words())
    for players in tables:
        network, which = network_of(game, players)
        measured = costs(game, players, network)
        for once in measured.values():
            once()  # loads the kernels
        runs = [{name: once() for name, once in measured.items()} for _ in range(RUNS)]
        print(f"{game.facts.name}, {players} players")
        for name in measured:
            best, worst = (1e6 * pick(run[name] for run in runs) for pick in (min, max))
            print(f"  {name}: {best:.2f} to {worst:.2f} microseconds, {1e6 / worst:,.0f} to {1e6 / best:,.0f} a second")
        if network.layers:
            packed = len(gzip.compress(network.numbers.astype(np.float16).tobytes()))
            sums = sum(before * after for before, after in pairwise(network.layers))
            print(f"  network ({which}): layers {network.layers}, {sums:,} products, {packed:,} bytes compressed")


if __name__ == "__main__":
    main()
