"""The review of a game in a page, with a server or without one: the graph, the mistakes, and another try."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import rookery
from rookery.core.record import Record
from rookery.reviews import review
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.site import FileServer
from tests.browser.test_accessible import check
from tests.browser.test_site import START
from tests.often import others_in_soak
from tests.reviews.games import played

REVIEWED = 120_000  # ms, on a machine with other things to do
SHORT = min(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.longest)


def with_mistakes(slug: str) -> tuple[Record, int]:
    """A game in which a decision of a seat mattered, and that seat."""
    for seed in range(50):
        record = played(slug, None, seed=seed, levels=("easy", "random"))
        mattered = [seat for seat, own in enumerate(review(record).seats) if own.mattered]
        if mattered:
            return record, mattered[0]
    raise AssertionError("no game of 50 had a decision that mattered")


def open_review(screen: Screen, link: str, record: Record, folder: Path) -> Page:
    page, file = screen.page, folder / "game.jsonl"
    record.save(file)
    page.goto(link)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("link", name="Review").click(timeout=START)
    expect(page.get_by_role("slider", name="Chances along the game")).to_be_visible(timeout=START)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=REVIEWED)
    return page


@pytest.mark.parametrize("slug", others_in_soak(rookery.slugs(), {SHORT}))
def test_a_game_is_reviewed(window: OpenWindow, site: FileServer, tmp_path: Path, slug: str) -> None:
    record, seat = with_mistakes(slug)
    screen = window()
    walk(screen, open_review(screen, site.link, record, tmp_path), record, seat)


def test_a_servers_page_reviews_a_game_itself(window: OpenWindow, analysing_house: House, tmp_path: Path) -> None:
    record, seat = with_mistakes(SHORT)
    screen = window()
    walk(screen, open_review(screen, analysing_house.link, record, tmp_path), record, seat)


def test_a_server_without_an_engine_offers_no_review(window: OpenWindow, house: House, tmp_path: Path) -> None:
    page, file = window().page, tmp_path / "game.jsonl"
    played(SHORT, None, seed=0, levels=("easy", "random")).save(file)
    page.goto(house.link)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("link", name="New game")).to_be_visible()
    page.evaluate("fetch('/api/engine').then((answer) => answer.text())")  # the page has its answer sooner
    expect(page.get_by_role("link", name="Review")).to_have_count(0)
    page.goto(page.url.partition("#")[0] + "/review")
    expect(page.get_by_text("This page has no engine to review games with.")).to_be_visible()


def walk(screen: Screen, page: Page, record: Record, seat: int) -> None:
    """From the graph to a mistake, and to a better move in its place."""
    slider = page.get_by_role("slider", name="Chances along the game")
    check(screen, "a review")
    expect(slider).to_have_attribute("aria-valuenow", str(record.plies))
    slider.press("Home")
    slider.press("ArrowRight")
    assert 0 < int(slider.get_attribute("aria-valuenow") or 0) < record.plies
    page.get_by_role("button", name="To the end").click()
    expect(slider).to_have_attribute("aria-valuenow", str(record.plies))
    whose = page.get_by_role("group", name="Whose moves").get_by_role("button")
    if whose.count():
        whose.nth(seat).click()
    mistakes = page.get_by_role("region", name="What mattered most").get_by_role("listitem")
    mistakes.first.get_by_role("button").first.click()
    page.get_by_role("button", name="Show the better move").click()
    expect(page.get_by_role("button", name=re.compile("Go on|Back$"))).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text("Look here: ")).to_be_visible()
    page.get_by_role("button", name="Show the move").click()
    play(page, (page.locator("aside .hint").text_content() or "").rstrip("."))
    expect(page.get_by_text("Yes.")).to_be_visible(timeout=REVIEWED)
    practise(screen, page)
    page.get_by_role("link", name="All games", exact=True).click()
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()


def practise(screen: Screen, page: Page) -> None:
    """Of the mistakes that have come back, one is found with help, and the others are forgotten."""
    page.get_by_role("link", name="All your mistakes").click()
    expect(page.get_by_role("heading", name=re.compile("find the better move"))).to_be_visible()
    check(screen, "a mistake that has come back")
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Show the move").click()
    play(page, (page.locator("aside .hint").text_content() or "").rstrip("."))
    expect(page.get_by_text("It comes back in 1 day.")).to_be_visible(timeout=REVIEWED)
    page.get_by_role("button", name=re.compile("The next one|Done")).click()
    forget = page.get_by_role("button", name="Forget it")
    heading = page.get_by_role("heading", name="That is all for now")
    expect(forget.or_(heading)).to_be_visible()
    while forget.is_visible():
        forget.click()
        expect(forget.or_(heading)).to_be_visible()


def play(page: Page, words: str) -> None:
    """Play a move by its words."""
    page.get_by_role("button", name="Moves as a list").click()
    page.get_by_role("button", name=re.compile(f"^{re.escape(words)}$", re.I)).click()
    confirm = page.get_by_role("button", name="Confirm")
    if confirm.is_visible():
        confirm.click()
