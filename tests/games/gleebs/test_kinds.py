from rookery.games.gleebs.facts import FACTS
from tests.kinds import check_kinds

OWN = r"(blue|yellow) gleeb from .* onto .*(blue|yellow)|(green|red) gleeb from .* onto .*(green|red)"


def test_a_kind_is_what_the_words_say() -> None:
    check_kinds(
        FACTS.slug,
        {
            "places a small gleeb": r"Small \w+ gleeb to",
            "places a medium gleeb": r"Medium \w+ gleeb to",
            "places a large gleeb": r"Large \w+ gleeb to",
            "lands on an own gleeb": OWN,
            "lands on the other player's gleeb": rf"^(?!.*({OWN})).* onto ",
            "lets a grue eat a gleeb": r" eats ",
            "lets a grue pin a stack": r" pins ",
            "moves a grue to an empty square": r"grue from .* to the empty",
        },
    )
