"""The facts of Night Ferry, which need no compiled code."""

from rookery.core.protocol import Counted, Facts

PLAYERS = (3, 2, 4)  # numbers of players, the usual one first
COLOURS = ("Ruby", "Sky", "Gold", "Moss")  # the names of the seats
HAND = 4  # crates that everybody is dealt
MOST = 5  # the most that a crate can be worth, and the highest claim
CRATES = (5, 3, 3, 3, 3, 3)  # [worth] crates of that worth: five of stones, which are worth 0
BONUS = 2  # coins for a true claim that was doubted

FACTS = Facts(
    slug="night_ferry",  # the name of the game in commands and records
    name="Night Ferry",
    tagline="Send your crates across by night, say what they are worth, and do not be caught lying.",
    weight=1,  # how much there is to learn: 1 a minute .. 5 an evening
    rules_version=1,  # raised when the same actions lead to other positions
    seats={count: COLOURS[:count] for count in PLAYERS},
    seat_styles=("ruby", "sky", "gold", "moss"),
    actions=25,  # see rules.py
    chance_actions=12,  # the last ones: chance deals a crate, or shows one that was opened
    max_legal=MOST + 1,
    longest=5 * HAND * max(PLAYERS),  # plies: every crate is dealt, put, claimed, answered and shown
    chance=True,
    hidden=True,
    reveals=True,  # a seat puts a crate, and the others do not learn which
    cooperative=False,
    points=Counted("coin", "coins"),  # what the verb `points` counts
    minutes=8,
    designers=(),
    publisher="",
    source="made with Rookery",  # where the rules come from
)
