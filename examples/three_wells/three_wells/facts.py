"""The facts of Three Wells, which need no compiled code."""

from rookery.core.protocol import Counted, Facts

PLAYERS = (3, 2, 4, 5)  # numbers of players, the usual one first
COLOURS = ("Ruby", "Sky", "Gold", "Moss", "Plum")  # the names of the seats
WELLS = 3
ROUNDS = 6
WAYS = 2 * WELLS  # to go to a well: without a lid, and with it

FACTS = Facts(
    slug="three_wells",  # the name of the game in commands and records
    name="Three Wells",
    tagline="Decide in secret to which well you go, and bring your only lid when it matters.",
    weight=2,  # how much there is to learn: 1 a minute .. 5 an evening
    rules_version=1,  # raised when the same actions lead to other positions
    seats={count: COLOURS[:count] for count in PLAYERS},
    seat_styles=("ruby", "sky", "gold", "moss", "plum"),
    actions=2 * WAYS + WELLS,  # their numbers are 0 .. actions - 1
    chance_actions=WAYS + WELLS,  # the last ones: a choice is shown; it rains
    max_legal=WAYS,
    longest=ROUNDS * (2 * max(PLAYERS) + 1),  # plies: each choice is made and shown, and then it rains
    chance=True,
    hidden=True,
    reveals=True,  # a seat decides what the others do not learn
    cooperative=False,
    points=Counted("bucket", "buckets"),  # what the verb `points` counts
    minutes=5,
    designers=(),
    publisher="",
    source="made with Rookery",  # where the rules come from
)
