from rookery.core.protocol import Facts

MOST = 3  # stones a turn; rules.py compiles it in from here

FACTS = Facts(
    slug="heap",
    name="Heap",
    tagline="Take the last stone.",
    rules_version=1,
    seats={2: ("First", "Second")},
    seat_styles=("red", "blue"),
    actions=4,
    max_legal=4,
    longest=20,
    chance=False,
    hidden=False,
    cooperative=False,
    minutes=1,
    designers=(),
    publisher="",
    source="made up for these tests",
)
