"""Two people and a bot who win or lose together: a whole game, each person in a window of their own."""

import random

import pytest
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_two_windows import same_everywhere

SEATS = 3
MAX_TURNS = 300
PATIENCE = 1600  # looks at the screens, on a machine with other things to do
TOGETHER = [slug for slug in rookery.slugs() if rookery.load(slug).facts.cooperative]
FOR_THREE = [slug for slug in TOGETHER if SEATS in rookery.load(slug).facts.players]


def who_is_asked(screens: list[Screen]) -> list[Screen]:
    """Those with something to choose; none when the game is over."""
    for _ in range(PATIENCE):
        states = [screen.state for screen in screens]
        if any(state.next or state.over for state in states):
            return [screen for screen, state in zip(screens, states) if state.next]
        screens[0].page.wait_for_timeout(25)
    raise AssertionError("nobody is asked for anything")


@pytest.mark.soak
@pytest.mark.parametrize("slug", FOR_THREE)
def test_two_people_and_a_bot(window: OpenWindow, house: House, slug: str) -> None:
    table, dice = house.table(slug, players=SEATS, bots=1), random.Random(5)
    screens = [window().sit_down(table.seat(seat)) for seat in range(SEATS - 1)]
    for _ in range(MAX_TURNS):
        # the player who is asked answers; the other one sees who is to answer, and has no choice
        asked = who_is_asked(screens)
        if not asked:
            break
        assert len(asked) == 1
        asked[0].play(asked[0].click, dice)
    same_everywhere(slug, *screens)
    outcome = table.record().position.outcome
    assert outcome is not None
    for screen in screens:
        expect(screen.end).to_be_visible()
        expect(screen.headline).to_have_text(f"You all {'won' if outcome.winners else 'lost'}")
        expect(screen.detail).to_have_text(f"{outcome.reason[0].upper()}{outcome.reason[1:]}.")
    movers = {move.partition(", ")[2].partition(": ")[0] for move in screens[0].moves()} - {"Chance"}
    assert len(movers) == SEATS
