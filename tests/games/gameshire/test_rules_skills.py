"""The skills of Gameshire by their rule IDs (rules.md), in both seasons: what they allow, and what they forbid.

What is expected here was written from the rulebook, not from the code. Farms and drawings: see drawn.py.
"""

import pytest

from rookery import CHANCE, Position
from rookery.core import errors
from rookery.games.gameshire.rules import layout
from tests.games.gameshire.drawn import (
    CROPS_3,
    GAME,
    actions,
    boons,
    crossed,
    demand,
    demanding,
    drawn,
    gifts,
    kinds,
    learned,
    plan,
    played,
    resource,
    settled,
    shaded,
    who,
    written,
)

ALL = "WORPGY"
NO_CROP_TWICE = demand("##/##", "no blanks", "no two equal crops")
SOME = """
    W1....
    O.....
    ......
    ......
    ......
    .....3
"""
FULL = "WORPGY\n" * 6


def skills(position: Position) -> set[str]:
    return {text for text in actions(position) if text.startswith("use")}


# ── Cost and moment ──────────────────────────────────────────────────────────
def test_GS_30_only_what_the_team_has_learned_and_can_pay() -> None:
    can = drawn("", "", market="#YG/W1 *#5/W2 Y3/#./W4", learned="O", boons="A")
    assert skills(can) == {"use O"}
    assert not skills(drawn("", "", learned="O"))
    assert not skills(drawn("", "", boons="A"))
    second = drawn("", "", learned="O", boons="AB", uses=1, spent=1)  # costs two, and one is left
    assert not skills(second)
    assert skills(drawn("", "", learned="O", boons="ABC", uses=1, spent=1)) == {"use O"}


def test_GS_30_the_nth_use_costs_n_boons_from_the_common_pool_and_there_are_eight() -> None:
    start = drawn("", "", learned="OG", boons="ABCDEF", turn=2)  # the other player's boons
    once = start.after("use O")
    assert (once.state.uses, once.state.spent) == (1, 1)
    twice = once.after("use G")
    assert (twice.state.uses, twice.state.spent) == (2, 3)
    assert "use O" in actions(drawn("", uses=7, spent=4, learned="O", boons="ABCDEF123456"))
    assert "use O" not in actions(drawn("", uses=8, spent=0, learned="O", boons="ABCDEF123456"))


def test_GS_30_by_the_player_whose_decision_it_is() -> None:
    start = drawn("", "", "", learned=ALL, boons="ABCDEF", turn=2)
    assert {"use W", "use O", "use R", "use P", "use G"} - kinds(start) == {"use W"}  # nobody has a box to erase
    choosing = played(start, "choose left", "record A1 B1 C1")
    assert who(choosing) == "record 3"
    assert kinds(choosing) == {"record", "use W", "use O", "use R"}  # the market is not touched while recording
    used = choosing.after("use R")
    assert who(used) == "write 3"
    with pytest.raises(errors.IllegalAction):
        choosing.after("use G")


def test_GS_30_a_skill_that_can_be_used_keeps_nobody_in() -> None:
    stuck = drawn(FULL, "", learned="W", boons="A", gifts="WWW---", givers="111---")
    assert actions(stuck) == {"pass", "use W"}
    erased = played(stuck, "use W", "erase A1")
    assert who(erased) == "choose 1"
    assert actions(erased) == {"pass"}


# ── W: erase ─────────────────────────────────────────────────────────────────
def test_GS_31_W_every_player_may_erase_a_box_from_the_user_on() -> None:
    start = drawn(SOME, "", SOME, learned="W", boons="A", turn=2)
    asked = start.after("use W")
    assert who(asked) == "erase 3"  # the second player has nothing to erase, and is not asked
    assert actions(asked) == {"decline", "erase A1", "erase B1", "erase A2", "erase F6"}
    last = asked.after("erase A2")
    assert who(last) == "erase 1"
    done = last.after("decline")
    assert who(done) == "choose 2"
    assert written(done, 3) == {"A1": "W", "B1": "1", "F6": "3"}
    assert written(done, 1) == written(start, 1)
    assert "use W" not in actions(drawn("", "", learned="W", boons="A"))


