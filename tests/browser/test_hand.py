"""What is in the hand hangs under the pointer, is turned, and is put down where it fits: for every game that has it."""

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.often import others_in_soak

# read, not played: every process that collects tests would load rules for it
WITH_HANDS = [
    slug
    for slug in rookery.slugs()
    if any("poses=" in path.read_text("utf-8") for path in rookery.load(slug).path.rglob("*.py"))
]


@pytest.fixture(params=others_in_soak(WITH_HANDS, WITH_HANDS[-1:]))  # all of them turn what they hold alike
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def something_in_hand(window: OpenWindow, house: House, slug: str, **settings: Any) -> Screen:
    table, dice = house.table(slug), random.Random(2)
    screen = window(**settings).sit_down(table.hot_seat)
    while not screen.wait_for_turn().held and not picture(screen).count():
        ply = screen.state.plies
        table.play(1, dice)
        screen.wait_for_ply(ply + 1)
    return screen


def picture(screen: Screen) -> Locator:
    """Of what is in the hand, with its words."""
    return screen.page.locator(".bar .picture")


def words(screen: Screen) -> str:
    return str(picture(screen).get_attribute("aria-label"))


def place(screen: Screen) -> str:
    """Where it fits as it lies. Pointing at a button shows nothing on the board."""
    for spot in screen.state.next:
        screen.spot(spot).hover()
        if screen.page.locator(".in-hand .fits").count():
            return spot
    raise AssertionError("it fits nowhere as it lies")


def test_it_is_turned_under_the_pointer(window: OpenWindow, house: House, slug: str) -> None:
    screen = something_in_hand(window, house, slug)
    page, spot = screen.page, place(screen)
    lies = [words(screen)]
    page.keyboard.press("r")
    lies.append(words(screen))
    page.mouse.wheel(0, 100)
    expect(picture(screen)).not_to_have_attribute("aria-label", lies[-1])
    lies.append(words(screen))
    assert any(words(screen) in text for text in screen.heard())
    page.mouse.wheel(0, -100)
    expect(picture(screen)).to_have_attribute("aria-label", lies[1])
    page.keyboard.press("Shift+R")
    assert words(screen) == lies[0]
    assert lies[0] != lies[1] != lies[2]

    place_words, ply = screen.detail.inner_text(), screen.state.plies
    assert screen.moves_sent == 0
    screen.click(spot)
    screen.wait_for_ply(ply + 1)
    assert screen.moves()[ply].endswith(f": {place_words}")


def test_by_fingers_it_is_turned_where_it_lies(
    window: OpenWindow, house: House, slug: str, phone: dict[str, Any]
) -> None:
    screen = something_in_hand(window, house, slug, **phone)
    ply, turn = screen.state.plies, screen.page.get_by_role("button", name=re.compile("^Turn"))
    expect(turn).to_be_in_viewport(ratio=1)
    hint = screen.page.get_by_role("button", name="Hint")
    hint.tap(trial=True)  # the bar with what is held lies over no help
    stood = hint.bounding_box()
    before = words(screen)
    turn.tap()
    assert words(screen) != before
    places = [spot for spot in screen.state.next if not screen.state.asked and tapped(screen, spot)]
    asked = screen.confirm.locator("xpath=..").locator("p")
    said = asked.inner_text()
    assert hint.bounding_box() == stood  # nor does it move any, however tall it gets
    for _ in range(4):
        turn.tap()
    expect(asked).to_have_text(said)  # all the way round
    assert screen.moves_sent == 0
    screen.confirm.tap()
    screen.wait_for_ply(ply + 1)
    assert screen.moves()[ply].endswith(f": {said}"), places


def tapped(screen: Screen, spot: str) -> bool:
    """Whether a tap there asks for a confirmation."""
    screen.tap(spot)
    return screen.state.asked


def test_by_keyboard_it_is_turned_at_the_place_with_the_focus(window: OpenWindow, house: House, slug: str) -> None:
    screen = something_in_hand(window, house, slug)
    ply, spot = screen.state.plies, place(screen)
    screen.page.mouse.move(0, 0)
    screen.tab_to_board()
    screen.walk_to(spot)
    said = screen.detail.inner_text()
    assert screen.heard()[-1] == said
    for _ in range(4):
        screen.page.keyboard.press("r")
    assert screen.heard()[-1].endswith(f"{said}.")
    screen.page.keyboard.press("Enter")
    screen.wait_for_ply(ply + 1)
    assert screen.moves()[ply].endswith(f": {said}")
