"""The gifts of Gameshire by their rule IDs (rules.md): what crowns and shares allow, and what they forbid.

What is expected here was written from the rulebook, not from the code. Farms and drawings: see drawn.py.
"""

import pytest

from tests.games.gameshire.drawn import actions, drawn, gifts, played, who, written


def test_GS_13_covering_a_crown_chooses_the_gift() -> None:
    start = drawn("", "", market="#YG/W1 1/W2")
    covered = played(start, "choose left", "record B1 C1 D1")  # D1 is Alder farm's crown of column D
    assert gifts(covered) == "---G--"
    assert covered.state.giver.tolist() == [-1, -1, -1, 0, -1, -1]
    beside = played(start, "choose left", "record A1 B1 C1")
    assert gifts(beside) == "------"


@pytest.mark.parametrize(("players", "most"), [(1, 6), (2, 3), (3, 2), (4, 2), (5, 2), (6, 1)])
def test_GS_14_shares_of_the_gifts(players: int, most: int) -> None:
    """The first player has chosen so many of columns F, E, ... and covers the crown of A."""
    for count in range(min(most, 5) + 1):
        have, given = ("W" * count).rjust(6, "-"), ("1" * count).rjust(6, "-")
        start = drawn(*[""] * players, market="*3/#./W1 1/W2", gifts=have, givers=given)
        after = played(start, "choose left", "record A2 B2 A3")
        assert gifts(after)[0] == ("W" if count < most else "-")


def test_GS_14_only_so_many_players_choose_one_more() -> None:
    # four players: two choose two, two choose one
    third = drawn("", "", "", "", market="*3/#./W1 1/W2", gifts="-WWWW-", givers="-2233-")
    assert gifts(played(third, "choose left", "record A2 B2 A3")) == "WWWWW-"  # one's first is one's share
    second = drawn("", "", "", "", market="*3/#./W1 1/W2", gifts="-WWWWW", givers="-22331")
    assert gifts(played(second, "choose left", "record A2 B2 A3")) == "-WWWWW"  # two have two already
    other = drawn("", "", "", "", market="*3/#./W1 1/W2", gifts="-WWW--", givers="-221--")
    assert gifts(played(other, "choose left", "record A2 B2 A3")) == "WWWW--"


def test_GS_14_more_crowns_than_the_share_leaves() -> None:
    # Birch farm's crowns lie on a diagonal
    start = drawn("", "", market="6*./.3Y/W1 1/W2", turn=2, gifts="---WW-", givers="---22-")
    asked = played(start, "choose left", "record A1 B1 B2 C2")  # the crowns of A and B, and one gift to choose
    assert who(asked) == "crown 2"
    assert actions(asked) == {"crown A", "crown B"}
    assert gifts(asked.after("crown B")) == "-3-WW-"
    assert gifts(asked.after("crown A")) == "6--WW-"
    both = drawn("", "", market="6*./.3Y/W1 1/W2", turn=2, gifts="----W-", givers="----2-")
    assert gifts(played(both, "choose left", "record A1 B1 B2 C2")) == "63--W-"


def test_GS_15_a_crown_whose_gift_is_chosen_is_a_blank_box() -> None:
    start = drawn("", "", market="#YG/W1 1/W2", gifts="---5--", givers="---2--")
    after = played(start, "choose left", "record B1 C1 D1")
    assert gifts(after) == "---5--"
    assert written(after)["D1"] == "G"
    # in turn order: the first player chooses column A, the second one covers that crown in vain
    turns = drawn("", "", market="*3/#./W1 1/W2")
    in_vain = played(turns, "choose left", "record A2 B2 A3", "record B1 C1 B2")  # on crowns of A, then of B
    assert in_vain.state.giver.tolist() == [0, 1, -1, -1, -1, -1]
    later = played(turns, "choose left", "record A2 B2 A3", "record A1 A2 B1")  # A1 is Birch farm's crown of A
    assert later.state.giver.tolist() == [0, -1, -1, -1, -1, -1]


def test_GS_20_one_value_may_be_the_gift_of_several_columns() -> None:
    # GS-20
    start = drawn("", market="*3/#./W1 1/W2", gifts="-WW---", givers="-11---")
    assert gifts(played(start, "choose left", "record A2 B2 A3")) == "WWW---"
    all_equal = drawn("", market="*3/#./W1 1/W2", gifts="-WWWWW", givers="-11111")
    assert all_equal.after("choose left").after("record A2 B2 A3").state.season == 1
