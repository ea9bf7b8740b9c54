"""The end of a game: what counted is shown on the board, stays as a table, and can be shared as a picture."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House, Table
from tests.browser.screen import MAX_PLIES, Screen
from tests.browser.test_accessible import check_colours
from tests.often import KINDS

OPENING = 6  # plies
MOST_SHIFT = 0.05  # a shift of the layout that people hardly see (Core Web Vitals: 0.1 is still good)
# Adds up how much things move without being asked once the end has come
SHIFTS = """() => {
  window.shifted = 0
  new PerformanceObserver((list) => {
    if (!document.querySelector('[aria-label="The game is over"]')) return
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value
  }).observe({ type: 'layout-shift' })
}"""
PNG = b"\x89PNG\r\n"


def sat_down(window: OpenWindow, house: House, slug: str, **settings: Any) -> tuple[Screen, Table]:
    """A window at a game that has begun."""
    table = house.table(slug, plies=OPENING, seed=3)
    return window(**settings).sit_down(table.seat(0)), table


def finish(table: Table, screen: Screen) -> None:
    table.play(MAX_PLIES, random.Random(5))
    expect(screen.end).to_be_visible()


def counted(page: Page) -> list[list[str]]:
    """What the table says, row by row."""
    rows = page.get_by_role("region", name="What counted").get_by_role("row").all()[1:]
    return [[cell.inner_text() for cell in row.locator("th, td").all()] for row in rows]


@pytest.mark.parametrize("small", [False, True], ids=["desk", "phone"])
def test_what_counted_is_shown_and_can_be_skipped(
    window: OpenWindow, house: House, phone: dict[str, Any], small: bool
) -> None:
    settings = phone if small else {}
    screen, table = sat_down(window, house, KINDS[0], drawn=True, reduced_motion="no-preference", **settings)
    page, region = screen.page, screen.page.get_by_role("region", name="What counted")
    page.evaluate(SHIFTS)
    finish(table, screen)
    counting, limelight = page.locator(".counting"), page.locator(".limelight")
    expect(counting).to_be_visible()
    expect(limelight).to_be_attached()
    expect(screen.end.get_by_role("button", name="Rematch")).to_be_enabled()
    page.keyboard.press("Shift")
    expect(counting).not_to_be_attached()
    expect(limelight).not_to_be_attached()
    expect(region).to_be_visible()
    assert page.evaluate("window.shifted") < MOST_SHIFT
    region.get_by_role("button", name="Show again").click()
    expect(counting).to_be_visible()
    screen.headline.click()
    expect(counting).not_to_be_attached()
    page.reload()
    expect(region).to_be_visible()
    assert not counting.count()  # it has been seen


def test_it_comes_to_its_own_end(window: OpenWindow, house: House) -> None:
    screen, table = sat_down(window, house, KINDS[0], reduced_motion="no-preference")
    finish(table, screen)
    counting = screen.page.locator(".counting")
    expect(counting).to_be_visible()
    expect(counting).not_to_be_attached(timeout=8000)
    expect(screen.page.get_by_role("region", name="What counted")).to_be_visible()


@pytest.mark.parametrize("slug", KINDS)
def test_without_motion_a_table_tells_it_at_once(window: OpenWindow, house: House, slug: str) -> None:
    screen, table = sat_down(window, house, slug)
    finish(table, screen)
    page, region = screen.page, screen.page.get_by_role("region", name="What counted")
    expect(region).to_be_visible()
    assert not page.locator(".counting, .limelight").count()
    expect(region.get_by_role("button", name="Show again")).to_have_count(0)
    record = table.record()
    scene = record.at(record.plies).view(0).scene(facing=0)
    told = {line.words.lower() for line in scene.score}
    assert {cell.lower() for row in counted(page) for cell in row} >= told
    check_colours(screen, "what counted")


def test_the_result_is_a_picture(window: OpenWindow, house: House) -> None:
    screen, table = sat_down(window, house, KINDS[0])
    finish(table, screen)
    with screen.page.expect_download() as saved:
        screen.page.get_by_role("button", name="Picture of the result").click()
    assert saved.value.suggested_filename.endswith(".png")
    assert saved.value.path().read_bytes().startswith(PNG)