def test_GS_31_W_nothing_earned_is_lost_and_nothing_is_earned_twice() -> None:
    row = "......\nO2345W\n" + "......\n" * 4  # A2 is a crown
    start = drawn(row, "", market="*3/#./W1 1/W2", learned="W", boons="2", gifts="O-----", givers="1-----")
    erased = played(start, "use W", "erase A2")
    assert (gifts(erased), boons(erased), learned(erased)) == ("O-----", "2", "W")
    again = played(erased, "choose left", "record A1 B1 A2")
    assert (gifts(again), boons(again)) == ("O-----", "2")
    assert written(again)["A2"] == "1"


def test_GS_31_W_players_who_are_out_may_erase_too() -> None:
    start = drawn("", SOME, learned="W", boons="A", gifts="WWW---", givers="222---", out="2")
    assert who(start.after("use W")) == "erase 2"


def test_GS_31_W_in_autumn_a_shaded_box_is_free_again() -> None:
    start = drawn(SOME, "", autumn=True, gifts="WWWOOO", givers="111222", learned="W", boons="A", shaded=("A1 Z0", ""))
    asked = start.after("use W")
    assert actions(asked) == {"decline", "erase A1", "erase Z0", "erase B1", "erase A2", "erase F6"}
    done = asked.after("erase A1")
    assert shaded(done) == {"Z0"}
    assert written(done) == written(start)  # what is written stays
    assert "use W" not in actions(drawn("", "", autumn=True, gifts="WWWOOO", learned="W", boons="A"))


def test_GS_31_W_in_autumn_a_box_that_is_not_shaded_becomes_blank() -> None:
    start = drawn(SOME, "", autumn=True, gifts="WWWOOO", givers="111222", learned="W", boons="A", shaded=("A1 Z0", ""))
    done = played(start, "use W", "erase B1")
    assert shaded(done) == {"A1", "Z0"}
    assert written(done) == {square: value for square, value in written(start).items() if square != "B1"}
    assert boons(done) == boons(start)  # nothing that was earned is lost


def test_GS_31_W_in_autumn_a_crop_that_is_in_the_way_makes_room_for_another() -> None:
    start = demanding("WO....\nWP....\n" + "......\n" * 4, what=NO_CROP_TWICE, learned="WR", boons="A1B")
    assert "choose left" not in actions(start)
    done = played(start, "use W", "erase A2", "use R", "write 5 A2")
    assert "choose left" in actions(done)


# ── O: leave out ─────────────────────────────────────────────────────────────
TWO_LEFT = "..RPGY\n" + "WORPGY\n" * 5


def test_GS_32_O_one_square_of_this_card_may_be_left_out() -> None:
    # GS-32
    start = drawn(TWO_LEFT, "", market="#YG/W1 2/W2", learned="O", boons="A", gifts="WWW---", givers="111---")
    assert actions(start) == {"pass", "use O"}
    used = start.after("use O")
    assert actions(used) == {"choose left", "choose centre"}  # it makes room, and cannot be used twice
    ways = actions(used.after("choose left"))
    assert "record A1 B1 -C1" in ways  # the one left out may lie on a filled box
    assert "record -Z1 A1 B1" in ways  # or on the border
    assert "record A1 B1 C1" not in ways
    done = used.after("choose left").after("record -Z1 A1 B1")
    assert {square: written(done)[square] for square in ("A1", "B1")} == {"A1": "Y", "B1": "G"}


