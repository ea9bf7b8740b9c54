"""Games in browsers other than Chromium, from a server and from a static site."""

import random
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.site import START, FileServer
from tests.browser.surroundings.conftest import NEEDED
from tests.browser.test_site import sit_down

pytestmark = [
    pytest.mark.soak,
    pytest.mark.parametrize("brand", [brand for brand, needs in NEEDED.items() if needs], indirect=True),
]


def test_a_game_on_a_server(window: OpenWindow, house: House, slug: str) -> None:
    screen = window()
    screen.page.goto(house.link)
    expect(screen.page.get_by_role("article").first).to_be_visible()
    screen.sit_down(house.table(slug).hot_seat).play_on(3, screen.click, random.Random(7), screen.confirm.click)
    screen.page.reload()
    screen.wait_for_ply(3)


def test_a_game_on_a_static_site(window: OpenWindow, site: FileServer, slug: str) -> None:
    screen = sit_down(window(), site.link, slug)
    screen.play_on(3, screen.click, random.Random(7), screen.confirm.click)
    screen.page.reload()
    screen.wait_for_ply(3)


def test_a_game_is_made_on_a_static_site(window: OpenWindow, site: FileServer, foreseen: list[str]) -> None:
    """Python, the board and the laws run in workers of a frame that has an origin of its own."""
    foreseen.append("data:text/javascript,")  # Pyodide asks so whether it can import
    page = window().page
    page.goto(f"{site.link}?workshop")
    page.get_by_role("button", name="Check").click(timeout=2 * START)
    expect(page.get_by_text(re.compile("All .* laws hold"))).to_be_visible(timeout=2 * START)
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("form").get_by_role("button", name="Play", exact=True).click(timeout=START)
    expect(page.locator(".felt").first).to_be_visible(timeout=START)
