"""An evening from the choice of the game to its result, by keyboard."""

import random
from typing import Any

from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House, Table
from tests.browser.screen import MAX_PLIES, Screen
from tests.browser.site import START
from tests.browser.test_accessible import check
from tests.browser.test_days import NAME, SHORT

BOB = "bob".ljust(20, "_")
TAG_KEY = "rookery.tag"  # in the page's storage


def press(screen: Screen, role: Any, name: str, key: str = "Enter") -> None:
    target = screen.page.get_by_role(role, name=name)
    expect(target).to_be_enabled()
    screen.tab_to(target)
    screen.page.keyboard.press(key)


def play_to_the_end(house: House, table: str, key: str) -> None:
    Table(house, table, [key]).play(MAX_PLIES, random.Random(1))


def test_an_evening_from_its_setup_to_its_result(house: House, window: OpenWindow) -> None:
    screen = window()
    page = screen.page
    page.goto(f"{house.link}?game={SHORT}")
    summary = page.get_by_text("An evening at several tables")
    expect(summary).to_be_visible()
    screen.tab_to(summary)
    page.keyboard.press("Enter")
    for label, number in (("Most tables", "2"), ("Rounds", "1")):
        screen.tab_to(page.get_by_role("spinbutton", name=label))
        page.keyboard.type(number)
    check(screen, "a new evening")
    press(screen, "button", "Set up the evening")
    expect(page.get_by_role("heading", name=f"An evening of {NAME}")).to_be_visible(timeout=START)
    check(screen, "before an evening", "main")
    screen.tab_to(page.get_by_role("textbox", name="Your name"))
    page.keyboard.type("Ann")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Ann (you)")).to_be_visible()
    expect(page.get_by_role("button", name="Begin the evening")).to_be_disabled()
    evening = f"api/evenings/{page.url.rpartition('/')[2]}"
    house.ask(f"{evening}/guests", {"who": BOB, "word": "b" * 32, "name": "Bob"})
    expect(page.get_by_text("Bob")).to_be_visible()
    press(screen, "button", "Begin the evening")
    expect(page.get_by_text("you sit at table")).to_be_visible(timeout=START)
    check(screen, "during an evening")
    address = page.url
    press(screen, "link", "To your table")
    expect(page.get_by_role("group", name="Board of")).to_be_visible(timeout=START)
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    table, _, key = page.url.rpartition("/")[2].partition("#")
    play_to_the_end(house, table, key)
    press(screen, "link", "To the evening")
    expect(page.get_by_text("Your game is over.")).to_be_visible()
    expect(page.get_by_role("heading", name="The result")).to_have_count(0)
    told = house.ask(evening, {"who": BOB})
    (other,) = (table for table in told["played"][0]["tables"] if not table["over"])
    play_to_the_end(house, other["id"], told["key"])
    expect(page.get_by_text("The evening is over.")).to_be_visible()
    assert page.url == address
    assert page.evaluate(f"localStorage.getItem('{TAG_KEY}')"), "at the first table the browser got a name tag ..."
    expect(page.get_by_text("Ann (you)").first).to_be_visible()  # ... and is the same guest nevertheless
    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    expect(page.get_by_text("The secret is the promised one.")).to_be_visible()
    expect(page.get_by_text("Your word is number 1 of 2")).to_be_visible()
    check(screen, "after an evening")
    with page.expect_download() as saved:
        press(screen, "button", "The evening")
    assert saved.value.suggested_filename.endswith(".json")


def test_who_comes_late_sees_that_it_has_begun(house: House, window: OpenWindow) -> None:
    clock = {"kind": "move", "seconds": 60}
    plan = {"game": SHORT, "players": 2, "tables": 2, "rounds": 1, "level": "greedy"}
    made = house.ask("api/evenings", {"who": BOB, "clock": clock, "plan": plan})
    for name in ("Bob", "Cid"):
        person = name.lower().ljust(20, "_")
        house.ask(f"api/evenings/{made['id']}/guests", {"who": person, "word": "c" * 32, "name": name})
    house.ask(f"api/evenings/{made['id']}/begin", {"who": BOB})
    page = window().page
    page.goto(f"{house.link}evening/{made['id']}")
    expect(page.get_by_text("2 of 2 tables are playing")).to_be_visible(timeout=START)
    expect(page.get_by_role("button", name="Join")).to_have_count(0)
    expect(page.get_by_role("link", name="To your table")).to_have_count(0)
