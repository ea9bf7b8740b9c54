"""Every rule by its ID (rules.md): a drawn position in which it allows something and one in which it forbids something.

What is expected here was written from the rulebook, not from the code. Pieces: colour and pips, `K` the grues; stacks
from bottom to top.
"""

import re
from pathlib import Path

import pytest

from rookery import CHANCE
from rookery.core import errors
from rookery.games.gleebs import rules
from tests.games.gleebs.drawn import GAME, actions, drawn, squares, to_do

EVERY_SQUARE = {column + row for column in "abcd" for row in "1234"}
BLUE_YELLOW, GREEN_RED = 0, 1


# ── Set-up ───────────────────────────────────────────────────────────────────
def test_GG_01_sixteen_squares_and_fifteen_pieces() -> None:
    start = GAME.start(first="blue and yellow")
    assert start.text == "-,-,-,-/-,-,-,-/-,-,-,-/-,-,-,- BY drawn B1B2B3Y1Y2Y3G1G2G3R1R2R3K1K2K3"
    assert actions(start) == {f"K1@{square}" for square in EVERY_SQUARE}
    for text in ("K1@e1", "K1@a5", "K4@a1", "W1@a1"):  # no such square, no such size, no such colour
        with pytest.raises(errors.UnreadableAction):
            start.after(text)
    with pytest.raises(errors.UnreadablePosition, match="a piece occurs twice"):
        drawn("""
            K1   .    .    .
            .    R1   .    K2
            .    .    R1   .
            .    .    .    K3
            BY gleeb -
        """)


def test_GG_02_three_grues_stand_before_anybody_places() -> None:
    position = GAME.start(first="blue and yellow").after("K1@b2").after("K2@a1")
    assert actions(position) == {f"K3@{square}" for square in EVERY_SQUARE - {"b2", "a1"}}
    with pytest.raises(errors.IllegalAction):
        position.after("K3@b2")  # taken
    with pytest.raises(errors.IllegalAction):
        position.after("B1@c3")  # too soon
    assert to_do(position.after("K3@d4")) == "BY place"


def test_GG_03_chance_places_the_grues() -> None:
    start = GAME.start(first="green and red")
    assert start.mover == CHANCE
    assert set(start.chances.values()) == {1 / 16}
    with pytest.raises(errors.NotYourTurn):
        start.view(GREEN_RED).after("K1@a1")


def test_GG_03_the_second_player_places_the_grues() -> None:
    for first, second in (("blue and yellow", GREEN_RED), ("green and red", BLUE_YELLOW)):
        position = GAME.start(grues="second player places", first=first)
        for grue in ("K1@a1", "K2@c3", "K3@d3"):
            assert position.mover == second
            position = position.after(grue)
        assert position.mover == 1 - second  # who goes first then places a gleeb
    with pytest.raises(errors.IllegalAction):
        GAME.start(grues="second player places", first="blue and yellow").after("K3@a1")  # one at a time, K1 first


def test_GG_03_the_grues_are_given() -> None:
    position = GAME.start(grues="a1 b2 c3", first="blue and yellow")
    assert squares(position) == {"a1": "K1", "b2": "K2", "c3": "K3"}
    assert to_do(position) == "BY place"
    for triple in ("a1 b2", "a1 a1 b2", "a1 b2 e5", "anywhere"):
        with pytest.raises(errors.UnknownOption):
            GAME.start(grues=triple)


def test_GG_04_blue_and_yellow_against_green_and_red() -> None:
    start = GAME.start(grues="a1 b2 c3", first="blue and yellow")
    assert {text[:2] for text in actions(start)} == {"B1", "B2", "B3", "Y1", "Y2", "Y3"}
    with pytest.raises(errors.IllegalAction):
        start.after("G1@d4")
    then = start.after("B1@d4")
    assert {text[:2] for text in actions(then)} == {"G1", "G2", "G3", "R1", "R2", "R3"}
    with pytest.raises(errors.IllegalAction):
        then.after("Y1@d3")


FULL = """
    B1   Y1   G1   R1
    B2   Y2   G2   R2
    B3   Y3   G3   R3
    K1   K2   K3   .
    {} gleeb -
"""


