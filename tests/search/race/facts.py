from rookery.core.protocol import Facts

FACTS = Facts(
    slug="race",
    name="Race",
    tagline="Keep or give.",
    rules_version=1,
    seats={2: ("First", "Second"), 3: ("First", "Second", "Third")},
    seat_styles=("red", "green", "blue"),
    actions=5,
    chance_actions=3,
    max_legal=3,
    longest=12,
    chance=True,
    hidden=False,
    cooperative=False,
    minutes=1,
    designers=(),
    publisher="",
    source="made up for these tests",
)
