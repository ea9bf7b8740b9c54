"""Trained networks: their file, their kernel against a clear twin, and what searches do with them."""

import base64
import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import rookery
from rookery.core.errors import CannotPlay
from rookery.core.generator import Generator
from rookery.core.networks import BrokenNetworks, Network, read_networks, size_of, write_network
from rookery.core.position import Position
from rookery.core.protocol import CHANCE, Array
from rookery.search import Plan, action_scores, engine
from rookery.search.mcts import Tree
from rookery.search.workspace import workspace

SLUGS = rookery.slugs()
TRAINABLE = [slug for slug in SLUGS if rookery.load(slug).network_inputs.of_seat]
LEARNED = Plan(ordered="ahead", priors=4.0, horizon=0, learned=True)


def network_of(slug: str, players: int, hidden: tuple[int, ...] = (9, 6), seed: int = 1) -> Network:
    """One with random numbers."""
    game = rookery.load(slug)
    layers = (game.network_inputs.count(players), *hidden, 1 if game.facts.cooperative else players)
    numbers = np.random.default_rng(seed).normal(size=size_of(layers), scale=0.4).astype(np.float16)
    return Network(layers, numbers.astype(np.float32), "a test")


def walk(slug: str, players: int, plies: int, seed: int = 3) -> list[Position]:
    """Positions of a game of sensible and random moves, those included in which chance decides."""
    generator, luck = np.random.default_rng(seed), Generator(seed)
    position, found = rookery.load(slug).start(players=players), list[Position]()
    while not position.is_over and len(found) < plies:
        found.append(position)
        if position.mover == CHANCE:
            action = position.draw(luck)
        elif generator.random() < 0.2:
            action = int(generator.choice(position.legal_actions))
        else:
            action = position.legal_actions[int(np.argmax(action_scores(position, "order")))]
        position = position.after_unchecked(action)
    return found


def outputs(network: Network, seen: Array) -> Array:
    """The clear twin: dense layers with rectifiers between them, in double precision."""
    values, at = seen.astype(np.float64), 0
    for layer, (before, after) in enumerate(pairwise(network.layers)):
        biases, at = network.numbers[at : at + after].astype(np.float64), at + after
        weights, at = (
            network.numbers[at : at + before * after].astype(np.float64).reshape(before, after),
            at + before * after,
        )
        values = values @ weights + biases
        if layer < len(network.layers) - 2:
            values = np.maximum(values, 0.0)
    return values


@pytest.mark.parametrize("slug", TRAINABLE)
def test_an_estimate_is_what_the_network_says(slug: str) -> None:
    """Softmax for rivals, the logistic curve for a team; each output is of the seat whose numbers came at its place."""
    game = rookery.load(slug)
    for players in game.facts.players:
        network = network_of(slug, players)
        for position in walk(slug, players, 60):
            work, states, out = workspace(position, network=network), game.blank(2), np.zeros(players)
            states[1] = position.state
            game.made("rookery.search.kernels.estimate").estimate(states, 1, work.weights, work.network, out)
            seen = np.zeros(network.layers[0], np.float32)
            first = game.made("rookery.search.kernels.evaluate").inputs(position.states, 0, seen)
            told = outputs(network, seen)
            if game.facts.cooperative:
                assert out == pytest.approx(np.full(players, np.tanh(told[0] / 2.0)), abs=1e-5)
                continue
            shares = np.exp(told - told.max()) / np.exp(told - told.max()).sum()
            expected = (players * np.roll(shares, first) - 1.0) / (players - 1.0)
            assert out == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("slug", TRAINABLE)
def test_inputs_are_named_and_of_a_handy_size(slug: str) -> None:
    """They are finite, almost all occur, and the position does not change."""
    game = rookery.load(slug)
    for players in game.facts.players:
        names, most = game.network_inputs, np.zeros(game.network_inputs.count(players))
        for seed in range(6):
            for position in walk(slug, players, 400, seed):
                seen, before = np.zeros(len(most), np.float32), position.states.tobytes()
                game.made("rookery.search.kernels.evaluate").inputs(position.states, 0, seen)
                assert position.states.tobytes() == before
                assert np.isfinite(seen).all()
                most = np.maximum(most, np.abs(seen))
        assert most.max() < 25.0
        every = [f"{name} of seat {seat}" for seat in range(players) for name in names.of_seat] + [*names.of_table]
        idle = [name for name, reached in zip(every, most, strict=True) if reached == 0.0]
        assert len(idle) <= 2 * players, f"never seen: {idle}"  # in random games not everything happens


@pytest.mark.parametrize("slug", TRAINABLE)
def test_the_seat_whose_turn_it_is_comes_first(slug: str) -> None:
    game = rookery.load(slug)
    for players in game.facts.players:
        for position in walk(slug, players, 120):
            seen = np.zeros(game.network_inputs.count(players), np.float32)
            first = game.made("rookery.search.kernels.evaluate").inputs(position.states, 0, seen)
            assert first == position.mover if position.mover != CHANCE else 0 <= first < players


