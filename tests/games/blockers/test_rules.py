"""Every rule by its ID (rules.md): a drawn position in which it allows something and one in which it forbids something.

What is expected here was written from the rulebook, not from the code.
"""

import itertools
import re
from pathlib import Path

import pytest

from rookery import CHANCE
from rookery.core import errors
from rookery.games.blockers import rules
from tests.games.blockers.drawn import GAME, actions, board, captured, dealt, drawn, game, racks, spaces, to_do

EVERY_SPACE = {row + column for row in "ABCDEFGHI" for column in "123456789"}
SYMBOLS = ["triangle", "spade", "star", "club", "circle", "diamond", "moon", "heart", "square"]
KINDS = [*"123456789", *"ABCDEFGHI", *SYMBOLS, "wild"]


# ── The board and the tiles ──────────────────────────────────────────────────
def test_BL_01_columns_rows_and_blocks() -> None:
    position = drawn(rack="R2 RG Rmoon Rspade Rwild")
    assert spaces(position, "R2") == {f"{row}2" for row in "ABCDEFGHI"}
    assert spaces(position, "RG") == {f"G{column}" for column in "123456789"}
    assert spaces(position, "Rmoon") == {row + column for row in "GHI" for column in "123"}
    assert spaces(position, "Rspade") == {row + column for row in "ABC" for column in "456"}
    assert {"R2@G2", "RG@G2", "Rmoon@G2"} <= actions(position)  # the rulebook's own example
    for text in ("R2@J2", "R2@A0", "Rmoon@A10"):
        with pytest.raises(errors.UnreadableAction):
            position.after(text)


