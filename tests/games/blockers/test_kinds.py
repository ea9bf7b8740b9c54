from rookery.games.blockers.facts import FACTS
from tests.kinds import check_kinds


def test_a_kind_is_what_the_words_say() -> None:
    check_kinds(
        FACTS.slug,
        {
            "places a tile on an empty space": r"^(?!.*wild@)(?!.*capturing)",
            "places the wild tile on an empty space": r"wild@(?!.*capturing)",
            "captures with a tile": r"^(?!.*wild@).*capturing",
            "captures with the wild tile": r"wild@.*capturing",
        },
        games=1,
    )
