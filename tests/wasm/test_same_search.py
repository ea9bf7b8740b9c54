"""Searches in WebAssembly grow the same trees and find the same proofs as machine code, byte for byte."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core.position import Game, Position
from rookery.search import Prover, engine
from rookery.search.kernels.nodes import WHOLE
from rookery.search.mcts import Tree
from tests.wasm.modules import built, native
from tests.wasm.runtimes import Twice, module_of

SIMULATIONS, SOAK_SIMULATIONS, PROOF = 200, 10_000, 2_000
NODES_PER_SIMULATION = 50  # at most, so that no tree is full


class InBoth(SimpleNamespace):
    """Kernels of one generic file, each called natively and in the module."""

    def __init__(self, twice: Twice, file: str, *names: str) -> None:
        super().__init__(**{name: lambda *values, name=name: twice(f"{file}.{name}", *values) for name in names})


def twice_of(game: Game) -> Twice:
    module = module_of(built(game.facts.slug)["search"])
    names = [name for name in module.kernels if not name.startswith("rules.")]
    return Twice(module, native(game, names))


def choices(game: Game, players: int) -> list[Position]:
    """Positions in which a seat has a choice: the first one, and one in the middle of a game."""
    generator = np.random.default_rng(players)
    position = game.start(seed=generator, players=players)
    found: list[Position] = []
    for ply in range(game.facts.longest):
        if len(position.legal_actions) > 1 and (not found or ply > game.facts.longest // 4):
            found.append(position)
        if position.is_over or len(found) == 2:
            break
        position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
    return found


def search_twice(game: Game, players: int, simulations: int) -> None:
    for position in choices(game, players):
        twice: Any = twice_of(game)  # a module of its own: memory is never freed
        assert position.mover is not None
        nodes = NODES_PER_SIMULATION * simulations
        tree: Any = Tree(position.view(position.mover), np.random.default_rng(1), engine(game).plan, nodes=nodes)
        tree._kernels = InBoth(twice, "mcts", "simulate")
        tree._growing = InBoth(twice, "growing", "key_of", "move_up")
        tree._proving = InBoth(twice, "proving", "certain_ends")
        tree.think(simulations)
        found = tree.result()
        assert found.simulations > 0
        if tree._seat == WHOLE:
            tree.advance([found.best], position.after(found.best).settled(np.random.default_rng(2)))


@pytest.mark.parametrize("slug", rookery.slugs())
def test_trees_agree(slug: str) -> None:
    game = rookery.load(slug)
    search_twice(game, max(game.facts.players), SIMULATIONS)


@pytest.mark.soak
@pytest.mark.parametrize("slug", rookery.slugs())
def test_trees_of_many_simulations_agree(slug: str) -> None:
    game = rookery.load(slug)
    for players in game.facts.players:
        search_twice(game, players, SOAK_SIMULATIONS)


@pytest.mark.parametrize("slug", [slug for slug in rookery.slugs() if not rookery.load(slug).facts.hidden])
def test_proofs_agree(slug: str) -> None:
    game = rookery.load(slug)
    for players in {min(game.facts.players), max(game.facts.players)}:
        position = choices(game, players)[-1]
        prover: Any = Prover(game, players, 8)
        file = "maxn" if prover._many else "exact"
        twice = twice_of(game)
        prover._solve = lambda *values, twice=twice, file=file: twice(f"{file}.solve", *values)
        assert prover.prove(position, PROOF).nodes > 0
