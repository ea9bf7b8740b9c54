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
    (GOOD.replace("BY", "YB"), {}, "'YB' is not a side; did you mean BY?"),
    (GOOD.replace("gleeb", "grew"), {}, "'grew' is not a phase; did you mean grue?"),
    (GOOD.replace("/-,-,-,-", ""), {}, "4 rows of 4 squares"),
    (GOOD.replace("-,R1", "-,-,R1"), {}, "4 rows of 4 squares"),
    (GOOD.replace("R1", "R4"), {}, "'R4' is not a piece"),
    (GOOD.replace("R1", "R1x"), {}, "'R1x' is not a piece"),
    (GOOD.replace("R1", ""), {}, "'' is not a piece"),
    (GOOD.replace("G2", "R1"), {}, "a piece occurs twice"),
    (GOOD.replace(",R1", ",K1R1").replace("K1,", "-,", 1), {}, "nothing can stand on a grue"),
    (GOOD.replace("K1,", "-,", 1), {}, "the three grues stay on the board"),
    (GOOD.replace("gleeb -", "gleeb B2"), {}, "all pieces are placed before any moves"),
    (GOOD.replace("B1,G2", "-,G2"), {}, "nothing can be done in it"),
    (GOOD.replace("gleeb", "over"), {}, "the game is not over"),
    (
        "B1G1K1,Y1R2K2,B2R3K3,-/Y2,G2,-,-/-,-,-,-/-,-,-,- BY grue -",
        {},
        "nothing can be done in it",
    ),
    (f"{NO_GLEEB}-,-,-,- GR begin {ALL}", {}, "the first side is drawn first"),
    (f"{NO_GLEEB}-,-,-,B1 BY begin {ALL[2:]}", {}, "the first side is drawn first"),
    (f"{NO_GLEEB}-,-,-,- BY begin {ALL}", {"first": "blue and yellow"}, "the first side is drawn first"),
    (f"{NO_GLEEB}-,-,K1,B1 BY drawn {ALL[2:].replace('K1', '')}", {}, "before the gleebs"),
    (f"{NO_GLEEB}-,-,K1,- BY drawn {ALL.replace('K1', '').replace('B3', '')}", {}, "every piece must be on the board"),
    (f"{NO_GLEEB}K1,K2,-,- BY place {ALL.replace('K1K2', '')}", {}, "the grues are placed before the gleebs"),
    ("-,-,-,-/-,-,-,-/B1,B2,-,-/K1,K2,K3,- GR place B3Y1Y2Y3G1G2G3R1R2R3", {}, "one gleeb each in turn"),
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
