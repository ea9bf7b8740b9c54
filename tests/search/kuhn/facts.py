from rookery.core.protocol import Facts

FACTS = Facts(
    slug="kuhn",
    name="Kuhn poker",
    tagline="Bet or check.",
    rules_version=1,
    seats={2: ("First", "Second")},
    seat_styles=("red", "green"),
    actions=5,
    chance_actions=3,
    max_legal=3,
    longest=5,
    chance=True,
    hidden=True,
    cooperative=False,
    minutes=1,
    designers=(),
    publisher="",
    source="H. W. Kuhn: A simplified two-person poker, 1950",
)
