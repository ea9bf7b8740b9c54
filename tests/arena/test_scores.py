"""Points, intervals and verdicts."""

import pytest

from rookery.arena import GameResult, Match, Results, play, standings, verdicts, wilson
from rookery.arena.scores import paired
from rookery.bots import RandomBot
from tests.arena.conftest import BOTS, RACE, with_seats

NAMES = ("one", "other")
QUICK = dict.fromkeys(NAMES, RandomBot())
NONE: dict[str, float] = {"keeper": 0.0, "giver": 0.0}


def played(match: Match, ends: list[tuple[float, ...]]) -> list[GameResult]:
    spent, decisions = NONE | {"giver": 0.5}, {"keeper": 2, "giver": 2}
    return [
        GameResult(number, match.scheduled(number).seats, end, 8, str(number), spent, decisions, NONE)
        for number, end in enumerate(ends)
    ]


def test_wilson_intervals() -> None:
    """Values from Wilson's formula, worked by hand for 0 of 10 and 5 of 10."""
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize(("points", "games"), [(5, 3), (-1, 3), (0, -1), (float("nan"), 3)])
def test_no_interval_of_what_cannot_be(points: float, games: float) -> None:
    with pytest.raises(ValueError, match=f"{points:g} points of {games:g} games; allowed: from 0 to the number"):
        wilson(points, games)


def test_paired_differences() -> None:
    """Worked by hand: 9 and 1 of 20 become 10 and 2 of 22, their variance (12/22 - (8/22)²) / 22."""
    assert paired(9, 1, 20) == pytest.approx((0.4, 0.3636 - 0.2686, 0.3636 + 0.2686), abs=1e-3)
    assert paired(0, 0, 20)[1] < 0 < paired(0, 0, 20)[2]


def test_standings_count_points_time_and_decided_games() -> None:
    match = Match(RACE, ["keeper", "giver"], bots=BOTS, games=4)
    keeper, giver = standings(match, played(match, [(1, -1), (1, -1), (0, 0), (-1, 1)]))
    assert (keeper.games, keeper.points, keeper.decided) == (4, 2.5, 3)
    assert (giver.points, giver.share) == (1.5, 0.375)
    assert (keeper.seconds, giver.seconds) == (0, 0.25)


def test_a_shared_game_is_decided_for_nobody() -> None:
    """Not even for who had no part of it."""
    names = ["one", "other", "third"]
    bots = dict.fromkeys(names, RandomBot())
    match = Match(RACE, names, bots=bots, players=3, pairing="together", games=3)
    ends: list[tuple[float, ...]] = [(-1, 0.5, 0.5), (1, -0.5, -0.5), (0.5, 0.5, -1)]
    times, decisions = dict.fromkeys(names, 0.0), dict.fromkeys(names, 1)
    games = [GameResult(n, match.scheduled(n).seats, end, 8, "", times, decisions, times) for n, end in enumerate(ends)]
    assert [standing.decided for standing in standings(match, games)] == [1, 1, 1]


def test_a_verdict_is_on_decided_games() -> None:
    match = Match(RACE, ["keeper", "giver"], bots=BOTS, games=4)
    (verdict,) = verdicts(match, played(match, [(1, -1), (-1, 1), (0, 0), (1, -1)]))
    assert (verdict.won, verdict.drawn, verdict.lost) == (2, 1, 1)
    assert verdict.words == (
        "keeper against giver: 66.7 % (95 %: 20.8 to 93.9) of 3 decided games, 1 shared; 1 of 2 won in seat 1; "
        "1 of 2 won in seat 2"
    )


def test_one_among_others_is_held_against_the_even_share() -> None:
    match = Match(with_seats(4), ["keeper", "giver"], bots=BOTS, games=4, players=4, table="one")
    won, lost = (1.0, *(-1 / 3,) * 3), (-1 / 3, -1 / 3, -1 / 3, 1.0)
    games = played(match, [won, won, lost, lost])  # the lone one sits in seats 0, 1, 2, 3 and wins from 0 and 3
    (verdict,) = verdicts(match, games)
    assert (verdict.won, verdict.lost) == (2, 2)
    assert "keeper alone among 3 × giver: 50.0 %" in verdict.words
    assert "2.00 times the even share (0.60 to 3.40)" in verdict.words


def test_keeping_beats_giving() -> None:
    results = play(Match(RACE, ["giver", "keeper"], bots=BOTS, games=60))
    (verdict,) = verdicts(results.match, results.games)
    assert verdict.lost > verdict.won
    assert "keeper" in str(results)


def test_games_that_repeat_are_counted_once_in_the_caption() -> None:
    match = Match(RACE, ["keeper", "giver"], bots=BOTS, games=4)
    games = played(match, [(1, -1)] * 4)
    again = [GameResult(g.number, match.scheduled(0).seats, g.utilities, g.plies, "same", *(NONE,) * 3) for g in games]  # type: ignore[arg-type]
    assert "4 games\n" in str(Results(match, games))
    assert "4 games, 1 of them different\n" in str(Results(match, again))


@pytest.mark.parametrize(("players", "table", "of"), [(4, "even", 2), (4, "one", 4)])
def test_four_players_play_whole_games(players: int, table: str, of: int) -> None:
    results = play(Match(with_seats(4), NAMES, bots=QUICK, players=players, table=table, games=of))
    assert len(results.games) == of
    assert sum(standing.points for standing in standings(results.match, results.games)) == pytest.approx(of)


def test_teams_play_whole_games() -> None:
    results = play(Match(with_seats(2, cooperative=True), NAMES, bots=QUICK, games=4))
    assert [game.seats for game in results.games] == [("one",) * 2, ("other",) * 2] * 2
    assert "one beside other: wins " in str(results)
