"""People who play a game for the first time: what places are for, and what matters now."""

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_accessible import check
from tests.often import others_in_soak

# read, not played: every process that collects tests would load rules for it
GUIDING = [
    slug
    for slug in rookery.slugs()
    if any("Guide(" in path.read_text("utf-8") for path in rookery.load(slug).path.rglob("*.py"))
]


@pytest.fixture(params=others_in_soak(GUIDING, GUIDING[:1]))
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def explained(screen: Screen) -> Locator:
    """The places with a tip that cannot be chosen now."""
    return screen.page.locator('[data-spot][aria-describedby^="tip-"][aria-disabled=true]')


def described(screen: Screen, place: Locator) -> str:
    return str(screen.page.locator(f"[id='{place.get_attribute('aria-describedby')}']").text_content())


def test_a_guide_says_what_matters_now(window: OpenWindow, house: House, slug: str) -> None:
    """And lets the rest fade, for as long as one wants it."""
    screen = window().sit_down(house.table(slug).hot_seat)
    screen.wait_for_turn()
    veil, words = screen.page.locator(".veil"), screen.detail.inner_text()
    expect(veil).to_be_visible()
    wish = screen.page.get_by_role("checkbox", name="Show what matters now")
    expect(wish).to_be_checked()
    wish.uncheck()
    expect(veil).to_be_hidden()
    expect(screen.detail).not_to_have_text(words)
    screen.page.reload()
    screen.wait_for_turn()
    expect(veil).to_be_hidden()
    wish.check()
    expect(screen.detail).to_have_text(words)
    a_place_explains_itself_to_a_pointer_and_to_the_keyboard(screen)


def a_place_explains_itself_to_a_pointer_and_to_the_keyboard(screen: Screen) -> None:
    place, tip = explained(screen).last, screen.page.locator(".tip")
    words = described(screen, place)
    assert len(words) > 20
    place.hover()
    expect(tip).to_have_text(words)
    tip.hover()  # it can be read at leisure
    screen.page.wait_for_timeout(400)
    expect(tip).to_be_visible()
    screen.page.mouse.move(2, 2)
    expect(tip).to_be_hidden()
    screen.tab_to_board()
    screen.walk_to(str(place.get_attribute("data-spot")))
    expect(tip).to_have_text(words)
    check(screen, "a tip", ".tip")
    screen.page.keyboard.press("Escape")
    expect(tip).to_be_hidden()


def test_a_place_explains_itself_to_a_finger(
    window: OpenWindow, house: House, slug: str, phone: dict[str, Any]
) -> None:
    screen = window(**phone).sit_down(house.table(slug).hot_seat)
    screen.wait_for_turn()
    tip = screen.page.locator(".tip")
    for place in (explained(screen).first, explained(screen).last):
        words = described(screen, place)
        place.tap(force=True)
        expect(tip).to_have_text(words)
        expect(tip).to_be_in_viewport(ratio=1)
        assert screen.heard()[-1] == words
    screen.page.get_by_role("link", name="Rookery").dispatch_event("pointerdown")
    expect(tip).to_be_hidden()
