"""A game that is written in a page without a server: Python comes when the editor opens, and the board follows."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.site import START, FileServer


def test_the_board_follows_what_is_written(window: OpenWindow, site: FileServer) -> None:
    if not site.parts.named["python"]:
        pytest.skip("pip could not download msgspec for Pyodide when the site was made")
    page = window().page
    page.goto(f"{site.link}?workshop")
    board = page.get_by_role("main").locator(".felt")
    expect(board).to_be_visible(timeout=2 * START)
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("laws hold in")).to_be_visible(timeout=START)

    page.get_by_role("tab", name="facts.py").click()
    text = page.get_by_role("textbox", name="facts.py")
    text.press("Control+End")
    text.press_sequentially("\nnonsense")
    expect(page.get_by_text("name 'nonsense' is not defined")).to_be_visible(timeout=START)
    expect(page.get_by_text("The board shows the edit before it.")).to_be_visible()
    expect(board).to_be_visible()
    page.reload()
    page.get_by_role("tab", name="facts.py").click()
    text.press("Control+End")
    expect(text).to_contain_text("nonsense")
