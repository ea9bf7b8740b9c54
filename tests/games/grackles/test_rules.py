"""Every rule by its ID (book.md): a drawn position in which it allows something and one in which it forbids something.

What is expected here was written from the rulebook, not from the code. Drawings show the spots: P purple, B blue,
G green, K black; see drawn.py.
"""
# long because all 17 rules stand here in the order of the book, and drawings take room

import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from rookery import CHANCE, Position
from rookery.core import errors
from tests.games.grackles.drawn import GAME, SIX, START, actions, drawn, plays, rotations, to_do

PURPLE, BLUE, GREEN, BLACK = range(4)
# all tiles lie: no birds; purple can only rotate; blue's last line, after which purple is skipped; purple's last line;
# blue can only rotate, and purple nothing
FULL = """
    14 B G P K P K P G K G
    13 K P G B G B K B B P
    12 P K K G K P G B G B
    11 B G P B G B P K K P
    10 K B G P P B G K K P
     9 P G K B K G B P G B
     8 K G P B B P B P G B
     7 B P K G K G K G K P
     6 P G B K G B B P P B
     5 B K G P P K K G G K
       c d e f g h i j k l
"""
PASSING = """
    14 B G G B K P G P B K
    13 K P P K B G K B P G
    12 B P P B G B G P G P
    11 K G K G K P B K K B
    10 P K P B G K K B P K
     9 B G K G B P G P G B
     8 K P P K G K G K B K
     7 B G B G B P P B P G
     6 B P P B B P G B K B
     5 K G K G G K P K P G
       e f g h i j k l m n
"""
PASSING_LINES = "k5-m5,l6-n6,k11-n11,l12-n12,e6-e14,f6-f13,g6-g13,h6-h14,i6-i13,j6-j14,m7-m10"
SKIPPING = """
    14 P G G B B P P B P G
    13 K B K P K G K G K B
    12 P B K B P B K B G P
    11 G K G P K G P G K B
    10 K G P B G K G P B K
     9 P B K G B P B K P G
     8 K G P K B P K P K P
     7 P B G B G K B G G B
     6 P B P K K P B P P G
     5 G K G B B G K G B K
       e f g h i j k l m n
"""
SKIPPING_LINES = "l6-m6,j14-m14,e6-e9,e12-e14,f7-f13,g6-g10,h5-h14,i5-i9,j6-j9,k6-k9,l8-l10,n7-n13"
LAST = """
    10 B P B P P B G K B P
     9 K G K G K G B P G K
     8 K G B G P G K P K G
     7 P B K P K B G B P B
     6 G P G B G P P K B G
     5 K B P K K B B G P K
     4 K B K P B G G P B G
     3 G P B G K P K B K P
     2 G P G B G K B G K B
     1 K B P K P B P K P G
       c d e f g h i j k l
"""
LAST_LINES = "g1-i1,c7-f7,h7-l7,c10-k10,d2-d6,e1-e5,f2-f6,h3-h6,i2-i5,j8-j9"
DONE = """
    14 B G G B K P G P B K
    13 K P P K B G K B P G
    12 B P P B G B G P G P
    11 K G K G K P B K K B
    10 P K P B G K P G P K
     9 B G K G B P B K G B
     8 K P P K G K G K B K
     7 B G B G B P P B P G
     6 B P P B B P G B K B
     5 K G K G G K P K P G
       e f g h i j k l m n
"""
DONE_LINES = "k5-m5,l6-n6,k11-n11,l12-n12,e6-e14,f6-f13,g6-g13,h6-h14,i6-i13,j6-j14,k7-k10,m7-m10"


def refused(text: str, players: int = 2, **options: str) -> str:
    """Why a text is no position."""
    with pytest.raises(errors.UnreadablePosition) as found:
        GAME.position(text, players=players, **options)
    return str(found.value)


def illegal(position: Position, *texts: str) -> None:
    for text in texts:
        with pytest.raises(errors.IllegalAction):
            position.after(text)


def random_end(players: int, seed: int) -> Position:
    generator = random.Random(seed)
    position = GAME.start(players=players)
    while not position.is_over:
        position = position.after_unchecked(generator.choice(position.legal_actions))
    return position


