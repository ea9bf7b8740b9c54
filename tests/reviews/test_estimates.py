"""Chances of positions that are proved."""

import dataclasses

import pytest

import rookery
from rookery.core.generator import Generator
from rookery.reviews.estimates import estimate, grown, of_decision, settled_estimate
from rookery.search import chance_of, engine
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


def test_a_game_that_is_over_needs_no_search(slug: str) -> None:
    told = settled_estimate(played(slug, None, seed=1).position)
    assert told is not None
    assert told.simulations == 0


@pytest.mark.parametrize(("players", "weight"), [(2, 1 / 4), (3, 1 / 2), (5, 2**-0.5)])
def test_the_most_visited_action_counts_by_its_share_and_the_number_of_rivals(players: int, weight: float) -> None:
    """It overstates the chance of the mover less where several rivals share what a weak reply loses."""
    games = map(rookery.load, rookery.slugs())
    game = next(game for game in games if players in game.facts.players and not game.facts.cooperative)
    position = game.start(seed=1, players=players).settled(Generator(1))
    searched = grown(position, 50, Generator(1), engine(game).plan_for(players)).result()
    nothing = (0.0,) * (len(searched.actions) - 1)
    found = dataclasses.replace(
        searched, values=(0.4, *nothing), visits=(25, *map(int, nothing)), means=(0.0,) * players, simulations=50
    )
    assert position.mover is not None
    assert of_decision(position, found).chances[position.mover] == pytest.approx(chance_of(0.4 * weight, position))
