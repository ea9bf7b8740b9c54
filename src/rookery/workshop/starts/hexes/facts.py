"""The facts of Hexes, which need no compiled code."""

from rookery.core.protocol import Counted, Facts

PLAYERS = (2, 3, 4)  # numbers of players, the usual one first
COLOURS = ("Ruby", "Sky", "Gold", "Moss", "Plum", "Slate")  # the names of the seats
SIDE = 4  # cells at each edge of the board; at most 5, because rules.py keeps sets of cells as the bits of a number
CELLS = 3 * SIDE * (SIDE - 1) + 1

FACTS = Facts(
    slug="hexes",  # the name of the game in commands and records
    name="Hexes",
    tagline="Fill the board with stones in turn, and join more of yours than anybody else.",
    weight=1,  # how much there is to learn: 1 a minute .. 5 an evening
    rules_version=1,  # raised when the same actions lead to other positions
    seats={count: COLOURS[:count] for count in PLAYERS},
    seat_styles=("ruby", "sky", "gold", "moss", "plum", "slate"),
    actions=CELLS,  # their numbers are 0 .. actions - 1
    max_legal=CELLS,
    longest=CELLS,  # plies
    chance=False,
    hidden=False,
    cooperative=False,
    points=Counted("stone", "stones"),  # what the verb `points` counts
    minutes=5,
    designers=(),
    publisher="",
    source="made with Rookery",  # where the rules come from
)
