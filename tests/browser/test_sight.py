"""What can be chosen is seen: marked over whatever lies on it, and in the window, whichever way a phone is held."""

import random
from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

import rookery
from tests.browser.conftest import EVERY_GAME, OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_whole_games import no_sideways_scroll
from tests.often import EACH_KIND, OURS

STEPS = 3  # of paths, looked at
LYING: ViewportSize = {"width": 844, "height": 390}
TOP = 120  # px of a phone that lies, above which the board must begin

# how many rims there are, and whether one of them lies under a piece
RIMS = """() => {
  const rims = [...document.querySelectorAll('.board svg > .rim')]
  const pieces = [...document.querySelectorAll('.board svg > .piece:not(.raised)')]
  const below = (rim, piece) => rim.compareDocumentPosition(piece) & Node.DOCUMENT_POSITION_FOLLOWING
  return { rims: rims.length, under: rims.some((rim) => pieces.some((piece) => below(rim, piece))) }
}"""
# of the spots that can be chosen: how many lie in the window, not below the words that stay at its top
IN_SIGHT = """() => {
  const top = document.querySelector('.prompt').getBoundingClientRect().bottom
  const seen = [...document.querySelectorAll('[data-spot]')].filter((spot) => {
    const box = spot.getBoundingClientRect()
    return spot.ariaLabel.endsWith(', can be chosen') && box.top >= top && box.bottom <= innerHeight
  })
  return seen.length
}"""
# Of each seat, the part of its name that is seen; and whether something in its plate lies on something else.
PLATES = """() => [...document.querySelectorAll('[aria-label="Seats"] > li')].map((plate) => {
  const shown = (box) => box.width > 1 && box.height > 1
  const leaves = [...plate.querySelectorAll('strong, small, b, [role=timer], svg')].filter(
    (part) => !part.parentElement.closest('small, b, svg') && getComputedStyle(part).clipPath === 'none' &&
      !part.closest('[role=menu]'))
  const sign = leaves.filter((part) => part.closest('.sign'))
  const boxes = leaves.filter((part) => !sign.includes(part)).map((part) => part.getBoundingClientRect()).filter(shown)
  const before = (a, b) => a.right <= b.left + 1 || a.bottom <= b.top + 1
  const apart = (a, b) => before(a, b) || before(b, a)
  const name = plate.querySelector('strong')
  return { seen: name.clientWidth / name.scrollWidth,
    crowded: boxes.some((a, i) => boxes.some((b, j) => i < j && !apart(a, b))) }
})"""
CUT_OFF = """() => [...document.querySelectorAll('[aria-label=Seats] strong')]
  .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
LONG_NAME = "Wilhelmina Foster"
WIDTHS = 320, 390, 561, 800, 861, 1024, 1600  # px: of small and usual phones, beside steps of the layout, and large
MORE_WIDTHS = [320 + round(step * 1280 / 19) for step in range(20)]
LEAST = 0.6  # of a name
STILL = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def step(screen: Screen, dice: random.Random) -> None:
    """One click on what can be chosen."""
    screen.spot(dice.choice(screen.wait_for_turn().next)).dispatch_event("click")


@EACH_KIND
def test_a_desk(window: OpenWindow, house: House, slug: str) -> None:
    """At a table of four where there are such; then at 200 percent."""
    players = max(count for count in rookery.load(slug).facts.players if count <= 4)
    table = house.table(slug, players=players, plies=9, seed=14)
    screen = window(viewport={"width": 1280, "height": 800}).sit_down(table.hot_seat)
    screen.wait_for_turn()
    assert screen.page.evaluate(CUT_OFF) == [], "seats are named in full"
    told = screen.page.locator(".happened").bounding_box()
    assert told is not None
    assert told["y"] + told["height"] <= 800 + 24  # px; its last line is seldom used between two
    if rookery.load(slug) in OURS:
        heard_in_rows(screen)
    a_click_that_does_nothing_says_so(screen)
    marks_lie_over_the_pieces(screen)
    screen.page.set_viewport_size({"width": 640, "height": 360})
    whole_board(screen)


def marks_lie_over_the_pieces(screen: Screen) -> None:
    dice = random.Random(19)
    for _ in range(STEPS):
        now = screen.wait_for_turn()
        found = screen.page.evaluate(RIMS)
        assert found == {"rims": len({*now.next, *now.chosen, *now.held}), "under": False}
        step(screen, dice)


def heard_in_rows(screen: Screen) -> None:
    """And every place has one name."""
    names = [(name.partition(":")[0], zone) for name, zone in _spots(screen) if ":" in name]
    homes: dict[str, set[str]] = {}
    for name, zone in names:
        homes.setdefault(name, set()).add(zone)
    assert [name for name, zones in homes.items() if len(zones) > 1] == []
    grids = screen.page.get_by_role("grid").all()
    assert grids
    for grid in grids:
        assert grid.get_by_role("row").count() > 1
        assert grid.get_by_role("gridcell").count() == grid.get_by_role("button").count()


def _spots(screen: Screen) -> list[tuple[str, str]]:
    """Of every spot its name and its zone's."""
    found: list[tuple[str, str]] = screen.page.eval_on_selector_all(
        "[data-spot]",
        "all => all.map((spot) => [spot.ariaLabel, spot.closest('[aria-label]:not([data-spot])').ariaLabel])",
    )
    return found


