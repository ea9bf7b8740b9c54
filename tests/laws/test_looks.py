"""The looks of boards and pieces that people may choose: each game has all of them, and that of distinct colours keeps
its promise."""

import pytest

import rookery
from rookery.core.registry import is_example
from tests.laws.colours import CLEAR, colours, nearest

LOOKS = ("look-distinct", "look-quiet", "look-contrast")
GAMES = [slug for slug in rookery.slugs() if not is_example(slug)]


def test_the_games_of_the_house_have_all_looks() -> None:
    for slug in GAMES:
        art = rookery.load(slug).art
        assert all(f".{look} " in art for look in LOOKS), slug


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("slug", GAMES)
def test_distinct_colours_are_clear_to_all_eyes(slug: str, theme: str) -> None:
    """Of seats, and of pieces that a seat or a player tells apart by colour."""
    for kind, name in (("seat", "--seat-1"), ("piece", "--chip")):
        usual, distinct = (colours(rookery.load(slug).art, theme, kind, name, look) for look in ("", "look-distinct"))
        assert set(usual) == set(distinct)
        if len(usual) > 1:
            assert nearest(distinct) >= max(CLEAR, nearest(usual)), (slug, kind)
