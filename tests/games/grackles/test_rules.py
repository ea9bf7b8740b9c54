"""Every rule by its ID (rules.md): a drawn position in which it allows something and one in which it forbids something.

What is expected here was written from the rulebook, not from the code. Drawings show the spots: P purple, B blue,
G green, K black; see drawn.py, and boards.py for those on which all tiles lie.
"""

import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from rookery import CHANCE, Position
from rookery.core import errors
from tests.games.grackles.boards import DOWN, EMPTY, LAST, PASSED, PASSING, REOPENED, ROUND, SKIPPING, TURNING, UP
from tests.games.grackles.drawn import GAME, SIX, START, actions, drawn, plays, rotations, to_do

PURPLE, BLUE, GREEN, BLACK = range(4)


def refused(text: str, players: int = 2, **options: str) -> str:
    """Why a text is not a position."""
    with pytest.raises(errors.UnreadablePosition) as found:
        GAME.position(text, players=players, **options)
    return str(found.value)


def illegal(position: Position, *texts: str) -> None:
    for text in texts:
        with pytest.raises(errors.IllegalAction):
            position.after(text)


def with_birds(position: Position, seat: int, birds: int) -> Position:
    """The same, but so many birds are left to a seat; no text could say that, because lines tell what is left."""
    states = position.states
    states[0].birds[seat] = birds
    return Position(GAME, states, GAME.facts.settings(position.players, position.options))


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
    left = dict(zip(("PBGK", "PBKG", "PGBK", "PGKB", "PKBG", "PKGB"), GAME.start().state.left.tolist()))
    assert left == {"PBGK": 3, "PBKG": 4, "PGBK": 4, "PGKB": 4, "PKBG": 4, "PKGB": 4}
    column = [f"D{row}BKGP" for row in (6, 7, 8)]  # KGPB turned by half is PBKG, too: all one arrangement
    assert GAME.position(f"{','.join(column)},D5PBGK,E5GKPB - P turn 5,5 0").state.left[4] == 4
    more = [f"E{row}{look}" for row, look in ((6, "PBKG"), (7, "GPBK"), (8, "KGPB"), (9, "BKGP"), (4, "PBKG"))]
    assert "more tiles of one arrangement" in refused(f"D5PBGK,E5GKPB,{','.join(more)} - P turn 5,5 0")


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


def test_GR_04_players_choose_their_colours() -> None:
    assert [name for name, _ in GAME.facts.seats_at(2, {})] == ["Purple", "Blue"]
    assert [name for name, _ in GAME.facts.seats_at(2, {"colours": "green and black"})] == ["Green", "Black"]
    three = GAME.facts.seats_at(3, {"colours": "black, purple"})  # who is not named takes the next of the box
    assert three == (("Black", "black"), ("Purple", "purple"), ("Blue", "blue"))
    with pytest.raises(errors.UnknownOption, match="is not for 3 players"):
        GAME.start(players=3, colours="green and black")
    for wrong, reason in (("red", "'red' is not a colour"), ("blue blue", "named once"), (",", "named once")):
        with pytest.raises(errors.UnknownOption, match=reason):
            GAME.start(colours=wrong)


@pytest.mark.parametrize(
    ("colours", "lines"),
    [
        ("as usual", ("g10-k10", "h10-l10")),
        ("green and black", ("h9-l9", "g9-k9")),
        ("black purple", ("g9-k9", "g10-k10")),
    ],
)
def test_GR_04_a_seat_has_the_spots_of_its_colour(colours: str, lines: tuple[str, str]) -> None:
    for seat, line in enumerate(lines):
        name, style = GAME.facts.seats_at(2, {"colours": colours})[seat]
        mark = "K" if name == "Black" else name[0]
        position = drawn(SIX, f"{mark} turn", colours=colours)
        assert position.mover == seat
        assert {text for text in actions(position) if "-" in text} == {line}
        assert GAME.position(position.text, colours=colours) == position
        after = position.after(line)
        birds = {(piece.words, piece.style) for piece in after.scene().pieces if piece.id.startswith("bird")}
        assert birds == {(f"{name.lower()} bird", f"bird {style}")}