# ── Set-up ───────────────────────────────────────────────────────────────────
def test_GR_01_a_tile_has_a_spot_of_each_colour_and_all_are_25() -> None:
    end = random_end(2, 1)
    tiles = end.text.split()[0].split(",")
    assert len(tiles) == 25
    assert all(sorted(tile[2:]) == sorted("PBGK") for tile in tiles)
    assert len({tile[0] for tile in tiles}) == len({tile[1] for tile in tiles}) == 5
    colours = [spot.words.split()[-1] for spot in end.scene().spots if re.fullmatch(r"[a-p]\d+", spot.id)]
    assert Counter(colours) == dict.fromkeys(("purple", "blue", "green", "black"), 25)
    assert "four colours" in refused("D5PBGK,E5GKPB,F5PPGK - P turn 5,5 0")
    assert "cell of its own" in refused("D5PBGK,E5GKPB,F5PBGK,F5PGBK - P turn 5,5 0")


def test_GR_02_five_tiles_of_one_arrangement_and_four_of_the_others() -> None:
    left = dict(zip(("PBGK", "PBKG", "PGBK", "PGKB", "PKBG", "PKGB"), GAME.start().record.left.tolist()))
    assert left == {"PBGK": 3, "PBKG": 4, "PGBK": 4, "PGKB": 4, "PKBG": 4, "PKGB": 4}
    column = [f"D{row}BKGP" for row in (6, 7, 8)]  # KGPB turned by half is PBKG, too: all one arrangement
    assert GAME.position(f"{','.join(column)},D5PBGK,E5GKPB - P turn 5,5 0").record.left[4] == 4
    more = [f"E{row}{look}" for row, look in ((6, "PBKG"), (7, "GPBK"), (8, "KGPB"), (9, "BKGP"), (4, "PBKG"))]
    assert "not so many tiles" in refused(f"D5PBGK,E5GKPB,{','.join(more)} - P turn 5,5 0")


def test_GR_03_two_starting_tiles_on_which_nobody_has_a_line() -> None:
    start = GAME.start(first="seat 1")
    assert start == drawn(START, first="seat 1")
    for seat in "PBGK":
        position = drawn(START, f"{seat} turn", tokens="5,5,5,5")
        assert actions(position) == {"draw"}
    assert "starting tiles" in refused("D5BGKP,E5GKPB - P turn 5,5 0")


def test_GR_03_any_of_the_23_others_can_come() -> None:
    drawing = GAME.start(first="seat 1").after("draw")
    chances = {drawing.format(action): chance for action, chance in drawing.chances.items()}
    assert chances["tile PBGK"] == pytest.approx(3 / 23)
    assert chances["tile PGKB"] == pytest.approx(4 / 23)
    none_left = drawn(SIX, "P draw")
    assert none_left.chances[none_left.parse("tile PBGK")] == pytest.approx(2 / 22)


def test_GR_04_45_birds_and_5_tokens_each() -> None:
    for players in (2, 3, 4):
        record = GAME.start(players=players).record
        assert record.birds.tolist() == [45] * players + [0] * (4 - players)
        assert record.tokens.tolist() == [5] * players + [0] * (4 - players)
    for wrong in (1, 5):
        with pytest.raises(errors.UnknownOption):
            GAME.start(players=wrong)


def test_GR_04_colours_nobody_plays_are_plain_spots() -> None:
    assert plays(drawn(SIX, "G turn", tokens="5,5,5,5")) == {"h9-l9"}
    assert "somebody plays" in refused(drawn(SIX, "G turn", tokens="5,5,5,5").text.replace("5,5,5,5", "5,5").replace(
        " - G", " h9-l9 P"))  # fmt: skip
    over_green = drawn(SIX, "P turn").after("g10-k10")  # g, h, i, j, k: blue, green and black ones between
    assert over_green.record.birds.tolist() == [40, 45, 0, 0]


