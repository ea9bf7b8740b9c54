"""Why a move is better, in sentences: what each proof says, and that a reply is somebody else's."""

from types import SimpleNamespace
from typing import cast

import pytest

import rookery
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.reviews import GrowingReview
from rookery.reviews.estimates import Estimate
from rookery.reviews.judging import DecisionLook, Judgement, judged, known_to_mover
from rookery.reviews.review_data import Review, SeatReview, luck_words
from rookery.reviews.themes_of_chances import themes_of_chances
from rookery.reviews.why_better import reasons
from rookery.search import Analysis, Line
from tests.reviews.games import played

REPLY = "take the last stone"


def proof(best: float, then: float, **facts: bool) -> str:
    """The sentence about two proved moves. `facts`: of the game; it is one of rivals without luck otherwise."""
    view = SimpleNamespace(
        game=SimpleNamespace(facts=SimpleNamespace(**{"cooperative": False, "chance": False} | facts))
    )
    line = Line((0,), ("a",), ("a",), best, 0.0, 0)
    told = Judgement(1, 0, 3, 1, "b", line, then, best - then, 0.0, True, "blunder")
    (sentence,) = reasons(cast(Position, view), told, (), None, REPLY)
    return sentence


@pytest.mark.parametrize(
    ("best", "then", "facts", "words"),
    [
        (1.0, 0.0, {}, f"The better move wins whatever the others do. This one loses to this reply: {REPLY}."),
        (1.0, 0.5, {}, "The better move wins whatever the others do. This one only shares the win."),
        (
            0.5,
            0.0,
            {},
            f"The better move shares the win whatever the others do. This one loses to this reply: {REPLY}.",
        ),
        (1.0, 0.0, {"cooperative": True}, "whatever is drawn. After this one, the game cannot be won any more."),
        (1.0, 0.5, {"cooperative": True}, "Of 100 games played perfectly, the better move wins 100, and this one 50."),
        (0.5, 0.0, {"cooperative": True}, "Of 100 games played perfectly, the better move wins 50, and this one 0."),
        (1.0, 0.5, {"chance": True}, "Of 100 games played perfectly, the better move wins 100, and this one 50."),
        (0.5, 0.25, {"chance": True}, "Of 100 games played perfectly, the better move wins 50, and this one 25."),
    ],
)
def test_what_a_proof_says(best: float, then: float, facts: dict[str, bool], words: str) -> None:
    assert proof(best, then, **facts).endswith(words)


def test_a_reply_is_that_of_another_seat(slug: str) -> None:
    record = played(slug, rookery.load(slug).facts.players[-1], seed=2, plies=30)
    growing = GrowingReview(record)
    line = Line((0,), ("a",), ("Take it",), 1.0, 0.0, 0)
    found = Analysis((1.0, 0.0), 0.0, (line,), True, 1, 0.0, roles=("Ann", "Bob"))
    for ply in range(1, record.plies):
        growing._looks = {ply: DecisionLook(found, None)}
        assert growing._reply(ply) == (None if record.mover(ply) == record.mover(ply - 1) else "take it")


def test_luck_is_told_as_what_it_can_be() -> None:
    """The changes of many draws add up."""
    assert luck_words(0.004) == "luck changed nothing"
    assert luck_words(0.12) == "luck brought 12%"
    assert luck_words(-1.7) == "luck cost a whole game and more"


def test_a_review_names_the_seats_and_says_luck_in_words() -> None:
    own = SeatReview(decisions=2, accuracy=90.0, lost=0.1, luck=1.7, mattered=())
    told = str(Review((0.5, 0.5), (), (), None, (0.0, 0.0), (own, own), 1.0, ("Red", "Blue"))).splitlines()
    assert told[0] == "Red: accuracy 90, a decision gave away 5.0%, luck brought a whole game and more"
    assert told[1].startswith("Blue: ")


@pytest.mark.parametrize(
    ("best", "other", "proved", "themes"),
    [
        (1.0, 0.0, True, ("win",)),
        (1.0, 0.0, False, ()),
        (0.5, 0.2, False, ("rescue",)),
        (0.5, 0.25, True, ()),
        (0.6, 0.1, True, ()),
    ],
)
def test_the_themes_of_chances(best: float, other: float, proved: bool, themes: tuple[str, ...]) -> None:
    assert themes_of_chances(best, other, 0.5, proved=proved) == themes


def test_a_mistake_has_its_themes_and_a_move_that_loses_nothing_has_none(slug: str) -> None:
    """A search found nothing better than what it says of the first action."""
    position = rookery.load(slug).start(seed=1)
    while position.mover == CHANCE or len(position.legal_actions) < 2:
        position = position.after(position.legal_actions[0])
    assert position.mover is not None
    view = known_to_mover(position)
    first, last = position.legal_actions[0], position.legal_actions[-1]
    line = Line((first,), ("a",), ("a",), 1.0, 0.0, 0)
    found = Analysis((1.0,) * view.players, 0.0, (line,), True, 1, 0.0, roles=("a",) * view.players)
    lost = Estimate((0.0,) * view.players, (0.0,) * view.players, 0, proved=True)
    assert judged(1, view, last, DecisionLook(found, lost)).themes == ("win",)
    assert judged(1, view, first, DecisionLook(found, lost)).themes == ()
