"""The facts of Gleebs and Grues, known without compiling it."""

from rookery.core.protocol import Counted, Facts, Option

FILES = "abcd"
RANKS = "1234"
SIDES = ("BY", "GR")  # [seat] its two colours, as notation writes them


def square_named(name: str) -> int:
    """ "b2" -> 5: squares are numbered a1 b1 c1 d1 a2 ... d4. Raises ValueError."""
    if len(name) != 2 or name[0] not in FILES or name[1] not in RANKS:
        raise ValueError(f"{name!r} is not a square; squares are a1 to d4")
    return RANKS.index(name[1]) * 4 + FILES.index(name[0])


def square_name(square: int) -> str:
    """5 -> "b2"."""
    return FILES[square % 4] + RANKS[square // 4]


# Codes of the option `grues`: 0 chance places them, 1 the second player does, from TRIPLE on they are given
GRUES_BY_CHANCE, GRUES_BY_SECOND, TRIPLE = 0, 1, 2


def _read_triple(value: str) -> int:
    squares = [square_named(word) for word in value.split()]
    if len(set(squares)) != 3 or len(squares) != 3:
        raise ValueError("three different squares are needed")
    small, medium, large = squares
    return TRIPLE + small + 16 * medium + 256 * large


def _show_triple(code: int) -> str:
    code -= TRIPLE
    return " ".join(square_name(square) for square in (code % 16, code // 16 % 16, code // 256))


FACTS = Facts(
    slug="gleebs",
    name="Gleebs and Grues",
    tagline="Place six gleebs each, then jump onto the others to build stacks with yours on top.",
    weight=2,
    rules_version=1,
    seats={2: ("Blue and yellow", "Green and red")},
    seat_styles=("blue yellow", "green red"),
    options=(
        Option(
            name="grues",
            choices=("random", "second player places"),
            free_form="the squares of the small, the medium and the large grue, for example a1 b2 c3",
            example="a1 b2 c3",
            help="Who puts the three grues on the board before the first gleeb",
            read=_read_triple,
            show=_show_triple,
        ),
        Option(
            name="first",
            choices=("random", "blue and yellow", "green and red"),
            help="Who goes first, in placement and in movement",
        ),
    ),
    actions=498,
    chance_actions=2,  # who begins
    max_legal=78,  # six gleebs in hand on thirteen empty squares
    longest=64,  # who begins, three grues, twelve gleebs, and at most 24 movement turns of two steps
    chance=True,
    hidden=False,
    cooperative=False,
    points=Counted("pip", "pips"),
    minutes=15,
    designers=(),  # no source that we could find names one
    publisher="published on the Looney Pyramids wiki, for the pyramids of Looney Labs",
    source="the game's page on the Looney Pyramids wiki",
)
