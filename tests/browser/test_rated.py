"""A rated game from the tick on the set-up page to the rating in My games and in the profile."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import expect

import rookery
from rookery.ratings import measured, scale_of
from tests.browser.conftest import OpenWindow
from tests.browser.house import House, Table
from tests.browser.screen import MAX_PLIES, Screen
from tests.browser.test_accessible import check

RATED = min(
    (slug for slug in rookery.slugs() if scale_of(rookery.load(slug), 2).anchors),
    key=lambda slug: rookery.load(slug).facts.longest,
)
UNRATED = next(slug for slug in rookery.slugs() if not measured(rookery.load(slug)))


def set_up(screen: Screen, house: House, friend: str = "A friend") -> None:
    screen.open(f"{house.link}?game={RATED}")
    screen.page.get_by_role("radio", name=friend).last.check()
    screen.page.get_by_role("textbox", name="Your name").fill("Wren")
    expect(screen.page.get_by_text("a rated game needs a time limit")).to_be_visible()
    screen.page.get_by_label("Time limit").select_option("900+10")
    screen.page.get_by_role("checkbox", name="Rated").check()


def test_the_whole_road(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    first, second = window(), window(**phone)
    set_up(first, house)
    check(first, "set-up of a rated game")
    first.page.get_by_role("button", name="Play", exact=True).click()
    expect(first.headline).to_contain_text("to sit down")
    expect(first.page.get_by_text("Rated, if all agree: no hints")).to_be_visible()
    link = first.page.get_by_role("textbox", name=": link").first.input_value()

    second.open(link)
    seat = second.page.get_by_role("button", name="Sit down, rated")
    expect(seat).to_be_visible()
    check(second, "before sitting down")
    expect(first.headline).to_contain_text("to sit down")
    seat.click()
    for screen in (first, second):
        expect(screen.headline).not_to_contain_text("to sit down")
        expect(screen.page.get_by_text("Rated: no hints")).to_be_attached()
        expect(screen.page.get_by_role("button", name="Hint")).to_be_hidden()

    (table, first_key), (_, second_key) = (screen.page.url.rpartition("/")[2].split("#") for screen in (first, second))
    Table(house, table, [first_key, second_key]).play(MAX_PLIES, random.Random(5))  # at other devices
    for screen in (first, second):
        expect(screen.page.get_by_text(re.compile("Your first rating: −?[0-9]+"))).to_be_visible()
        expect(screen.page.get_by_text("after 1 rated game")).to_be_visible()
    check(first, "after a rated game")

    for screen in (first, second):
        screen.open(f"{house.link}mine")
        expect(screen.page.get_by_role("heading", name="Ratings")).to_be_visible()
        expect(screen.page.get_by_text(f"{rookery.load(RATED).facts.name}, 2 players")).to_be_visible()
    check(first, "ratings in My games")


@pytest.mark.soak
def test_who_has_no_tag_is_told_and_the_table_says_it_is_not_rated(window: OpenWindow, house: House) -> None:
    first, second = window(), window()
    set_up(first, house)
    first.page.get_by_role("button", name="Play", exact=True).click()
    link = first.page.get_by_role("textbox", name=": link").first.input_value()
    second.page.add_init_script("Object.defineProperty(crypto, 'subtle', { value: undefined })")
    second.open(link)
    second.page.get_by_role("button", name="Sit down, rated").click()
    expect(second.page.get_by_text("nobody is rated")).to_be_visible()
    second.page.get_by_role("button", name="Sit down").click()
    expect(first.headline).to_contain_text("to agree with a name tag")
    first.page.get_by_role("button", name="Begin without rating").click()
    for screen in (first, second):
        expect(screen.page.get_by_text("Not rated:")).to_be_visible()


def test_the_set_up_says_why_a_game_is_not_rated(window: OpenWindow, house: House) -> None:
    screen = window()
    screen.open(f"{house.link}?game={UNRATED}")
    expect(screen.page.get_by_text("not rated")).to_be_visible()
    expect(screen.page.get_by_role("checkbox", name="Rated")).to_be_disabled()
    screen.open(f"{house.link}?game={RATED}")
    mine = screen.page.get_by_role("radio", name="Me", exact=True)
    expect(mine).to_have_count(2)
    for me in mine.all():
        me.check()
    expect(screen.page.get_by_text("Several people at one screen are not rated")).to_be_visible()