def test_GS_32_O_everybody_who_has_yet_to_record_it_and_that_card_only() -> None:
    start = drawn("", "", "", learned="O", boons="A", market="#YG/W1 2/W2 3/W4")
    first = played(start, "choose left", "record A1 B1 C1")
    used = first.after("use O")
    assert "record A1 B1 -C1" in actions(used)
    last = used.after("record -A1 B1 C1")
    assert "record A1 B1 -C1" in actions(last)  # the third player too
    assert "record A1 B1 C1" in actions(last)  # who may also record it whole
    after = settled(last.after("record A1 B1 C1"))
    assert not any("-" in text for text in actions(after.after("choose left")))
    assert written(used.after("record -A1 B1 C1"), 2) == {"B1": "Y", "C1": "G"}


# ── R: write ─────────────────────────────────────────────────────────────────
def test_GS_33_R_every_player_may_write_in_a_blank_box() -> None:
    start = drawn(SOME, FULL, "", learned="R", boons="A", turn=3)
    asked = start.after("use R")
    assert who(asked) == "write 3"
    assert len(actions(asked)) == 1 + 36 * 12
    first = asked.after("write 5 A1")
    assert who(first) == "write 1"
    assert {"write W B2", "write 6 C1"} < actions(first)
    assert not {"write W A1", "write W Z0", "write W A0"} & actions(first)  # filled; the border
    done = first.after("write G B2")
    assert who(done) == "choose 3"  # the second farm has no blank box, and is not asked
    assert written(done, 1)["B2"] == "G"


def test_GS_33_R_in_spring_it_counts_as_recording() -> None:
    row = "123.56\n" + "......\n" * 5
    start = drawn(row, "", learned="R", boons="A")
    crown = start.after("use R").after("write W D1")  # a crown, and the last box of row 1
    assert (gifts(crown), boons(crown)) == ("---W--", "A1")
    hammer = start.after("use R").after("write Y F3")
    assert learned(hammer) == "RY"
    assert learned(start.after("use R").after("write 4 F3")) == "R"


def test_GS_33_R_the_last_gift_ends_spring_when_everybody_was_asked() -> None:
    start = drawn("", "", learned="R", boons="A", gifts="-WWWWW", givers="-11222")
    written_ = start.after("use R").after("write 4 A2")
    assert (gifts(written_), written_.state.season, who(written_)) == ("4WWWWW", 0, "write 2")
    assert written_.after("decline").state.season == 1


def test_GS_33_R_in_autumn_any_blank_box_and_nothing_is_earned() -> None:
    row = "123.56\n" + "......\n" * 5
    start = drawn(row, "", autumn=True, gifts="WWWOOO", learned="R", boons="A", shaded=("B2 G7", ""))
    asked = start.after("use R")
    assert {"write W Z0", "write 3 G0", "write W D1", "write W F3"} < actions(asked)
    assert not {"write W B2", "write W G7", "write W A1"} & actions(asked)  # shaded; filled
    for text in ("write Y F3", "write W D1"):
        done = asked.after(text)
        assert (learned(done), boons(done), gifts(done)) == ("R", "A", "WWWOOO")  # GS-37
    assert written(asked.after("write W Z0"))["Z0"] == "W"


def test_GS_33_R_not_in_boxes_crossed_out() -> None:
    start = drawn("x.....\n" + "......\n" * 5, "", learned="R", boons="A")
    assert crossed(start) == {"A1"}
    assert "write W A1" not in actions(start.after("use R"))


# ── P, G, Y: the market ──────────────────────────────────────────────────────
def test_GS_34_P_a_resource_card_is_replaced() -> None:
    # GS-34
    start = drawn("", "", market="#YG/W1 *#5/W2 Y3/#./W4", learned="P", boons="A")
    assert skills(start) == {"use P left", "use P centre", "use P right"}
    drawing = start.after("use P centre")
    assert drawing.mover == CHANCE
    assert drawing.state.resource_discard == 1 << resource("W2") - 1
    assert not {f"resource {resource(text)}" for text in ("W1", "W2", "W4")} & actions(drawing)
    done = drawing.after(f"resource {resource('Y3')}")
    assert who(done) == "choose 1"
    assert done.state.market.tolist() == start.state.market.tolist()
    assert done.state.under[1] == resource("Y3") - 1