def test_GR_04_45_birds_and_5_tokens_each() -> None:
    for players in (2, 3, 4):
        state = GAME.start(players=players).state
        assert state.birds.tolist() == [45] * players + [0] * (4 - players)
        assert state.tokens.tolist() == [5] * players + [0] * (4 - players)
        end = random_end(players, 4)
        assert sum(look >= 0 for look in end.state.tiles) == 25
        assert not end.state.left.any()
    for wrong in (1, 5):
        with pytest.raises(errors.UnknownOption):
            GAME.start(players=wrong)


def test_GR_04_colours_nobody_plays_are_plain_spots() -> None:
    assert plays(drawn(SIX, "G turn", tokens="5,5,5,5")) == {"h9-l9"}
    assert "is in play" in refused(
        drawn(SIX, "G turn", tokens="5,5,5,5").text.replace("5,5,5,5", "5,5").replace(" - G", " h9-l9 P")
    )
    over_green = drawn(SIX, "P turn").after("g10-k10")  # g, h, i, j, k: blue, green and black ones between
    assert over_green.state.birds.tolist() == [40, 45, 0, 0]


def test_GR_05_any_seat_may_begin_then_clockwise() -> None:
    start = GAME.start(players=3)
    assert start.mover == CHANCE
    assert {start.format(action): chance for action, chance in start.chances.items()} == {
        f"seat {seat} first": pytest.approx(1 / 3) for seat in (1, 2, 3)
    }
    assert [start.after(f"seat {seat} first").mover for seat in (1, 2, 3)] == [PURPLE, BLUE, GREEN]
    illegal(start, "seat 4 first")
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
    wide = drawn(
        """
        10 P B G K P B B G K P
         9 K G B P K G K P B G
           g h i j k l m n o p
    """,
        "P place:PKGB",
    )
    assert {text.split()[0] for text in actions(wide)} == {f"{c}{r}" for c in "DEFGH" for r in "46"}
    illegal(wide, "C5 r0")
    tall = drawn(
        """
        14 . . G P
        13 . . K B
        12 . . P K
        11 . . G B
        10 P B G K
         9 K G B P
         8 P B . .
         7 G K . .
         6 P G . .
         5 B K . .
           g h i j
    """,
        "P place:PKBG",
    )
    cells = {text.split()[0] for text in actions(tall)}
    assert cells == {"C3", "C4", "C5", "D6", "D7", "E3", "E4", "F5", "F6", "F7"}
    illegal(tall, "D2 r0", "E8 r0")
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
    illegal(position, "g10-g10", "g10-m10")  # one spot, and one without a tile


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
    assert "crosses another line" in refused(crossed.text.replace("j9-j11", "j9-j11,g10-k10"))
    fenced = drawn(SIX, lines="h10-l10")  # blue birds on i10, j10 and k10 as well
    assert not plays(fenced)
    illegal(fenced, "g10-k10")


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
    assert (one.state.birds[PURPLE], far.state.birds[PURPLE]) == (38, 36)  # only the new birds are paid
    assert far.text.split()[1] == "g10-o10"  # still one line
    illegal(position, "k10+l10", "g10+k10", "m10+k10")
    back = drawn(wide, lines="m10-o10")  # the same from the left end
    assert {text for text in plays(back) if "+" in text} == {"m10+k10", "m10+g10"}
    assert back.after("m10+k10").text.split()[1] == "k10-o10"
    assert back.after("m10+k10").state.birds[PURPLE] == 45 - 3 - 2
    assert plays(drawn(wide, lines="h10-l10")) == {"m10-o10"}  # purple spots beyond the ends of blue's line


