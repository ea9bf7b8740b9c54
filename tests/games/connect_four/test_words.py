"""What players read: why a game ended, why a click does nothing, and names that need no rulebook."""

import pytest

import rookery
from rookery.core.errors import NoSuchSpot

GAME = rookery.load("connect_four")


def test_why_a_click_does_nothing() -> None:
    assert GAME.position("x....../o....../x....../o....../x....../o......").why([], "a") == "Column a is full"


def test_nobody_is_told_of_what_is_not_there() -> None:
    position = GAME.position("......./......./......./......./......./.......")
    assert position.why([], "a") == ""
    for path, spot in ([], "h"), (["h"], "a"):
        with pytest.raises(NoSuchSpot):
            position.why(path, spot)
