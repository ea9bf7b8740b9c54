"""Autumn by its rule IDs (rules.md): positions in which a rule allows something, and in which it forbids something.

What is expected here was written from the rulebook, not from the code. Farms and drawings: see drawn.py.
"""

import pytest

from rookery import CHANCE, Position
from tests.games.gameshire.drawn import (
    BOX,
    CROPS_3,
    SOME,
    actions,
    demanding,
    drawn,
    played,
    settled,
    shaded,
    who,
    written,
)
from tests.games.gameshire.twin_box import SQUARES, WHITE

ALL_SHADED = " ".join(SQUARES)
UNMET = "......\n" * 6


# ── Set-up ───────────────────────────────────────────────────────────────────
def spring_ends(*maps: str, turn: int = 1, gifts: str = "-WWWWW", givers: str = "-11222") -> Position:
    """The last gift, W in column A, is set by a plan of three that every player records in row 6."""
    start = drawn(*maps, market="G*/#./W1 1/W2", gifts=gifts, givers=givers, turn=turn)
    position = start.after("choose left")
    while who(position).startswith("record"):
        crown = BOX.maps[position.mover or 0].crowns["A"]
        text = next(t for t in sorted(actions(position)) if position.mover != turn - 1 or t.split()[2] == crown)
        position = position.after(text)
    return position


def test_GS_40_each_player_shades_a_box_for_every_gift_the_next_player_first() -> None:
    ended = spring_ends("", "......\n......\n......\n......\n......\n..WWWW")
    assert ended.state.season == 1
    assert ended.state.turn == 1  # the next player begins
    # the first gift is W, and the second player has five of them
    assert who(ended) == "shade 2"
    assert {"shade C6", "shade D6", "shade E6", "shade F6"} < actions(ended)
    one = ended.after("shade C6")
    assert "shade C6" not in actions(one)  # one box a gift
    assert "shade D6" in actions(one)


def test_GS_40_a_single_box_is_shaded_by_itself_and_a_missing_one_is_not() -> None:
    ended = settled(spring_ends("", "", gifts="-123O6", givers="-11222"))
    assert who(ended) == "choose 2"  # nothing to ask for
    for seat in (1, 2):
        values = sorted(written(ended, seat)[square] for square in shaded(ended, seat))
        assert values == (["1"] + (["W"] if "W" in written(ended, seat).values() else []))


def test_GS_40_everybody_is_in_again_and_the_market_is_turned_over() -> None:
    start = drawn("", UNMET, market="G*/#./W1 *#5/W2 Y3/#./W4", gifts="-123O6", givers="-11222", out="2")
    ended = start.after("choose left").after("record A1 A2 B1")
    assert ended.state.season == 1
    assert ended.state.out == 0
    assert ended.state.market[1:3].tolist() == start.state.market[1:3].tolist()
    assert ended.state.under[1:3].tolist() == start.state.under[1:3].tolist()
    begun = settled(ended)
    assert (begun.state.market[:3] >= 0).all()


def test_GS_10_the_card_on_top_of_the_deck_stays_on_top_when_it_is_turned_over() -> None:
    ended = spring_ends("", "", gifts="-123O6", givers="-11222")
    assert ended.state.season == 1
    in_sight = drawn("", "", market="G*/#./W1 1/W2").state.top  # all through that last turn of Spring
    assert ended.state.market[0] == in_sight  # the first demand that comes to the market, without a draw


# ── Meeting demands ──────────────────────────────────────────────────────────
def test_GS_41_the_area_must_meet_the_requirement() -> None:
    start = demanding(SOME, "")
    assert "choose left" in actions(start)
    ways = actions(start.after("choose left"))
    assert "record A1 B1 C1 A2" in ways  # W O R and G
    assert "record C1 B1 A1 C2" in ways  # W O R and a blank box, which does not hurt
    assert "record B1 C1 D1 B2" not in ways  # two crops
    assert "record A3 B3 C3 A4" not in ways  # cows
    assert not any("choose" in text for text in actions(demanding("", "", others="3/P4")) if text == "choose left")


def test_GS_41_border_and_blank_boxes_may_be_shaded_shaded_ones_not() -> None:
    assert "record C1 B1 A1 C0" in actions(demanding(SOME, "").after("choose left"))
    taken = actions(demanding(SOME, "", shaded=("C0 A2", "")).after("choose left"))
    assert "record C1 B1 A1 C0" not in taken
    assert "record A1 B1 C1 A2" not in taken
    assert "record C1 B1 A1 C2" in taken


NO_BLANKS = [players for players, deck in BOX.demands.items() if any("no blanks" in card.asks for card in deck)]


