"""The facts of Dice, which need no compiled code."""

from rookery.core.protocol import Facts

PLAYERS = (2, 3, 4)  # numbers of players, the usual one first
COLOURS = ("Ruby", "Sky", "Gold", "Moss", "Plum", "Slate")  # the names of the seats
COLUMNS, ROWS = 6, 3
TRACK = COLUMNS * ROWS  # squares from the start to the home
PAWNS = 2  # of each seat
SIDES = 6  # of the die

FACTS = Facts(
    slug="dice",  # the name of the game in commands and records
    name="Dice",
    tagline="Roll, choose one of your two pawns, leap over all others, and bring both home first.",
    weight=1,  # how much there is to learn: 1 a minute .. 5 an evening
    rules_version=1,  # raised when the same actions lead to other positions
    seats={count: COLOURS[:count] for count in PLAYERS},
    seat_styles=("ruby", "sky", "gold", "moss", "plum", "slate"),
    actions=PAWNS + SIDES,  # their numbers are 0 .. actions - 1
    chance_actions=SIDES,  # the last ones: chance rolls the die
    max_legal=SIDES,
    longest=2 * PAWNS * (TRACK + 1) * max(PLAYERS),  # plies: a roll and a move, and each move leads a square on
    chance=True,
    hidden=False,
    cooperative=False,
    minutes=5,
    designers=(),
    publisher="",
    source="made with Rookery",  # where the rules come from
)
