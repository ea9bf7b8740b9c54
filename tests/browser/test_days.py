"""The games of the day: from the front page to a closed table and the comparison; without a server, too."""

import random
import re

import pytest
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House, Table
from tests.browser.screen import MAX_PLIES
from tests.browser.site import START, FileServer
from tests.browser.test_accessible import check

SHORT = min(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.longest)
NAME = rookery.load(SHORT).facts.name


def test_a_day_from_the_front_page_to_the_comparison(house: House, window: OpenWindow) -> None:
    screen = window()
    page = screen.page
    page.goto(f"{house.link}today/{SHORT}")
    expect(page.get_by_text("Finish today’s game to see how others did.")).to_be_visible(timeout=START)
    page.goto(house.link)
    page.get_by_role("link", name="Games of the day").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Games of")
    check(screen, "today")
    page.get_by_role("button", name=re.compile(rf"^Play {re.escape(NAME)}$")).click()
    expect(page.get_by_role("group", name="Board of")).to_be_visible(timeout=START)
    expect(page.get_by_text("Game of the day: you have one try. No hints")).to_be_visible()
    for name in ("Share", "Talk", "Hint"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    link = page.url
    table, _, key = link.rpartition("/")[2].partition("#")
    Table(house, table, [key]).play(MAX_PLIES, random.Random(1))  # at another device
    page.reload()
    page.get_by_role("link", name="Compare").click(timeout=START)
    expect(page.get_by_role("heading", name="You are the first to finish it.")).to_be_visible()
    expect(page.get_by_role("img", name="Everybody’s results")).to_be_visible()
    check(screen, "compared")
    who = page.evaluate("JSON.parse(localStorage['rookery.who'])")
    assert [one["over"] for one in house.ask("api/days/yours", {"who": who})["tries"]] == [True]
    words = page.evaluate("JSON.parse(localStorage['rookery.day_words'])")
    assert len(words) == 1
    assert words[0]["number"] >= 1
    other = window().page  # who finds the link without its key
    other.goto(link.partition("#")[0])
    expect(other.get_by_text("only its players see this table")).to_be_visible(timeout=START)


@pytest.mark.soak
def test_a_day_without_a_server(site: FileServer, window: OpenWindow) -> None:
    page = window().page
    page.goto(f"{site.link}?today")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Games of", timeout=START)
    page.get_by_role("button", name=re.compile(rf"^Play {re.escape(NAME)}$")).click()
    expect(page.get_by_role("group", name="Board of")).to_be_visible(timeout=START)
    page.goto(f"{site.link}?today")
    expect(page.get_by_role("button", name=re.compile(rf"^Go on {re.escape(NAME)}$"))).to_be_visible(timeout=START)