def test_GR_05_any_seat_may_begin_then_clockwise() -> None:
    start = GAME.start(players=3)
    assert start.mover == CHANCE
    assert {start.format(action): chance for action, chance in start.chances.items()} == {
        f"seat {seat} first": pytest.approx(1 / 3) for seat in (1, 2, 3)
    }
    position = GAME.start(players=3, first="seat 3")
    assert position.mover == GREEN
    for seat in (GREEN, PURPLE, BLUE, GREEN):
        assert position.mover == seat
        placing = position.after("draw").settled(np.random.default_rng(1))
        position = placing.after_unchecked(placing.legal_actions[0])
    with pytest.raises(errors.UnknownOption, match="is not for 2 players"):
        GAME.start(players=2, first="seat 3")


def test_GR_05_one_action_a_turn() -> None:
    position = drawn(SIX)
    assert {"draw", "g10-k10", "rotate F5 r90"} <= actions(position)
    for text in ("draw", "g10-k10", "rotate F5 r90"):
        after = position.after(text)
        assert to_do(after) == ("P draw" if text == "draw" else "B turn")


def test_GR_06_who_draws_must_place_what_everybody_sees() -> None:
    position = drawn(SIX)
    assert position.after("draw").mover == CHANCE
    placing = position.after("draw").after("tile PKGB")
    assert placing.mover == PURPLE
    assert all(re.fullmatch(r"[A-H][1-9] r(0|90|180|270)", text) for text in actions(placing))
    illegal(placing, "draw", "g10-k10", "rotate F5 r90", "pass")
    for seat in (PURPLE, BLUE, -1):
        assert placing.view(seat).text.split()[3] == "place:PKGB"


def test_GR_07_beside_a_tile_in_any_turn() -> None:
    placing = drawn(SIX, "P place:PKGB")
    beside = {"C5", "G5", "D4", "E4", "F4", "D6", "E6", "F6"}
    assert actions(placing) == {f"{cell} r{turn}" for cell in beside for turn in (0, 90, 180, 270)}
    illegal(placing, "C4 r0", "D5 r0", "D7 r0")  # diagonal, taken, apart
    assert "E6PKGB" in placing.after("E6 r0").text
    assert "E6BPKG" in placing.after("E6 r90").text  # each colour one corner further
    assert "E6GBPK" in placing.after("E6 r180").text
    assert "E6KGBP" in placing.after("E6 r270").text


def test_GR_07_the_board_stays_within_five_by_five() -> None:
    wide = drawn("""
        10 P B G K P B B G K P
         9 K G B P K G K P B G
           g h i j k l m n o p
    """, "P place:PKGB")  # fmt: skip
    assert {text.split()[0] for text in actions(wide)} == {f"{c}{r}" for c in "DEFGH" for r in "46"}
    illegal(wide, "C5 r0")
    assert "within 5 x 5" in refused("C5BGKP,D5PBGK,E5GKPB,F5PBGK,G5PGKB,H5PGKB - P turn 5,5 0")
    assert "beside another" in refused("D5PBGK,E5GKPB,G5PGKB - P turn 5,5 0")


# ── Birds ────────────────────────────────────────────────────────────────────
def test_GR_08_a_line_joins_two_empty_spots_of_ones_colour() -> None:
    position = drawn(SIX)
    assert plays(position) == {"g10-k10"}
    assert plays(drawn(SIX, "B turn")) == {"h10-l10"}
    after = position.after("g10-k10")
    birds = {piece.spot: piece.words for piece in after.scene().pieces if piece.id.startswith("bird")}
    assert birds == dict.fromkeys(("g10", "h10", "i10", "j10", "k10"), "purple bird")
    illegal(position, "h10-l10", "g10-j9", "g9-k9")  # another's, diagonal, another's


def test_GR_08_tiles_all_the_way_and_columns_too() -> None:
    gap = drawn("""
        12 P B . . P K
        11 K G . . B G
        10 P B G K P B
         9 K G B P K G
           g h i j k l
    """)
    assert plays(gap) == {"g10-k10", "g10-g12", "k10-k12"}
    illegal(gap, "g12-k12")  # no tile between


