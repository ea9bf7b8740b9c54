from rookery.games.grackles.facts import FACTS
from tests.kinds import check_kinds


def test_a_kind_is_what_the_words_say() -> None:
    check_kinds(
        FACTS.slug,
        {
            "draws a tile": r"^draw:",
            "places a tile": r"Place the tile",
            "rotates a tile": r"^rotate ",
            "begins a line": r"New line",
            "extends a line": r"Extend a line",
        },
        games=1,
    )