@pytest.mark.parametrize(("place", "symbol"), list(enumerate(SYMBOLS)))
def test_BL_01_every_block_has_its_symbol(place: int, symbol: str) -> None:
    rows, columns = "ABCDEFGHI"[place // 3 * 3 :][:3], "123456789"[place % 3 * 3 :][:3]
    others = ["R1", "R2", "R3", "R4"]
    position = drawn(rack=" ".join([*others, f"R{symbol}"]))
    assert spaces(position, f"R{symbol}") == {row + column for row in rows for column in columns}


def test_BL_02_twenty_eight_tiles_of_each_colour() -> None:
    start = GAME.start(first="seat 1", players=5)
    assert actions(start) == {f"draw R{kind}" for kind in KINDS}
    assert start.state.pile.tolist() == [28] * 5
    with pytest.raises(errors.UnreadableAction):
        start.after("draw Rten")
    with pytest.raises(errors.UnreadablePosition, match="R7 occurs twice"):
        drawn("R7 . . . . . . . .", "R7 R1 R2 R3 R4", turn=2)
    with pytest.raises(errors.UnreadablePosition, match="a colour that is not in play"):
        drawn("O1 . . . . . . . .", players=4)


# ── Racks, turns ─────────────────────────────────────────────────────────────
def test_BL_03_five_tiles_that_only_their_player_sees() -> None:
    position = dealt(3)
    assert [len(rack) for rack in racks(position)] == [5, 5, 5]
    assert [len(rack) for rack in racks(position.view(1))] == [0, 5, 0]
    assert [len(rack) for rack in racks(position.view())] == [0, 0, 0]
    assert position.view(0).state.pile.tolist()[:3] == [23, 23, 23]  # pile sizes are for all to see
    dealing = next(p for p in game(3, 1) if to_do(p).startswith("deal") and p.state.held[1] == 2)
    action = dealing.legal_actions[0]
    assert [dealing.knows(action, seat) for seat in (-1, 0, 1, 2)] == [False, False, True, False]
    assert dealing.told(action, 0) == ("?", "Blue draws a tile")
    assert dealing.told(action, 0, 1)[0] == dealing.format(action)


def test_BL_03_draws_are_alike_and_never_repeat() -> None:
    position = GAME.start(first="seat 1", players=3)
    assert set(position.chances.values()) == {1 / 28}
    position = position.after("draw R7")
    assert set(position.chances.values()) == {1 / 27}
    with pytest.raises(errors.IllegalAction):
        position.after("draw R7")
    with pytest.raises(errors.IllegalAction):
        position.after("draw B7")  # red first, five tiles


def test_BL_04_chance_or_the_table_says_who_begins_then_clockwise() -> None:
    start = GAME.start(players=4)
    assert start.mover == CHANCE
    assert start.chances == {start.parse(f"seat {seat} first"): 0.25 for seat in (1, 2, 3, 4)}
    with pytest.raises(errors.IllegalAction):
        start.after("seat 5 first")
    positions = game(4, 3, first="seat 3")
    movers = [p.mover for p in positions if p.mover is not None and p.mover >= 0]
    assert movers == [2, 3, 0, 1] * 24
    with pytest.raises(errors.UnknownOption, match="seat 4"):
        GAME.start(players=3, first="seat 4")


def test_BL_05_exactly_one_tile_from_the_rack_and_no_passing() -> None:
    position = drawn(rack="R2 RG Rmoon R9 RA")
    assert len(actions(position)) == 5 * 9
    for text in ("R2@A3", "RG@A1", "Rmoon@D1", "R3@A3", "B2@A2"):  # elsewhere, not on the rack, not one's own
        with pytest.raises(errors.IllegalAction):
            position.after(text)
    with pytest.raises(errors.UnreadableAction):
        position.after("pass")
    after = position.after("R2@G2")
    assert board(after) == {"G2": "R2"}
    assert to_do(after) == "draw 1"


def test_BL_05_the_wild_goes_anywhere() -> None:
    assert spaces(drawn(rack="R1 R2 R3 R4 Rwild"), "Rwild") == EVERY_SPACE
    assert "A1" not in spaces(drawn("RA . . . . . . . .", "R1 R2 R3 R4 Rwild"), "Rwild")


# ── Captures ─────────────────────────────────────────────────────────────────
FULL = """
    B1   G2   B3   G4   B5   G6   B7   G8   B9
    G1   B2   G3   B4   G5   B6   G7   B8   G9
    Btriangle Gtriangle BC Bspade Gspade GC Bstar Gstar Bwild
"""


def test_BL_06_captures_are_forced_when_no_tile_fits_an_empty_space() -> None:
    position = drawn(FULL, "RA RB RC Rtriangle Rspade")
    assert len(actions(position)) > 30
    assert all(text.split("@")[1] in board(position) for text in actions(position))


def test_BL_06_else_an_empty_space_or_a_capture_as_one_likes() -> None:
    position = drawn(FULL.replace("B9", ". "), "RA RB RC Rtriangle Rspade")
    assert spaces(position, "RA") == {f"A{column}" for column in "123456789"}
    assert board(position.after("RA@A9")) == board(position) | {"A9": "RA"}
    assert board(position.after("RA@A1")) == board(position) | {"A1": "RA"}
    with pytest.raises(errors.IllegalAction):
        position.after("RA@B9")


def test_BL_07_a_tile_without_neighbours_of_its_colour_can_be_captured() -> None:
    around = """
        . G2 . . . . . . .
        B1 B2 B3 . . . . . .
        . GC . . . . . . .
    """
    assert "B2" not in spaces(drawn(around, "R2 RB R9 R8 R7"), "R2")  # it holds B1 and B3 together
    lone = around.replace("B1 B2 B3", "G1 B2 G3")
    assert "B2" in spaces(drawn(lone, "R2 RB R9 R8 R7"), "R2")


def test_BL_07_a_tile_at_the_end_of_a_group_can_be_captured() -> None:
    line = """
        . . . . . . . . .
        B1 B2 B3 . . . . . .
    """
    assert spaces(drawn(line, "RB R9 R8 R7 R6"), "RB") == {"B1", "B3", "B4", "B5", "B6", "B7", "B8", "B9"}


RING = """
    .    .    .    .    .    .    .    .    .
    .    .    .    .    .    .    .    .    .
    .    .    Btriangle Bspade BC .    .    .    .
    .    .    B3   .    B5   .    .    .    .
    .    .    Bclub BE  Bcircle .    .    .    .
"""


def test_BL_07_any_tile_of_a_ring_can_be_captured() -> None:
    ring = {"C3", "C4", "C5", "D3", "D5", "E3", "E4", "E5"}
    assert ring <= spaces(drawn(RING, "R1 R2 R6 R7 Rwild"), "Rwild")
    broken = drawn(RING.replace("BE", "GE"), "R1 R2 R6 R7 Rwild")
    assert spaces(broken, "Rwild") & ring == {"E3", "E5", "E4"}  # the ends, and the green tile


def test_BL_07_groups_may_reach_over_the_whole_board() -> None:
    column = "\n".join(f". . . . B{row} . . . ." for row in "ABCDEFGHI")
    assert spaces(drawn(column, "R5 R1 R2 R3 R4"), "R5") == {"A5", "I5"}
    hole = column.replace("BF", ". ")
    assert spaces(drawn(hole, "R5 R1 R2 R3 R4"), "R5") == {"A5", "E5", "F5", "G5", "I5"}


def test_BL_08_own_tiles_cannot_be_captured_and_the_wild_can_capture() -> None:
    position = drawn("R1 B2 . . . . . . .", "RA R2 R3 R4 Rwild")
    assert spaces(position, "RA") == {f"A{column}" for column in "23456789"}
    assert spaces(position, "Rwild") == EVERY_SPACE - {"A1"}
    with pytest.raises(errors.IllegalAction):
        position.after("RA@A1")


def test_BL_09_the_captured_tile_lies_before_the_captor_for_good() -> None:
    position = drawn("R1 B2 . . . . . . .", "RA R2 R3 R4 Rwild")
    after = position.after("RA@A2")
    assert board(after) == {"A1": "R1", "A2": "RA"}
    assert captured(after) == [["B2"], [], []]
    assert captured(after.view()) == captured(after)
    drawing = drawn("R1 . . . . . . . .", "B1 B3 B4 B5", turn=2, captured="B2,-,-", phase="draw")
    assert "draw B2" not in actions(drawing)
    assert "draw B6" in actions(drawing)


# ── Drawing, and the end ─────────────────────────────────────────────────────
def test_BL_10_one_tile_is_drawn_after_each_play() -> None:
    after = drawn(rack="RA R2 R3 R4 Rwild").after("RA@A2")
    assert after.mover == CHANCE
    assert actions(after) == {f"draw R{kind}" for kind in KINDS if kind not in ("A", "2", "3", "4", "wild")}
    with pytest.raises(errors.IllegalAction):
        after.after("draw RA")
    drawn_one = after.after("draw R9")
    assert racks(drawn_one)[0] == ["R2", "R3", "R4", "R9", "Rwild"]
    assert to_do(drawn_one) == "play 2"


@pytest.mark.parametrize(("players", "plays"), [(3, 72), (4, 96), (5, 120)])
def test_BL_11_every_colour_plays_twenty_four_tiles(players: int, plays: int) -> None:
    positions = game(players, 11)
    assert sum(p.mover is not None and p.mover >= 0 for p in positions) == plays
    end = positions[-1]
    assert [len(rack) for rack in racks(end)] == [4] * players
    assert end.state.pile.tolist() == [0] * 5
    last_draw = max(ply for ply, p in enumerate(positions) if p.mover == CHANCE)
    movers = [p.mover for p in positions[last_draw + 1 :]]
    assert len(movers) == players + 1  # after the last draw one more turn for everybody
    assert sorted(movers[:-1], key=str) == list(range(players))
    with pytest.raises(errors.GameOver):
        end.after("R1@A1")


def test_BL_12_groups_and_the_captures_of_one_colour() -> None:
    position = drawn(
        """
        RA   R2   .    R4   .    .    .    .    .
        .    .    R3   .    .    .    .    .    .
        R1   .    .    .    .    .    .    .    .
        B1   B2   .    .    .    .    .    .    .
    """,
        "R5 R6 R7 R8 R9",
        captured="B3 B4 G1 G2 G3, , ",
    )
    state = position.state
    assert rules.seat_groups(state, 0) == 4  # A1 with A2, A4, B3 (a diagonal does not join), C1
    assert rules.seat_groups(state, 1) == 1
    assert rules.penalty(state, 0) == 3  # three green tiles; the two blue ones cost nothing more
    assert [rules.points(state, seat) for seat in range(3)] == [7, 1, 0]


def test_BL_12_the_scores_that_the_rulebook_prints() -> None:
    """Figure C of the rulebook: yellow has 4 groups and a penalty of 1, blue 2 and 2, green 2 and nothing."""
    end = drawn(
        """
        Y1   .    .    .    .    .    .    .    R9
        .    .    .    Y4   Y5   .    .    .    .
        YC   .    .    .    .    B6   B7   .    .
        .    .    .    .    .    .    .    .    .
        .    Y2   YE   .    .    .    .    .    .
        .    .    .    .    .    .    G7   .    .
        .    BG   .    .    G5   .    .    .    .
        .    .    .    .    GH   .    .    .    .
        .    .    .    .    .    .    .    .    .
    """,
        players=4,
        captured=",R1 R2 G1,,B3 R3",
    )
    state = end.state
    assert [rules.seat_groups(state, seat) for seat in (1, 2, 3)] == [2, 2, 4]
    assert [rules.points(state, seat) for seat in (1, 2, 3)] == [4, 2, 5]


def test_BL_12_the_fewest_points_win() -> None:
    for seed in range(30):
        end = game(3, seed)[-1]
        points = [rules.points(end.state, seat) for seat in range(3)]
        assert end.outcome is not None
        assert end.outcome.winners
        assert set(end.outcome.winners) <= {seat for seat in range(3) if points[seat] == min(points)}
        if points.count(min(points)) == 1:
            assert sorted(end.outcome.utilities) == [-0.5, -0.5, 1.0]


def test_BL_13_fewest_captures_settle_a_tie_else_the_win_is_shared() -> None:
    by_captures = shared = 0
    for seed in range(400):
        end = game(3, seed)[-1]
        assert end.outcome is not None
        points = [(rules.points(end.state, s), rules.all_captures(end.state, s)) for s in range(3)]
        best = [seat for seat in range(3) if points[seat] == min(points)]
        assert list(end.outcome.winners) == (best if len(best) < 3 else [])
        by_captures += len(best) == 1 and sum(p[0] == min(points)[0] for p in points) > 1
        if len(best) == 2:
            shared += 1
            assert sorted(end.outcome.utilities) == [-0.5, 0.25, 0.25]
            assert "share the win" in end.outcome.words
        if by_captures and shared:
            return
    raise AssertionError(f"{by_captures} ties settled by captures, {shared} shared")


# ── Skipped turns ────────────────────────────────────────────────────────────
STUCK = """
    B1   B2   B3   B4   B5   B6   B7   B8   B9
    R1   R2   R3   R4   R5   R6   R7   R8   R9
    RC   G2   G3   G4   G5   G6   G7   G8   Rstar
    Rclub GD  .    .    .    .    .    Gdiamond Rdiamond
"""
STUCK_RACK = "BA BB BC Btriangle Bspade"  # all these spaces hold blue tiles, or tiles that hold a group together


STUCK_RACKS = f"RA RE RF RG RH {STUCK_RACK} GA GB GE GF GG"


def test_BL_14_who_can_play_nothing_is_skipped_and_draws_nothing() -> None:
    position = drawn(STUCK, STUCK_RACKS).after("RE@E5").after("draw RI")
    assert actions(position) == {"skip"}
    assert position.told(position.legal_actions[0], 0) == ("skip", "Blue cannot play: the turn is skipped")
    after = position.after("skip")
    assert to_do(after) == "play 3"
    assert (after.state.held[1], after.state.pile[1]) == (5, 28 - 9 - 5)
    for drawing in (STUCK, STUCK.replace("B9", ". ")):  # red can play here, and there blue can
        free = drawn(drawing, STUCK_RACKS, turn=1 if drawing == STUCK else 2)
        assert "skip" not in actions(free)
        with pytest.raises(errors.IllegalAction):
            free.after("skip")


def test_BL_14_it_is_over_when_nobody_who_is_unfinished_can_play() -> None:
    taken = "G1 G9 GA GB GC GE GF GG GH GI Gtriangle Gspade Gstar Gclub Gcircle,"
    taken += ",RA RB RD RG RH RI Rtriangle Rspade Rcircle Rmoon"
    rack = f"RE RF Rheart Rsquare Rwild {STUCK_RACK} Gmoon Gheart Gsquare Gwild"
    end = drawn(STUCK, rack, captured=taken).after("RE@E5").after("skip")
    assert end.is_over
    assert end.state.held[1] == 5  # blue still has tiles, and a pile
    assert end.state.pile[1] > 0
    assert not drawn(STUCK, STUCK_RACKS, turn=2).after("skip").is_over  # green and red go on
    assert "skip" not in actions(drawn(STUCK.replace("B9", ". "), rack, captured=taken).after("RE@E5"))


# ── Two players ──────────────────────────────────────────────────────────────
FIVE = {"R": "R1 R2 R3 R4 R5", "G": "G1 G2 G3 G4 G5", "B": "B1 B2 B3 B4 B5", "Y": "Y1 Y2 Y3 Y4 Y5"}
FOUR_RACKS = " ".join(FIVE.values())


@pytest.mark.parametrize("first", ["red and green", "red and blue", "red and yellow"])
def test_BL_20_two_colours_each_on_two_racks(first: str) -> None:
    chosen = next(choice for choice in GAME.facts.options[3].choices if choice.startswith(first))
    letters = [{"red": "R", "green": "G", "blue": "B", "yellow": "Y"}[word] for word in first.split(" and ")]
    position = drawn(rack=FOUR_RACKS, players=2, colours=chosen)
    assert {text[0] for text in actions(position)} == set(letters)
    other = drawn(rack=FOUR_RACKS, players=2, colours=chosen, turn=2)
    assert {text[0] for text in actions(other)} == set("RBGY") - set(letters)
    assert [bool(rack) for rack in racks(position.view(0))] == [letter in letters for letter in "RBGY"]
    with pytest.raises(errors.UnknownOption):
        GAME.start(players=3, colours=GAME.facts.options[3].choices[1])


def test_BL_20_two_own_colours_never_join() -> None:
    position = drawn("R1 R2 GA . . . . . .", FOUR_RACKS.replace("R1 R2", "R8 R9"), players=2)
    assert rules.seat_groups(position.state, 0) == 2
    assert rules.seat_groups(drawn("R1 R2 RA . . . . . .", players=2).state, 0) == 1


def test_BL_21_one_tile_of_either_colour_then_a_draw_of_that_colour() -> None:
    position = drawn(rack=FOUR_RACKS, players=2)
    for colour in "RG":
        after = position.after(f"{colour}1@A1")
        assert {text[:6] for text in actions(after)} == {f"draw {colour}"}
    done = position.after("G1@A1").after("draw G9")
    assert [len(rack) for rack in racks(done)] == [5] * 4
    assert to_do(done) == "play 2"
    with pytest.raises(errors.IllegalAction):
        position.after("B1@A1")


def test_BL_22_the_own_other_colour_may_be_captured_unless_it_is_safe() -> None:
    line = "G1 . . . . . . . ."
    rack = FOUR_RACKS.replace("R1", "RA").replace("G1", "G9")
    position = drawn(line, rack, players=2)
    assert "A1" in spaces(position, "RA")
    assert captured(position.after("RA@A1"))[0] == ["G1"]
    safe = drawn(line, rack, players=2, own_second_colour="safe")
    assert "A1" not in spaces(safe, "RA")
    foe = drawn(". B2 . . . . . . .", rack.replace("B2", "B9"), players=2, own_second_colour="safe")
    assert "A2" in spaces(foe, "RA")
    with pytest.raises(errors.UnknownOption):
        GAME.start(players=3, own_second_colour="safe")


def test_BL_22_no_group_of_any_colour_may_be_split() -> None:
    position = drawn("GA G2 Gtriangle . . . . . .", FOUR_RACKS.replace("R1", "RA").replace("G2", "G9"), players=2)
    assert {"A1", "A3"} <= spaces(position, "RA")
    assert "A2" not in spaces(position, "RA")
    assert "A2" not in spaces(position, "R2")


def test_BL_23_a_colour_without_tiles_to_draw_is_finished_and_shown() -> None:
    positions = game(2, 8)
    finishes = [
        (before, after)
        for before, after in itertools.pairwise(positions)
        for colour in range(4)
        if rules.finished(after.state, colour) > rules.finished(before.state, colour)
    ]
    assert len(finishes) == 4
    before, after = finishes[0]
    colour = next(c for c in range(4) if rules.finished(after.state, c))
    assert after.state.pile[colour] == 0
    for viewer in (-1, 0, 1):
        assert len(racks(after.view(viewer))[colour]) == 4
    stranger = 1 - rules.owner(before.state, colour)
    assert racks(before.view(stranger))[colour] == []
    letter = "RBGY"[colour]
    later = positions[positions.index(after) :]
    assert not any(text[0] == letter for p in later if p.mover != CHANCE for text in actions(p))


def test_BL_24_forty_eight_plays_each_and_four_tiles_left_in_each_colour() -> None:
    positions = game(2, 9)
    movers = [p.mover for p in positions]
    assert (movers.count(0), movers.count(1)) == (48, 48)
    assert [len(rack) for rack in racks(positions[-1])] == [4] * 4


def test_BL_25_groups_of_both_colours_and_captures_of_a_single_one() -> None:
    rack = "R6 R7 R8 R9 RB G6 G7 G8 G9 GB"
    position = drawn("R1 . RA . G5 . . . B9", rack, players=2, captured="G1 G2 Y1,")
    assert rules.seat_groups(position.state, 0) == 3
    assert rules.penalty(position.state, 0) == 2  # two of the own green ones
    assert rules.all_captures(position.state, 0) == 3
    assert (rules.points(position.state, 0), rules.points(position.state, 1)) == (5, 1)


# ── Uptown ───────────────────────────────────────────────────────────────────
def test_BL_30_groups_only_and_captures_settle_ties() -> None:
    drawing, taken = "R1 . RA . B5 . . . .", "B1 B2,-,-"
    plain = drawn(drawing, "R2 R3 R4 R5 R6", captured=taken)
    uptown = drawn(drawing, "R2 R3 R4 R5 R6", captured=taken, scoring="uptown")
    assert (rules.points(plain.state, 0), rules.points(uptown.state, 0)) == (4, 2)
    for seed in range(300):
        end = game(3, seed, scoring="uptown")[-1]
        groups = [rules.seat_groups(end.state, seat) for seat in range(3)]
        ties = [rules.all_captures(end.state, seat) for seat in range(3)]
        tied = [seat for seat in range(3) if groups[seat] == min(groups)]
        if len(tied) == 2 and ties[tied[0]] != ties[tied[1]]:
            assert end.outcome is not None
            assert end.outcome.winners == (min(tied, key=lambda seat: ties[seat]),)
            return
    raise AssertionError("no tie in 300 games")


# ── A fair start, ours ───────────────────────────────────────────────────────
def test_BL_31_in_a_tie_each_player_adds_one_for_everyone_who_began_later() -> None:
    """Points stay; the same games, counted both ways, now and then have another winner, who began later."""
    changed = 0
    for seed in range(40):
        usual, fair = (game(4, seed, first="seat 3", scoring=scoring)[-1] for scoring in ("blockers", "fair start"))
        assert usual.outcome is not None
        assert fair.outcome is not None
        points = [rules.points(fair.state, seat) for seat in range(4)]
        assert points == [rules.points(usual.state, seat) for seat in range(4)]
        added = [rules.tie_break(fair.state, seat) - rules.all_captures(fair.state, seat) for seat in range(4)]
        assert added == [1, 0, 3, 2]  # the third seat began, and the second was last
        ties = {seat: rules.tie_break(fair.state, seat) for seat in range(4) if points[seat] == min(points)}
        assert fair.outcome.winners == tuple(seat for seat, tie in ties.items() if tie == min(ties.values()))
        changed += fair.outcome.winners != usual.outcome.winners
    assert changed


def test_BL_31_with_three_players_there_is_no_fair_start() -> None:
    with pytest.raises(errors.UnknownOption, match="not for 3 players"):
        GAME.start(players=3, scoring="fair start")


# ── The book ─────────────────────────────────────────────────────────────────
IDS = [f"BL-{number:02}" for number in (*range(1, 15), *range(20, 26), 30, 31)]


def test_every_rule_is_in_the_book_and_has_a_test() -> None:
    assert set(re.findall(r"BL-\d\d", GAME.rules_page)) == set(IDS)
    tests = Path(__file__).read_text("utf-8")
    assert [number for number in IDS if f"def test_{number.replace('-', '_')}_" not in tests] == []
