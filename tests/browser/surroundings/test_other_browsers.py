"""Games in browsers other than Chromium, from a server and from a static site."""

import random

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.site import FileServer
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
