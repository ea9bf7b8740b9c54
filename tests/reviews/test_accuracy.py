"""Accuracy: the part of what was at stake that a seat kept."""

import pytest

import rookery
from rookery.core.generator import Generator
from rookery.reviews.accuracy import accuracy
from rookery.reviews.judging import Judgement
from rookery.reviews.review_tasks import chance_at_random
from rookery.search import Line, engine


def decision(stake: float, seen: float) -> Judgement:
    best = Line((0,), ("a",), ("a",), 0.5, 0.0, 1)
    return Judgement(1, 0, 3, 1, "b", best, 0.5 - seen, max(seen, 0.0), 0.0, False, "good", stake)


def test_it_is_what_was_kept_of_the_stakes() -> None:
    assert accuracy([decision(0.3, 0.0), decision(0.1, 0.0)]) == 100.0
    assert accuracy([decision(0.3, 0.3), decision(0.1, 0.1)]) == pytest.approx(0.0, abs=1e-6)
    assert accuracy([decision(0.3, 0.2), decision(0.1, 0.0)]) == pytest.approx(50.0)
    assert accuracy([decision(0.3, 0.1), decision(0.1, 0.0)]) == pytest.approx(75.0)


def test_more_rivals_make_the_curve_steeper() -> None:
    played = [decision(0.3, 0.1), decision(0.1, 0.0)]
    assert accuracy(played, 4) == pytest.approx(56.25), "0.75 squared"
    assert accuracy(played, 2) == pytest.approx(100 * 0.75**2**0.5)
    assert (accuracy([decision(0.3, 0.0)], 5), accuracy([decision(0.3, 0.4)], 5)) == (100.0, 0.0)


def test_moves_without_a_stake_count_for_nothing() -> None:
    """Neither those in a lost position, nor those that are all as good."""
    played = [decision(0.3, 0.2), decision(0.2, 0.1)]
    assert accuracy(played + [decision(0.0, 0.0)] * 50) == accuracy(played)
    assert accuracy([decision(0.0, 0.0)] * 50) is None
    assert accuracy([]) is None


def test_noise_cancels_out() -> None:
    """Estimates of one decision err to both sides; cut off at 0, they would call good play bad."""
    noisy = [decision(0.1, 0.08), decision(0.1, -0.08)] * 20
    assert accuracy(noisy) == pytest.approx(100.0)
    assert accuracy([decision(0.1, -0.05)] * 20) == 100.0, "nobody keeps more than there was"
    assert accuracy([decision(0.1, 0.3)] * 20) == 0.0, "nor less than nothing"


def test_an_action_at_random_is_one_of_all(slug: str) -> None:
    """Equal seeds draw the same actions."""
    game = rookery.load(slug)
    position = game.start(seed=2)
    assert position.mover is not None
    plan = engine(game).plan_for(position.players)
    found = [chance_at_random(position.view(position.mover), 64, Generator(seed), plan) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]
    assert all(0.0 < chance < 1.0 for chance in found)