def test_a_file_holds_a_network_for_each_number(tmp_path: Path) -> None:
    path, slug = tmp_path / "networks.json", TRAINABLE[0]
    game = rookery.load(slug)
    assert read_networks(path, "Game", game.network_shapes) == {}
    kept = {players: network_of(slug, players, seed=players) for players in game.facts.players}
    for players, network in kept.items():
        write_network(path, players, network)
    write_network(path, 2, kept[2])  # again: it takes the place of the first
    found = read_networks(path, "Game", game.network_shapes)
    for players, network in kept.items():
        assert (found[players].layers, found[players].made) == (network.layers, "a test")
        assert found[players].numbers.tolist() == network.numbers.tolist()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"layers": [3, 2]}, "leads from"),
        ({"layers": []}, "leads from"),
        ({"layers": None}, "must be a list of whole numbers above 0"),
        ({"layers": [44.5, 2]}, "must be a list of whole numbers above 0"),
        ({"layers": [44, 10**12, 2]}, "leads from|bytes of numbers, not"),
        ({"numbers": "AAAA"}, "has 3 bytes of numbers, not"),
        ({"numbers": "!"}, "base64"),
    ],
)
def test_a_network_that_does_not_fit_is_refused(tmp_path: Path, change: dict[str, object], why: str) -> None:
    path, shapes = tmp_path / "networks.json", {2: (44, 2)}
    write_network(path, 2, Network((44, 3, 2), np.zeros(size_of((44, 3, 2)), np.float32)))
    assert read_networks(path, "Game", shapes)[2].layers == (44, 3, 2)
    told = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps({"2": told["2"] | change}), "utf-8")
    with pytest.raises(BrokenNetworks, match=f"networks.json of Game cannot be read: .*({why})"):
        read_networks(path, "Game", shapes)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[]", "must have a network under each number of players"),
        ("{", "cannot be read"),
        ('{"77": {}}', "'77' is no number of players"),
        ('{"2": {"layers": [44, 2]}}', "needs layers and numbers"),
        ('{"2": 7}', "needs layers and numbers"),
        ("[" * 100_000, "cannot be read"),
        ('{"2": {"layers": [44, 1000000000000000000, 2], "numbers": ""}}', "has 0 bytes of numbers"),
    ],
)
def test_a_file_without_networks_is_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "networks.json"
    path.write_text(text, "utf-8")
    with pytest.raises(BrokenNetworks, match=why):
        read_networks(path, "Game", {2: (44, 2)})


def test_numbers_are_finite_and_a_broken_file_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "networks.json"
    for number in (np.nan, 70_000.0):
        with pytest.raises(BrokenNetworks, match="half precision cannot keep"):
            write_network(path, 2, Network((44, 2), np.full(90, number, np.float32)))
    assert not path.exists()
    layers = (44, 16, 16, 16, 16, 16, 16, 2)
    large = np.full(size_of(layers), 60_000.0, np.float32)
    large[-34:] = 0.0  # the last layer
    with pytest.raises(BrokenNetworks, match="too large, so nothing was written"):
        write_network(path, 2, Network(layers, large))
    packed = base64.b64encode(large.astype("<f2").tobytes()).decode()
    path.write_text(json.dumps({"2": {"layers": layers, "numbers": packed}}), "utf-8")
    with pytest.raises(BrokenNetworks, match="its sums may overflow"):
        read_networks(path, "Game", {2: (44, 2)})
    path.write_text("{", "utf-8")
    with pytest.raises(BrokenNetworks, match="nothing was written"):
        write_network(path, 2, Network((44, 2), np.zeros(90, np.float32)))
    assert path.read_text("utf-8") == "{"


@pytest.mark.parametrize("slug", TRAINABLE)
def test_a_search_with_a_network_grows_like_any_other(slug: str) -> None:
    """It repeats itself, and depends on the network."""
    position = walk(slug, 2, 40)[-1].settled(Generator(1))
    assert position.mover is not None
    view = position.view(position.mover)

    def searched(seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        tree = Tree(view, Generator(5), LEARNED, network=network_of(slug, 2, seed=seed)).think(200)
        return tree.result().actions, tree.result().visits

    assert searched(1) == searched(1)
    assert searched(1) != searched(2)
    assert sum(searched(1)[1]) == 200


@pytest.mark.parametrize("slug", SLUGS)
def test_every_plan_that_needs_a_network_has_one(slug: str) -> None:
    """And it knows how it was made, and is small enough for a page."""
    game = rookery.load(slug)
    for players in game.facts.players:
        if engine(game).plan_for(players).learned:
            assert "rookery train" in game.network_for(players).made
    path = game.path / "networks.json"
    assert not path.exists() or path.stat().st_size <= 300_000


def test_what_has_no_network_is_refused() -> None:
    other = next(slug for slug in SLUGS if slug not in TRAINABLE)
    with pytest.raises(CannotPlay, match="no trained network"):
        Tree(rookery.load(other).start(seed=1), Generator(1), LEARNED)
    with pytest.raises(ValueError, match="learned needs a horizon"):
        Plan(learned=True)


@pytest.mark.parametrize("slug", TRAINABLE)
def test_a_network_of_another_shape_is_refused(slug: str) -> None:
    """The kernels would read beside it."""
    game = rookery.load(slug)
    position, other = game.start(seed=1, players=2).settled(Generator(1)), network_of(slug, max(game.facts.players))
    right = network_of(slug, 2)
    for wrong in (other, Network((1, 1), np.zeros(2, np.float32)), replace(right, numbers=right.numbers[:-1])):
        with pytest.raises(ValueError, match=f"for {game.facts.name} with 2 players leads from"):
            Tree(position, Generator(1), LEARNED, network=wrong)
    numbers = right.numbers
    for odd in (numbers * np.nan, numbers.astype(np.float64), numbers[None], np.repeat(numbers, 2)[::2]):
        with pytest.raises(ValueError, match=r"needs finite float32 numbers in one row|leads from"):
            Tree(position, Generator(1), LEARNED, network=replace(right, numbers=odd))
    Tree(position, Generator(1), LEARNED, network=right).think(1)
