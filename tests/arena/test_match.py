"""The schedule: who sits where, what the games of a set share, and which matches are refused."""

import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rookery.arena import Match, play_game
from rookery.arena.match import fingerprint
from rookery.core.environment import COMPONENTS
from rookery.core.errors import UnknownGame, UnknownLevel, UnknownOption
from rookery.core.position import Game
from tests.arena.conftest import BOTS, OUTSIDE, RACE, with_seats

NAMES = ("random", "greedy", "easy", "medium")
CASES: list[tuple[int, int, dict[str, str]]] = [
    (2, 2, {}),
    (2, 4, {}),
    (2, 4, {"pairing": "ladder"}),
    (2, 2, {"table": "one"}),
    (3, 2, {}),
    (4, 2, {}),
    (4, 3, {"pairing": "together"}),
    (4, 3, {"table": "one"}),
    (5, 2, {}),
    (5, 3, {"pairing": "together"}),
]


@pytest.mark.parametrize(("players", "entrants", "how"), CASES)
def test_every_entrant_has_every_seat_equally_often(players: int, entrants: int, how: dict[str, Any]) -> None:
    """In each set, hence in the whole match."""
    match = Match(with_seats(players), NAMES[:entrants], players=players, games=7, **how)
    turns = [match.scheduled(number) for number in range(match.total)]
    for which in range(match.sets):
        own = turns[which * match.set_size : (which + 1) * match.set_size]
        assert {(turn.set, turn.group) for turn in own} == {(which, which % len(match.groups))}
        for name in match.groups[own[0].group]:
            times = Counter(seat for turn in own for seat in range(players) if turn.seats[seat] == name)
            assert len(times) == players
            assert len(set(times.values())) == 1
    asked_for = Counter(turn.group for turn in turns)
    assert set(asked_for) == set(range(len(match.groups)))
    assert all(7 <= count < 7 + match.set_size for count in asked_for.values())


def test_one_sits_among_others() -> None:
    match = Match(with_seats(4), ["random", "greedy"], players=4, games=4, table="one")
    tables = [match.scheduled(number).seats for number in range(4)]
    assert [seats.index("random") for seats in tables] == [0, 1, 2, 3]
    assert all(seats.count("greedy") == 3 for seats in tables)


def test_a_ladder_compares_each_with_the_one_below() -> None:
    match = Match(RACE, ["random", "greedy", "easy"], pairing="ladder")
    assert match.pairs == match.groups == (("greedy", "random"), ("easy", "greedy"))


def test_teams_play_alone_and_begin_alike() -> None:
    match = Match(with_seats(2, cooperative=True), ["random", "greedy", "easy"], players=2, games=7)
    assert match.total == 9
    assert [match.scheduled(number).seats for number in range(3)] == [(name, name) for name in match.entrants]


@pytest.mark.parametrize("opening", [0, 3])
def test_games_of_a_set_begin_alike_and_sets_differ(slug: str, opening: int) -> None:
    match = Match(slug, ["random", "greedy"], opening=opening, seed=4)
    begun = [match.begin(which) for which in range(12)]
    again = match.begin(0)
    assert again.position == begun[0].position
    assert again.luck.random() == begun[0].luck.random()
    assert not any(start.position.is_over for start in begun)
    assert all(start.plies >= opening for start in begun)
    if opening:
        assert len({start.position for start in begun}) > 6


def test_luck_is_shared_where_the_games_go_the_same_way() -> None:
    """Race deals to everybody in turn, whatever they do: who keeps all has what chance dealt, in both games."""
    match = Match(RACE, ["keeper", "twin"], bots={"keeper": BOTS["keeper"], "twin": BOTS["keeper"]}, games=40)
    for number in range(0, match.total, 2):
        first, second = play_game(match, number), play_game(match, number + 1)
        assert first.seats == second.seats[::-1]
        assert first.utilities == second.utilities
        assert first.key == second.key
    assert len({play_game(match, number).key for number in range(0, match.total, 2)}) > 10


