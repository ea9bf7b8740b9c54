"""What others have done can be followed: it is marked, told, paced, and moves nothing else on the page. At the end of
a game what counted is shown on the board, stays as a table, and can be shared as a picture."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import rookery
from tests.browser.conftest import ONE, OpenWindow
from tests.browser.house import House, Table
from tests.browser.screen import MAX_PLIES, Screen
from tests.browser.test_accessible import check_colours
from tests.often import KINDS

MANY = next(slug for slug in rookery.slugs() if 4 in rookery.load(slug).facts.players)
# the marks, in the order of drawing: their colours; the numbers; and whether something is drawn over any of them
MARKS = """() => {
  const all = (what) => [...document.querySelectorAll(`.board svg > ${what}`)]
  const over = (marks, others) => marks.some((mark) =>
    others.some((other) => mark.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING))
  return {
    colours: all('.mark').map((mark) => getComputedStyle(mark.querySelector('.one')).stroke),
    numbers: all('.number').map((number) => number.textContent.trim()),
    covered: over(all('.mark'), all('.piece:not(.raised)')) || over(all('.number'), all('.rim')),
  }
}"""
PLACE = "document.querySelector('.board').getBoundingClientRect().top + scrollY"
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


def test_all_bots_are_marked_above_the_pieces_and_told(window: OpenWindow, house: House) -> None:
    table = house.table(MANY, players=4, bots=3)
    screen = window().sit_down(table.seat(0))
    screen.play_on(2, screen.click, random.Random(3))
    for _ in range(2):  # and again after a reload
        screen.wait_for_turn()
        marks = screen.page.evaluate(MARKS)
        numbers = marks["numbers"]
        assert numbers == sorted({*numbers})  # where one bot took what another one had played there is one mark
        assert numbers[-1] == "3"
        assert len({*marks["colours"]}) == len(numbers) >= 2
        assert not marks["covered"]
        told = [
            move.inner_text().removeprefix(str(i))
            for i, move in enumerate(screen.page.locator(".happened .move").all(), 1)
        ]
        moves = [move.partition(": ")[2] for move in screen.moves() if ", Chance: " not in move]
        assert [words.strip() for words in told] == moves[-3:]
        screen.page.reload()
    # one sentence for all of them, and whose turn it is, on arrival
    screen.wait_for_turn()
    assert screen.heard()[-1].startswith("Your turn. ")
    assert screen.page.evaluate("document.activeElement.tagName") == "H1"
    screen.play_on(1, screen.click, random.Random(4))
    screen.wait_for_turn()
    moves = [move.partition(": ")[2] for move in screen.moves() if ", Chance: " not in move]
    assert all(words in screen.heard()[-1] for words in moves[-3:])


@pytest.mark.soak
def test_the_speed_is_chosen_and_kept_and_a_click_ends_the_show(window: OpenWindow, house: House) -> None:
    table = house.table(MANY, players=4, bots=3)
    screen = window(reduced_motion="no-preference").sit_down(table.seat(0))
    screen.page.get_by_role("radio", name="Slow").check()
    screen.page.reload()
    expect(screen.page.get_by_role("radio", name="Slow")).to_be_checked()
    screen.play(screen.click, random.Random(3))
    screen.wait("() => document.querySelectorAll('.happened .move').length === 2")
    assert not screen.state.next
    spot = screen.page.locator("[data-spot]").first
    sent = screen.moves_sent
    spot.click(force=True)
    screen.wait("() => document.querySelectorAll('.happened .move').length === 3")
    assert screen.wait_for_turn().next
    assert screen.moves_sent == sent


def test_nothing_moves_under_a_finger(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    table = house.table(MANY, players=4, bots=3)
    screen = window(**phone).sit_down(table.seat(0))
    before = (screen.wait_for_turn(), screen.page.evaluate(PLACE))[1]
    watching = window().sit_down(table.watch)
    expect(screen.page.get_by_text("1 watching")).to_be_attached()
    assert screen.page.evaluate(PLACE) == before
    watching.page.close()
    expect(screen.page.get_by_text("1 watching")).not_to_be_attached()
    screen.play(screen.tap, random.Random(3), screen.confirm.tap)
    screen.wait_for_turn()
    assert screen.page.evaluate(PLACE) == before


def test_the_seats_are_told_apart_without_colours(window: OpenWindow, house: House) -> None:
    screen = window(forced_colors="active").sit_down(house.table(MANY, players=4, plies=8).hot_seat)
    signs = screen.page.locator(".sign b")
    expect(signs.first).to_be_visible()
    letters = signs.all_inner_texts()
    assert len(set(letters)) == 4
    expect(screen.page.get_by_text(", to move")).to_be_visible()
    listed = screen.page.locator("[data-ply] i span").all_inner_texts()
    assert set(listed) - {""} == set(letters)


# ── The end ──────────────────────────────────────────────────────────────────
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
    expect(counting).not_to_be_attached()
    expect(screen.page.get_by_role("region", name="What counted")).to_be_visible()


@ONE
def test_without_motion_a_table_tells_it_at_once_and_a_picture_shares_it(
    window: OpenWindow, house: House, slug: str
) -> None:
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
    with screen.page.expect_download() as saved:
        screen.page.get_by_role("button", name="Share picture").click()
    assert saved.value.suggested_filename.endswith(".png")
    assert saved.value.path().read_bytes().startswith(PNG)
