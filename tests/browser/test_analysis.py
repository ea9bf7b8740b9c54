"""The analysis board: lines that grow, a tree of moves with notes, a link that contains it, and whose eyes look."""

import re

from playwright.sync_api import Locator, Page, expect

import rookery
from rookery.core.record import Record
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import MAX_PLIES, Screen
from tests.browser.site import START, FileServer
from tests.browser.test_accessible import check
from tests.often import KINDS

OPEN, SECRETS = KINDS
NOTE = "Keeps the corner; a+b & 50%"


def lines(page: Page) -> Locator:
    return page.get_by_role("list", name="The best lines").get_by_role("listitem")


def moves(page: Page) -> Locator:
    return page.get_by_role("group", name="Moves", exact=True)


def current(page: Page) -> Locator:
    return moves(page).locator("[aria-current]")


def test_lines_are_walked_kept_and_shared(window: OpenWindow, house: House) -> None:
    """By keyboard alone from the first page of the game to a note; then other moves, and a link."""
    screen = window()
    page, press = screen.page, screen.page.keyboard.press
    page.goto(f"{house.link}?game={OPEN}")
    screen.tab_to(page.get_by_role("link", name="Analyse"))
    press("Enter")
    expect(page.get_by_role("heading", name="Analyse")).to_be_visible()
    page.locator("input[type=file]").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b'{"format": "other"}'}
    )
    expect(page.get_by_role("alert")).to_have_text("This is not an analysis, or it was changed or cut short.")
    check(screen, "a new analysis")
    screen.tab_to(page.get_by_role("button", name="Start"))
    press("Enter")
    reply = walk_into_a_line(screen)
    screen.tab_to(page.get_by_role("textbox", name="Note to this move"))
    page.keyboard.type(NOTE)
    press("Tab")
    expect(moves(page)).to_contain_text(NOTE)
    check(screen, "an analysis")
    try_something_else(screen, reply)
    page.get_by_role("textbox", name="Name").fill("The corner")
    press("Tab")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_role("textbox", name="This analysis: link").input_value()

    page.reload()  # this browser has kept it
    expect(moves(page)).to_contain_text(NOTE, timeout=START)
    friend = window().page
    friend.goto(link)
    expect(moves(friend)).to_contain_text(NOTE, timeout=START)
    expect(current(friend)).to_have_text(current(page).inner_text())
    assert moves(friend).inner_text() == moves(page).inner_text()
    expect(friend.get_by_role("heading", name="The corner")).to_be_visible()


def walk_into_a_line(screen: Screen) -> str:
    """The second move of the best line tries both; arrows lead back and on. Returns that move's words."""
    page, press = screen.page, screen.page.keyboard.press
    expect(lines(page).first.get_by_role("button").nth(1)).to_be_visible(timeout=START)
    screen.tab_to(page.get_by_role("switch", name="Engine"))
    press("Space")  # what is on show stays as it is
    first, second = lines(page).first.get_by_role("button").all_inner_texts()[:2]
    screen.tab_to(lines(page).first.get_by_role("button").nth(1))
    press("Enter")
    expect(current(page)).to_contain_text(second)
    expect(moves(page)).to_contain_text(first)
    press("ArrowLeft")
    expect(current(page)).to_contain_text(first)
    press("ArrowRight")
    expect(current(page)).to_contain_text(second)
    press("ArrowLeft")
    expect(current(page)).to_contain_text(first)
    return second


def try_something_else(screen: Screen, reply: str) -> None:
    """Another move than ``reply`` is an alternative, which may become the main line, go, and come back."""
    page = screen.page
    before = moves(page).get_by_role("button").count()
    replies = moves(page).locator("ul")
    screen.tab_to(page.get_by_role("button", name="Moves as a list"))
    page.keyboard.press("Enter")
    # The engine was stopped early, so its reply may be any move, the last of the list, too.
    legal = page.get_by_role("group", name="Legal moves").get_by_role("button")
    others = legal.filter(has_not=page.get_by_text(reply, exact=True))
    expect(others).to_have_count(legal.count() - 1)
    others.last.press("Enter")
    confirm = page.get_by_role("button", name="Confirm")
    if confirm.is_visible():
        confirm.click()
    expect(moves(page).get_by_role("button")).to_have_count(before + 1)
    expect(replies).to_have_count(1)
    expect(current(page)).not_to_contain_text("…")  # its words have come
    alternative = current(page).inner_text()
    page.get_by_role("button", name="Make it the main line").click()
    expect(replies.locator("[aria-current]")).to_have_count(0)
    page.get_by_role("button", name="Delete from here").click()
    expect(moves(page).get_by_role("button")).to_have_count(before)
    page.get_by_role("button", name="One step forward").click()  # to what is left
    expect(current(page)).not_to_have_text(alternative)
    expect(moves(page).get_by_role("button")).to_have_count(before)
    page.get_by_role("button", name="Undo").click()
    expect(current(page)).to_have_text(alternative)


def test_a_game_that_is_over_is_analysed_from_its_table(window: OpenWindow, house: House) -> None:
    page = window().page
    page.goto(house.table(OPEN, plies=2).hot_seat)
    expect(page.get_by_role("button", name="Hint", exact=True)).to_be_visible(timeout=START)  # there is an engine
    expect(page.get_by_role("link", name="Analyse")).to_have_count(0)
    table = house.table(OPEN, plies=MAX_PLIES, seed=1)
    record = table.record()
    page.goto(table.hot_seat)
    link = page.get_by_role("link", name="Analyse")
    expect(link).to_be_visible(timeout=START)
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="One move back").click()
    expect(link).to_have_attribute("href", re.compile(rf"at={record.plies - 2}$"))
    link.click()
    expect(current(page)).to_have_text(re.compile(words_of(record, record.plies - 2), re.I), timeout=START)
    expect(moves(page)).to_contain_text(re.compile(words_of(record, record.plies), re.I))  # the rest of the game, too


def words_of(record: Record, ply: int) -> str:
    """The move that led to a ply, as a pattern."""
    return re.escape(record.at(ply - 1).words(record.actions[ply - 1]))


def test_a_seat_sees_with_its_own_eyes(window: OpenWindow, site: FileServer) -> None:
    """On a page without a server: of what others draw, a seat learns only that they draw."""
    game = rookery.load(SECRETS)
    seats = game.facts.seats[2] if 2 in game.facts.seats else game.facts.seats[game.facts.players[0]]
    screen = window()
    page = screen.page
    page.goto(f"{site.link}?analysis={SECRETS}#players={len(seats)}")
    expect(lines(page).first).to_be_visible(timeout=START)
    lines(page).first.get_by_role("button").first.click()
    page.get_by_role("button", name="Draw", exact=True).click()
    expect(lines(page).first).to_be_visible(timeout=START)
    page.get_by_role("switch", name="Engine").uncheck()
    drawn = moves(page).get_by_role("button").last
    known = drawn.inner_text()
    told = list[str]()
    for name in 2 * seats:  # the second time all words are there at once
        page.get_by_role("combobox", name="Whose eyes").select_option(label=name)
        expect(drawn).not_to_have_text("…")
        told.append(drawn.inner_text())
    told = told[len(seats) :]
    check(screen, "an analysis with one seat's eyes", "main")
    assert known in told  # the seat that draws learns what it is
    assert len(set(told)) == 2, told  # the others do not
