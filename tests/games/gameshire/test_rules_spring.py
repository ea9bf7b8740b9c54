"""Spring by its rule IDs (rules.md): positions in which a rule allows something, and in which it forbids something.

What is expected here was written from the rulebook, not from the code. Farms and drawings: see drawn.py.
"""

import pytest

from rookery import CHANCE
from rookery.core import errors
from tests.games.gameshire.drawn import (
    GAME,
    actions,
    boons,
    drawn,
    gifts,
    kinds,
    learned,
    plan,
    played,
    resource,
    settled,
    who,
    written,
)
from tests.games.gameshire.twin_box import WHITE

HALF = """
    123456
    WORPGY
    123456
    ......
    ......
    ......
"""
CORNER = """
    12345.
    WORPGY
    123456
    GYWORP
    234561
    YWORPG
"""  # F1 alone is blank
FULL = CORNER.replace("12345.", "123456")
# all but A1, B1, C1 and F6 are filled; A1 .. C1 hold a plan of three in a row
SLOT = """
    ...456
    WORPGY
    123456
    GYWORP
    234561
    YWORP.
"""


def records(*maps: str, market: str) -> set[str]:
    """What the first player may record of the left plan."""
    return {text for text in actions(drawn(*maps, market=market).after("choose left")) if "record" in text}


# ── Set-up and turn ──────────────────────────────────────────────────────────
def test_GS_10_three_plans_are_laid_out_before_anybody_chooses() -> None:
    position = GAME.start(players=2, first="seat 2")
    seen = []
    while position.mover == CHANCE:
        seen.append(position.format(position.legal_actions[0]).split()[0])
        position = position.after_unchecked(position.legal_actions[0])
    assert seen == ["top", "top", "resource", "top", "resource", "top", "resource"]  # the deck's next card is in sight
    assert who(position) == "choose 2"
    assert (position.state.market >= 0).sum() == (position.state.under >= 0).sum() == 3
    assert position.state.top >= 0


def test_GS_10_the_first_player_is_random_or_named() -> None:
    start = GAME.start(players=3)
    assert {start.format(action): chance for action, chance in start.chances.items()} == {
        f"seat {seat} first": pytest.approx(1 / 3) for seat in (1, 2, 3)
    }
    assert who(settled(start.after("seat 3 first"))) == "choose 3"
    with pytest.raises(errors.UnknownOption, match="is not for 2 players"):
        GAME.start(players=2, first="seat 3")


def test_GS_11_choose_then_all_record_then_the_next_player() -> None:
    start = drawn("", "", "", market="#YG/W1 *#5/W2 Y3/#./W4", turn=2)
    assert who(start) == "choose 2"
    assert kinds(start) == {"choose"}
    chosen = start.after("choose centre")
    assert who(chosen) == "record 2"
    one = chosen.after("record A1 B1 C1")
    assert who(one) == "record 3"
    two = played(one, "record A1 A2 A3")
    assert who(two) == "record 1"
    done = two.after("record F1 E1 D1")
    assert who(settled(done)) == "choose 3"
    assert [written(done, seat) for seat in (1, 2, 3)] == [
        {"F1": "W", "E1": "2", "D1": "5"},
        {"A1": "W", "B1": "2", "C1": "5"},
        {"A1": "W", "A2": "2", "A3": "5"},
    ]
    assert done.state.season_discard == 1 << plan("*#5") - 1
    assert done.state.resource_discard == 1 << resource("W2") - 1


def test_GS_11_the_market_is_filled_to_three_at_the_start_of_a_turn_and_no_further() -> None:
    start = drawn("", market="#YG/W1 *#5/W2 Y3/#./W4")
    done = played(start, "choose right", "record A1 B1 A2")
    assert done.mover == CHANCE
    assert done.state.market[2] == start.state.top  # the card in sight comes next
    assert done.state.under[2] == -1
    full = drawn("", market="#YG/W1 *#5/W2 Y3/#./W4 *3/#./O2")
    after = played(full, "choose left", "record A1 B1 C1")
    assert who(after) == "choose 1"  # three are left: nothing is added
    assert after.state.market[0] == -1


