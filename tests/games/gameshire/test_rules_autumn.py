"""Autumn and the wrinkles by their rule IDs (book.md): what they allow, and what they forbid.

What is expected here was written from the rulebook, not from the code. Farms and drawings: see drawn.py.
"""

from typing import Any

import pytest

from rookery import CHANCE, Position
from rookery.core import errors
from tests.games.gameshire.drawn import (
    BOX,
    GAME,
    actions,
    crossed,
    demand,
    drawn,
    kinds,
    learned,
    mask,
    played,
    resource,
    settled,
    shaded,
    who,
    written,
)  # fmt: skip
from tests.games.gameshire.twin_box import SQUARES

CROPS_3 = demand("###/#..", "different crops 3")
FULL_4 = demand("##/##", "no blanks")
SOME = """
    WOR...
    G.....
    12....
    34....
    ......
    ......
"""
ALL_SHADED = " ".join(SQUARES)
UNMET = "......\n" * 6


def demanding(
    *maps: str, what: tuple[int, int] = CROPS_3, under: str = "W1", others: str = "1/P4 2/P5", **fields: Any
) -> Position:
    """An Autumn turn of the first player with this demand on the left."""
    players, number = what
    fields = {"gifts": "WWOO12", "givers": "111222"} | fields
    return drawn(*maps, market=f"{number}/{under} {others}", autumn=True, deck_of=players, **fields)


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
    assert ended.record.season == 1
    assert ended.record.turn == 1  # the next player begins
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
    assert ended.record.season == 1
    assert ended.record.out == 0
    assert ended.record.market[1:3].tolist() == start.record.market[1:3].tolist()
    assert ended.record.under[1:3].tolist() == start.record.under[1:3].tolist()
    begun = settled(ended)
    assert (begun.record.market[:3] >= 0).all()


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


def test_GS_41_no_blanks_and_none_missing() -> None:
    start = demanding(SOME, "", what=FULL_4)
    assert actions(start.after("choose left")) == {"record A3 B3 A4 B4"}


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
    assert done.record.delivered == 0b000010  # W in the lowest column that is not delivered yet
    second = played(demanding(SOME, under="W4", gifts="RWWO12", delivered="B"), "choose left", "record C1 B1 A1 C2")
    assert second.record.delivered == 0b000110
    none = played(demanding(SOME, under="W4", gifts="RWWO12", delivered="BC"), "choose left", "record C1 B1 A1 C2")
    assert none.record.delivered == 0b000110


def test_GS_43_of_two_that_match_the_player_says_which() -> None:
    asked = played(demanding(SOME, under="W1"), "choose left", "record C1 B1 A1 C2")
    assert who(asked) == "deliver 1"
    assert actions(asked) == {"deliver A", "deliver E"}  # W or 1, not both
    assert asked.after("deliver E").record.delivered == 0b010000


def test_GS_43_otherwise_up_to_two_other_pairs_may_go() -> None:
    asked = played(demanding(SOME, under="R6"), "choose left", "record C1 B1 A1 C2")
    assert who(asked) == "refresh 1"
    assert actions(asked) == {"discard centre", "discard right", "done"}
    kept = asked.after("done")
    assert kept.record.season_discard == 1 << CROPS_3[1] - 1
    one = asked.after("discard right")
    assert actions(one) == {"discard centre", "done"}
    two = one.after("discard centre")
    assert two.mover == CHANCE
    assert (two.record.market >= 0).sum() == 1  # the next card comes already
    four = played(demanding(SOME, under="R6", others="1/P4 2/P5 3/P1"), "choose left", "record C1 B1 A1 C2")
    assert who(settled(played(four, "discard centre", "discard right"))) == "choose 1"  # not three
    matched = played(demanding(SOME, under="W4"), "choose left", "record C1 B1 A1 C2")
    assert who(matched) != "refresh 1"


# ── Passing and the end ──────────────────────────────────────────────────────
def test_GS_44_who_cannot_passes_and_is_out() -> None:
    chooser = demanding("", SOME, others="3/P4", what=CROPS_3)
    assert "pass" not in actions(demanding(SOME, "", others="3/P4"))
    stuck = demanding(UNMET, SOME, shaded=(ALL_SHADED, ""))
    assert actions(stuck) == {"pass"}
    after = settled(stuck.after("pass"))
    assert (after.record.out, who(after)) == (0b01, "choose 2")
    follower = played(demanding(SOME, "", shaded=("", ALL_SHADED)), "choose left", "record C1 B1 A1 C2")
    assert actions(follower) == {"pass"}
    assert who(settled(follower.after("pass").after("deliver A"))) == "choose 1"
    assert chooser.record.out == 0


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


