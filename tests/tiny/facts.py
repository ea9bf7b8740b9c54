from rookery.core.protocol import Counted, Facts, Option


def _read_bonus(value: str) -> int:
    if not value.isdecimal() or not 2 <= int(value) <= 9:
        raise ValueError(f"{value!r} is no bonus")
    return int(value)


FACTS = Facts(
    slug="tiny",
    name="Tiny",
    tagline="Mark the middle.",
    rules_version=1,
    seats={2: ("First", "Second"), 3: ("First", "Second", "Third")},
    seat_styles=("red", "green", "blue"),
    options=(
        Option(
            name="bonus",
            choices=("0", "1"),
            help="What the middle cell is worth",
            free_form="a number up to 9, for example 5",
            example="5",
            read=_read_bonus,
            show=str,
        ),
    ),
    actions=6,
    chance_actions=3,
    max_legal=3,
    longest=6,
    chance=True,
    hidden=True,
    cooperative=False,
    points=Counted("point", "points"),
    minutes=1,
    designers=(),
    publisher="",
    source="made up for these tests",
)