def test_GR_10_along_its_axis_and_never_round_a_corner() -> None:
    position = drawn(
        """
        12 P K P B K P
        11 G B K G G B
        10 P B G K P B
         9 K G B P K G
           g h i j k l
    """,
        lines="g10-k10",
    )
    assert plays(position) == {"g12-i12", "g12-l12", "i12-l12"}
    illegal(position, "g10-g12", "g10+g12", "g12-g10")  # g10 is occupied, and its line runs along the row
    up = drawn(
        """
        14 P B K G
        13 K G B P
        12 B K P G
        11 P G K B
        10 P B G K
         9 K G B P
           g h i j
    """,
        lines="g10-g11",
    )
    assert {text for text in plays(up) if "+" in text} == {"g11+g14"}
    assert up.after("g11+g14").text.split()[1] == "g10-g14"


def test_GR_11_lines_that_touch_stay_two() -> None:
    spots = """
        14 K B . .
        13 P G . .
        12 K B . .
        11 P G . .
        10 P B G K
         9 K G B P
         8 K B . .
         7 P G . .
         6 K B . .
         5 P G . .
           g h i j
    """
    apart = drawn(spots, lines="g5-g7,g11-g13")
    assert {text for text in plays(apart) if "+" in text} == {"g7+g10", "g11+g10"}
    assert apart.after("g7+g10").text.split()[1] == "g5-g10,g11-g13"
    assert apart.after("g11+g10").text.split()[1] == "g5-g7,g10-g13"
    assert drawn(spots, lines="g5-g10").after("g11-g13").text.split()[1] == "g5-g10,g11-g13"
    touching = drawn(spots, lines="g5-g10,g11-g13")
    assert not [text for text in plays(touching) if "+" in text]
    illegal(touching, "g10+g11", "g7+g13", "g10-g11")


def test_GR_12_rotating_a_tile_without_birds() -> None:
    position = drawn(SIX)
    assert rotations(position) == {f"rotate F5 r{turn}" for turn in (90, 180, 270)}
    after = position.after("rotate F5 r90")
    assert "F5KPBG" in after.text
    assert after.state.tokens.tolist() == [4, 5, 0, 0]
    again = GAME.position(after.text.replace("B turn", "P turn")).after("rotate F5 r270")
    assert "F5PBGK" in again.text  # turned on from how it lay
    illegal(position, "rotate D5 r90", "rotate E5 r180")  # the starting tiles
    illegal(position, "rotate F5 r0", "rotate G5 r90")
    assert not rotations(drawn(SIX, lines="g10-k10"))  # a bird on k10
    assert not rotations(drawn(SIX, tokens="0,5"))
    assert rotations(drawn(SIX, tokens="1,5"))


def test_GR_13_45_birds_and_no_more() -> None:
    for birds, expected in ((5, {"g10-k10"}), (4, set())):
        assert plays(with_birds(drawn(SIX), PURPLE, birds)) == expected
    longer = drawn(LONG, lines="g10-k10")
    for birds, expected in ((2, {"k10+m10"}), (1, set())):
        assert {text for text in plays(with_birds(longer, PURPLE, birds)) if "+" in text} == expected


def test_GR_13_who_has_too_few_birds_for_any_line_is_skipped() -> None:
    line = EMPTY.at("B turn", "0,5")  # purple has no token; its nearest spots lie side by side
    for birds, mover in ((2, PURPLE), (1, BLUE), (0, BLUE)):
        assert with_birds(line, PURPLE, birds).after("f13-h13").mover == mover
    up = UP.at("B turn")
    for birds, over in ((4, False), (3, True)):  # f12-f14 takes three, f14+f15 one
        assert with_birds(up, BLUE, birds).after("f12-f14").is_over is over
    down = DOWN.at("B turn", "5,5,5")
    for birds, over in ((2, False), (1, True)):  # m12+m10 takes two
        assert with_birds(down, GREEN, birds).after("n12+n8").is_over is over


