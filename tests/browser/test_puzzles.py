"""Puzzles: those of the day from the front page, by mouse and by keyboard; others by rating; without a server, too."""

import re

import pytest
from playwright.sync_api import Page, expect

import rookery
from rookery.puzzles import Puzzle, puzzles_of
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.site import START, FileServer
from tests.browser.test_accessible import check
from tests.often import others_in_soak

PUZZLED = [slug for slug in rookery.slugs() if puzzles_of(rookery.load(slug))]
SHORT = min(PUZZLED, key=lambda slug: rookery.load(slug).facts.longest)


def on_screen(page: Page, slug: str) -> Puzzle:
    """The puzzle that the page shows."""
    expect(page.get_by_role("group", name="Board of")).to_be_visible(timeout=START)
    key = page.url.partition("#")[2]
    return next(puzzle for puzzle in puzzles_of(rookery.load(slug)) if puzzle.key == key)


def choose(screen: Screen, words: str) -> None:
    """Plays a move of the list, by keyboard."""
    page = screen.page
    if (moves := page.get_by_role("button", name="Moves as a list")).get_attribute("aria-expanded") != "true":
        moves.press("Enter")
    page.get_by_role("button", name=re.compile(f"^{re.escape(words)}$", re.I)).first.press("Enter")
    if screen.confirm.is_visible():
        screen.confirm.press("Enter")


def wrong_words(puzzle: Puzzle) -> str:
    """A move that is not right, in words that no other move has."""
    view = puzzle.position()
    words = [view.words(action) for action in view.legal_actions]
    return next(one for one in words if one != puzzle.words and words.count(one) == 1)


def rating(page: Page) -> int:
    return int(page.get_by_role("definition").first.inner_text().split()[0])


@pytest.mark.parametrize("slug", others_in_soak(PUZZLED, {SHORT}))
def test_the_puzzle_of_the_day_is_found(window: OpenWindow, house: House, slug: str) -> None:
    """A wrong move and a hint cost rating once; the streak begins; the next one is another."""
    screen = window()
    page = screen.open(house.link).page
    page.get_by_role("link", name="Puzzles", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("listitem")).to_have_count(len(PUZZLED))
    check(screen, "puzzles of the day")
    name = rookery.load(slug).facts.name
    page.get_by_role("link", name=f"Solve it in {name}").press("Enter")
    puzzle = on_screen(page, slug)
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Today’s puzzle: {name}")
    check(screen, "a puzzle")
    before = rating(page)
    choose(screen, wrong_words(puzzle))
    panel = page.get_by_label("Puzzle", exact=True)
    expect(panel).to_contain_text("Not quite: ")
    lower = rating(page)
    assert lower < before
    page.get_by_role("button", name="Hint", exact=True).press("Enter")
    expect(page.locator("p.hint")).to_have_text(re.compile("^Look here: "))
    choose(screen, puzzle.words)
    expect(panel).to_contain_text("Yes.")
    expect(panel).to_contain_text("1 day")
    expect(page.get_by_role("button", name="Next puzzle")).to_be_focused()
    assert rating(page) == lower
    check(screen, "a puzzle that was found", "[aria-label=Puzzle]")
    page.get_by_role("button", name="Next puzzle").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Puzzle: {name}")
    other = on_screen(page, slug)
    assert other.key != puzzle.key
    choose(screen, other.words)
    expect(panel).to_contain_text("Yes.")
    assert rating(page) > lower
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_text("1 day in a row")).to_be_visible()
    expect(page.get_by_role("link", name=f"Look again in {name}")).to_be_visible()
    expect(page.get_by_text("Found, not at once")).to_be_visible()
    expect(page.get_by_text("1 of 2 found at once.")).to_be_visible()


def test_who_comes_back_solves_it_on_the_front_page(window: OpenWindow, house: House) -> None:
    """It is of the game that the person played last; what came of it stands on the page of puzzles, too."""
    table = house.table(SHORT)
    screen = window().sit_down(table.seat(0))
    page = screen.open(house.link).page
    panel = page.get_by_role("region", name="Today’s puzzle")
    expect(panel.get_by_role("heading")).to_contain_text(rookery.load(SHORT).facts.name)
    (today,) = (one for one in house.ask("api/puzzles")["puzzles"] if one["slug"] == SHORT)
    (puzzle,) = (one for one in puzzles_of(rookery.load(SHORT)) if one.key == today["first"][0])
    view = puzzle.position()
    choices = view.scene(facing=view.mover or 0).choices
    path = next(choice.path for choice in choices if view.words(choice.action) == puzzle.words)
    check(screen, "the front page of who comes back")
    for spot in path:
        panel.locator(f"[data-spot='{spot}']").click()
    if screen.confirm.is_visible():
        screen.confirm.click()
    expect(panel.get_by_role("status")).to_contain_text("Yes.")
    page.get_by_role("link", name="More puzzles").click()
    expect(page.get_by_text("Found at once", exact=True)).to_be_visible()
    expect(page.get_by_text("1 day in a row")).to_be_visible()


@pytest.mark.soak
def test_what_was_shown_counts_for_no_streak(window: OpenWindow, house: House) -> None:
    screen = window()
    page = screen.open(f"{house.link}puzzles").page
    page.get_by_role("link", name=f"Solve it in {rookery.load(SHORT).facts.name}").click()
    puzzle = on_screen(page, SHORT)
    page.get_by_role("button", name="Hint", exact=True).click()
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator("p.hint")).to_have_text(re.compile(f"^{re.escape(puzzle.words)}", re.I))
    choose(screen, puzzle.words)
    expect(page.get_by_label("Puzzle", exact=True)).to_contain_text("Yes.")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.get_by_role("link", name="Look again")).to_be_visible()
    expect(page.get_by_text("in a row")).to_have_count(0)


@pytest.mark.soak
def test_a_site_of_files_has_puzzles(window: OpenWindow, site: FileServer) -> None:
    screen = window(viewport={"width": 390, "height": 844})
    page = screen.page
    page.goto(f"{site.link}?puzzles")
    page.get_by_role("link", name=f"Solve it in {rookery.load(SHORT).facts.name}").click(timeout=START)
    choose(screen, on_screen(page, SHORT).words)
    expect(page.get_by_label("Puzzle", exact=True)).to_contain_text("Yes.", timeout=START)
