"""Uneven seats: whoever sits in a better one gains less by winning, and nobody is rated by the seats they got."""

from dataclasses import replace

import numpy as np
import pytest

from rookery import Record
from rookery.ratings import RatedResult, Scale, Seated, Skill, after, rate, rated_result, result_of
from rookery.ratings.rated_result import advantages
from rookery.ratings.skill import START_DEVIATION
from tests.arena.conftest import RACE, with_seats
from tests.ratings.tables import SCALE, ended
from tests.ratings.test_result_of import played

EVEN = Scale({"even": Skill(0.0, 0.0)}, Skill(0.0, START_DEVIATION))
GAMES = 80


def shares(monkeypatch: pytest.MonkeyPatch, *by_turn: float) -> None:
    monkeypatch.setattr(rated_result, "shares_by_turn", lambda game, players, options: by_turn)


def season(seed: int, worth: float) -> Skill:
    """Somebody as strong as the other, whose seat wins 63 games of 100. `worth`: of it, as ratings know it."""
    won = np.where(np.random.default_rng(seed).random(GAMES) < 0.63, 1.0, -1.0).tolist()
    seats = Seated("ann"), Seated("even", anchor=True)
    games = [RatedResult(str(n), seats, (it, -it), advantages=(worth, 0.0)) for n, it in enumerate(won)]
    return rate(games, EVEN)["ann"]


def test_whoever_always_has_the_better_seat_is_rated_as_strong_as_everybody() -> None:
    worth = 400 * float(np.log10(0.63 / 0.37))
    found, believed = ([season(seed, known) for seed in range(12)] for known in (worth, 0.0))
    assert np.mean([skill.mean for skill in found]) == pytest.approx(0, abs=30)
    assert np.mean([skill.mean for skill in believed]) == pytest.approx(worth, abs=30), "the correction is needed"
    assert worth > 90


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_worth_of_seats_is_that_of_the_model(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Equals in them win the measured shares: their expected gains are nothing, the ones of unequal seats together."""
    by_turn = np.arange(seats, 0, -1) / np.arange(1, seats + 1).sum()
    shares(monkeypatch, *by_turn.tolist())
    worth = advantages(played(seats))
    names = [f"p{seat}" for seat in range(seats)]
    known = dict.fromkeys(names, Skill(0.0, 5.0, 50))
    first = int(np.argmax(worth))
    gains = np.zeros(seats)
    for winner in range(seats):
        result = ended(names, *(1.0 if seat == winner else -1.0 for seat in range(seats)))
        moved = after(known, replace(result, advantages=worth), SCALE)
        share = by_turn[(winner - first) % seats]
        gains += share * np.array([moved[name].mean for name in names])
    assert gains == pytest.approx(np.zeros(seats), abs=0.02)


def test_worth_goes_with_the_turn_and_not_with_the_number_of_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    shares(monkeypatch, 0.5, 0.3, 0.2)
    record = played(3)
    first = next(seat for ply in range(record.plies) if (seat := record.mover(ply)) is not None and seat >= 0)
    worth = advantages(record)
    assert [round(worth[(first + turn) % 3]) for turn in range(3)] == [70, -18, -89]
    assert result_of(record, "t", ["ann", "bob", "cat"]).advantages == worth
    empty = Record(with_seats(3), 3)
    assert sorted(advantages(empty)) in ([], sorted(worth)), "nobody has moved"


def test_without_a_measurement_all_seats_are_worth_the_same() -> None:
    assert advantages(Record(RACE, 3)) == ()
    with pytest.raises(ValueError, match="2 advantages for 3 seats"):
        RatedResult("t", (Seated("a"), Seated("b"), Seated("c")), (1.0, 0.0, 0.0), advantages=(1.0, 2.0))
