from rookery.core.protocol import Facts

FACTS = Facts(
    slug="peek",
    name="Peek",
    tagline="What do they hold?",
    rules_version=1,
    seats={2: ("First", "Second"), 3: ("First", "Second", "Third")},
    seat_styles=("red", "green", "blue"),
    actions=21,
    chance_actions=4,
    max_legal=12,
    longest=24,  # three cards; of nine turns each a look, a name and a new card, but only three looks
    chance=True,
    hidden=True,
    reveals=True,
    cooperative=False,
    minutes=1,
    designers=(),
    publisher="",
    source="made up for these tests",
)