def test_GG_04_twelve_pips_each() -> None:
    for side in ("BY", "GR"):
        state = drawn(FULL.format(side)).state
        assert (rules.points(state, BLUE_YELLOW), rules.points(state, GREEN_RED)) == (12, 12)


def test_GG_05_chance_or_the_table_says_who_goes_first() -> None:
    start = GAME.start()
    assert start.mover == CHANCE
    assert start.chances == {start.parse("BY first"): 0.5, start.parse("GR first"): 0.5}
    chosen = GAME.start(first="green and red", grues="a1 b2 c3")
    assert chosen.mover == GREEN_RED
    with pytest.raises(errors.IllegalAction):
        chosen.after("BY first")


def test_GG_05_who_places_first_moves_first() -> None:
    for first, colours in (("blue and yellow", "BYGR"), ("green and red", "GRBY")):
        position = GAME.start(first=first, grues="a1 b1 c1")
        one, other = ([f"{colour}{pips}" for colour in pair for pips in "123"] for pair in (colours[:2], colours[2:]))
        gleebs = [gleeb for both in zip(one, other, strict=True) for gleeb in both]
        for gleeb, square in zip(gleebs, sorted(EVERY_SQUARE - {"a1", "b1", "c1", "d1"}), strict=True):
            position = position.after(f"{gleeb}@{square}")
        assert to_do(position) == f"{colours[:2]} gleeb"


# ── Placement ────────────────────────────────────────────────────────────────
PLACING = """
    B1   .    R3   Y3
    .    K1   G2   .
    R2   K2   .    .
    Y1   .    .    K3
    BY place B2B3Y2G1G3R1
"""


def test_GG_06_any_own_gleeb_in_hand_onto_any_empty_square_in_turn() -> None:
    position = drawn(PLACING)
    empty = {"b4", "a3", "d3", "c2", "d2", "b1", "c1"}
    assert actions(position) == {f"{gleeb}@{square}" for gleeb in ("B2", "B3", "Y2") for square in empty}
    for text in ("B2@a4", "B2@b3", "B1@b4", "G1@b4"):  # on a gleeb, on a grue, placed already, not one's own
        with pytest.raises(errors.IllegalAction):
            position.after(text)
    assert position.after("Y2@d3").mover == GREEN_RED


def test_GG_06_until_all_stand_and_one_square_is_empty() -> None:
    position = drawn(PLACING)
    for text in ("B2@b4", "G1@a3", "B3@d3", "G3@c2", "Y2@d2"):
        position = position.after(text)
        assert to_do(position).endswith("place")
    position = position.after("R1@b1")
    assert EVERY_SQUARE - set(squares(position)) == {"c1"}
    assert to_do(position) == "BY gleeb"
    with pytest.raises(errors.IllegalAction):
        position.after("R1@c1")


# ── A turn ───────────────────────────────────────────────────────────────────
def test_GG_07_first_a_gleeb_then_a_grue_then_the_other_side() -> None:
    position = drawn("""
        B1   .    .    R3
        .    .    .    .
        .    K1   .    G2
        .    K2   K3   .
        BY gleeb -
    """)
    assert actions(position) == {"a4-d4"}  # no grue yet, and no passing
    position = position.after("a4-d4")
    assert to_do(position) == "BY grue"  # the same side
    with pytest.raises(errors.IllegalAction):
        position.after("d4-d2")  # one gleeb move a turn
    position = position.after("b2-a2")
    assert to_do(position) == "GR gleeb"
    assert actions(position) == {"d2-d4"}


def test_GG_08_along_rows_and_columns_over_anything_never_diagonally() -> None:
    position = drawn("""
        K1   .    .    .
        .    R1   .    K2
        B1   G2   K3   R3
        .    .    .    .
        BY gleeb -
    """)
    assert actions(position) == {"a2-b2", "a2-d2"}
    with pytest.raises(errors.IllegalAction):
        position.after("a2-b3")
    grues = drawn("""
        .    G2   R2   B2
        .    .    .    .
        K1   G3   .    R3
        K3   .    .    K2
        BY grue -
    """)
    # K2 over R3 onto B2; G2 and R2 are on no line of it, and K3 reaches none of its size
    assert actions(grues) == {"d1-d4"}