# ── The end ──────────────────────────────────────────────────────────────────
def test_GR_14_while_tiles_are_left_one_must_act_and_can_draw() -> None:
    for position in (drawn(START), drawn(SIX, tokens="0,0")):
        assert "draw" in actions(position)
        illegal(position, "pass")
    poor = with_birds(drawn(SIX, "B turn", tokens="0,5"), PURPLE, 0).after("rotate F5 r90")
    assert poor.mover == PURPLE  # nobody is skipped as long as there are tiles
    assert actions(poor) == {"draw"}
    assert "draw" not in actions(EMPTY.at())


def test_GR_15_with_nothing_but_rotations_one_may_pass() -> None:
    position = PASSING.at(tokens="2,5")
    assert not plays(position)
    assert actions(position) == rotations(position) | {"pass"}
    passed = position.after("pass")
    assert passed.mover == BLUE
    assert passed.state.quiet == 1
    turning = TURNING.at().after("h13-k13")
    assert turning.mover == BLUE  # is not skipped
    assert actions(turning) == rotations(turning) | {"pass"}
    able = EMPTY.at()
    assert plays(able)
    assert rotations(able)
    illegal(able, "pass", "draw")
    assert plays(UP.at()) == set()
    illegal(DOWN.at("B turn", "5,5,5"), "pass")  # an extension is enough


def test_GR_15_who_can_do_nothing_is_skipped() -> None:
    after = SKIPPING.at("B turn", "5,4").after("j12-l12")
    assert after.mover == BLUE  # purple has no line, and there is no tile to rotate
    assert after.state.quiet == 1
    assert "nothing can be done" in refused(after.text.replace("B turn", "P turn")[:-1] + "0")
    assert EMPTY.at(tokens="0,0").mover == PURPLE  # has no tokens, but lines
    for board, play, left in ((UP, "f12-f14", "f14+f15"), (DOWN, "n12+n8", "m12+m10")):
        position = board.at("B turn", "5,5" if board is UP else "5,5,5").after(play)
        assert actions(position) == {left}  # an extension, up or down, is a play; no tile can be rotated


def test_GR_15_who_was_skipped_stays_in_the_game() -> None:
    skipped = REOPENED.at(tokens="1,0", quiet=1)
    assert skipped.mover == PURPLE
    reopened = skipped.after("rotate E6 r90")
    assert reopened.mover == BLUE
    assert actions(reopened) == {"i9+i11"}
    assert skipped.after("d13-e13").mover == PURPLE  # skipped again


def test_GR_16_over_after_a_round_of_skips_and_passes() -> None:
    passing = PASSED.at("B turn", "0,4")
    assert passing.after("pass").is_over  # purple is skipped
    assert passing.after("pass").state.quiet == 2
    last = LAST.at(tokens="4,3").after("k1-k5")
    assert last.is_over
    with pytest.raises(errors.GameOver):
        last.after("pass")


def test_GR_16_as_many_as_there_are_players() -> None:
    position = ROUND.at(tokens="5,5,5")
    for quiet, seat in enumerate((PURPLE, BLUE, GREEN)):
        assert (position.mover, position.state.quiet) == (seat, quiet)
        assert not position.is_over
        position = position.after("pass")
    assert position.is_over


def test_GR_16_any_action_starts_the_count_anew() -> None:
    position = PASSING.at(tokens="2,5").after("pass")
    for turn in (min(rotations(position)), "l7-l10"):
        assert not position.after(turn).is_over
        assert position.after(turn).state.quiet == 0
    late = ROUND.at("G turn", "5,5,5", quiet=2).after("rotate E4 r90")
    assert (late.mover, late.state.quiet) == (PURPLE, 0)
    assert "before all tiles are placed" in refused(drawn(SIX).text.replace("5,5 0", "5,5 1"))


def test_GR_17_most_birds_win() -> None:
    last = LAST.at(tokens="4,3").after("k1-k5")
    assert last.outcome is not None
    birds = [45 - int(number) for number in last.state.birds[:2]]
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
    book = set(re.findall(r"`GR-(\d\d)`", GAME.rules_page))
    assert tests == book == {f"{number:02}" for number in range(1, 18)}