def test_a_longer_match_begins_with_the_games_of_a_shorter_one() -> None:
    short, long = (Match(RACE, ["random", "greedy", "easy"], games=games) for games in (4, 10))
    assert [short.scheduled(number) for number in range(short.total)] == [
        long.scheduled(number) for number in range(short.total)
    ]
    assert short.head == long.head


def test_a_match_can_be_sent_to_another_process() -> None:
    match = Match(
        OUTSIDE, ["greedy", "mine"], games=6, opening=1, seed=3, pairing="ladder", bots={"mine": BOTS["giver"]}
    )
    sent = pickle.loads(pickle.dumps(match))
    assert sent.head == match.head
    assert (sent.total, sent.bot("mine")) == (match.total, match.bot("mine"))


def test_a_match_knows_what_its_owners_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other cards are another game; what is measured of a game changes nothing."""
    monkeypatch.setenv(COMPONENTS, str(tmp_path))
    own, found = tmp_path / RACE.path.name, []
    own.mkdir()
    for name, text in (("cards.toml", "a = 1"), ("cards.toml", "a = 2"), ("bench.toml", "b = 1")):
        (own / name).write_text(text, "utf-8")
        fingerprint.cache_clear()
        found.append(fingerprint(RACE.path))
    fingerprint.cache_clear()
    assert found[0] != found[1] == found[2]


def with_team() -> Game:
    return with_seats(2, cooperative=True)


@pytest.mark.parametrize(
    ("game", "entrants", "how", "refusal", "sentence"),
    [
        ("chess", ["random", "greedy"], {}, UnknownGame, "no game is called 'chess'"),
        (RACE, ["random", "greedi"], {}, UnknownLevel, "did you mean greedy"),
        (RACE, ["random"], {}, UnknownLevel, "two entrants or more, each named once, not: random"),
        (RACE, ["random", "random"], {}, UnknownLevel, "each named once, not: random, random"),
        (RACE, ["random", "greedy"], {"players": 9}, UnknownOption, "cannot be played by 9 players"),
        (RACE, ["random", "greedy"], {"options": {"no": "1"}}, UnknownOption, "has no option 'no'"),
        (RACE, ["random", "greedy"], {"table": "two"}, UnknownOption, "no table 'two'; allowed: even, one"),
        (RACE, ["random", "greedy"], {"pairing": "lader"}, UnknownOption, "did you mean ladder"),
        (RACE, ["random", "greedy"], {"games": 0}, UnknownOption, "games of a match is 0; it must be .* at least 1"),
        (
            RACE,
            ["random", "greedy"],
            {"games": 2.5},
            UnknownOption,
            "games of a match is 2.5; it must be a whole",
        ),
        (RACE, ["random", "greedy"], {"opening": "1"}, UnknownOption, "opening of a match is '1'; it must be a whole"),
        (RACE, ["random", "greedy"], {"seed": -1}, UnknownOption, "seed of a match is -1; it must be .* at least 0"),
        (RACE, ["random", "greedy", "easy"], {"pairing": "together"}, UnknownOption, "do not fit at one table of 2"),
        (RACE, ["random", "greedy"], {"pairing": "together", "table": "one"}, UnknownOption, "allowed: even"),
        (with_team(), ["random", "greedy"], {"table": "one"}, UnknownOption, "all win or lose together"),
    ],
)
def test_what_is_no_match_is_refused(
    game: Game | str, entrants: list[str], how: dict[str, Any], refusal: type[Exception], sentence: str
) -> None:
    with pytest.raises(refusal, match=sentence):
        Match(game, entrants, **how)


def test_an_opening_that_ends_every_game_is_refused() -> None:
    with pytest.raises(UnknownOption, match="99 random plies end Race; the opening must be shorter"):
        Match(RACE, ["random", "greedy"], opening=99).begin(0)
