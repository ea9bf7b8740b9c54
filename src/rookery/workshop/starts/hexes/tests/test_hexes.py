"""The laws of Rookery, and the twin."""

import rookery
from rookery.testing import check
from rookery.testing.twins import check_twin
from rookery.workshop.starts.hexes.tests.twin import Twin

GAME = rookery.load("hexes")


def test_the_laws_hold() -> None:
    check(GAME)


def test_the_twin_agrees() -> None:
    check_twin(GAME, Twin, games=50)
