"""What others have done can be followed: it is marked, told, paced, and moves nothing else on the page."""

import random
from typing import Any

from playwright.sync_api import expect

import rookery
from tests.browser.conftest import EACH_KIND, OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen

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
CUT_OFF = """() => [...document.querySelectorAll('[aria-label=Seats] strong')]
  .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
PLACE = "document.querySelector('.board').getBoundingClientRect().top + scrollY"


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


@EACH_KIND
def test_seats_are_named_in_full_and_what_was_played_is_in_sight(window: OpenWindow, house: House, slug: str) -> None:
    """On a desk, at a table of four where there are such."""
    players = max(count for count in rookery.load(slug).facts.players if count <= 4)
    table = house.table(slug, players=players, plies=9)
    screen = window(viewport={"width": 1280, "height": 800}).sit_down(table.hot_seat)
    screen.wait_for_turn()
    assert screen.page.evaluate(CUT_OFF) == []
    told = screen.page.locator(".happened").bounding_box()
    assert told is not None
    assert told["y"] + told["height"] <= 800 + 24  # px; its last line is seldom used between two


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


@EACH_KIND
def test_the_whole_board_is_seen_on_a_phone_that_lies_and_at_200_percent(
    window: OpenWindow, house: House, slug: str, phone: dict[str, Any]
) -> None:
    table = house.table(slug, plies=6)
    for settings in ({**phone, "viewport": {"width": 844, "height": 390}}, {"viewport": {"width": 640, "height": 360}}):
        screen = window(**settings).sit_down(table.hot_seat)
        screen.wait_for_turn()
        screen.wait("() => document.querySelector('.board').getBoundingClientRect().bottom <= innerHeight")
        box = screen.board.bounding_box()
        prompt = screen.page.locator(".prompt").bounding_box()
        assert box is not None
        assert prompt is not None
        assert prompt["y"] + prompt["height"] <= box["y"] + 1
        assert box["width"] > 150


def test_the_seats_are_told_apart_without_colours(window: OpenWindow, house: House) -> None:
    screen = window(forced_colors="active").sit_down(house.table(MANY, players=4, plies=8).hot_seat)
    signs = screen.page.locator(".sign b")
    expect(signs.first).to_be_visible()
    letters = signs.all_inner_texts()
    assert len(set(letters)) == 4
    expect(screen.page.get_by_text(", to move")).to_be_visible()
    listed = screen.page.locator("[data-ply] i span").all_inner_texts()
    assert set(listed) - {""} == set(letters)


def test_the_board_is_heard_in_rows_and_every_place_has_one_name(window: OpenWindow, house: House, slug: str) -> None:
    screen = window().sit_down(house.table(slug, plies=6).hot_seat)
    screen.wait_for_turn()
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
