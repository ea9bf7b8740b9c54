"""What one did beside what others did."""

import itertools
import random
from statistics import fmean

import pytest

from rookery.days.comparison import Achieved, achieved, matchpoints, mean_swing, swing
from tests.days.a_day import GAMES, played, table_of_the_day

DICE = random.Random(5)
SOME = [Achieved(DICE.choice([-1.0, 0.0, 1.0]), DICE.randrange(-20, 20)) for _ in range(60)]


def test_matchpoints_are_shared_out() -> None:
    """What one wins, another loses: the mean of all is one half."""
    all_of_them = [matchpoints(own, SOME[:place] + SOME[place + 1 :]) for place, own in enumerate(SOME)]
    assert fmean(all_of_them) == pytest.approx(0.5)
    assert matchpoints(max(SOME), [min(SOME)]) == 1.0


def test_swings_are_shared_out_and_concave() -> None:
    assert sum(swing(own, other) for own, other in itertools.permutations(SOME, 2)) == pytest.approx(0.0)
    leads = [swing(Achieved(1.0, lead), Achieved(1.0, 0)) for lead in range(100)]
    gains = [after - before for before, after in itertools.pairwise(leads)]
    assert all(gain > 0 for gain in gains)
    assert gains == sorted(gains, reverse=True)


def test_without_points_the_result_counts() -> None:
    assert swing(Achieved(1.0), Achieved(-1.0)) == -swing(Achieved(-1.0), Achieved(1.0)) > 0
    assert swing(Achieved(0.0), Achieved(0.0)) == 0
    assert mean_swing(Achieved(1.0), [Achieved(1.0), Achieved(-1.0)]) == swing(Achieved(1.0), Achieved(-1.0)) / 2


def test_a_won_game_is_better_than_a_lost_one_whatever_the_points() -> None:
    assert Achieved(1.0, 1) > Achieved(1.0, 0) > Achieved(-1.0, 30)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.facts.slug)
def test_what_a_seat_achieved_is_what_the_rules_count(game) -> None:  # type: ignore[no-untyped-def]
    record = played(game)
    outcome = record.position.outcome
    assert outcome is not None
    all_seats = [achieved(record, seat) for seat in range(record.position.players)]
    assert [each.utility for each in all_seats] == list(outcome.utilities)
    if game.facts.cooperative:
        assert len({*all_seats}) == 1
    elif game.facts.points is not None:  # nobody has more points than one who won
        assert max(all_seats).lead == max(each.lead for each in all_seats) >= 0
    assert table_of_the_day(game).seat < record.position.players
