"""The laws of Rookery, and the twin."""

from twin import Twin

import rookery
from rookery.testing import check
from rookery.testing.twins import check_twin

GAME = rookery.load("night_ferry")


def test_the_laws_hold() -> None:
    check(GAME)


def test_the_twin_agrees() -> None:
    check_twin(GAME, Twin, games=50)
