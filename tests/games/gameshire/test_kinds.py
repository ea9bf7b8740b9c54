from rookery.games.gameshire.facts import FACTS
from tests.kinds import check_kinds


def test_a_kind_is_what_the_notation_says() -> None:
    check_kinds(
        FACTS.slug,
        {
            "chooses a pair": r"^choose ",
            "records a card": r"^record ",
            "passes": r"^pass",
            "chooses a gift": r"^crown ",
            "writes by a skill": r"^write ",
            "delivers a gift": r"^deliver ",
            "erases a box": r"^erase ",
            "shades a box": r"^shade ",
            "declines a skill": r"^decline",
            "discards a pair": r"^discard ",
            "ends a choice": r"^done",
            "uses white berries": r"^use W",
            "uses orange peppers": r"^use O",
            "uses red radishes": r"^use R",
            "uses green grapes": r"^use G",
            "uses purple root": r"^use P",
            "uses yellow yams": r"^use Y",
        },
        games=12,
    )
