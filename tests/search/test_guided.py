"""Games guided by an evaluator."""

import importlib
from typing import Any

import numpy as np
import pytest

import rookery
from rookery.core.chance import stream_from
from rookery.core.errors import CannotPlay
from rookery.core.position import Game
from rookery.core.protocol import CHANCE
from rookery.search import guided_ends, guided_playouts, guided_points, playouts
from rookery.search.workspace import workspace

RACE = Game("tests.search.race")
GAMES = [RACE, *(rookery.load(slug) for slug in rookery.slugs())]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_seats_take_one_of_the_most_promising_actions(game: Game) -> None:
    """A whole game, each decision held against the evaluator's own order."""
    kernels, evaluator = game.made("rookery.search.kernels.guided"), importlib.import_module(game.evaluator)
    position = game.start(seed=4)
    work = workspace(position, stream_from(np.random.default_rng(4)))
    while not position.is_over:
        legal = np.array(position.legal_actions, np.int32)
        work.actions[: len(legal)] = legal
        action = int(kernels.guided_action(position.states, 0, len(legal), 0.0, work))
        assert action in legal
        if position.mover != CHANCE:
            scores = np.zeros(len(legal))
            evaluator.order(position.states[0], game.weights_for(position.players), legal, len(legal), scores)
            assert scores[list(legal).index(action)] == scores.max()
        position = position.after_unchecked(action)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_the_same_seed_gives_the_same_results(game: Game) -> None:
    first, second = (guided_playouts(game.start(), 20, np.random.default_rng(9)) for _ in range(2))
    assert first.shape == (20, game.start().players)
    assert np.array_equal(first, second)
    assert np.abs(first).max() <= 1
    assert np.ptp(first, axis=1).max() == 0 if game.facts.cooperative else np.abs(first.sum(axis=1)).max() < 1e-9


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_the_ends_are_those_of_the_same_games(game: Game) -> None:
    start, actions = game.start(), np.empty(game.facts.max_legal, np.int32)
    ends = guided_ends(start, 5, np.random.default_rng(9), error=0.2)
    results, found = guided_playouts(start, 5, np.random.default_rng(9), error=0.2), np.zeros((5, start.players))
    for i in range(5):
        assert game.rules.legal(ends[i], actions) == 0
        game.rules.utilities(ends[i], found[i])
    assert np.array_equal(found, results)


COUNTING = [game for game in GAMES if game.facts.points]


@pytest.mark.parametrize("game", COUNTING, ids=lambda game: game.facts.slug)
def test_the_points_are_those_of_the_same_games(game: Game) -> None:
    start = game.start()
    ends = guided_ends(start, 5, np.random.default_rng(9), error=0.2)
    points = guided_points(start, 5, np.random.default_rng(9), error=0.2)
    assert points.tolist() == [[game.rules.points(end, seat) for seat in range(start.players)] for end in ends]


def test_a_game_that_counts_nothing_has_no_points() -> None:
    with pytest.raises(CannotPlay, match="nothing is counted in"):
        guided_points(RACE.start(), 1, np.random.default_rng(1))


@pytest.mark.parametrize("error", [0.0, 1.0])
def test_without_knowledge_or_without_heed_play_is_random(error: float) -> None:
    """The race has the plain evaluator, to whom all actions look alike."""
    position = RACE.start(players=3)
    means = guided_playouts(position, 20_000, np.random.default_rng(3), error=error).mean(axis=0)
    assert means == pytest.approx(playouts(position, 20_000, np.random.default_rng(5)).means, abs=0.03)


@pytest.mark.parametrize("error", [-0.1, 1.5, float("nan"), None, "0.1"])
def test_an_error_that_is_no_probability_is_refused(error: Any) -> None:
    with pytest.raises(ValueError, match="it is a probability, 0 to 1"):
        guided_playouts(RACE.start(), 1, np.random.default_rng(1), error=error)