# ── Decks and wrinkles ───────────────────────────────────────────────────────
def test_GS_46_an_empty_deck_is_made_anew_from_its_discards() -> None:
    start = drawn("", market="#YG/W1 *#5/W2 Y3/#./W4", season_deck=0, season_discard=0b11111 << 4)
    drawing = played(start, "choose left", "record A1 B1 C1")
    assert actions(drawing) == {f"top {card}" for card in (1, 5, 6, 7, 8, 9)}  # the plan just recorded, too
    assert drawing.record.season_discard == 0
    full = played(drawn("", market="#YG/W1 *#5/W2 Y3/#./W4"), "choose left", "record A1 B1 C1")
    assert "top 1" not in actions(full)  # while cards are left, discards stay away


def wrinkle(effect: str) -> int:
    """The number of a wrinkle with this effect."""
    return next(n for n in range(1, 13) if BOX.wrinkles[n].effect == effect)


def drawing(*maps: str, effect: str, **fields: Any) -> Position:
    """Chance draws a resource card for the right place, and only this wrinkle lies in the deck."""
    number = wrinkle(effect)
    colour = ["green", "yellow", "red"].index(BOX.wrinkles[number].colour)
    in_deck = [int(at == colour) for at in range(3)]
    return drawn(*maps, market="#YG/W1 *#5/W2 Y3/#./W4", phase="resource", under=[0, 1] + [-1] * 9, in_deck=in_deck,
                 picked=1 << number - 1, **fields)  # fmt: skip


def test_GS_10_wrinkles_come_once_the_first_market_is_complete() -> None:
    before = GAME.start(players=1, first="seat 1", red="4", review="unseen")
    while before.mover == CHANCE and not before.record.dealt:
        assert not any(text.startswith("wrinkle") for text in actions(before))
        before = before.after_unchecked(before.legal_actions[0])
    reviewed = GAME.start(players=1, first="seat 1", green="2", red="1")
    assert actions(reviewed) == {f"wrinkle {n}" for n in (1, 2, 3, 4)}
    known = played(reviewed, "wrinkle 2", "wrinkle 4")
    assert actions(known) == {f"wrinkle {n}" for n in (9, 10, 11, 12)}
    assert actions(known.after("wrinkle 9")) == {f"top {n}" for n in range(1, 21)}


def test_GS_10_each_card_of_the_deck_is_as_likely() -> None:
    start = drawing("", effect="no turning")
    chances = {start.format(action): chance for action, chance in start.chances.items()}
    assert chances[f"wrinkle {wrinkle('no turning')}"] == pytest.approx(1 / 16)
    assert chances[f"resource {resource('Y3')}"] == pytest.approx(1 / 16)
    unseen = drawn("", market="#YG/W1 *#5/W2 Y3/#./W4", phase="resource", under=[0, 1] + [-1] * 9,
                   in_deck=[0, 0, 2], picked=0, reviewed=1)  # fmt: skip
    chances = {unseen.format(action): chance for action, chance in unseen.chances.items()}
    assert chances["wrinkle 9"] == pytest.approx(2 / 4 / 17)


def test_GS_47_a_wrinkle_is_applied_at_once_then_a_resource_card_comes() -> None:
    start = drawing("", "", effect="skills cost more", learned="O", boons="A")
    number = wrinkle("skills cost more")
    after = start.after(f"wrinkle {number}")
    assert after.record.dearer == 1
    assert after.mover == CHANCE
    assert f"wrinkle {number}" not in actions(after)  # it never returns
    choosing = settled(after)
    assert "use O" not in actions(choosing)  # it would cost two
    assert "use O" in actions(settled(start.after(f"resource {resource('Y3')}")))


