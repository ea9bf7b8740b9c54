"""Ratings find the strengths that made the results, their intervals hold what they promise, and one end may be open."""

import math

import numpy as np
import pytest

from rookery.arena import GameResult, Match, Results, ratings, verdicts
from rookery.arena.ratings import Rating
from rookery.core.errors import UnknownLevel
from tests.arena.conftest import RACE, Firm, made_up, with_seats

STRENGTHS = {"a": 0.0, "b": 120.0, "c": 300.0}
BOTS = {name: Firm(0) for name in STRENGTHS}


def league(**how: object) -> Match:
    return Match(RACE, list(STRENGTHS), bots=BOTS, **how)  # type: ignore[arg-type]


def by_name(found: list[Rating]) -> dict[str, Rating]:
    return {rating.name: rating for rating in found}


# ── The fit ──────────────────────────────────────────────────────────────────
def test_two_entrants_have_the_odds_that_they_showed() -> None:
    """Bradley and Terry's fit of two is their ratio of points: 3 to 1 is 400 log10(3), less what the prior holds."""
    match = Match(RACE, ["a", "b"], bots=BOTS, games=4000)
    games = [
        GameResult(number, seats, tuple(1.0 if (name == "b") == (number % 4 > 0) else -1.0 for name in seats), 1, "")
        for number, seats in ((number, match.scheduled(number).seats) for number in range(match.total))
    ]
    found = by_name(ratings(Results(match, games)))
    assert found["b"].elo == pytest.approx(400 * math.log10(3), abs=0.2)
    assert found["a"] == Rating("a", 0, 0, 0, 4000, anchor=True)


@pytest.mark.parametrize(
    ("game", "how"),
    [
        (RACE, {}),
        (RACE, {"pairing": "ladder"}),
        (RACE, {"players": 3, "pairing": "together"}),
        (with_seats(4), {"players": 4}),
        (with_seats(4), {"players": 4, "table": "one"}),
    ],
)
def test_known_strengths_are_found(game: object, how: dict[str, object]) -> None:
    match = Match(game, list(STRENGTHS), bots=BOTS, games=2500, **how)  # type: ignore[arg-type]
    found = ratings(made_up(match, STRENGTHS, np.random.default_rng(1)), samples=100)
    assert [rating.name for rating in found] == ["c", "b", "a"]
    for rating in found:
        assert rating.elo == pytest.approx(STRENGTHS[rating.name], abs=35)
        assert rating.high - rating.low < 80


def test_an_interval_that_nothing_varies_is_not_told_as_exact() -> None:
    assert Rating("b", -212, -212, -212, 4).words == "b: -212 (too few games for an interval)"


def test_the_anchor_moves_the_scale_and_nothing_else() -> None:
    results = made_up(league(), STRENGTHS, np.random.default_rng(3))
    first, last = by_name(ratings(results)), by_name(ratings(results, "c"))
    assert last["c"].words == "c: 0 (the anchor)"
    assert first["b"].elo - first["c"].elo == pytest.approx(last["b"].elo)
    with pytest.raises(UnknownLevel, match="'d' is not an entrant of this match; allowed: a, b, c"):
        ratings(results, "d")


# ── Intervals ────────────────────────────────────────────────────────────────
@pytest.mark.parametrize("alike", [False, True])
def test_intervals_hold_the_truth_as_often_as_they_say(alike: bool) -> None:
    """Of 80 leagues: 95 %, within what chance does to 160 of them. Games of a set that end alike are one observation,
    and intervals that took them for two would hold the truth in 83 %."""
    generator, held = np.random.default_rng(4), 0
    for _ in range(80):
        found = ratings(made_up(league(games=120), STRENGTHS, generator, alike), samples=300)
        held += sum(r.low <= STRENGTHS[r.name] <= r.high for r in found if r.name != "a")
    assert 0.9 <= held / 160 <= 0.99


def test_games_that_are_alike_make_intervals_wider() -> None:
    wide = []
    for alike in (False, True):
        found = by_name(ratings(made_up(league(games=400), STRENGTHS, np.random.default_rng(5), alike)))
        wide.append(found["c"].high - found["c"].low)
    assert 1.2 < wide[1] / wide[0] < 1.65  # the root of two


def test_intervals_are_repeatable() -> None:
    results = made_up(league(), STRENGTHS, np.random.default_rng(6))
    assert ratings(results) == ratings(results)
    assert ratings(results) != ratings(results, seed=1)
    assert ratings(Results(results.match, results.games[::-1])) == ratings(results)


def test_intervals_need_samples() -> None:
    with pytest.raises(ValueError, match="samples is 0; it must be 1 or more"):
        ratings(Results(league()), samples=0)


