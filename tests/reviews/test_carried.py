"""A proof of one position is told at those before and after it."""

import pytest

import rookery
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.reviews import review
from rookery.reviews.carried import carried
from rookery.reviews.estimates import Estimate
from rookery.search.exact import may_be_proved
from rookery.search.plan import ReviewLimits
from tests.reviews.games import played

OPEN = [
    slug
    for slug in rookery.slugs()
    if 2 in (facts := rookery.load(slug).facts).players and not facts.hidden and not facts.cooperative
]
QUICK = ReviewLimits(decision=60, draw=24, again=2)
WON, LOST, EVEN = (
    Estimate((chance, 1.0 - chance), (margin, margin), 9, proved=margin == 0.0)
    for chance, margin in ((1.0, 0.0), (0.0, 0.0), (0.5, 0.1))
)


def none_forced(played: int) -> bool:
    return False


@pytest.fixture
def record() -> Record:
    """Some plies in which two seats take turns."""
    slug = next(slug for slug in OPEN if not rookery.load(slug).facts.chance)
    found = played(slug, 2, seed=1, plies=4)
    assert [found.mover(ply) for ply in range(4)] == [0, 1, 0, 1]
    return found


def test_who_could_go_on_to_a_won_position_had_won(record: Record) -> None:
    assert carried(record, {0: EVEN, 1: WON}, {}, none_forced) == {0: WON, 1: WON}
    assert carried(record, {0: EVEN, 1: LOST}, {}, none_forced) == {0: EVEN, 1: LOST}, "another action may have won"
    assert carried(record, {1: EVEN, 2: LOST}, {}, none_forced) == {1: LOST, 2: LOST}, "the other seat's turn"


def test_a_lost_position_stays_lost_and_the_best_action_keeps_a_won_one(record: Record) -> None:
    best = {0: record.actions[0]}
    assert carried(record, {0: LOST, 1: EVEN}, {}, none_forced) == {0: LOST, 1: LOST}
    assert carried(record, {0: WON, 1: EVEN}, best, none_forced) == {0: WON, 1: WON}
    assert carried(record, {0: WON, 1: EVEN}, {0: -5}, none_forced) == {0: WON, 1: EVEN}
    assert carried(record, {0: WON, 1: EVEN}, {}, lambda played: played == 0) == {0: WON, 1: WON}


def test_a_proof_is_never_replaced(record: Record) -> None:
    assert carried(record, {0: LOST, 1: WON}, {}, none_forced) == {0: LOST, 1: WON}


@pytest.mark.parametrize("slug", OPEN)
def test_a_review_does_not_contradict_its_own_proofs(slug: str) -> None:
    """After a decision of which both chances are proved, the graph says so, and nothing is unforeseen."""
    told = 0
    for seed in range(2):
        record = played(slug, 2, seed=seed, levels=("random", "easy"))
        found = review(record, limits=QUICK)
        before = found.start
        for each in found.plies:
            judgement = each.judgement
            if judgement and judgement.proved and may_be_proved(record.position):
                told += 1
                assert before[each.mover] == judgement.best.chance
                assert each.chances[each.mover] == judgement.played
                assert each.unforeseen == pytest.approx((0.0, 0.0))
            if each.mover != CHANCE and before[each.mover] == 0.0:
                assert each.chances[each.mover] == 0.0
            before = each.chances
    assert told > 0
