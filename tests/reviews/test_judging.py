"""Decisions are judged by what their seat could know."""

import pytest

import rookery
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.reviews import review, whole_game
from rookery.reviews.estimates import Estimate
from rookery.reviews.judging import DecisionLook, judged, looked_at, lost, worth_as
from rookery.search import engine, parts_of
from rookery.search.chances import WITHIN_95
from rookery.search.plan import ReviewLimits
from tests.often import KINDS, others_in_soak
from tests.reviews.games import played

QUICK = ReviewLimits(decision=40, draw=8, hands=8, again=2)
SECRET = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]


def other_world(record: Record, seat: int) -> Record | None:
    """The same game with another draw that the seat does not know, if one goes: up to the seat's next decision."""
    game, start = record.game, record.at(0)
    for ply in range(record.plies):
        before = record.at(ply)
        if before.mover != CHANCE or before.knows(record.actions[ply], seat):
            continue
        for action in before.legal_actions:
            other = Record(game, start.players, start.options)
            for played_here in record.actions[:ply]:
                other.play(played_here)
            if action == record.actions[ply]:
                continue
            other.play(action)
            for follows in record.actions[ply + 1 :]:
                if follows not in other.position.legal_actions:
                    break
                other.play(follows)
            decided = [n for n in range(ply + 1, other.plies) if other.mover(n) == seat]
            if decided and other.at(decided[0]).key != record.at(decided[0]).key:
                return other
    return None


@pytest.mark.parametrize("slug", others_in_soak(SECRET, KINDS))
def test_what_a_seat_cannot_know_changes_no_judgement(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_game, "WORTH_A_LOOK", 2.0)  # which decisions get a second look depends on later ones
    record = played(slug, rookery.load(slug).facts.players[-1], seed=2, plies=40)
    for seat in range(record.position.players):
        other = other_world(record, seat)
        assert other is not None
        unlike = [
            ply
            for ply in range(other.plies)
            if other.mover(ply) == seat and other.at(ply).key != record.at(ply).key and _seen_alike(record, other, ply)
        ]
        assert unlike, "the worlds never differ where this seat decides"
        here, there = review(record, limits=QUICK), review(other, limits=QUICK)
        for ply in unlike:
            assert here.judgement(ply + 1) == there.judgement(ply + 1) is not None


def _seen_alike(record: Record, other: Record, ply: int) -> bool:
    seat = record.mover(ply)
    assert seat is not None
    return record.at(ply).view(seat) == other.at(ply).view(seat) and record.actions[ply] == other.actions[ply]


def missed_win(slug: str) -> Record:
    """A game whose last action was played where another one would have won at once."""
    for seed in range(200):
        record = played(slug, 2, seed=seed)
        for ply in reversed(range(record.plies)):
            position = record.at(ply)
            if (mover := position.mover) in (None, CHANCE):
                continue
            assert mover is not None
            ends = {action: position.after_unchecked(action).outcome for action in position.legal_actions}
            wins = [action for action, end in ends.items() if end and end.utilities[mover] == 1.0]
            others = [action for action, end in ends.items() if end is None]
            if wins and others:
                found = Record(record.game, 2)
                for action in (*record.actions[:ply], others[0]):
                    found.play(action)
                return found
    raise AssertionError("no game of 200 had a win to miss")


@pytest.mark.parametrize(
    "slug", [slug for slug in rookery.slugs() if 2 in (facts := rookery.load(slug).facts).players and not facts.chance]
)
def test_a_missed_win_is_found(slug: str) -> None:
    record = missed_win(slug)
    judgement = review(record, limits=QUICK).judgement(record.plies)
    assert judgement is not None
    assert judgement.best.actions[0] != record.actions[-1]
    won = record.at(record.plies - 1).after(judgement.best.actions[0]).outcome
    assert judgement.best.chance == pytest.approx(1.0, abs=0.01)
    assert won is not None
    assert won.utilities[judgement.seat] == 1.0


def test_the_best_action_loses_nothing() -> None:
    position = rookery.load(rookery.slugs()[0]).start(seed=1)
    assert position.mover is not None
    view = position.view(position.mover)
    found = looked_at(view, 40, 0, engine(position.game).plan_for(position.players))
    judgement = judged(1, view, found.best, DecisionLook(found, None))
    assert (judgement.loss, judgement.mark) == (0.0, "best")
    assert judgement.choices == len(view.legal_actions)


def test_a_loss_counts_as_far_as_it_exceeds_its_noise() -> None:
    assert lost(-0.1, 0.05) == lost(0.0, 0.05) == 0.0
    assert lost(0.1, 0.0) == 0.1
    assert lost(0.1, 0.1 * WITHIN_95) == pytest.approx(0.0)
    losses = [lost(seen / 100, 0.1) for seen in range(100)]
    assert losses == sorted(losses)
    assert all(loss <= seen / 100 for seen, loss in enumerate(losses))


def test_marks_are_shares_of_an_even_chance() -> None:
    """With more seats a decision can cost less, so less is a blunder."""
    marks: dict[int, list[str]] = {}
    game = next(game for game in map(rookery.load, rookery.slugs()) if len(game.facts.players) > 1)
    for players in (min(number for number in game.facts.players if number > 1), max(game.facts.players)):
        position = game.start(seed=1, players=players)
        assert position.mover is not None
        view, even = position.view(position.mover), 1 / parts_of(game, players)
        found = looked_at(view, 20, 0, engine(game).plan_for(players))
        other = next(action for action in view.legal_actions if action != found.best)
        best = found.lines[0].chance
        for share in (0.02, 0.12, 0.22, 0.32):
            rest = (1 - best + share * even) / (players - 1)
            chances = tuple(
                best - share * even if seat == position.mover or game.facts.cooperative else rest
                for seat in range(players)
            )
            seen = DecisionLook(worth_as(found, exact(found.chances), position.mover), exact(chances))
            marks.setdefault(players, []).append(judged(1, view, other, seen).mark)
    assert all(each == ["good", "inaccuracy", "mistake", "blunder"] for each in marks.values()), marks
    assert len(marks) == 2


def exact(chances: tuple[float, ...]) -> Estimate:
    return Estimate(chances, (0.0,) * len(chances), 1)