def test_GS_35_G_one_more_pair_comes_to_the_market() -> None:
    start = drawn("", "", market="#YG/W1 *#5/W2 Y3/#./W4", learned="G", boons="ABCD")
    drawing = start.after("use G")
    assert drawing.state.market[3] == start.state.top
    assert drawing.state.top == -1
    done = settled(drawing)
    assert "choose extra1" in actions(done)
    assert done.state.top >= 0
    assert "choose extra2" in actions(settled(done.after("use G")))
    with pytest.raises(errors.IllegalAction):
        start.after("choose extra1")


def test_GS_35_G_draws_from_a_deck_that_is_made_anew_for_it() -> None:
    discard = tuple(range(4, 20))
    start = drawn("", "", market="1/W1 2/W2 3/W4", learned="G", boons="ABC", season_deck=0, discard=discard)
    start = settled(start.after("use G"))  # takes the card in sight, the last of the deck
    assert start.state.top == layout.NONE
    drawing = start.after("use G")
    assert actions(drawing) == {f"top {card}" for card in discard}
    assert GAME.position(drawing.text, players=2, first="seat 1") == drawing
    drawing = drawing.after("top 6")
    assert drawing.state.market[4] == 6 - 1
    done = settled(drawing)
    assert who(done) == "choose 1"
    assert done.state.user == layout.NONE
    assert done.state.top != layout.NONE


def test_GS_36_Y_a_discarded_card_returns_with_a_new_resource_card() -> None:
    start = drawn("", "", market="#YG/W1 *#5/W2 Y3/#./W4", learned="Y", boons="A", discard=(7, 9))
    assert skills(start) == {"use Y 7", "use Y 9"}
    back = start.after("use Y 9")
    assert back.state.market[3] == 9 - 1
    assert back.state.season_discard == 1 << 7 - 1
    assert back.mover == CHANCE
    assert "choose extra1" in actions(settled(back))
    assert not skills(drawn("", "", learned="Y", boons="A"))  # nothing is discarded yet


def test_GS_36_Y_a_demand_that_was_refreshed_away_can_come_back() -> None:
    crops = "WOR...\nG.....\n12....\n" + "......\n" * 3
    start = demanding(crops, under="R6", learned="Y", boons="A")
    asked = played(start, "choose left", "record C1 B1 A1 C2")
    assert who(asked) == "refresh 1"  # no gift is R or 6
    refreshed = asked.state.market[2] + 1
    later = settled(played(asked, "discard right", "done"))
    assert who(later) == "choose 1"
    # the demand that was met, and the one that nobody has met
    assert skills(later) == {f"use Y {CROPS_3[1]}", f"use Y {refreshed}"}
    back = later.after(f"use Y {refreshed}")
    assert refreshed - 1 in back.state.market
    assert back.state.season_discard == 1 << CROPS_3[1] - 1


def test_GS_37_in_autumn_skills_can_be_used_but_nothing_is_learned_or_earned() -> None:
    start = drawn(SOME, "", autumn=True, gifts="WWWOOO", learned=ALL, boons="AB", discard=(7,))
    assert {text.split()[1] for text in skills(start)} == {*"WORPGY"}
    for text in ("use G", f"use Y {plan('W4*/#..')}", "use P left"):
        assert who(settled(start.after(text))) == "choose 1"
    six = drawn("12345.\n" + "......\n" * 5, "", autumn=True, gifts="WWWOOO", learned="R", boons="A")
    done = played(six, "use R", "write 6 F1", "decline")
    assert (boons(done), learned(done)) == ("A", "R")
    assert done.state.boons[1] == 0