@pytest.mark.parametrize("players", NO_BLANKS)
def test_GS_41_no_blanks_where_it_says_so(players: int) -> None:
    """Whatever cards of the house set say so."""
    full = "WORPGY\n123456\n" * 3
    for number, card in enumerate(BOX.demands[players]):
        if "no blanks" in card.asks:
            assert "choose left" not in actions(demanding(UNMET, "", what=(players, number)))
            start = demanding(full, "", what=(players, number), others="1/P4" if number > 1 else "2/P4")
            ways = actions(start.after("choose left"))
            assert all({*text.split()[1:]} <= WHITE for text in ways)  # the border is blank


def test_GS_42_followers_shade_any_free_area_of_the_shape() -> None:
    follower = played(demanding(SOME, "", ""), "choose left", "record C1 B1 A1 C2")
    assert who(follower) == "record 2"
    assert {"record Z0 A0 B0 Z1", "record C1 D1 E1 C2"} < actions(follower)  # blank: contents do not matter
    done = follower.after("record Z0 A0 B0 Z1")
    assert shaded(done, 2) == {"Z0", "A0", "B0", "Z1"}
    assert shaded(done, 1) == {"A1", "B1", "C1", "C2"}
    assert who(done) == "record 3"


# ── Delivering ───────────────────────────────────────────────────────────────
def test_GS_43_a_matching_gift_is_delivered() -> None:
    done = played(demanding(SOME, under="W4", gifts="RWWO12"), "choose left", "record C1 B1 A1 C2")
    assert done.state.delivered == 0b000010  # W in the lowest column that is not delivered yet
    second = played(demanding(SOME, under="W4", gifts="RWWO12", delivered="B"), "choose left", "record C1 B1 A1 C2")
    assert second.state.delivered == 0b000110
    none = played(demanding(SOME, under="W4", gifts="RWWO12", delivered="BC"), "choose left", "record C1 B1 A1 C2")
    assert none.state.delivered == 0b000110


def test_GS_43_of_two_that_match_the_player_says_which() -> None:
    asked = played(demanding(SOME, under="W1"), "choose left", "record C1 B1 A1 C2")
    assert who(asked) == "deliver 1"
    assert actions(asked) == {"deliver A", "deliver E"}  # W or 1, not both
    assert asked.after("deliver E").state.delivered == 0b010000


def test_GS_43_otherwise_up_to_two_other_pairs_may_go() -> None:
    asked = played(demanding(SOME, under="R6"), "choose left", "record C1 B1 A1 C2")
    assert who(asked) == "refresh 1"
    assert actions(asked) == {"discard centre", "discard right", "done"}
    kept = asked.after("done")
    assert kept.state.season_discard == 1 << CROPS_3[1] - 1
    one = asked.after("discard right")
    assert actions(one) == {"discard centre", "done"}
    two = one.after("discard centre")
    assert two.mover == CHANCE
    assert (two.state.market >= 0).sum() == 1  # the next card comes already
    four = played(demanding(SOME, under="R6", others="1/P4 2/P5 3/P1"), "choose left", "record C1 B1 A1 C2")
    assert who(settled(played(four, "discard centre", "discard right"))) == "choose 1"  # not three
    matched = played(demanding(SOME, under="W4"), "choose left", "record C1 B1 A1 C2")
    assert who(matched) != "refresh 1"


# ── Passing and the end ──────────────────────────────────────────────────────
def test_GS_44_who_cannot_passes_and_is_out() -> None:
    assert "pass" not in actions(demanding(SOME, "", others="3/P4"))
    stuck = demanding(UNMET, SOME, shaded=(ALL_SHADED, ""))
    assert actions(stuck) == {"pass"}
    after = settled(stuck.after("pass"))
    assert (after.state.out, who(after)) == (0b01, "choose 2")
    follower = played(demanding(SOME, "", shaded=("", ALL_SHADED)), "choose left", "record C1 B1 A1 C2")
    assert actions(follower) == {"pass"}
    assert who(settled(follower.after("pass").after("deliver A"))) == "choose 1"


def test_GS_45_six_delivered_is_a_win_for_everybody_at_once() -> None:
    start = demanding(SOME, "", under="W4", delivered="BCDEF")
    won = played(start, "choose left", "record C1 B1 A1 C2", "record Z0 A0 B0 Z1")
    assert won.outcome is not None
    assert won.outcome.utilities == (1.0, 1.0)
    assert won.outcome.winners == (0, 1)
    five = played(demanding(SOME, "", under="W4", delivered="CDEF"), "choose left", "record C1 B1 A1 C2")
    assert not five.after("record Z0 A0 B0 Z1").is_over


def test_GS_45_all_out_is_a_loss_for_everybody() -> None:
    last = demanding(UNMET, "", out="2", shaded=(ALL_SHADED, ""), delivered="BCDEF")
    lost = last.after("pass")
    assert lost.outcome is not None
    assert lost.outcome.utilities == (-1.0, -1.0)
    assert not demanding(UNMET, "", shaded=(ALL_SHADED, "")).after("pass").is_over
