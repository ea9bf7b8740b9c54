"""The levels of bots in words."""

import rookery
from rookery import bots
from rookery.strengths import STRENGTHS, strength


def test_every_level_of_the_house_is_called_by_words_that_people_know(slug: str) -> None:
    """In the order of their strength, the same in every game; and no two are called alike."""
    named = [level for level in bots.levels(rookery.load(slug)) if level in STRENGTHS]
    assert named == [level for level in STRENGTHS if level in named]
    assert len({strength(level).name for level in STRENGTHS}) == len(STRENGTHS)
    for level in bots.levels(rookery.load(slug)):
        assert strength(level).name.lower() not in ("random", "greedy", "exact")
