"""Connections that are dead and do not say so: every wait has an end, and a move counts once."""

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.often import KINDS
from tests.server.support.relay import Relay, relay

PLAIN = KINDS[0]
LOST = "Connection lost. Reconnecting"
DOUBTED = 5_000  # ms of silence after a command
STEP = 500  # ms
# Sets `said` once the page says this: it may be gone before a test has looked.
WATCH = """(words) => {
  window.said = false
  const look = () => (window.said ||= document.body.textContent.includes(words))
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
}"""
SWALLOW = {"requests": {"answers": False}, "answers": {"requests": False}, "both": {}}


@pytest.fixture
def line(house: House) -> Iterator[Relay]:
    with relay(house.port) as made:
        yield made


def through(line: Relay, house: House, link: str) -> str:
    return link.replace(f":{house.port}/", f":{line.port}/")


def seated(window: OpenWindow, house: House, line: Relay) -> Screen:
    """At a table in the middle of a game, in a window whose clock the test can put forward."""
    table = house.table(PLAIN, plies=2, seed=1)
    screen = window()
    screen.page.clock.install()
    screen.sit_down(through(line, house, table.hot_seat))
    screen.wait_for_turn()
    return screen


def pass_time(page: Page, milliseconds: int) -> None:
    """In small steps: after a long one the page would think that it had stood still."""
    for _ in range(0, milliseconds, STEP):
        page.clock.fast_forward(STEP)


def doubted(screen: Screen) -> None:
    """After this time the page says that it doubts; a moment later it is connected again."""
    page = screen.page
    page.evaluate(WATCH, LOST)
    pass_time(page, DOUBTED)
    assert page.evaluate("said")
    pass_time(page, 1_000)
    expect(page.get_by_text(LOST)).to_be_hidden()


def begin_move(screen: Screen, dice: random.Random) -> None:
    """Press what makes a move, and wait for nothing."""
    while spots := screen.state.next:
        screen.click(dice.choice(spots))


@pytest.mark.parametrize(
    "way", ["both", pytest.param("requests", marks=pytest.mark.soak), pytest.param("answers", marks=pytest.mark.soak)]
)
def test_a_move_that_is_swallowed_counts_once(window: OpenWindow, house: House, line: Relay, way: str) -> None:
    screen = seated(window, house, line)
    before = len(screen.moves())
    line.swallow(**SWALLOW[way])
    begin_move(screen, random.Random(4))
    doubted(screen)
    screen.wait_for_ply(before + 1)
    screen.wait_for_turn()
    assert len(screen.moves()) == before + 1


@pytest.mark.parametrize("foreseen", [["WebSocket"]])
def test_a_table_that_cannot_be_reached_says_so(window: OpenWindow, house: House, foreseen: list[str]) -> None:
    """Plain requests pass, WebSockets do not: as behind a proxy that does not know of them."""
    page = window().page
    page.clock.install()
    page.route_web_socket("**/ws/**", lambda socket: socket.close())
    page.goto(house.table(PLAIN).seat(0))
    expect(page.get_by_role("status").get_by_text("Setting up the table")).to_be_visible()
    pass_time(page, 8_000)
    expect(page.get_by_text("The table cannot be reached. Trying again")).to_be_visible()
    pass_time(page, 22_000)
    expect(page.get_by_text("check that the proxy in front of it passes WebSockets")).to_be_visible()
