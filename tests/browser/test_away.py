"""Reminders of a turn while no page is open: offered in a drawer, copied, and refused by name."""

import urllib.request

import pytest
from playwright.sync_api import Locator, expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_accessible import check

ANY = rookery.slugs()[0]  # none of this depends on the game


@pytest.fixture(params=["desk", pytest.param("phone", marks=pytest.mark.soak)])
def screen(request: pytest.FixtureRequest, window: OpenWindow) -> Screen:
    return window(**(request.getfixturevalue("phone") if request.param == "phone" else {}))


def opened(screen: Screen) -> Locator:
    """The drawer, by keyboard."""
    screen.page.get_by_role("button", name="More ways").press("Enter")
    drawer = screen.page.get_by_role("dialog", name="When it is my turn")
    expect(drawer.get_by_role("textbox", name="Webhook")).to_be_visible()
    return drawer


def test_feed_calendar_and_webhook_are_offered(screen: Screen, house: House) -> None:
    table = house.table(ANY)
    screen.sit_down(table.seat(0))
    drawer = opened(screen)
    check(screen, "ways to be told", "dialog[open]")
    for name, begins in (("Calendar: link", "BEGIN:VCALENDAR"), ("Feed: link", "<feed")):
        address = drawer.get_by_role("textbox", name=name).input_value()
        assert address.startswith(house.link)
        with urllib.request.urlopen(address) as answer:
            assert answer.read().decode().startswith(begins)
    hook, save = drawer.get_by_role("textbox", name="Webhook"), drawer.get_by_role("button", name="Save")
    expect(save).to_be_disabled()
    hook.fill("https://example.org/hook")
    save.click()
    expect(drawer.get_by_text("addresses at hooks.slack.com and discord.com")).to_be_visible()
    hook.fill("https://discord.com/api/webhooks/1")
    hook.press("Enter")
    expect(drawer.get_by_text("Your turns are announced there.")).to_be_visible()
    check(screen, "a webhook", "dialog[open]")
    screen.page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    screen.page.reload()
    drawer = opened(screen)
    expect(hook).to_have_value("https://discord.com/api/webhooks/1")
    drawer.get_by_role("button", name="Stop").click()
    expect(hook).to_have_value("")
    expect(drawer.get_by_role("button", name="Stop")).to_be_hidden()


@pytest.mark.soak
def test_a_link_without_a_key_finds_the_seats_of_this_browser(window: OpenWindow, house: House) -> None:
    """As of a reminder."""
    table = house.table(ANY)
    screen, friend = window(), window()
    screen.sit_down(table.seat(0))
    link = table.seat(0).partition("#")[0]
    screen.open("about:blank")
    screen.open(link)
    expect(screen.page.get_by_role("button", name="More ways")).to_be_visible()
    friend.open(link)
    expect(friend.board).to_be_visible()
    expect(friend.page.get_by_role("button", name="More ways")).to_be_hidden()