# ── One end ──────────────────────────────────────────────────────────────────
def test_who_never_lost_is_only_known_from_below() -> None:
    """Wilson allows one who won 100 of 100 a share of 96.3 %: 26 to 1, 566 Elo."""
    match = Match(RACE, ["a", "b"], bots=BOTS, games=100)
    results = made_up(match, {"a": 0, "b": 9000}, np.random.default_rng(7))
    found = by_name(ratings(results))
    assert math.isinf(found["b"].high)
    assert found["b"].low == pytest.approx(400 * math.log10(100 / 1.959964**2), abs=1)
    assert found["b"].words == "b: at least 566 (it never lost a point to those below)"
    turned = by_name(ratings(results, "b"))
    assert turned["a"].low == -math.inf
    assert turned["a"].high == pytest.approx(-found["b"].low)
    assert turned["a"].words == "a: at most -566 (it never won a point from those above)"


def test_nobody_else_is_called_the_anchor() -> None:
    """Not even with so few games that resampling them gives the same games again."""
    found = ratings(made_up(league(games=2), STRENGTHS, np.random.default_rng(1)), "a")
    assert [rating.name for rating in found if "(the anchor)" in rating.words] == ["a"]


def test_a_ladder_without_a_point_lost_stands_on_its_lower_ends() -> None:
    results = made_up(league(pairing="ladder"), {"a": 0, "b": 9000, "c": 18000}, np.random.default_rng(8))
    found = by_name(ratings(results))
    assert found["b"].low == pytest.approx(566, abs=1)
    assert found["c"].low == pytest.approx(2 * 566, abs=2)
    assert found["b"].high == found["c"].high == math.inf
    middle = by_name(ratings(results, "b"))
    assert middle["a"].high == pytest.approx(-566, abs=1)
    assert middle["c"].low == pytest.approx(566, abs=1)


def test_those_who_took_points_from_each_other_rise_together() -> None:
    results = made_up(league(), {"a": 0, "b": 9000, "c": 9050}, np.random.default_rng(9))
    found = by_name(ratings(results, "a"))
    assert found["b"].high == found["c"].high == math.inf
    assert found["c"].low - found["b"].low == pytest.approx(found["c"].elo - found["b"].elo)
    assert found["b"].low > 566  # both won 100 of 100 against a, which says more than one of them
    usual = by_name(ratings(results))
    assert usual["b"].words == "b: 0 (the anchor)"  # the first of the two that can be compared
    assert math.isfinite(usual["c"].low + usual["c"].high)
    assert usual["a"].words.startswith("a: at most -")


def test_nothing_is_known_of_who_has_not_played() -> None:
    results = made_up(league(games=2), STRENGTHS, np.random.default_rng(10))
    only = Results(results.match, results.games[:2])  # a against b
    assert by_name(ratings(only))["c"].words == "c: unknown, because no results compare it with the anchor"
    beaten = made_up(league(), {"a": 0, "b": 0, "c": 9000}, np.random.default_rng(11))
    apart = Results(beaten.match, [game for game in beaten.games if "c" in game.seats])  # a and b lost all to c
    assert by_name(ratings(apart, "a"))["b"].words.startswith("b: unknown")
    assert by_name(ratings(apart, "a"))["c"].low == pytest.approx(566, abs=1)
    nobody = by_name(ratings(Results(results.match)))
    assert nobody["b"].words.startswith("b: unknown")


# ── Teams, and pairs ─────────────────────────────────────────────────────────
def test_teams_are_rated_against_the_game() -> None:
    """A team that wins three games of four has 400 log10(3) over the game, whatever other teams play."""
    game = with_seats(2, cooperative=True)
    match = Match(game, ["a", "b"], bots=BOTS, games=800)
    wins = {"a": 2, "b": 3}  # of four
    games = []
    for number in range(match.total):
        seats = match.scheduled(number).seats
        won = 1.0 if number // 2 % 4 < wins[seats[0]] else -1.0
        games.append(GameResult(number, seats, (won,) * match.players, 1, "", {}, {}, {}))
    found = by_name(ratings(Results(match, games)))
    assert found[game.facts.name].words.endswith(": 0 (the anchor)")
    assert found["a"].elo == pytest.approx(0, abs=1)
    assert found["b"].elo == pytest.approx(400 * math.log10(3), abs=2)
    assert found["a"].games == 400
    (verdict,) = verdicts(match, games)
    assert (verdict.won, verdict.drawn, verdict.lost) == (0, 300, 100)
    assert verdict.words.startswith("a beside b: wins -25.0 points (95 %: -29.")
