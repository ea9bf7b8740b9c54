"""A game by a blind person: words suffice to find it, to play it to the end, and to know the result."""

import random
import re
import time

import pytest
from playwright.sync_api import Page

import rookery
from rookery import Outcome
from tests.browser.conftest import OpenWindow
from tests.browser.ears import PATIENCE, Ears
from tests.browser.house import House, Table
from tests.browser.screen import MAX_PLIES

SLUGS = sorted(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.minutes)
WHOLE = [SLUGS[0], *[pytest.param(slug, marks=pytest.mark.soak) for slug in SLUGS[1:]]]
BACK = 6  # moves from the end of a game
CAN = ", can be chosen"
# what is said last of these is how things stand
MINE = r"Your turn\."
OTHERS = r"\bto move\."
OVER = r"\b(You won|You lost: .+ won|You all won|You all lost|It is a draw)\."
STANDING = re.compile(f"{MINE}|{OTHERS}|{OVER}")


def set_up(ears: Ears) -> None:
    """In the set-up of a game: the weakest bots, and Play."""
    ears.press(ears.find("radio", "Practice"), " ")
    ears.press(ears.find("button", "Play"))
    ears.find("group", "Board of")


def standing(ears: Ears) -> str:
    """The newest text about whose turn it is or how the game ended; "" before the first one."""
    return next((found[-1].group() for words in reversed(ears.heard()) if (found := [*STANDING.finditer(words)])), "")


def play(ears: Ears, dice: random.Random) -> str:
    """To the end, by what is said and named: how it ended."""
    last = time.monotonic()
    while time.monotonic() < last + PATIENCE:
        now = standing(ears)
        if re.fullmatch(OVER, now):
            return now
        offered = [thing for thing in ears.things("button") if thing.name.endswith(CAN)]
        if offered:
            assert re.fullmatch(MINE, standing(ears)), f"something can be chosen, and what was said last is {now!r}"
            ears.press(dice.choice(offered))
            last = time.monotonic()
        else:
            ears.page.wait_for_timeout(30)
    raise AssertionError(f"nothing can be chosen any more, and what was said last is {ears.heard()[-1]!r}")


def ending(page: Page, house: House) -> Outcome:
    """As the server keeps it."""
    table, _, keys = page.url.rpartition("/")[2].partition("#")
    outcome = Table(house, table, keys.split(",")).record().position.outcome
    assert outcome is not None
    return outcome


def verdict(outcome: Outcome, cooperative: bool) -> str:
    """How what is said to the first seat begins."""
    if cooperative:
        return f"You all {'won' if outcome.winners else 'lost'}."
    if len(outcome.winners) in (0, len(outcome.utilities)):
        return "It is a draw."
    return "You won." if 0 in outcome.winners else "You lost: "


def to_the_end(ears: Ears, house: House, slug: str) -> None:
    """Play on, and know what the server knows."""
    said = play(ears, random.Random(6))
    outcome = ending(ears.page, house)
    assert said.startswith(verdict(outcome, rookery.load(slug).facts.cooperative))
    assert any(outcome.reason[1:] in words for words in ears.heard())
    ears.press(ears.find("button", "Rematch"))
    ears.find("group", "Board of")


@pytest.mark.parametrize("slug", WHOLE)
def test_a_whole_game_by_ear(window: OpenWindow, house: House, slug: str) -> None:
    ears = Ears(window().page)
    ears.page.goto(house.link)
    ears.press(ears.find("link", f"Play {rookery.load(slug).facts.name}"))
    set_up(ears)
    to_the_end(ears, house, slug)


@pytest.mark.soak
@pytest.mark.parametrize("slug", SLUGS)
def test_the_end_of_a_game_by_ear(window: OpenWindow, house: House, slug: str) -> None:
    """Back from the end of a game, and played on from there with bots."""
    ears = Ears(window().page)
    ears.page.goto(house.table(slug, plies=MAX_PLIES).seat(0))
    back = ears.find("button", "One move back")
    for _ in range(BACK):
        ears.press(back)
    ears.press(ears.find("link", "Play on from here"))
    set_up(ears)
    to_the_end(ears, house, slug)