def test_GR_09_any_bird_on_the_way_blocks() -> None:
    position = drawn("""
        12 P B K G P K
        11 K G B P B G
        10 P B G K P B
         9 K G B P K G
           g h i j k l
    """)
    assert plays(position) == {"g10-k10", "g10-g12", "k10-k12", "g12-k12", "j9-j11"}
    after = position.after("j9-j11").after("draw")
    crossed = GAME.position(after.text.replace("B draw", "P turn"))
    assert plays(crossed) == {"g10-g12", "k10-k12", "g12-k12"}  # j10 holds a purple bird, one's own
    assert "over another line" in refused(crossed.text.replace("j9-j11", "j9-j11,g10-k10"))


LONG = """
    10 P B G K P B P B G K
     9 K G B P K G G K P B
       g h i j k l m n o p
"""


def test_GR_10_an_end_goes_on_to_any_further_spot() -> None:
    wide = """
        10 P B G K P B P B P K
         9 K G B P K G G K G B
           g h i j k l m n o p
    """
    position = drawn(wide, lines="g10-k10")
    assert {text for text in plays(position) if "+" in text} == {"k10+m10", "k10+o10"}  # m10 may be run past
    assert "m10-o10" in plays(position)
    one, far = position.after("k10+m10"), position.after("k10+o10")
    assert (one.record.birds[PURPLE], far.record.birds[PURPLE]) == (38, 36)  # only the new birds are paid
    assert far.text.split()[1] == "g10-o10"  # still one line
    illegal(position, "k10+l10", "g10+k10", "m10+k10")


def test_GR_10_both_ends_but_never_round_a_corner() -> None:
    position = drawn("""
        12 K G P B K P
        11 P B K G G B
        10 P B G K P B
         9 K G B P K G
           g h i j k l
    """, lines="g10-k10")  # fmt: skip
    assert "g11-l12" not in actions(position)
    assert not [text for text in plays(position) if "+" in text]
    illegal(position, "g10-g11", "g10+g11")  # g10 is occupied, and the line runs along its row
    up = drawn("""
        14 P B K G
        13 K G B P
        12 B K P G
        11 P G K B
        10 P B G K
         9 K G B P
           g h i j
    """, lines="g10-g11")  # fmt: skip
    assert {text for text in plays(up) if "+" in text} == {"g11+g14"}


def test_GR_11_lines_that_touch_stay_two() -> None:
    four = drawn("""
        10 P B G K P B P B P K
         9 K G B P K G G K G B
           g h i j k l m n o p
    """, lines="g10-k10")  # fmt: skip
    assert four.after("m10-o10").text.split()[1] == "g10-k10,m10-o10"
    close = drawn("""
        16 P B . .
        15 K G . .
        14 P K . .
        13 B G . .
        12 P G . .
        11 B K . .
        10 P B G K
         9 K G B P
           g h i j
    """, lines="g10-g12")  # fmt: skip
    touching = GAME.position(close.after("g14-g16").text.replace("B turn", "P turn"))
    assert touching.text.split()[1] == "g10-g12,g14-g16"
    assert not [text for text in plays(touching) if "+" in text]


def test_GR_12_rotating_a_tile_without_birds() -> None:
    position = drawn(SIX)
    assert rotations(position) == {f"rotate F5 r{turn}" for turn in (90, 180, 270)}
    after = position.after("rotate F5 r90")
    assert "F5KPBG" in after.text
    assert after.record.tokens.tolist() == [4, 5, 0, 0]
    illegal(position, "rotate D5 r90", "rotate E5 r180")  # the starting tiles
    with pytest.raises(errors.IllegalAction):
        position.after("rotate F5 r0")
    assert not rotations(drawn(SIX, lines="g10-k10"))  # a bird on k10
    assert not rotations(drawn(SIX, tokens="0,5"))
    assert rotations(drawn(SIX, tokens="1,5"))


