"""Chances held against what was won."""

import math
from itertools import pairwise

import numpy as np
import pytest

from rookery.arena import GameResult, Match, Results, play, points, tenths
from rookery.core.errors import UnknownOption
from rookery.search import Engine, chances
from tests.arena.conftest import BOTS, OUTSIDE, RACE


def told(chances: list[float], wins: list[bool], players: int = 2) -> Results:
    """A game for each chance that seat 0 gave itself; it won, or seat 1 did."""
    match = Match(RACE, ["keeper"], bots=BOTS, players=players, pairing="alone", games=max(1, len(chances)))
    lost = -1 / (players - 1)
    games = [
        GameResult(
            i,
            ("keeper",) * players,
            tuple(1.0 if seat == (not won) else lost for seat in range(players)),
            8,
            "",
            claims=((0, chance),),
        )
        for i, (chance, won) in enumerate(zip(chances, wins))
    ]
    return Results(match, games)


@pytest.mark.parametrize(("factor", "players"), [(0.6, 3), (1.0, 2), (1.8, 3)])
def test_points_say_how_often_such_chances_were_won(factor: float, players: int) -> None:
    """Chances whose log odds, against an even share, are so many times too small."""
    generator, even = np.random.default_rng(1), -math.log(players - 1)
    odds = generator.normal(size=10_000)
    true = 1 / (1 + np.exp(-(even + factor * odds)))
    said = 1 / (1 + np.exp(-(even + odds)))
    found = points(told(said.tolist(), (generator.random(len(true)) < true).tolist(), players))
    assert len(found) >= 8
    for x, y in found:  # between two, even is 50 %
        assert y == pytest.approx(1 / (1 + math.exp(-factor * math.log(x / (1 - x)))), abs=0.05)


def test_points_rise() -> None:
    """Whatever was won; nothing is certain."""
    generator = np.random.default_rng(1)
    for wins in (generator.random(900) < 0.5, np.ones(900), np.zeros(900), np.arange(900) < 300):
        found = points(told(np.linspace(0, 1, 900).tolist(), (wins > 0).tolist()))
        line = ((0.0, 0.0), *found, (1.0, 1.0))
        assert all(x < u and y < v for (x, y), (u, v) in pairwise(line))


@pytest.mark.parametrize("players", [2, 3])
def test_where_the_same_was_won_over_a_wide_range_the_line_is_flat_up_to_its_ends(players: int) -> None:
    """One point in the middle would say too little near the lower end: the line begins at 0."""
    said = [0.5 + 0.4 * i / 2000 for i in range(2000)]
    wins = [(i * 7919) % 10 < 8 for i in range(2000)]  # 80 %, evenly spread
    line = np.array([(0, 0), *points(told(said, wins, players)), (1, 1)])
    assert len(line) <= 6
    ends = [chances.as_duel(share, players) for share in (0.53, 0.7, 0.87)]
    assert np.interp(ends, *line.T) == pytest.approx(chances.as_duel(0.8, players), abs=0.03)


def test_points_undo_those_that_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances that came from points are led back to what the search found."""
    monkeypatch.setattr(chances, "engine", lambda game: Engine(chances={2: ((0.2, 0.6),)}))
    monkeypatch.setattr(chances, "_curve", chances._curve.__wrapped__)  # kept curves are those of real engines
    assert points(told([0.6] * 49, [True] * 49)) == (), "too few"
    (found,) = points(told([0.6] * 60, [True, False, False] * 20))
    assert found == pytest.approx((0.8, 21 / 62), abs=1e-3)  # 0.6 is what 0.6 and 0.9 make of 0.2 and 0.8


def test_tenths_hold_each_position_once() -> None:
    results = told([0.05, 0.1, 0.55, 0.58, 1.0], [False, True, True, False, True])
    found = tenths(results)
    assert [(tenth.low, tenth.positions, tenth.won) for tenth in found] == [
        (0.0, 1, 0.0),
        (0.1, 1, 1.0),
        (0.5, 2, 0.5),
        (0.9, 1, 1.0),
    ]
    assert found[2].said == pytest.approx(0.565)
    assert all(low <= tenth.won <= high for tenth in found for low, high in [tenth.margin])
    assert found[2].words.startswith("50% to 60%: 2 positions, said 56.5%, won 50.0% (")


def test_a_bot_alone_plays_every_seat_and_says_its_chances() -> None:
    results = play(Match(OUTSIDE, ["easy"], pairing="alone", games=3))
    for game in results.games:
        assert game.seats == ("easy", "easy")
        assert 0 < len(game.claims) <= game.decisions["easy"]  # a proof is not a claim
        assert all(0 <= chance <= 1 and seat in (0, 1) for seat, chance in game.claims)
    assert sum(tenth.positions for tenth in tenths(results)) == sum(len(game.claims) for game in results.games)


def test_two_do_not_play_alone() -> None:
    with pytest.raises(UnknownOption, match="the pairing 'alone' has one entrant, not: keeper, giver"):
        Match(RACE, ["keeper", "giver"], bots=BOTS, pairing="alone")


def test_nothing_said_is_nothing_found() -> None:
    results = told([], [])
    assert tenths(results) == []
    assert points(results) == ()
