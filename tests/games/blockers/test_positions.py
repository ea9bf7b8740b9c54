"""What `position` refuses, each with its reason."""

import pytest

from rookery.core.errors import UnreadablePosition
from tests.games.blockers.drawn import GAME

EMPTY = "9/9/9/9/9/9/9/9/9"
RED, BLUE, GREEN = "R1+R2+R3+R4+R5", "B2+B3+B4+B5+B6", "G1+G2+G3+G4+G5"
PLAYERS = 3
GOOD = f"8,R9/9/9/9/9/9/9/9/9 play 2 {RED},{BLUE},{GREEN} -,-,-"
DRAW = f"8,R9/9/9/9/9/9/9/9/9 draw 1 {RED[:-3]},{BLUE},{GREEN} -,-,-"
READ = [GOOD, DRAW, f"{EMPTY} deal 2 {RED},B1+B2,- -,-,-", f"{EMPTY} begin 1 -,-,- -,-,-"]
SEEN = "this is what one seat sees, not a whole position; a game's view(text, seat) reads it"
REFUSED = [
    # text, options, reason
    ("", {}, "a position is a board, a phase"),
    (GOOD.removesuffix(" -,-,-"), {}, "a position is a board, a phase"),
    (GOOD.replace("play", "pray"), {}, "'pray' is not a phase; did you mean play?"),
    (GOOD.replace("play 2", "play 4"), {}, "'4' is not a seat; allowed: 1, 2, 3"),
    (GOOD.replace("play 2", "play two"), {}, "'two' is not a seat"),
    (GOOD.replace("8,R9", "9,R9"), {}, "9 rows of 9 spaces"),
    (GOOD.replace("8,R9/", ""), {}, "9 rows of 9 spaces"),
    (GOOD.replace("8,R9", "8,R10"), {}, "'R10' is not a tile"),
    (GOOD.replace("8,R9", "8,Rsun"), {}, "'Rsun' is not a tile"),
    (GOOD.replace("8,R9", "8,"), {}, "'' is not a tile"),
    (GOOD.replace("8,R9", "8,Y9"), {}, "Y9 has a colour that is not in play"),
    (GOOD.replace("8,R9", "8,R8"), {}, "a tile lies on a space that it does not name"),
    (GOOD.replace("R5,", "R9,"), {}, "R9 occurs twice"),
    (GOOD.replace(" -,-,-", " -,R9,-"), {}, "R9 occurs twice"),
    (GOOD.replace("R5,", "B5,"), {}, "B5 is not on the rack of its colour"),
    (GOOD.replace(f",{GREEN}", ""), {}, "a rack for each colour, 3 in all"),
    (GOOD.replace(GREEN, "?6"), {}, "'?6' is not a tile"),
    (GOOD.replace(" -,-,-", " -,-"), {}, "captures for each seat, 3 in all"),
    (GOOD.replace("R4+R5", "R4"), {}, "after 1 plays red cannot have 4 tiles on its rack"),
    (GOOD.replace(RED, "-"), {}, "after 1 plays red cannot have 0 tiles on its rack"),
    (DRAW.replace("draw 1", "draw 2"), {}, "it belongs to the seat whose turn it is"),
    (DRAW.replace("R1+R2+R3+R4", RED), {}, "it belongs to the seat whose turn it is"),
    (GOOD.replace("play 2", "over 2"), {}, "the game is not over: red, blue, green can play"),
    (GOOD.replace("play 2", "over 2").replace(BLUE, "?5"), {}, "the tiles that blue has left over"),
    (GOOD.replace("play 2", "deal 2"), {}, "no tile is played before all colours have drawn five"),
    (f"{EMPTY} deal 2 {RED},?2,?1 -,-,-", {}, "one colour after the other"),
    (f"{EMPTY} deal 2 {RED},?5,?5 -,-,-", {}, "one colour after the other"),
    (f"{EMPTY} begin 2 -,-,- -,-,-", {}, "the first seat is drawn first"),
    (f"{EMPTY} begin 1 -,-,- -,-,-", {"first": "seat 1"}, "the first seat is drawn first"),
    (f"{EMPTY} begin 1 R1,-,- -,-,-", {}, "the first seat is drawn first"),
    (GOOD.replace(BLUE, "?5"), {}, SEEN),
    (DRAW.replace(GREEN, "?5"), {}, SEEN),
    (f"{EMPTY} deal 2 {RED},?2,- -,-,-", {}, SEEN),
]


def test_what_a_seat_sees_is_read_as_its_view() -> None:
    whole = GAME.position(GOOD, players=3)
    texts = {0: GOOD.replace(BLUE, "?5").replace(GREEN, "?5"), 1: GOOD.replace(RED, "?5").replace(GREEN, "?5")}
    for viewer, text in texts.items():
        assert whole.view(viewer).text == text
        assert GAME.view(text, viewer, players=3) == whole.view(viewer)
        assert GAME.view(GOOD, viewer, players=3) == whole.view(viewer)
    for viewer, reason in ((1, "it hides what Blue knows"), (2, "it hides what Green knows")):
        with pytest.raises(UnreadablePosition, match=reason):
            GAME.view(texts[0], viewer, players=3)


def test_the_words_of_actions() -> None:
    position = GAME.position(GOOD.replace("play 2", "play 1").replace(RED, "RA+R2+R3+R4+R5"), players=3)
    assert position.words(position.parse("R2@C2")) == "Red 2 to C2"
    taking = GAME.position(GOOD.replace("play 2", "play 1").replace("8,R9", "8,B9").replace(RED, "RA+R2+R3+R4+R5"), 3)
    assert taking.words(taking.parse("RA@A9")) == "Red A to A9, capturing the blue 9"
    for players, words in ((2, "Red and green begin"), (3, "Red begins")):
        start = GAME.start(players=players)
        assert start.words(start.parse("seat 1 first")) == words