def test_GR_13_45_birds_and_no_more() -> None:
    position = drawn(SIX)
    states = position.states
    for birds, expected in ((5, {"g10-k10"}), (4, set())):
        states[0].birds[PURPLE] = birds
        poor = Position(GAME, states.copy(), GAME.facts.settings(2, {}))
        assert plays(poor) == expected
    longer = drawn(LONG, lines="g10-k10").states
    for birds, expected in ((2, {"k10+m10"}), (1, set())):
        longer[0].birds[PURPLE] = birds
        poor = Position(GAME, longer.copy(), GAME.facts.settings(2, {}))
        assert {text for text in plays(poor) if "+" in text} == expected


# ── The end ──────────────────────────────────────────────────────────────────
def test_GR_14_while_tiles_are_left_one_must_act_and_can_draw() -> None:
    for position in (drawn(START), drawn(SIX, tokens="0,0")):
        assert "draw" in actions(position)
        illegal(position, "pass")
    assert "draw" not in actions(drawn(FULL))


def test_GR_15_with_nothing_but_rotations_one_may_pass() -> None:
    position = drawn(PASSING, lines=PASSING_LINES, tokens="2,5")
    assert not plays(position)
    assert actions(position) == rotations(position) | {"pass"}
    passed = position.after("pass")
    assert passed.mover == BLUE
    assert passed.record.quiet == 1
    able = drawn(FULL)
    assert plays(able)
    assert rotations(able)
    illegal(able, "pass", "draw")


def test_GR_15_who_can_do_nothing_is_skipped() -> None:
    position = drawn(SKIPPING, "B turn", SKIPPING_LINES, tokens="5,4")
    after = position.after("j12-l12")
    assert after.mover == BLUE  # purple has no line, and there is no tile to rotate
    assert after.record.quiet == 1
    assert "P can do nothing and is skipped" in refused(after.text.replace("B turn", "P turn")[:-1] + "0")
    assert drawn(FULL, tokens="0,0").mover == PURPLE  # has no tokens, but lines


def test_GR_16_over_after_a_round_of_skips_and_passes() -> None:
    passing = drawn(DONE, "B turn", DONE_LINES, tokens="0,4")
    assert passing.after("pass").is_over  # purple is skipped
    assert passing.after("pass").record.quiet == 2
    last = drawn(LAST, lines=LAST_LINES, tokens="4,3").after("k1-k5")
    assert last.is_over
    with pytest.raises(errors.GameOver):
        last.after("pass")


def test_GR_16_any_action_starts_the_count_anew() -> None:
    position = drawn(PASSING, lines=PASSING_LINES, tokens="2,5").after("pass")
    turn = min(rotations(position))
    assert position.after(turn).record.quiet == 0
    assert not position.after(turn).is_over
    assert "neither have passed nor been skipped" in refused(drawn(FULL, "P turn").text.replace("5,5 0", "5,5 1"))
    assert "before all tiles lie" in refused(drawn(SIX).text.replace("5,5 0", "5,5 1"))


def test_GR_17_most_birds_win() -> None:
    last = drawn(LAST, lines=LAST_LINES, tokens="4,3").after("k1-k5")
    assert last.outcome is not None
    birds = [45 - int(number) for number in last.record.birds[:2]]
    assert last.outcome.winners == (birds.index(max(birds)),)
    assert last.outcome.utilities == ((1.0, -1.0) if birds[0] > birds[1] else (-1.0, 1.0))


def test_GR_17_ties_are_shared_wins() -> None:
    settings = GAME.facts.settings(3, {})
    states = random_end(3, 1).states
    for birds, utilities in (
        ((10, 20, 30), (1.0, -0.5, -0.5)),
        ((10, 30, 10), (0.25, -0.5, 0.25)),
        ((20, 20, 20), (0.0, 0.0, 0.0)),
    ):
        states[0].birds[:3] = birds  # not yet on a wire: fewest is best
        outcome = Position(GAME, states.copy(), settings).outcome
        assert outcome is not None
        assert outcome.utilities == utilities


def test_every_rule_is_named_here_and_in_the_book() -> None:
    tests = set(re.findall(r"GR_(\d\d)", Path(__file__).read_text()))
    book = set(re.findall(r"`GR-(\d\d)`", GAME.book))
    assert tests == book == {f"{number:02}" for number in range(1, 18)}