def test_GS_47_cross_out_each_player_in_turn_order() -> None:
    row = "WOR...\n" + "......\n" * 5
    start = drawing(row, "", effect="cross out", turn=2)
    number = wrinkle("cross out")
    asked = start.after(f"wrinkle {number}")
    assert who(asked) == "cross 2"
    assert len(actions(asked)) == 36
    amount = BOX.wrinkles[number].amount
    for box in range(amount):
        asked = asked.after(f"cross A{box + 1}")
    assert who(asked) == "cross 1"
    assert "cross A1" not in actions(asked)  # it is not blank
    for box in range(amount):
        asked = asked.after(f"cross D{box + 1}")
    assert asked.mover == CHANCE
    assert crossed(asked) == {f"D{box + 1}" for box in range(amount)}
    assert "record A1 B1 C1" not in actions(settled(asked).after("choose left"))


def test_GS_47_a_crossed_out_box_is_lost_for_both_seasons() -> None:
    start = drawn("WOR...\nx.....\n......\n......\n......\n......", "", autumn=True, gifts="WWOO12", deck_of=CROPS_3[0],
                  market=f"{CROPS_3[1]}/W1 1/P4")  # fmt: skip
    ways = actions(start.after("choose left"))
    assert "record A1 B1 C1 A2" not in ways
    assert "record C1 B1 A1 C2" in ways


def test_GS_47_skills_forgotten_and_boons_lost() -> None:
    forgotten = f"wrinkle {wrinkle('skill forgotten')}"
    asked = drawing("", "", effect="skill forgotten", learned="WG", turn=2).after(forgotten)
    assert who(asked) == "forget 2"
    assert actions(asked) == {"forget W", "forget G"}
    assert learned(asked.after("forget W")) == "G"
    nothing = drawing("", "", effect="skill forgotten").after(forgotten)
    assert nothing.mover == CHANCE  # none to forget
    amount = BOX.wrinkles[wrinkle("boons lost")].amount
    for lines, spent in (("ABCDE", 1), ("AB", 1), ("A", 1)):
        lost = drawing("", effect="boons lost", boons=lines, spent=spent).after(f"wrinkle {wrinkle('boons lost')}")
        assert lost.record.spent == min(spent + amount, len(lines))  # no more than there are


def test_GS_47_shapes_that_can_no_longer_be_mirrored_or_turned() -> None:
    market = "G5*/O6./W1 1/W2"
    free = actions(drawn("", market=market).after("choose left"))
    unmirrored = actions(drawn("", market=market, ways=1).after("choose left"))
    unturned = actions(drawn("", market=market, ways=2).after("choose left"))
    assert {"record A1 B1 C1 A2 B2", "record C1 B1 A1 C2 B2", "record B1 B2 B3 A1 A2"} < free
    assert {"record A1 B1 C1 A2 B2", "record B1 B2 B3 A1 A2"} < unmirrored
    assert "record C1 B1 A1 C2 B2" not in unmirrored
    assert {"record A1 B1 C1 A2 B2", "record C1 B1 A1 C2 B2"} < unturned
    assert "record B1 B2 B3 A1 A2" not in unturned
    assert drawing("", effect="no mirroring").after(f"wrinkle {wrinkle('no mirroring')}").record.ways == 1
    assert drawing("", effect="no turning").after(f"wrinkle {wrinkle('no turning')}").record.ways == 2


def test_GS_47_demands_that_are_harder_to_meet() -> None:
    assert "record C1 B1 A1 C2" in actions(demanding(SOME, "", needed=3).after("choose left"))
    needed = actions(demanding(SOME, "", needed=4).after("choose left"))
    assert "record C1 B1 A1 C2" not in needed
    assert "record A1 B1 C1 A2" in needed
    follower = played(demanding(SOME, SOME, followers_meet=1), "choose left", "record C1 B1 A1 C2")
    assert "record C1 B1 A1 C2" in actions(follower)
    assert "record Z0 A0 B0 Z1" not in actions(follower)
    assert actions(played(demanding(SOME, "", followers_meet=1), "choose left", "record C1 B1 A1 C2")) == {"pass"}


def test_GS_47_a_narrower_market_and_fewer_refreshed() -> None:
    narrow = played(drawn("", market="#YG/W1 *#5/W2 Y3/#./W4", width=2), "choose left", "record A1 B1 C1")
    assert who(narrow) == "choose 1"  # two are left, and none is added
    one = played(demanding(SOME, under="R6", refreshed=1), "choose left", "record C1 B1 A1 C2", "discard right")
    assert one.mover == CHANCE
    with pytest.raises(errors.IllegalAction):
        one.after("discard centre")
    assert kinds(narrow) == {"choose"}
    assert mask("G7") < 0  # bit 63 is the sign
