"""The facts of Connect Four, which need no compiled rules."""

from rookery.core.protocol import Facts

FACTS = Facts(
    slug="connect_four",
    name="Connect Four",
    tagline="Drop stones into the columns, and be first to line up four.",
    weight=1,
    rules_version=1,
    seats={2: ("Red", "Yellow")},
    seat_styles=("red", "yellow"),
    actions=7,
    max_legal=7,
    longest=42,
    chance=False,
    hidden=False,
    cooperative=False,
    minutes=5,
    designers=("Howard Wexler", "Ned Strongin"),
    publisher="Milton Bradley, 1974",
    source="https://en.wikipedia.org/wiki/Connect_Four",
)
