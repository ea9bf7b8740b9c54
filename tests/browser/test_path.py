"""The path of a game: from the page of paths to a lesson, a puzzle, and the next lesson, with one press each."""

import json
from typing import Any

from playwright.sync_api import expect

from rookery.lessons.lesson import lessons_of
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.test_accessible import check
from tests.browser.test_learn import EASIEST, Mouse, take
from tests.browser.test_puzzles import choose, on_screen
from tests.browser.test_whole_games import no_sideways_scroll

SLUG, NAME = EASIEST.facts.slug, EASIEST.facts.name
COURSE = lessons_of(EASIEST).course
BEGUN = json.dumps({SLUG: [lesson.id for lesson in COURSE[:2]]})


def test_a_lesson_a_puzzle_and_the_next_lesson(window: OpenWindow, house: House) -> None:
    screen = window()
    page = screen.page
    page.add_init_script(f"localStorage['rookery.learnt'] ??= JSON.stringify({BEGUN})")
    page.goto(f"{house.link}learn")
    today = page.get_by_role("region", name="Ten minutes today")
    expect(today.get_by_role("link").first).to_have_text(f"Lesson 3 {NAME} · 2 minutes")
    check(screen, "the paths", dark=True)
    today.get_by_role("link").first.click()
    take(Mouse(screen), EASIEST, COURSE[2])
    page.get_by_role("link", name="Next: a small puzzle").click()
    choose(screen, on_screen(page, SLUG).words)
    expect(page.get_by_label("Puzzle", exact=True)).to_contain_text("Yes.")
    check(screen, "a puzzle on a path")
    page.get_by_role("link", name="Next: lesson 4").press("Enter")
    expect(page.get_by_role("heading", level=1, name=COURSE[3].name)).to_be_focused()
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(today).to_contain_text("3 of 10 minutes")
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=NAME))
    expect(card).to_contain_text(f"3 of {len(lessons_of(EASIEST).lessons)} lessons · 1 puzzle")
    expect(card).to_contain_text(f"4 of {len(COURSE) + 2} steps")


def test_the_paths_fit_on_a_phone(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    screen = window(**phone)
    screen.page.goto(f"{house.link}learn")
    expect(screen.page.get_by_role("heading", name=NAME)).to_be_visible()
    no_sideways_scroll(screen, 360, 390)
    check(screen, "the paths on a phone")