# ── The gleeb step ───────────────────────────────────────────────────────────
CROWDED = """
    .    .    .    .
    Y1B1 .    G1R2K2 R3
    K1   .    .    .
    .    K3   .    .
    BY gleeb -
"""


def test_GG_09_a_gleeb_lands_on_a_gleeb_with_its_whole_stack() -> None:
    position = drawn(CROWDED)
    assert squares(position.after("a3-d3"))["d3"] == "R3Y1B1"
    assert "a3" not in squares(position.after("a3-d3"))


def test_GG_09_not_on_an_empty_square_a_grue_or_a_pinned_stack() -> None:
    position = drawn(CROWDED)
    assert actions(position) == {"a3-d3"}
    for text in ("a3-a4", "a3-a2", "a3-c3"):
        with pytest.raises(errors.IllegalAction):
            position.after(text)


def test_GG_10_never_onto_the_same_colour_but_onto_ones_own_other_one() -> None:
    position = drawn("""
        B1   .    B3   .
        Y3   .    .    .
        G1   .    .    .
        K1   K2   K3   .
        BY gleeb -
    """)
    # B1 onto the larger Y3 and over it onto G1; Y3 onto the smaller ones; B1 and B3 never onto each other
    assert actions(position) == {"a4-a3", "a4-a2", "a3-a4", "a3-a2"}


def test_GG_11_a_stack_counts_as_its_top_gleeb_only() -> None:
    position = drawn("""
        R3B1 .    .    Y2
        .    .    G1   .
        B2   .    .    K1
        K2   .    K3   .
        BY gleeb -
    """)
    # it is a small blue one: B2 and it cannot meet, although there is red below; blue and yellow move it
    assert actions(position) == {"a4-d4", "d4-a4"}
    grues = drawn("""
        R3B1 K3   .    .
        .    .    G1   .
        .    .    .    Y2
        K1   .    .    K2
        GR grue -
    """)
    # small for the grues too: not K3, which stands in its row and would fit the R3 below
    assert actions(grues) == {"a1-a4", "d1-d2"}


STUCK = """
    B3   Y3   .    .
    .    .    .    .
    .    .    G2   .
    K1   K2   K3   .
    BY grue -
"""


def test_GG_12_without_a_gleeb_move_the_step_is_skipped_and_the_grue_step_is_not() -> None:
    position = drawn(STUCK).after("a1-d1")
    assert to_do(position) == "GR grue"
    assert "d1-d4" in actions(position)
    with pytest.raises(errors.IllegalAction):
        position.after("a4-b4")  # theirs is not the other side's step


def test_GG_12_with_a_gleeb_move_it_is_not_skipped() -> None:
    position = drawn("""
        B3   .    Y3   .
        .    .    .    .
        .    .    G2   .
        K1   K2   .    K3
        BY grue -
    """).after("a1-a2")
    assert to_do(position) == "GR gleeb"
    assert actions(position) == {"c2-c4"}


# ── The grue step ────────────────────────────────────────────────────────────
def test_GG_13_a_grue_ends_on_a_gleeb_of_its_own_size() -> None:
    position = drawn("""
        .    .    .    .
        B2R1 K1   .    K2
        .    .    .    B1
        K3   .    .    R2
        BY grue -
    """)
    # K1 onto the stack that counts as small; K2 onto R2, not onto B1; K3 fits nothing in its lines
    assert actions(position) == {"b3-a3", "d3-d1"}


def test_GG_13_or_on_an_empty_square() -> None:
    position = drawn("""
        B3   Y3   .    K1
        .    G2   .    .
        K2   B2R1 .    K3
        .    R3   .    .
        GR grue -
    """)
    # nothing fits: empty squares along the lines, over everything; no other grue, no gleeb of another size
    assert actions(position) == {
        "d4-c4", "d4-d3", "d4-d1",
        "a2-a3", "a2-a1", "a2-c2",
        "d2-c2", "d2-d3", "d2-d1",
    }  # fmt: skip  # one row per piece