def test_GS_11_a_plan_that_does_not_fit_cannot_be_chosen() -> None:
    position = drawn(SLOT, "", market="#YG/W1 Y3/#./W2 W1/#P/W4")
    assert actions(position) == {"choose left"}
    with pytest.raises(errors.IllegalAction):
        position.after("choose centre")


# ── Recording ────────────────────────────────────────────────────────────────
def test_GS_12_turned_and_mirrored_in_empty_white_boxes() -> None:
    found = records("", market="Y3/#./W1 1/W2")
    assert len(found) == 5 * 5 * 8
    corner = {text for text in found if {*text.split()[1:]} == {"A1", "B1", "A2"}}
    assert corner == {"record A1 B1 A2", "record A1 A2 B1"}
    squares = {square for text in found for square in text.split()[1:]}
    assert squares == WHITE  # never the border
    assert "record Z1 A1 Z2" not in found


def test_GS_12_filled_and_crossed_out_boxes_are_no_room() -> None:
    found = records(HALF, market="#YG/W1 1/W2")
    assert all(square[1] in "456" for text in found for square in text.split()[1:])
    assert records(SLOT, market="#YG/W1 1/W2") == {"record A1 B1 C1", "record C1 B1 A1"}
    assert records(
        SLOT.replace("...456", "x..456").replace("WORPG.", "......").replace("GYWORP", "......"), market=("#YG/W1 1/W2")
    ).isdisjoint({"record A1 B1 C1", "record C1 B1 A1"})


def test_GS_12_symbols_are_filled_in_from_the_resource_card() -> None:
    done = played(drawn("", market="O#2*/G6 1/W2"), "choose left", "record A1 B1 C1 D1")
    assert written(done) == {"A1": "O", "B1": "6", "C1": "2", "D1": "G"}


def test_GS_12_ways_that_write_the_same_are_one() -> None:
    assert "record A1 B1 C1" in records("", market="*#5/W2 1/W1")
    same = records("", market="O#2*/O2 1/W1")  # O 2 2 O: turned by half it is the same
    assert "record A1 B1 C1 D1" in same
    assert "record D1 C1 B1 A1" not in same


# ── Skills and boons ─────────────────────────────────────────────────────────
def test_GS_16_a_crop_on_a_hammer_teaches_everybody_a_cow_nothing() -> None:
    start = drawn("", "", market="#YG/W1 1/W2")
    assert learned(played(start, "choose left", "record C1 D1 E1")) == "G"  # E1 is Alder farm's hammer
    assert learned(played(start, "choose left", "record E1 D1 C1")) == ""  # a cow on it
    assert learned(played(start, "choose left", "record A1 B1 C1")) == ""
    both = played(start, "choose left", "record C1 D1 E1", "record A1 B1 C1")  # B1 is Birch farm's
    assert learned(both) == "GY"
    again = played(drawn("", market="#YG/W1 1/W2", learned="G"), "choose left", "record C1 D1 E1")
    assert learned(again) == "G"


def test_GS_17_a_full_row_or_column_of_white_boxes_is_a_boon() -> None:
    before = "DE2345"  # what is full has earned its boon
    start = drawn(SLOT, "", market="#YG/W1 1/W2", boons=before)
    after = played(start, "choose left", "record A1 B1 C1")
    assert boons(after) == "ABCDE12345"  # three columns and the row at once; F6 is blank
    assert boons(after, 2) == ""  # each player for themselves
    crossed = drawn(SLOT.replace("...456", "...45x"), market="#YG/W1 1/W2", boons=before)
    assert boons(played(crossed, "choose left", "record A1 B1 C1")) == "ABCDE2345"  # crossed out is never recorded
    again = drawn(SLOT, market="#YG/W1 1/W2", boons=before + "A")  # A was full before, and erased since
    assert boons(played(again, "choose left", "record A1 B1 C1")) == "ABCDE12345"


