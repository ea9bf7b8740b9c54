"""What the rules page of every game of the house has, beside its rules."""

import pytest

import rookery

HOUSE = [game for game in map(rookery.load, rookery.titles()) if game.package.startswith("rookery.")]


@pytest.mark.parametrize("game", HOUSE, ids=lambda game: game.facts.title)
def test_a_book_says_how_the_page_is_used(game: rookery.Game) -> None:
    assert "on the page" in game.book.lower()
    assert "click" in game.book
