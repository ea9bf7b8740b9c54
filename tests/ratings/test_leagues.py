"""Leagues of known strength in short; `python -m benchmarks.leagues` is the whole of it."""

import numpy as np
import pytest

from benchmarks.leagues import GAMES, League, Season, changing_tags, leaving, mean_of, play


@pytest.mark.parametrize(
    "league",
    [
        League(2),
        League(3, "thurstone"),
        League(4, bots=True),
        League(5, "thurstone", ordered=True),
        League(6, ordered=True),
    ],
    ids=lambda league: league.words.strip("| "),
)
def test_thirty_games_find_the_order_and_intervals_hold_the_truth(league: League) -> None:
    """Two leagues of 60: 120 intervals, of which chance alone moves 2 %."""
    found = mean_of([play(league, np.random.default_rng((5, run)))[0] for run in range(2)])
    assert found.order >= 0.9
    assert 0.89 <= found.held <= 0.995
    assert found.deviation < 140


def test_one_game_already_gives_an_interval_that_holds() -> None:
    found = play(League(2, bots=True), np.random.default_rng(1), (1, GAMES))
    assert found[0].held >= 0.9
    assert found[1].deviation < 0.5 * found[0].deviation


def test_who_leaves_lost_games_is_rated_no_higher_than_who_stays() -> None:
    ends = [leaving(Season(np.random.default_rng((2, number)))) for number in range(8)]
    stays, leaves, unpunished = (np.mean([[*end.values()][i].mean for end in ends]) for i in range(3))
    assert leaves <= stays + 60, "chance"
    assert unpunished > stays + 120, "the rule is needed"


def test_who_joins_the_tags_that_won_is_rated_no_higher() -> None:
    for number in range(8):
        season = Season(np.random.default_rng((3, number)))
        joined, if_it_counted = changing_tags(season).values()
        assert joined.mean == season.own.mean, "a tag that won changes nothing"
        assert if_it_counted.mean > season.own.mean + 60, "the rule is needed"
