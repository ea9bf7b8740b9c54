"""The page of `rookery dev` when a drawing never ends: at the board of the workshop, and at a table."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.workshop.author import PATIENCE, SLUG, Author

STOPPED = "The game did not draw itself in time, and was stopped."
DRAWING = "    pos: State = view.numbers\n"
LOOP = "    while pos.turn == 1:\n        pass\n"
CAPTION = "put a stone on the board"

pytestmark = pytest.mark.soak


@pytest.fixture
def author(tmp_path: Path, foreseen: list[str]) -> Iterator[Author]:
    foreseen.append("")  # a server that is stopped answers nothing for a moment
    one = Author(tmp_path)
    yield one
    assert one.close() == 0


def test_the_board_is_stopped_and_follows_the_next_edit(author: Author, window: OpenWindow) -> None:
    page = window().page
    page.goto(f"{author.link}workshop/{SLUG}")
    expect(page.locator(".felt")).to_be_visible()
    author.edit("scene.py", DRAWING, DRAWING + LOOP)
    author.edit("scene.py", CAPTION, "put one down")
    expect(page.get_by_text("Ruby: put one down")).to_be_visible()
    page.locator("[data-spot=a1]").click()
    expect(page.get_by_text(STOPPED)).to_be_visible()
    expect(page.get_by_text("`scene` ran for 4 seconds, and was stopped")).to_be_visible()
    line = author.line("scene.py", LOOP)
    expect(page.get_by_text("scene.py, line")).to_have_text(f"scene.py, line {line}")
    author.ask("api/games")  # it is served again
    page.get_by_role("button", name="New game").click()
    page.locator("[data-spot=a1]").click()  # what is drawn now never ends, and is not waited for
    author.edit("scene.py", LOOP, "")
    expect(page.get_by_text("Sky: put one down")).to_be_visible(timeout=8_000)  # LIMITS.drawing of the page is longer


def test_a_table_is_stopped_and_played_on_after_the_next_edit(author: Author, window: OpenWindow) -> None:
    page = window().page
    page.goto(f"{author.link}workshop/{SLUG}")
    page.get_by_role("link", name="Play with bots").click()
    page.locator("fieldset", has_text="Strength").get_by_role("radio").first.check()
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator("[data-spot=a1]").click()
    expect(page.get_by_text(f"Ruby: {CAPTION}")).to_be_visible()
    author.edit("scene.py", DRAWING, DRAWING + LOOP.replace("pos.turn == 1", "pos.squares[20]"))
    author.state(lambda state: state["edit"] == 2)
    page.reload()
    expect(page.get_by_text(STOPPED).first).to_be_visible()
    edit = author.state(lambda state: state["failure"] is None)["edit"]
    author.edit("scene.py", LOOP.replace("pos.turn == 1", "pos.squares[20]"), "")
    author.state(lambda state: state["edit"] > edit)
    page.reload()
    expect(page.get_by_text(f"Ruby: {CAPTION}")).to_be_visible(timeout=PATIENCE * 1000)
