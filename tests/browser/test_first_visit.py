"""A whole first visit: the front page, the first course, the first game, its review, another try, a puzzle."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.site import START
from tests.browser.test_accessible import check
from tests.browser.test_learn import EASIEST, Fingers, Hand, Keyboard, play_from_list, take_course
from tests.browser.test_puzzles import SHORT, on_screen
from tests.browser.test_review import REVIEWED
from tests.browser.test_whole_games import no_sideways_scroll


def first_visit(hand: Hand, link: str, look: Callable[[str], None]) -> None:
    """From the front page on. `look`: is called at each station."""
    screen, page = hand.screen, hand.screen.open(link).page
    lead = page.get_by_role("region", name="New here?")
    expect(lead).to_contain_text(EASIEST.facts.name)
    look("the front page")
    hand.use(lead.get_by_role("link"))
    take_course(hand, EASIEST, look)
    screen.play_out(hand.press, random.Random(3), lambda: hand.use(screen.confirm))
    look("the first game is over")
    hand.use(page.get_by_role("link", name="Review"))
    expect(page.get_by_role("slider", name="Chances along the game")).to_be_visible(timeout=START)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=REVIEWED)
    look("the review")
    mistakes = page.get_by_role("region", name="What mattered most").get_by_role("listitem")
    if (again := page.get_by_role("button", name="Try again")).count() == 0:
        hand.use(mistakes.first.get_by_role("button").first)
    hand.use(again)
    hand.use(page.get_by_role("button", name="Hint", exact=True))
    look("another try")
    hand.use(page.get_by_role("button", name="Show the move"))
    play_from_list(hand, (page.locator("aside .hint").text_content() or "").rstrip("."))
    expect(page.get_by_text("Yes.")).to_be_visible(timeout=REVIEWED)
    look("the better move")
    hand.use(page.get_by_role("link", name="Rookery, all games"))
    hand.use(page.get_by_role("link", name="Puzzles", exact=True))
    expect(page.get_by_role("heading", name=re.compile("^Puzzles of"))).to_be_visible()
    look("the puzzles of the day")
    hand.use(page.get_by_role("link", name=re.compile("^Solve it")).first)
    puzzle = on_screen(page, SHORT)
    look("a puzzle")
    play_from_list(hand, puzzle.words[0].upper() + puzzle.words[1:])
    expect(page.get_by_label("Puzzle", exact=True)).to_contain_text("Yes.")
    look("the puzzle is found")


@pytest.mark.soak
def test_by_keyboard(window: OpenWindow, house: House) -> None:
    screen = window()
    first_visit(Keyboard(screen), house.link, lambda where: check(screen, where, dark=True))


@pytest.mark.soak
def test_on_a_phone(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    screen = window(**phone)

    def look(where: str) -> None:
        check(screen, where)
        no_sideways_scroll(screen, 360, 390)

    first_visit(Fingers(screen), house.link, look)
