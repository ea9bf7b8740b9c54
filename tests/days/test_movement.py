"""Who sits where in an evening: everybody somewhere, in another seat each round, against others where that can be."""

import itertools

import pytest

from rookery.days.movement import leading_seat, place, seated

SIZES = [(tables, players) for tables in range(2, 9) for players in range(1, 7)]
APART = [
    (tables, players) for tables, players in SIZES if players <= 2 or (tables in (2, 3, 5, 7) and tables >= players)
]
ROUNDS = range(8)


def rivals(tables: int, players: int, turn: int) -> set[frozenset[int]]:
    return {frozenset(pair) for at in seated(tables, players, turn) for pair in itertools.combinations(at, 2)}


@pytest.mark.parametrize(("tables", "players"), SIZES)
def test_everybody_has_one_place_in_each_round(tables: int, players: int) -> None:
    everybody = list(range(tables * players))
    for turn in ROUNDS:
        sat = seated(tables, players, turn)
        assert sorted(itertools.chain(*sat)) == everybody
        assert all(
            sat[table][seat] == number for number in everybody for table, seat in [place(number, tables, players, turn)]
        )


@pytest.mark.parametrize(("tables", "players"), SIZES)
def test_in_as_many_rounds_as_seats_everybody_has_each_seat(tables: int, players: int) -> None:
    for number in range(tables * players):
        assert {place(number, tables, players, turn)[1] for turn in range(players)} == set(range(players))


@pytest.mark.parametrize(("tables", "players"), SIZES)
def test_the_same_people_are_compared_in_all_rounds_and_the_first_ones_lead(tables: int, players: int) -> None:
    for turn in ROUNDS:
        columns = [{at[seat] // tables for at in seated(tables, players, turn)} for seat in range(players)]
        assert all(len(groups) == 1 for groups in columns)
        assert columns[leading_seat(players, turn)] == {0}


@pytest.mark.parametrize(("tables", "players"), APART)
def test_nobody_meets_a_rival_twice_where_the_docs_say_so(tables: int, players: int) -> None:
    met = [rivals(tables, players, turn) for turn in range(tables)]
    assert sum(map(len, met)) == len(set[frozenset[int]]().union(*met))
