"""From records of games to results: stand-ins, games that are not over, teams."""

from collections.abc import Callable

import numpy as np
import pytest

from rookery import Record
from rookery.ratings import NotRated, RatedResult, Scale, Seated, Skill, after, result_of
from rookery.ratings.measured import difficulty
from rookery.ratings.rated_result import stages
from tests.arena.conftest import with_seats
from tests.ratings.tables import ended


def played(players: int, cooperative: bool = False, stand_in: Callable[[int], bool] = lambda seat: False) -> Record:
    """A random game; `stand_in` says for which seats a bot decides."""
    record, rng = Record(with_seats(players, cooperative), players), np.random.default_rng(1)
    while record.result is None:
        position = record.position
        if position.mover is None or position.mover < 0:
            record.settle(rng)
            continue
        action = int(rng.choice(position.legal_actions))
        record.follow(action, position.after(action), stand_in=stand_in(position.mover))
    return record


def test_a_result_has_the_utilities_of_its_record() -> None:
    record = played(3)
    found = result_of(record, "table", ["ann", "strong", "bob"], bots=[1])
    assert record.result is not None
    assert found.utilities == record.result.utilities
    assert found.seats == (Seated("ann"), Seated("strong", anchor=True), Seated("bob"))
    assert found.left == frozenset()


def test_a_person_for_whom_a_bot_decided_has_left() -> None:
    assert result_of(played(3, stand_in=lambda seat: seat == 2), "table", ["ann", "bob", "cat"]).left == {2}


def test_a_game_that_is_not_over_is_not_rated() -> None:
    with pytest.raises(NotRated, match="the game is not over"):
        result_of(Record(with_seats(2)), "table", ["ann", "bob"])


def test_a_resigned_game_is_lost() -> None:
    record = Record(with_seats(2), 2)
    record.concede(0)
    assert result_of(record, "table", ["ann", "bob"]).utilities == (-1.0, 1.0)


@pytest.mark.parametrize(
    ("utilities", "left", "decided"),
    [
        ((1.0, -1.0), [], [((0, 1), {0})]),
        ((0.0, 0.0, 0.0), [], [((0, 1, 2), {0, 1, 2})]),
        ((-0.5, 1.0, -0.5), [], [((0, 1, 2), {1})]),
        ((0.0, 1.0, 0.5), [], [((0, 1, 2), {1}), ((0, 2), {2})]),
        ((0.2, 0.2, -0.4, -0.4), [], [((0, 1, 2, 3), {0, 1})]),
        ((1.0, -0.5, -0.5), [0], [((0, 1, 2), {1, 2})]),
        ((1.0, -0.5, -0.5), [1, 2], [((0, 1, 2), {0})]),
    ],
)
def test_places_follow_from_utilities(
    utilities: tuple[float, ...], left: list[int], decided: list[tuple[tuple[int, ...], set[int]]]
) -> None:
    names = ["ann", "bob", "cat", "dan"][: len(utilities)]
    assert [(stage.seats, {*stage.winners}) for stage in stages(ended(names, *utilities, left=left))] == decided


def test_a_result_has_as_many_utilities_as_seats() -> None:
    for seats, utilities in ((2, (1.0,)), (1, (1.0,)), (0, ())):
        with pytest.raises(ValueError, match="two or more, and as many"):
            RatedResult("table", (Seated("ann"),) * seats, utilities)


# ── Teams ────────────────────────────────────────────────────────────────────
def test_a_team_is_one_player_against_the_difficulty() -> None:
    record = played(2, cooperative=True)
    assert record.result is not None
    found, turned = (result_of(record, "table", names) for names in (["bob", "ann"], ["ann", "bob"]))
    game = difficulty(record.game, 2, record.position.options)
    assert found == turned
    assert found.seats == (Seated("ann + bob"), Seated(game, anchor=True))
    assert found.utilities[0] == record.result.utilities[0] == -found.utilities[1]
    scale = Scale({game: Skill(0.0, 0.0)}, Skill(200.0, 350.0))
    (name, team), *others = after({}, found, scale).items()
    assert (name, others) == ("ann + bob", [])
    assert (team.mean < 200) == (record.result.utilities[0] < 0)


def test_other_options_are_another_difficulty() -> None:
    game = with_seats(2, cooperative=True)
    option = next(option for option in game.facts.options if len(option.choices) > 1)
    names = {difficulty(game, 2, {option.name: choice}) for choice in option.choices}
    assert names == {"2 players", *(f"2 players, {option.name} {choice}" for choice in option.choices[1:])}


def test_a_team_that_a_bot_helped_to_win_is_not_rated() -> None:
    lost = played(2, cooperative=True, stand_in=lambda seat: seat == 1)
    assert lost.result is not None
    assert lost.result.utilities[0] < 0, "random players lose"
    assert result_of(lost, "table", ["ann", "bob"]).utilities == (-1.0, 1.0)
    for names, bots in ((["ann", "hard"], [1]), (["ann", "ann"], [])):
        with pytest.raises(NotRated):
            result_of(lost, "table", names, bots)
