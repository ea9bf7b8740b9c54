"""What `position` refuses, each with its reason."""

from tests.games.gleebs.drawn import drawn

GOOD = "K1,-,-,-/-,R1,-,K2/B1,G2,K3,R3/-,-,-,- BY gleeb -"
READ = [GOOD]  # what rows spoil
ALL = "B1B2B3Y1Y2Y3G1G2G3R1R2R3K1K2K3"
NO_GLEEB = "-,-,-,-/-,-,-,-/-,-,-,-/"  # three empty rows
REFUSED = [
    # text, options, reason
    ("", {}, "a position is a board, a side"),
    ("K1,-,-,-/-,R1,-,K2/B1,G2,K3,R3/-,-,-,- BY gleeb", {}, "a position is a board, a side"),
    (GOOD.replace("BY", "YB"), {}, "a position is a board, a side"),
    (GOOD.replace("gleeb", "grew"), {}, "a position is a board, a side"),
    (GOOD.replace("/-,-,-,-", ""), {}, "4 rows of 4 squares"),
    (GOOD.replace("-,R1", "-,-,R1"), {}, "4 rows of 4 squares"),
    (GOOD.replace("R1", "R4"), {}, "'R4' is not a stack of pieces"),
    (GOOD.replace("R1", "R1x"), {}, "'R1x' is not a stack of pieces"),
    (GOOD.replace("R1", ""), {}, "'' is not a stack of pieces"),
    (GOOD.replace("G2", "R1"), {}, "a piece occurs twice"),
    (GOOD.replace(",R1", ",K1R1").replace("K1,", "-,", 1), {}, "nothing can stand on a grue"),
    (GOOD.replace("R1,", "B2K1,").replace("K1,", "-,", 1), {}, "only on two gleebs or more"),
    ("-,-,-,-/-,B2R3K1,-,K2/B1,G2,K3,R1/-,-,-,- BY gleeb -", {}, "the top one of its own size"),
    (GOOD.replace("R1", "R1R2"), {}, "do not land on their own colour"),
    (GOOD.replace("R1", "Y1R2Y3Y2"), {}, "do not land on their own colour"),
    (GOOD.replace("K1,", "-,", 1), {}, "the three grues stay on the board"),
    (GOOD.replace("gleeb -", "gleeb B2"), {}, "all pieces are placed before any moves"),
    (GOOD.replace("B1,G2", "-,G2"), {}, "BY have no gleeb to move"),
    (GOOD.replace("gleeb", "over"), {}, "the game is not over"),
    ("B1G1K1,Y1R2K2,B2R3K3,-/Y2,G2,-,-/-,-,-,-/-,-,-,- BY grue -", {}, "BY have no grue to move"),
    (f"{NO_GLEEB}-,-,-,- GR begin {ALL}", {}, "the first side is drawn first"),
    (f"{NO_GLEEB}-,-,-,B1 BY begin {ALL[2:]}", {}, "the first side is drawn first"),
    (f"{NO_GLEEB}-,-,-,- BY begin {ALL}", {"first": "blue and yellow"}, "the first side is drawn first"),
    (f"{NO_GLEEB}-,-,-,- GR drawn {ALL}", {"first": "blue and yellow"}, "BY go first at this table"),
    (f"{NO_GLEEB}-,-,-,- BY second {ALL}", {}, "placed in another way"),
    (f"{NO_GLEEB}-,-,-,K2 BY drawn {ALL.replace('K2', '')}", {}, "the smallest first"),
    (f"{NO_GLEEB}-,-,K1,B1 BY drawn {ALL[2:].replace('K1', '')}", {}, "before the gleebs"),
    (f"{NO_GLEEB}-,-,K1,- BY drawn {ALL.replace('K1', '').replace('B3', '')}", {}, "every piece must be on the board"),
    (f"{NO_GLEEB}K1,K2,-,- BY place {ALL.replace('K1K2', '')}", {}, "the grues are placed before the gleebs"),
    (f"{NO_GLEEB}K1,K2,K3,B1Y1 BY place B2B3Y2Y3G1G2G3R1R2R3", {}, "no stacks before all gleebs are placed"),
    ("-,-,-,-/-,-,-,-/B1,B2,-,-/K1,K2,K3,- GR place B3Y1Y2Y3G1G2G3R1R2R3", {}, "one gleeb each in turn"),
    (f"{NO_GLEEB}K1,K2,K3,- BY place {ALL[:-6]}", {"grues": "a1 b2 c3"}, "stand elsewhere"),
    (f"{NO_GLEEB}K1,K2,K3,B1 GR place {ALL[2:-6]}", {"first": "green and red"}, "GR go first at this table"),
]


def test_same_colours_may_touch_inside_a_stack() -> None:
    """Y1B1 landed on Y2: nothing yellow landed on yellow."""
    position = drawn("""
        K1   .    .    .
        .    Y2Y1B1 .  G1
        .    K2   .    .
        .    .    .    K3
        GR gleeb -
    """)
    assert not position.is_over
