"""Hints against bots: where to look, then the move, from the engine of the page."""

import re

import pytest
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.test_accessible import check
from tests.browser.test_review import SHORT
from tests.browser.test_site import START
from tests.often import others_in_soak


@pytest.mark.parametrize("slug", others_in_soak(rookery.slugs(), {SHORT}))
def test_a_player_against_a_bot_gets_a_hint_and_plays_it(window: OpenWindow, analysing_house: House, slug: str) -> None:
    screen = window()
    page = screen.page
    screen.open(analysing_house.table(slug, bots=1).seat(0))
    screen.wait_for_turn()
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.press("Enter")
    told = page.locator("p.hinted")
    expect(told).to_have_text(re.compile("^Look here: "), timeout=START)
    check(screen, "a hint")
    show = page.get_by_role("button", name="Show the move")
    expect(show).to_be_focused()
    show.press("Enter")
    words = (told.text_content() or "").rstrip(".")
    assert words
    page.get_by_role("button", name="Moves as a list").click()
    page.get_by_role("button", name=re.compile(f"^{re.escape(words)}$", re.I)).click()
    confirm = page.get_by_role("button", name="Confirm")
    if confirm.is_visible():
        confirm.click()
    expect(hint).to_be_visible()
    expect(told).to_have_count(0)


def test_where_two_people_play_or_there_is_no_engine_there_are_no_hints(
    window: OpenWindow, house: House, analysing_house: House
) -> None:
    against_a_bot = window().open(house.table(SHORT, bots=1).seat(0))
    people = window().open(analysing_house.table(SHORT).seat(0))
    for screen in (against_a_bot, people):
        expect(screen.page.get_by_role("button", name="Rules")).to_be_visible()
        screen.page.evaluate("fetch('/api/engine').then((answer) => answer.text())")  # the page has its answer sooner
        expect(screen.page.get_by_role("button", name="Hint", exact=True)).to_have_count(0)