def test_GG_14_a_landing_is_a_must_and_which_one_is_free() -> None:
    position = drawn("""
        K1   .    R1   .
        .    G2   .    .
        B1   .    .    .
        K3   K2   .    .
        BY grue -
    """)
    # one's own B1, the other side's R1, or K2 onto G2; K3 fits nothing and may not stroll meanwhile
    assert actions(position) == {"a4-c4", "a4-a2", "b1-b3"}
    with pytest.raises(errors.IllegalAction):
        position.after("a1-d1")


def test_GG_15_a_single_gleeb_is_eaten_and_the_grue_goes_on() -> None:
    position = drawn("""
        K1   .    R1   .
        .    B2   .    K2
        .    Y3   .    B3
        G2   .    K3   .
        BY grue -
    """).after("a4-c4")
    assert squares(position)["c4"] == "K1"
    assert "R1" not in position.text
    # green and red cannot leap, K2 eats B2, then K1 is as free as before
    position = position.after("d3-b3").after("b2-d2")
    assert to_do(position) == "BY grue"
    assert "c4-d4" in actions(position)


PINNED = """
    .    .    B2R1K1 .
    Y3   G3   .    .
    .    .    .    R2
    K2   .    K3   B1
    {}
"""


def test_GG_16_a_stack_is_pinned_and_the_grue_stays() -> None:
    position = drawn("""
        K1   .    B2R1 .
        Y3   G3   .    .
        .    .    .    R2
        K2   .    K3   B1
        BY grue -
    """).after("a4-c4")
    assert squares(position)["c4"] == "B2R1K1"
    assert position == drawn(PINNED.format("GR gleeb -"))
    grues = drawn(PINNED.format("GR grue -"))
    assert not any(text.startswith("c4") for text in actions(grues))


def test_GG_16_a_pinned_stack_is_nobodys_and_counts_as_a_grue() -> None:
    position = drawn(PINNED.format("GR gleeb -"))
    # nobody moves it and nobody lands there, although R1 is red and stands in no line of a gleeb of another colour
    assert actions(position) == {"b3-a3", "d2-d1"}
    assert (rules.points(position.state, BLUE_YELLOW), rules.points(position.state, GREEN_RED)) == (4, 5)


ALL_PINNED = """
    B1G1K1 Y1R2K2 B2R3K3 .
    Y2   G2   .    .
    B3   .    .    R1
    .    .    .    G3
    BY gleeb -
"""


def test_GG_17_without_a_grue_move_the_step_is_skipped() -> None:
    assert to_do(drawn(ALL_PINNED).after("a3-b3")) == "GR gleeb"
    one_free = ALL_PINNED.replace("B2R3K3", "R3    ").replace(".    .    .    G3", "K3   .    .    G3")
    assert to_do(drawn(one_free).after("a3-b3")) == "BY grue"


# ── The end ──────────────────────────────────────────────────────────────────
LAST_LEAP = """
    B1   .    .    R1
    .    .    .    .
    .    K3   .    .
    .    K2   {}
    BY gleeb -
"""


def test_GG_18_the_end_is_tested_after_the_grue_step_only() -> None:
    between = drawn(LAST_LEAP.format("K1   .")).after("a4-d4")
    assert to_do(between) == "BY grue"  # nobody has a gleeb move left, and green and red nothing at all
    end = between.after("c1-a1")
    assert end.outcome is not None
    assert end.outcome.winners == (BLUE_YELLOW,)
    with pytest.raises(errors.GameOver):
        end.after("a1-c1")


def test_GG_18_what_the_grues_do_in_between_counts() -> None:
    between = drawn(LAST_LEAP.format(".    K1")).after("a4-d4")
    assert actions(between) == {"d1-d4"}  # K1 must pin what has just won
    end = between.after("d1-d4")
    assert end.outcome is not None
    assert end.outcome.winners == ()


def test_GG_18_no_gleeb_move_for_either_side_ends_it() -> None:
    position = drawn("""
        B3   .    .    .
        .    R1   .    .
        .    K1   .    .
        K2   K3   G2   .
        BY grue -
    """)
    assert not position.is_over
    end = position.after("b2-b3")  # eats R1: B3 and G2 are on no common line
    assert end.outcome is not None
    assert end.outcome.winners == (BLUE_YELLOW,)


