"""Rules that neither the laws nor random games are sure to meet, by the words of the rulebook."""

import pytest

import rookery
from rookery.core.protocol import CHANCE

GAME = rookery.load("harbour_watch")


def played(text: str, *actions: str, players: int = 4) -> str:
    position = GAME.position(text, players)
    for action in actions:
        position = position.after(action)
    return str(position.text)


@pytest.mark.parametrize(
    ("text", "action", "boats"),
    [
        ("0 1,4,4,4,4 work", "haul 1", "4,4,4,4,4"),  # the Pilot
        ("1 1,4,4,4,4 work", "haul 1", "3,4,4,4,4"),
        ("1 5,4,4,4,4 work", "haul 1", "6,4,4,4,4"),  # never beyond 6
        ("0 1,4,4,4,4 work", "tow 1+5", "2,4,4,4,5"),
        ("1 1,4,4,4,5 work", "tow 1+5", "3,4,4,4,6"),  # the Engineer
        ("2 1,4,4,4,4 work", "anchor 1", "1a,4,4,4,4"),
        ("4 6a,4,4,4,4 work", "home 1", "home,4,4,4,4"),
    ],
)
def test_work(text: str, action: str, boats: str) -> None:
    assert played(text, action).split()[1:] == [boats, "sea2"]


def test_the_sea_draws_boats_outside_evenly() -> None:
    position = GAME.position("5 home,lost,3,2a,6 sea2", 4)
    assert position.mover == CHANCE
    assert {position.format(a) for a in position.legal_actions} == {"drift 3", "drift 4", "drift 5"}
    assert [*position.chances.values()] == pytest.approx([1 / 3] * 3)


def test_the_anchor_holds_until_the_keepers_next_turn() -> None:
    assert played("2 1,4,4,4,4 work", "anchor 1", "drift 1", "drift 1") == "3 1a,4,4,4,4 work"
    assert played("5 1a,4,4,4,4 sea1", "drift 1") == "6 1,4,4,4,4 work"


def test_a_cheer_gives_the_pilot_two_works_before_the_sea() -> None:
    cheered = ("cheer", "drift 1", "drift 1")
    assert played("3 4,4,4,4,4 work", *cheered) == "4 2,4,4,4,4 work2"
    assert played("3 4,4,4,4,4 work", *cheered, "haul 1", "haul 2") == "4 5,6,4,4,4 sea2"


def test_how_it_ends() -> None:
    for text, action, won in (
        ("29 home,home,home,6,1 work", "home 4", True),
        ("28 home,home,home,lost,1 sea1", "drift 5", False),
        ("29 home,home,home,lost,2 sea1", "drift 5", False),
    ):
        outcome = GAME.position(text, 4).after(action).result()
        assert outcome.winners == ((0, 1, 2, 3) if won else ())
