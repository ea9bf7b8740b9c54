"""Chances of positions that are proved."""

import pytest

import rookery
from rookery.core.generator import Generator
from rookery.reviews.estimates import estimate, settled_estimate
from rookery.search import engine
from tests.reviews.games import played

EXACT = {0.0, 0.5, 1.0}  # lost, shared, won


def test_proved_chances_are_exact_and_not_means_over_the_search() -> None:
    proved = 0
    for slug in (slug for slug in rookery.slugs() if not rookery.load(slug).facts.hidden):
        record = played(slug, 2, seed=3)
        for position in map(record.at, range(record.plies - 8, record.plies)):
            told = estimate(position, 100, Generator(1), engine(position.game).plan_for(position.players))
            if settled_estimate(position) is None and max(told.margins) == 0.0:
                assert set(told.chances) <= EXACT
                proved += 1
    assert proved > 4


@pytest.mark.parametrize("slug", rookery.slugs())
def test_a_game_that_is_over_needs_no_search(slug: str) -> None:
    told = settled_estimate(played(slug, None, seed=1).position)
    assert told is not None
    assert told.simulations == 0
