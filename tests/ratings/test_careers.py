"""The rating of a person with several careers: losses come along, and nothing is gained."""

import random
from dataclasses import replace

import pytest

from rookery.ratings import NotRated, RatedResult, Seated, Skill, rate
from rookery.ratings.careers import Career, leading, players_of, together, with_players
from rookery.ratings.skill import START_DEVIATION
from tests.ratings.tables import SCALE, ended

START = SCALE.start
BOTS = list(SCALE.anchors)


def career(player: str, *won: float, start: int = 0) -> Career:
    """A career of games against a bot, of which each was won by a part."""
    results = [ended([player, "fair"], part, 1 - part, table=f"{player} {start + n}") for n, part in enumerate(won)]
    return Career(player, START, rate(results, SCALE)[player])


def some(dice: random.Random) -> list[Career]:
    return [
        career(name, *(dice.randrange(3) / 2 for _ in range(dice.randrange(1, 25))))
        for name in "abcde"[: dice.randrange(1, 6)]
    ]


def test_one_career_is_the_rating() -> None:
    only = career("ann", 1, 0, 1)
    assert together([only]) == only.skill


def test_joining_gains_nothing_and_loses_no_game() -> None:
    """At most the leading career's mean, and no more certain than that, in any order."""
    for seed in range(60):
        careers = some(random.Random(seed))
        shown, lead = together(careers), leading(careers).skill
        assert shown.mean <= lead.mean
        assert shown.deviation == lead.deviation
        assert shown.games == sum(one.skill.games for one in careers)
        turned = together(careers[::-1])
        assert turned.mean == pytest.approx(shown.mean)
        assert turned.games == shown.games


def test_whoever_joins_only_winners_is_rated_as_before() -> None:
    """Twenty games, each under a new tag: ten won tags join, ten lost ones are left alone."""
    honest = career("ann", *[1, 0] * 10)
    assert together([honest, *(career(f"new {n}", 1) for n in range(10))]).mean == honest.skill.mean
    every = together([honest, *(career(f"new {n}", n % 2) for n in range(20))])
    assert abs(every.mean - honest.skill.mean) < 25
    lost = [together([honest, *(career(f"new {n}", 0) for n in range(count))]).mean for count in range(6)]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] - lost[5] > 80


def test_a_win_against_a_weak_player_lowers_nobody() -> None:
    """Though it says little of the strength of the winner."""
    lead = career("ann", *[1] * 15)
    weak = Career("bob", START, rate([ended(["bob", "weak"], 1, 0)], SCALE)["bob"])
    assert together([lead, weak]).mean == lead.skill.mean
    games = [ended(["bob", "weak"], n % 2, 1 - n % 2, table=str(n)) for n in range(10)]
    many = Career("bob", START, rate(games, SCALE)["bob"])
    assert together([lead, many]).mean < lead.skill.mean - 50


def test_careers_together_are_worth_about_as_much_as_their_games_in_one() -> None:
    """However the games are shared out among the tags, if the weaker half is not the leading one."""
    for seed in range(40):
        dice = random.Random(seed)
        strong, weak = [dice.random() < 0.6 for _ in range(30)], [dice.random() < 0.3 for _ in range(25)]
        one = career("ann", *weak, *strong).skill
        both = together([career("ann", *strong), career("bob", *weak)])
        assert abs(both.mean - one.mean) < one.deviation, seed


def test_a_career_of_long_ago_counts_less() -> None:
    lead, old = career("ann", *[1, 0] * 15), career("bob", *[0] * 10)
    means = [together([lead, old._replace(idle=idle)]).mean for idle in (0, 10, 100, 1000, 100_000)]
    assert means == sorted(means)
    assert lead.skill.mean - means[0] > 50
    assert lead.skill.mean - means[-1] < 1


def test_the_leading_career_has_most_games() -> None:
    short, long = career("ann", 1, 1), career("bob", 0, 0, 0)
    assert leading([short, long]) == leading([long, short]) == long
    assert leading([career("bob", 0), career("ann", 1)]).player == "ann", "the stronger of two that are as long"
    certain = Career("cat", Skill(0.0, START_DEVIATION), Skill(100.0, 0.0, 40))
    assert together([certain, short, long]).mean <= 100.0, "no division by zero"


# ── One result ───────────────────────────────────────────────────────────────
SOLO = RatedResult("t", (Seated("0"), Seated("strong", anchor=True), Seated("2")), (1.0, 0.0, -1.0))
TEAM = RatedResult("t", (Seated("0 + 1"), Seated("2 players", anchor=True)), (1.0, -1.0))


def test_a_result_counts_for_whoever_agreed() -> None:
    players = players_of(SOLO, {0: "ann", 2: "bob"})
    assert players == {0: "ann", 2: "bob"}
    assert with_players(SOLO, players).seats == (Seated("ann"), SOLO.seats[1], Seated("bob"))
    assert players_of(SOLO, {0: "ann"}) == {0: "ann", 2: ""}, "somebody has left"
    named = with_players(SOLO, {0: "ann", 2: ""})
    assert len({who.name for who in named.seats}) == 3
    assert named.seats[2].name not in ("", "ann")


def test_a_team_is_one_player_and_needs_all_of_its_people() -> None:
    players = players_of(TEAM, {0: "bob", 1: "ann"})
    assert players == {0: "ann + bob", 1: "ann + bob"}
    assert with_players(TEAM, players).seats[0] == Seated("ann + bob")
    assert with_players(TEAM, {0: "", 1: ""}).seats[0].name
    for agreed in ({0: "ann"}, {0: "ann", 1: "ann"}):
        with pytest.raises(NotRated):
            players_of(TEAM, agreed)
    alone = replace(TEAM, seats=(Seated("0"), TEAM.seats[1]))
    assert players_of(alone, {0: "ann"}) == {0: "ann"}
