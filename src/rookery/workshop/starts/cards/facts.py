"""The facts of Cards, which need no compiled code."""

from rookery.core.protocol import Counted, Facts

PLAYERS = (2, 3, 4)  # numbers of players, the usual one first
COLOURS = ("Ruby", "Sky", "Gold", "Moss", "Plum", "Slate")  # the names of the seats
CARDS = 24  # numbered from 1
HAND = 4  # cards that everybody is dealt

FACTS = Facts(
    slug="cards",  # the name of the game in commands and records
    name="Cards",
    tagline="Keep your high numbers for the right moment, and take the most tricks.",
    weight=1,  # how much there is to learn: 1 a minute .. 5 an evening
    rules_version=1,  # raised when the same actions lead to other positions
    seats={count: COLOURS[:count] for count in PLAYERS},
    seat_styles=("ruby", "sky", "gold", "moss", "plum", "slate"),
    actions=2 * CARDS,  # their numbers are 0 .. actions - 1
    chance_actions=CARDS,  # the last ones: chance deals a card
    max_legal=CARDS,
    longest=2 * HAND * max(PLAYERS),  # plies: every card is dealt and played
    chance=True,
    hidden=True,
    cooperative=False,
    points=Counted("trick", "tricks"),  # what the verb `points` counts
    minutes=3,
    designers=(),
    publisher="",
    source="made with Rookery",  # where the rules come from
)
