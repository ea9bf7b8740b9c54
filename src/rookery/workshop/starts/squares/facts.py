"""The facts of Squares, which need no compiled code."""

from rookery.core.protocol import Facts

PLAYERS = (2, 3, 4)  # numbers of players, the usual one first
COLOURS = ("Ruby", "Sky", "Gold", "Moss", "Plum", "Slate")  # the names of the seats
SIZE = 5  # squares of a row and of a column

FACTS = Facts(
    slug="squares",  # the name of the game in commands and records
    name="Squares",
    tagline="Put your stones on the board, and be first to have four in a row.",
    weight=1,  # how much there is to learn: 1 a minute .. 5 an evening
    rules_version=1,  # raised when the same actions lead to other positions
    seats={count: COLOURS[:count] for count in PLAYERS},
    seat_styles=("ruby", "sky", "gold", "moss", "plum", "slate"),
    actions=SIZE * SIZE,  # their numbers are 0 .. actions - 1
    max_legal=SIZE * SIZE,
    longest=SIZE * SIZE,  # plies
    chance=False,
    hidden=False,
    cooperative=False,
    minutes=3,
    designers=(),
    publisher="",
    source="made with Rookery",  # where the rules come from
)
