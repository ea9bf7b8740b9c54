"""The facts of Gameshire, which need no compiled rules."""

from rookery.core.protocol import Counted, Facts, Option
from rookery.games.gameshire.components.sets import BROKEN, COLOURS, SETS, WRINKLES_PER_COLOUR

FARM_NAMES = ("Alder farm", "Birch farm", "Cedar farm", "Damson farm", "Elder farm", "Fir farm")  # [seat]

# ── An upper bound of the plies of a game, with six players ──────────────────
# A card has at least 2 boxes, so a player can record 18 plans in 36 boxes and 32 demands in 64. Each of the 8 skill
# uses allows at most one card more: W erases a box, and O leaves one out. Then the player passes. Once a season, each
# player may also choose a card, use up its room with a skill, and pass.
_PLANS, _DEMANDS = 18 + 8 + 1, 32 + 8 + 1
_CHOSEN = _PLANS + _DEMANDS + 2 * 6
_PASSED = 2 * 6
_REFRESHED = 2 * (_DEMANDS + 6)  # discarded pairs: at most two after each demand
_FILLED = 3 + _CHOSEN + _REFRESHED + 8  # pairs that come to the market, each a season card and a resource card
_DRAWN = 1 + 2 * _FILLED + 8  # the first top card, both cards of each pair, a resource card for each use of P
_SKILLS = 8 + 8 * 6  # uses, and answers to them
_WRINKLES = 12 + 12 + 12 + 12 * 6 * 6  # picked, drawn, skills forgotten, up to 6 boxes crossed out a player
LONGEST = (
    1  # who begins
    + _CHOSEN
    + 6 * (_PLANS + _DEMANDS)  # cards recorded
    + _PASSED
    + _REFRESHED
    + _DEMANDS  # refreshes finished
    + 6  # crowns chosen
    + 6 * 6  # gifts shaded
    + 6  # gifts delivered
    + _DRAWN
    + _SKILLS
    + _WRINKLES
)

_WRINKLE_CHOICES = tuple(str(number) for number in range(WRINKLES_PER_COLOUR + 1))

FACTS = Facts(
    slug="gameshire",
    name="Gameshire: Write & Reap",
    tagline="Sow your farm with crops and cows in Spring, and meet the castle's demands in Autumn, all together.",
    weight=5,
    rules_version=3,
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
    chance_actions=56,  # 6 first players, 12 wrinkles, 20 season cards, 18 resource cards
    # Recording a card: a shape of 2 by 3 boxes has 42 places and at most 8 orientations, and is recorded whole or
    # without one of its 6 boxes. Other rectangles allow fewer ways. Three skills can also be used
    max_legal=42 * 8 * 7 + 3,
    longest=LONGEST,
    chance=True,
    hidden=False,  # a card is decided only when it is drawn, in sight of all
    cooperative=True,
    points=Counted("delivered gift", "delivered gifts"),
    minutes=60,
    designers=("Rob Huber", "Brendan Riley"),
    publisher="Rattlebox Games, 2020",
    source="the publisher's rulebook",
)
