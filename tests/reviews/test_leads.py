"""What a line is worth in points of the game."""

import pytest

import rookery
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.reviews import leads as module
from rookery.reviews import review
from rookery.reviews.leads import worth
from rookery.search.plan import engine
from tests.reviews.games import played

COUNTING = [slug for slug in rookery.slugs() if rookery.load(slug).facts.points]


def lead(end: Position, seat: int) -> int:
    """Of a seat over its best rival, or what a team has."""
    counted = end.game.facts.points
    assert counted is not None
    points = [end.game.rules.points(end.state, each) for each in range(end.players)]
    if end.game.facts.cooperative:
        return int(points[seat])
    rivals = points[:seat] + points[seat + 1 :]
    return int(points[seat] - max(rivals) if counted.most_win else min(rivals) - points[seat])


@pytest.mark.parametrize("slug", COUNTING)
def test_of_two_games_that_are_over_the_leads_are_compared(slug: str) -> None:
    game, told = rookery.load(slug), 0
    ends = [played(slug, max(game.facts.players), seed=seed).position for seed in range(4)]
    for better in ends:
        for worse in ends:
            gain = lead(better, 0) - lead(worse, 0)
            found = worth(better, worse, 0, Generator(1))
            if gain <= 0:
                assert found is None
                continue
            told += 1
            assert found is not None
            assert game.facts.points is not None
            named = game.facts.points.one if gain == 1 else game.facts.points.many
            assert (found.points, found.margin, found.words) == (gain, 0.0, f"about {gain} {named}")
    assert told


@pytest.mark.parametrize(("gain", "told"), [(0.04, None), (0.3, "about 0.3 "), (0.97, "about 1 "), (2.6, "about 3 ")])
def test_next_to_nothing_is_not_told(gain: float, told: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if it is certain: nobody wants to read "about 0.0 points"."""
    start = next(game.start(seed=1) for game in map(rookery.load, COUNTING))
    leads = iter(([2.0 + gain] * 9, [2.0] * 9))
    monkeypatch.setattr(module, "_leads", lambda *asked: next(leads))
    found = worth(start, start, 0, Generator(1))
    assert found is None if told is None else found is not None and found.words.startswith(told)


def test_a_game_that_counts_nothing_tells_no_worth() -> None:
    start = next(game.start(seed=1) for game in map(rookery.load, rookery.slugs()) if not game.facts.points)
    assert worth(start.after(start.legal_actions[3]), start.after(start.legal_actions[0]), 0, Generator(1)) is None


def test_a_review_tells_what_mistakes_cost_in_points() -> None:
    """With secrets, because there games go on in many worlds."""
    slug = next(slug for slug in COUNTING if rookery.load(slug).facts.hidden)
    found = review(played(slug, 2, seed=5, levels=("random", "greedy"), plies=40))
    told = [mistake.worth for ply in found.seats[0].mattered if (mistake := found.judgement(ply)) and mistake.worth]
    assert told
    assert all(worth.points > worth.margin > 0 for worth in told)
    assert told[0].words in str(found)


def test_playouts_that_end_early_tell_no_points() -> None:
    slug = next(slug for slug in COUNTING if engine(rookery.load(slug)).plan.horizon >= 0)
    found = review(played(slug, 3, seed=4, levels=("random", "greedy"), plies=30))
    assert any(own.mattered for own in found.seats)
    assert not any(ply.judgement.worth for ply in found.plies if ply.judgement)
