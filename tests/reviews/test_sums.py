"""The sums of a review: all changes add up to the result, and luck has no bias."""

import math

import pytest

import rookery
from rookery.core.errors import CannotPlay
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.reviews import GrowingReview, Review, review, reviewing
from rookery.reviews.draws import drawing
from rookery.reviews.estimates import result_of
from rookery.search import engine
from rookery.search.plan import ReviewLimits
from tests.reviews.games import played

QUICK = ReviewLimits(decision=12, draw=12, hands=6, again=2)
EXACT = 1e-9


def check_sums(found: Review, record: Record) -> None:
    """The chances before the game and all changes give the result, seat by seat, and so does each ply."""
    before = found.start
    assert [each.ply for each in found.plies] == list(range(1, record.plies + 1))
    for each in found.plies:
        for seat, chance in enumerate(before):
            change = each.decision[seat] + each.luck[seat] + each.unforeseen[seat]
            assert chance + change == pytest.approx(each.chances[seat], abs=EXACT)
        before = each.chances
    end = record.result
    if end is None:
        assert found.result is None
        assert found.conceded == (0.0,) * len(before)
        return
    assert found.result == result_of(record.position, end.utilities)
    for seat, share in enumerate(found.result):
        parts = [each.decision[seat] + each.luck[seat] + each.unforeseen[seat] for each in found.plies]
        total = math.fsum((found.start[seat], *parts, found.conceded[seat]))
        assert total == pytest.approx(share, abs=EXACT)


@pytest.mark.parametrize(
    ("slug", "players"),
    [(slug, players) for slug in rookery.slugs() for players in rookery.load(slug).facts.players[:1]],
)
def test_all_changes_add_up_to_the_result(slug: str, players: int) -> None:
    record = played(slug, players, seed=players)
    found = review(record, limits=QUICK)
    check_sums(found, record)
    assert found.done == 1.0
    for each in found.plies:
        if not record.game.facts.cooperative:
            assert math.fsum(each.chances) == pytest.approx(1.0, abs=EXACT)
            assert math.fsum(each.luck) == pytest.approx(0.0, abs=EXACT)
            assert math.fsum(each.decision) == pytest.approx(0.0, abs=EXACT)
        judgement = each.judgement
        assert (judgement is not None) == (each.mover != CHANCE and len(record.at(each.ply - 1).legal_actions) > 1)
        if judgement:
            assert (judgement.ply, judgement.seat) == (each.ply, each.mover)
            assert each.decision[each.mover] == -judgement.seen
            assert 0.0 <= judgement.loss <= max(0.0, judgement.seen)


def _with_draws(slug: str) -> list[Position]:
    """Some positions of a game in which chance moves."""
    record = played(slug, rookery.load(slug).facts.players[0], seed=3)
    draws = [ply for ply in range(record.plies) if record.mover(ply) == CHANCE]
    return [record.at(ply) for ply in draws[:: max(1, len(draws) // 4)]]


@pytest.mark.parametrize("slug", [slug for slug in rookery.slugs() if rookery.load(slug).facts.chance])
def test_the_luck_of_a_draw_has_mean_zero(slug: str) -> None:
    """Whatever the estimates are: for each draw, by its odds, not on average over many games."""
    for position in _with_draws(slug):
        draw = drawing(position, 60, Generator(1), engine(position.game).plan_for(position.players))
        assert set(draw.outcomes) == set(position.legal_actions)
        for seat in range(position.players):
            mean = math.fsum(share * draw.luck(action)[seat] for action, share in position.chances.items())
            assert mean == pytest.approx(0.0, abs=EXACT)


def test_equal_seeds_give_equal_reviews_and_others_do_not() -> None:
    record = played(rookery.slugs()[0], None, seed=5, plies=25)
    one, same = (review(record, seed=4, limits=QUICK) for _ in range(2))
    assert one == same
    assert review(record, seed=5, limits=QUICK) != one


def test_a_review_grows() -> None:
    record = played(rookery.slugs()[-1], None, seed=6)
    parts = list(reviewing(record, limits=QUICK, every=0.0))
    assert len(parts) > record.plies // 2
    shares = [part.done for part in parts]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert parts[-1] == review(record, limits=QUICK)
    known = [len(part.plies) for part in parts]
    assert known == sorted(known)


def test_a_game_that_was_given_up(two_rivals: str) -> None:
    record = played(two_rivals, 2, seed=8, plies=12)
    record.concede(1)
    found = review(record, limits=QUICK)
    check_sums(found, record)
    assert found.result == (1.0, 0.0)
    assert found.conceded[1] < 0.0


def test_an_unfinished_game(two_rivals: str) -> None:
    record = played(two_rivals, 2, seed=8, plies=12)
    check_sums(review(record, limits=QUICK), record)


def test_nothing_to_review(two_rivals: str) -> None:
    with pytest.raises(CannotPlay, match="has not begun"):
        review(Record(rookery.load(two_rivals), 2))
    with pytest.raises(ValueError, match="seed -1"):
        GrowingReview(played(two_rivals, 2, seed=8, plies=4), seed=-1)


@pytest.fixture
def two_rivals() -> str:
    """A game of two opponents."""
    return next(
        slug
        for slug in rookery.slugs()
        if 2 in (facts := rookery.load(slug).facts).players and not facts.cooperative and not facts.hidden
    )
