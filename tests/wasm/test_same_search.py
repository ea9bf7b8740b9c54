"""Searches in WebAssembly grow the same trees and find the same proofs as the library does with modules, byte for byte;
in the soak as with machine code."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core.position import Game, Position
from rookery.search import Plan, Prover, action_scores, engine, guided_points, playouts
from rookery.search.exact import may_be_proved, proves_endings
from rookery.search.kernels.nodes import NODE
from rookery.search.mcts import Tree
from rookery.wasm.entry_points import SEARCH_PACKAGE
from tests.wasm.runtimes import Twice, built, module_of, native
from tests.wasm.test_same_rules import play_twice

SIMULATIONS, SOAK_SIMULATIONS, PROOF = 200, 10_000, 2_000
NODES_PER_SIMULATION = 100  # at most, so that no tree is full


def kernels_twice(game: Game, monkeypatch: pytest.MonkeyPatch) -> Twice:
    """From now on the library calls each kernel of a search natively and in a new module."""
    module = module_of(built(game.facts.slug))
    twice = Twice(module, native(game, module.kernels))
    assert game.bindings  # the verbs, made as usual
    files: dict[str, Any] = {}
    for name in module.kernels:
        file, _, kernel = name.partition(".")
        both = files.setdefault(f"{SEARCH_PACKAGE}.{file}", SimpleNamespace())
        setattr(both, kernel, lambda *values, name=name: twice(name, *values))
    made = game.made
    monkeypatch.setattr(game, "made", lambda template: files.get(template) or made(template), raising=False)
    return twice


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


def open_choice(game: Game, players: int) -> Position:
    """A position without secrets in which a seat has a choice; with secrets at first, one near the end of a game."""
    if not game.facts.hidden:
        return choices(game, players)[-1]
    generator = np.random.default_rng(players)
    position = game.start(seed=generator, players=players)
    while not position.is_open or len(position.legal_actions) < 2:
        if position.is_over:
            position = game.start(seed=generator, players=players)
        else:
            position = position.after_unchecked(int(generator.choice(position.legal_actions))).settled(generator)
    return position


def search(position: Position, simulations: int) -> None:
    """Searches of the mover's view, with the game's plan and by probabilities; a plain one of the whole position."""
    assert position.mover is not None
    nodes = NODES_PER_SIMULATION * simulations
    view, likely = position.view(position.mover), Plan(exploration=1.0, priors=4.0, ordered="ahead", horizon=0)
    for seen, plan in ((view, engine(position.game).plan_for(position.players)), (position, Plan()), (view, likely)):
        found = Tree(seen, np.random.default_rng(1), plan, nodes=nodes).think(simulations).result()
        assert found.simulations > 0
        assert not found.full


def all_but_proofs(twice: Twice, position: Position) -> None:
    """What a search calls beside its simulations."""
    game, generator = position.game, np.random.default_rng(3)
    playouts(position, 20, generator)
    if game.facts.points:
        guided_points(position, 20, generator)
    action_scores(position, "order")
    action_scores(position, "ahead")
    states = game.blank(3)
    states[:] = position.state
    twice("evaluate.evaluate", states, 0, game.weights_for(position.players), np.zeros(position.players))
    twice("growing.key_of", states, states.view(np.uint64).reshape(3, -1), position.mover)
    tree: Any = Tree(position, generator, Plan(), nodes=5_000).think(100)
    twice("growing.move_up", tree._nodes, int(tree._nodes[0]["first"]), np.zeros(5_000, NODE))


def test_every_kernel_agrees(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rookery.load(slug)
    facts, position = game.facts, choices(game, max(game.facts.players))[-1]
    twice = kernels_twice(game, monkeypatch)
    play_twice(twice, game, facts.settings(None, {}), np.random.default_rng(4))
    search(position, SIMULATIONS)
    all_but_proofs(twice, position)
    for players in {min(facts.players), max(facts.players)}:
        if facts.hidden and not proves_endings(facts, players):
            continue
        start = open_choice(game, players)
        prover = Prover(game, players, 8)
        assert prover.prove(start, PROOF).nodes > 0
        if may_be_proved(start):
            prover.within(start, -0.5, 0.5, PROOF)
    of_chance: set[str] = set() if facts.chance else {"rules.weights", "rules.draw"}
    assert twice.called == twice.kernels - of_chance


@pytest.mark.soak
@pytest.mark.usefixtures("machine_code")
def test_trees_of_many_simulations_agree(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = rookery.load(slug)
    for players in game.facts.players:
        for position in choices(game, players):
            with monkeypatch.context() as patch:  # a module of its own: memory is never freed
                kernels_twice(game, patch)
                search(position, SOAK_SIMULATIONS)