# ── Passing and the end ──────────────────────────────────────────────────────
def test_GS_18_passing_only_where_nothing_fits() -> None:
    able = drawn("", FULL, market="#YG/W1 1/W2")
    assert "pass" not in actions(able)
    follower = played(able, "choose left", "record A1 B1 C1")
    assert (who(follower), actions(follower)) == ("record 2", {"pass"})
    stuck = drawn(CORNER, "", market="#YG/W1 2/W2 3/W4")
    assert actions(stuck) == {"pass"}


def test_GS_18_who_passes_with_their_share_is_out_and_play_goes_on() -> None:
    start = drawn("", FULL, market="#YG/W1 1/W2", gifts="WWW---", givers="222---")
    after = played(start, "choose left", "record A4 B4 C4", "pass")
    assert after.state.out == 0b10
    assert not after.is_over
    assert who(settled(after)) == "choose 1"  # the other one is out
    chooser = drawn(FULL, "", market="#YG/W1 2/W2 3/W4", gifts="WWW---", givers="111---").after("pass")
    assert who(chooser) == "choose 2"


@pytest.mark.parametrize(
    ("givers", "lost"),
    [
        # seat 1 passes; who has chosen which gifts
        ("1-----", True),
        ("------", True),
        ("11111-", True),  # alone, all six are one's own
        ("111---:", False),
        ("11----:", True),
        ("222---:", True),
        ("11----::", False),
        ("1-----::", True),
        ("2233--::", True),
        ("1-----:::", False),
        ("------:::", True),
        ("11----:::", False),
        ("1-----::::", False),
        ("22----::::", True),
        ("1-----:::::", False),
        ("2-----:::::", True),
    ],
)
def test_GS_18_lost_when_the_gifts_cannot_be_shared_out_any_more(givers: str, lost: bool) -> None:
    players = givers.count(":") + 1
    givers = givers.replace(":", "")
    chosen = "".join("-" if seat == "-" else "W" for seat in givers)
    maps = [FULL, *[""] * (players - 1)]
    after = drawn(*maps, market="#YG/W1 2/W2 3/W4", gifts=chosen, givers=givers).after("pass")
    assert after.is_over == lost
    if lost:
        assert after.outcome is not None
        assert after.outcome.utilities == (-1.0,) * players
        assert after.outcome.winners == ()


def test_GS_18_somebody_must_still_be_able_to_choose_one_more() -> None:
    maps = [FULL, "", "", ""]
    # four players, seats 1 to 3 pass with one gift each: nobody but seat 4 could choose two, and two must
    two_in = drawn(*maps, market="#YG/W1 2/W2 3/W4", gifts="WW----", givers="12----", out="2").after("pass")
    assert not two_in.is_over
    one_in = drawn(*maps, market="#YG/W1 2/W2 3/W4", gifts="WWW---", givers="123---", out="23").after("pass")
    assert one_in.is_over
    has_two = drawn(*maps, market="#YG/W1 2/W2 3/W4", gifts="WWWW--", givers="1233--", out="23").after("pass")
    assert not has_two.is_over


def test_GS_19_spring_ends_when_all_gifts_are_chosen_and_all_have_recorded() -> None:
    start = drawn("", "", market="*3/#./W1 1/W2", gifts="-WWWWW", givers="-11222")
    chosen = played(start, "choose left", "record A2 B2 A3")
    assert gifts(chosen) == "WWWWWW"
    assert (chosen.state.season, who(chosen)) == (0, "record 2")  # the other one records it first
    assert chosen.after("record A1 B1 A2").state.season == 1
    not_yet = played(start, "choose left", "record A5 B5 A6", "record D3 E3 D4")
    assert not_yet.state.season == 0


def test_GS_50_alone_one_chooses_all_six() -> None:
    # GS-50
    start = drawn("", market="*3/#./W1 1/W2", gifts="-WWWWW", givers="-11111")
    assert start.after("choose left").after("record A2 B2 A3").state.giver.tolist() == [0] * 6
    assert who(settled(played(start, "choose left", "record A4 B4 A5"))) == "choose 1"  # and goes on alone
    stuck = drawn(FULL, market="#YG/W1 2/W2 3/W4", gifts="-WWWWW", givers="-11111")
    assert stuck.after("pass").is_over  # five are not enough
