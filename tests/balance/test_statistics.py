"""Intervals hold the truth as often as they say, and differences are marked only where there are some."""

import numpy as np
import pytest

from rookery.balance.statistics import GameSums, Measure, by_luck, elo, real_differences

SAMPLES, GAMES = 200, 150
FEWEST_HELD, MOST_HELD = 180, 199  # of 200 intervals, of which 95 % should: further off is hardly luck


def sums_of(rows: np.ndarray) -> GameSums:
    sums = GameSums(rows.shape[1])
    sums.games, sums.totals, sums.products = len(rows), rows.sum(axis=0), np.tril(rows.T @ rows)
    return sums


def test_intervals_hold_the_truth_19_times_in_20() -> None:
    luck = np.random.default_rng(5)
    held = {"share": 0, "mean": 0, "ratio": 0, "difference": 0}
    for _ in range(SAMPLES):
        won = luck.random(GAMES) < 0.3
        decisions = luck.integers(1, 30, GAMES)  # games differ in length, and the choices of one are alike
        chosen = luck.binomial(decisions, luck.beta(4.0, 6.0, GAMES))
        sums = sums_of(np.stack([won, decisions, chosen, luck.random(GAMES) < 0.5], axis=1).astype(float))
        held["share"] += holds(sums.share(0), 0.3)
        held["mean"] += holds(sums.mean(1), 15.0)
        held["ratio"] += holds(sums.ratio(2, 1), 0.4)
        held["difference"] += holds(sums.share(3).less(sums.share(0)), 0.2)
    assert all(FEWEST_HELD <= count <= MOST_HELD for count in held.values()), held


def holds(measure: Measure, truth: float) -> bool:
    return measure.low <= truth <= measure.high


def test_sums_do_not_depend_on_how_the_games_are_split() -> None:
    rows = np.random.default_rng(1).integers(0, 5, (40, 3)).astype(float)
    whole, parts = sums_of(rows), sums_of(rows[:7])
    parts.include(sums_of(rows[7:]))
    assert parts.games == 40
    assert (parts.totals == whole.totals).all()
    assert (parts.products == whole.products).all()
    assert whole.mean(0).value == pytest.approx(rows[:, 0].mean())
    spread = rows[:, 0].std(ddof=1) / 40**0.5
    assert whole.mean(0).error == pytest.approx(spread)


def test_what_was_never_counted_says_nothing() -> None:
    empty = sums_of(np.zeros((30, 2)))
    assert empty.ratio(0, 1).low == -np.inf
    assert by_luck(empty.ratio(0, 1)) == 1.0
    assert (GameSums(1).share(0).low, GameSums(1).share(0).high) == (0.0, 1.0)


def test_of_many_differences_few_are_marked() -> None:
    """By Holm: the least likely one against 5 % of all, the next one against 5 % of the rest."""
    assert real_differences({"a": 0.012, "b": 0.02, "c": 0.04, "d": 0.9}) == {"a"}
    assert real_differences({"a": 0.012, "b": 0.016, "c": 0.9, "d": 0.02}) == {"a", "b", "d"}
    assert real_differences({"a": 0.013, "b": 0.9, "c": 0.9, "d": 0.9}) == set()
    assert real_differences({}) == set()


def test_equal_versions_are_seldom_marked() -> None:
    luck, wrong = np.random.default_rng(2), 0
    for _ in range(SAMPLES):
        gaps = {}
        for name in range(12):
            one, other = (sums_of((luck.random((GAMES, 1)) < 0.5).astype(float)).share(0) for _ in range(2))
            gaps[str(name)] = by_luck(other.less(one))
        wrong += bool(real_differences(gaps))
    assert wrong <= 20  # 10 of 200 are expected; without the correction nearly a half


def test_elo_is_that_of_the_arena() -> None:
    assert elo(0.5) == 0.0
    assert elo(10 / 11) == pytest.approx(400.0)
