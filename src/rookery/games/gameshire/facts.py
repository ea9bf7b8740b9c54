"""What can be known of Gameshire without compiling it."""

from rookery.core.protocol import Facts, Option
from rookery.games.gameshire.components.sets import BROKEN, COLOURS, SETS, WRINKLES_PER_COLOUR

FARM_NAMES = ("Alder farm", "Birch farm", "Cedar farm", "Damson farm", "Elder farm", "Fir farm")  # [seat]

# ── How long a game can be, with six players ─────────────────────────────────
# Skills are used 8 times: every player may erase 8 boxes, and 8 cards may be recorded with one box left out. So of its
# 36 boxes, written 2 at a time, the player who stays in longest records 18 + 8 plans, of 64 boxes 32 + 8 demands, and
# then passes. Once a season each player may choose a card, use a skill that takes its own room away, and pass.
_PLANS, _DEMANDS = 18 + 8 + 1, 32 + 8 + 1
_CHOSEN = _PLANS + _DEMANDS + 2 * 6
_PASSED = 2 * 6
_REFRESHED = 2 * (_DEMANDS + 6)  # pairs, two at most after each demand
_FILLED = 3 + _CHOSEN + _REFRESHED + 8  # places of the market: each draws a season card and a resource card
_DRAWN = 1 + 2 * _FILLED + 8  # the first top card; P draws 8 resource cards
_SKILLS = 8 + 8 * 6  # uses, and answers
_WRINKLES = 12 + 12 + 12 + 12 * 6 * 6  # picked, drawn, skills forgotten, boxes crossed out: 6 at most a player
LONGEST = (
    1
    + _CHOSEN
    + 6 * (_PLANS + _DEMANDS)
    + _PASSED
    + _REFRESHED
    + _DEMANDS
    + 6  # who begins .. crowns asked for
    + 6 * 6
    + 6
    + _DRAWN
    + _SKILLS
    + _WRINKLES  # gifts shaded and delivered
)

_WRINKLE_CHOICES = tuple(str(number) for number in range(WRINKLES_PER_COLOUR + 1))

FACTS = Facts(
    slug="gameshire",
    name="Gameshire: Write & Reap",
    tagline="Sow your farm with crops and cows in Spring, and meet the castle's demands in Autumn, all together.",
    weight=5,
    rules_version=2,
    seats={players: FARM_NAMES[:players] for players in (2, 1, 3, 4, 5, 6)},
    seat_styles=("alder", "birch", "cedar", "damson", "elder", "fir"),
    options=(
        Option(
            name="first",
            choices=("random", "seat 1", "seat 2", "seat 3", "seat 4", "seat 5", "seat 6"),
            only={f"seat {seat}": tuple(range(seat, 7)) for seat in range(2, 7)},
            help="Who goes first",
        ),
        Option(
            name="set",
            choices=tuple(SETS),
            refused=BROKEN,
            help="Which cards and maps are used: the house set is made up; owners of the box can add the printed one",
        ),
        *(
            Option(name=colour, choices=_WRINKLE_CHOICES, help=f"How many {colour} wrinkles come: {words}")
            for colour, words in zip(COLOURS, ("mild troubles", "troubles", "great troubles"), strict=True)
        ),
        Option(
            name="review",
            choices=("reviewed", "unseen"),
            help="Whether everybody sees at the start which wrinkles can come",
        ),
    ),
    actions=4_678,
    chance_actions=56,  # who begins, which cards come
    # To record a card: a shape within 2 by 3 boxes has 42 places, eight ways to lie, and is recorded whole or without
    # one of six boxes; larger and smaller rectangles have fewer. Three skills besides
    max_legal=42 * 8 * 7 + 3,
    longest=LONGEST,
    chance=True,
    hidden=False,  # cards are drawn openly, and nothing is decided of those that are not drawn
    cooperative=True,
    minutes=60,
    designers=("Rob Huber", "Brendan Riley"),
    publisher="Rattlebox Games, 2020",
    source="the publisher's rulebook",
)