def a_click_that_does_nothing_says_so(screen: Screen) -> None:
    """On some boards all can be chosen."""
    now = screen.wait_for_turn()
    spots: list[str] = screen.page.eval_on_selector_all("[data-spot]", "all => all.map((spot) => spot.dataset.spot)")
    for idle in [spot for spot in spots if spot not in {*now.next, *now.held}][:1]:
        before = screen.detail.inner_text()
        screen.spot(idle).click(force=True)
        expect(screen.detail).not_to_have_text(before)
        assert screen.heard()[-1] == f"{screen.detail.inner_text()}."
        assert (screen.moves_sent, screen.state.chosen) == (0, now.chosen)


def whole_board(screen: Screen) -> None:
    """A page that is opened has it in the window, below the prompt."""
    screen.page.reload()
    screen.wait_for_turn()
    screen.wait("() => document.querySelector('.board').getBoundingClientRect().bottom <= innerHeight")
    box, prompt = screen.board.bounding_box(), screen.page.locator(".prompt").bounding_box()
    assert box is not None
    assert prompt is not None
    assert prompt["y"] + prompt["height"] <= box["y"] + 1
    assert box["width"] > 150


@EACH_KIND
def test_a_phone(window: OpenWindow, house: House, slug: str, phone: dict[str, Any]) -> None:
    """What can be chosen is seen without a finger that scrolls, however long the board is; then the phone lies."""
    screen = window(**phone).sit_down(house.table(slug, plies=8, seed=12).hot_seat)
    dice = random.Random(20)
    for _ in range(STEPS):
        assert screen.wait_for_turn().next
        screen.page.evaluate(STILL)
        assert screen.page.evaluate(IN_SIGHT) > 0
        step(screen, dice)
    screen.page.set_viewport_size(LYING)
    whole_board(screen)
    screen.page.evaluate("scrollTo(0, 0)")
    board, seats = screen.board.bounding_box(), screen.page.get_by_role("list", name="Seats").bounding_box()
    assert board is not None
    assert seats is not None
    assert board["y"] < TOP
    assert board["width"] > LYING["width"] / 3 or board["height"] > 0.75 * LYING["height"], "as large as it can be"
    assert board["x"] + board["width"] <= seats["x"], "the seats are beside the board"
    no_sideways_scroll(screen, 667, 844)


def long_names(house: House, slug: str, players: int, **order: Any) -> str:
    """The link of the first seat at a table where everybody has a long name."""
    names = [f"{LONG_NAME[:-1]}{seat}" for seat in range(players)]
    seats = [{"kind": "person", "name": name} for name in names]
    return house.table(slug, players=players, plies=4, seats=seats, **order).seat(0)


def names_are_seen(screen: Screen, widths: Sequence[int]) -> None:
    """At every width, and nothing lies on anything else."""
    for width in widths:
        screen.page.set_viewport_size({"width": width, "height": 900})
        screen.page.evaluate(STILL)
        plates = screen.page.evaluate(PLATES)
        assert plates
        assert all(plate["seen"] >= LEAST for plate in plates), (width, plates)
        assert not any(plate["crowded"] for plate in plates), (width, plates)


def test_names_are_seen_at_any_width(window: OpenWindow, house: House) -> None:
    """Where most seats are."""
    players, slug = max((max(rookery.load(slug).facts.players), slug) for slug in rookery.slugs())
    names_are_seen(window().sit_down(long_names(house, slug, players)), WIDTHS)


@pytest.mark.soak
@pytest.mark.parametrize("clock", [None, {"kind": "bank", "seconds": 5999}])
@EVERY_GAME
def test_names_are_seen_at_any_table(window: OpenWindow, house: House, slug: str, clock: Any) -> None:
    screen = window()
    for players in rookery.load(slug).facts.players:
        names_are_seen(screen.sit_down(long_names(house, slug, players, clock=clock)), MORE_WIDTHS)
