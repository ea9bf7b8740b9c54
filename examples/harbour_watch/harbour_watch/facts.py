"""The facts of Harbour Watch, which need no compiled code."""

from rookery.core.protocol import Facts

SEATS = ("Pilot", "Engineer", "Keeper", "Cook")  # in turn order
PLAYERS = (4, 3, 2)  # numbers of players, the usual one first
BOATS = 5
PAIRS = BOATS * (BOATS - 1) // 2
MOUTH = 6  # the distance of the harbour's mouth from the rocks
TURNS = 30
DRIFTS = 2  # times that the sea moves after a turn
COOK_TURNS = TURNS // len(SEATS)  # each lets the next player work once more

FACTS = Facts(
    slug="harbour_watch",  # the name of the game in commands and records
    name="Harbour Watch",
    tagline="Haul, tow and anchor five drifting boats, and bring four of them home together.",
    weight=2,  # how much there is to learn: 1 a minute .. 5 an evening
    rules_version=1,  # raised when the same actions lead to other positions
    seats={count: SEATS[:count] for count in PLAYERS},
    seat_styles=("pilot", "engineer", "keeper", "cook"),
    actions=3 * BOATS + PAIRS + 1 + BOATS,  # haul, bring home, anchor; tow; cheer; drift
    chance_actions=BOATS,  # the last ones: the sea draws a boat
    max_legal=2 * BOATS + PAIRS,  # the Keeper: a haul or the harbour for each boat, the anchor for each, the tows
    longest=TURNS * (1 + DRIFTS) + COOK_TURNS,  # plies
    chance=True,
    hidden=False,
    cooperative=True,
    minutes=10,
    designers=(),
    publisher="",
    source="made with Rookery",  # where the rules come from
)