def test_GG_18_a_side_without_a_stack_loses_though_the_other_could_move() -> None:
    end = drawn("""
        B1   Y1   .    .
        .    .    .    .
        .    K2   .    .
        K3   .    K1   R1
        BY grue -
    """).after("c1-d1")
    assert end.outcome is not None
    assert end.outcome.winners == (BLUE_YELLOW,)
    two_left = drawn("""
        B1   Y1   .    R2
        .    .    .    .
        .    K2   .    .
        K3   .    K1   R1
        BY grue -
    """).after("c1-d1")
    assert to_do(two_left) == "GR gleeb"  # both still have gleebs and can move: it goes on


def test_GG_18_also_after_a_skipped_grue_step() -> None:
    end = drawn("""
        B1G1K1 Y1R2K2 B2R3K3 .
        Y2   .    .    G3
        .    .    .    .
        .    .    .    .
        BY gleeb -
    """).after("a3-d3")
    assert end.outcome is not None
    assert end.outcome.winners == (BLUE_YELLOW,)


# ── Scoring ──────────────────────────────────────────────────────────────────
APART = """
    {}
    .    {}   .    .
    .    .    {}   .
    K1   K2   K3   .
    BY over -
"""


def test_GG_19_points_are_all_pips_in_stacks_that_one_controls() -> None:
    end = drawn(APART.format("R3B1 .    .    .", "Y2G2", "B2"))
    state = end.state
    assert rules.points(state, BLUE_YELLOW) == 3 + 1 + 2  # the captured R3 counts for blue and yellow
    assert rules.points(state, GREEN_RED) == 2 + 2
    pinned = drawn(APART.format("R3B1K1 .  .    .", "Y2G2", "B2").replace("K1   K2", ".    K2"))
    assert rules.points(pinned.state, BLUE_YELLOW) == 2  # what is pinned counts for nobody


def test_GG_19_what_is_absorbed_counts_for_the_captor() -> None:
    before, after = drawn(CROWDED).state, drawn(CROWDED).after("a3-d3").state
    assert (rules.points(before, BLUE_YELLOW), rules.points(before, GREEN_RED)) == (2, 3)  # Y1B1 and R3; G1R2 is pinned
    assert (rules.points(after, BLUE_YELLOW), rules.points(after, GREEN_RED)) == (5, 0)


def test_GG_20_more_points_win() -> None:
    for first, second, third, winners in (
        ("B3   .    .    .", "R2", ".", (BLUE_YELLOW,)),
        ("R3   .    .    .", "B2", ".", (GREEN_RED,)),
        ("B3   .    .    .", "R2", "G1", ()),  # 3 to 3: the grues
    ):
        end = drawn(APART.format(first, second, third))
        assert end.outcome is not None
        assert end.outcome.winners == winners


def test_GG_20_when_nobody_has_anything_the_grues_win() -> None:
    end = drawn("""
        B3   K3   .    .
        .    .    .    .
        .    R2G1K1 .  .
        .    K2   .    .
        BY grue -
    """)
    end = end.after("b4-a4")
    assert squares(end) == {"a4": "K3", "b2": "R2G1K1", "b1": "K2"}
    assert end.outcome is not None
    assert end.outcome.words == "Nobody can jump any more, and the score is 0 to 0: the grues win."


def test_GG_21_the_grues_win_is_no_ones_win_between_a_win_and_a_loss() -> None:
    tie = drawn(APART.format("B3   .    .    .", "R2", "G1")).outcome
    won = drawn(APART.format("B3   .    .    .", "R2", ".")).outcome
    assert tie is not None
    assert won is not None
    assert tie.utilities == (0.0, 0.0)
    assert tie.winners == ()
    assert won.utilities == (1.0, -1.0)


# ── All of them ──────────────────────────────────────────────────────────────
def test_every_rule_has_a_test() -> None:
    cited = set(re.findall(r"GG-(\d\d)", Path(str(rules.__file__)).read_text() + GAME.rules_page))
    tested = set(re.findall(r"def test_GG_(\d\d)_", Path(__file__).read_text()))
    assert cited == tested == {f"{number:02}" for number in range(1, 22)}
