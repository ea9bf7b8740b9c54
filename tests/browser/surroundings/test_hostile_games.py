"""Hostile games in the editor of a page and behind links: nothing is heard elsewhere, the page goes on, a
sentence says what happened, and the next game works."""

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from rookery.workshop.page.made_in_page import start_texts
from tests.browser.conftest import OpenWindow
from tests.browser.site import START, FileServer
from tests.hostile_games import LINKS, NO_GAME, TEXTS, HostileText

LONGEST_FREEZE = 5_000  # ms, on a machine with other work to do
WATCHED = """
let last = performance.now()
window.longest = 0
setInterval(() => {
  const now = performance.now()
  longest = Math.max(longest, now - last)
  last = now
}, 50)
"""
KEPT = """(texts) => {
  if (!location.search.startsWith('?workshop') || localStorage['rookery.own-games']) return
  const there = ` ${location.pathname}`
  localStorage[`rookery.own-games${there}`] = JSON.stringify({ games: [{ id: 1, name: 'Mine' }], open: 1 })
  localStorage[`rookery.own-game.1${there}`] = JSON.stringify(texts)
}"""


@pytest.fixture
def evil() -> Iterator[tuple[str, list[str]]]:
    """A host, and the paths that it was asked for."""
    heard: list[str] = []

    class Ears(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Ears)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}", heard
    server.shutdown()
    server.server_close()


def watched(window: OpenWindow) -> Page:
    page = window().page
    page.add_init_script(f"if (self === top) {{ {WATCHED} }}")
    return page


def kept_elsewhere(page: Page) -> Any:
    """The names of what the page keeps beside the texts of games."""
    return page.evaluate("Object.keys(localStorage).filter((key) => !key.includes('own-game'))")


def begin_another(page: Page) -> None:
    page.locator("section.writing").get_by_role("button", name="Games").click()
    page.locator("section[aria-labelledby=begin-another] button").first.click()
    expect(page.locator("section.writing strong").first).to_have_text("My game", timeout=2 * START)
    expect(page.locator(".felt").first).to_be_visible(timeout=2 * START)


@pytest.mark.soak
@pytest.mark.parametrize("game", [pytest.param(game, id=does) for does, game in TEXTS.items()])
def test_a_hostile_text_harms_nothing(
    game: HostileText, window: OpenWindow, site: FileServer, evil: tuple[str, list[str]], foreseen: list[str]
) -> None:
    foreseen.append("")  # a page may complain of all that is done to it
    host, heard = evil
    texts = json.loads(start_texts("my_game", "Mine", "squares"))
    texts["facts.py"] = f"{game.text.replace('EVIL', host)}\n{texts['facts.py']}"
    page = watched(window)
    page.add_init_script(f"if (self === top) ({KEPT})({json.dumps(texts)})")
    page.goto(f"{site.link}?workshop")
    before = kept_elsewhere(page)
    shown = page.get_by_text(re.compile(game.page)).first if game.page else page.locator(".felt").first
    expect(shown).to_be_visible(timeout=2 * START)
    page.get_by_role("tab", name="scene.py").click()
    begin_another(page)
    assert (heard, kept_elsewhere(page), page.evaluate("window.hit ?? 0")) == ([], before, 0)
    assert page.evaluate("longest") < LONGEST_FREEZE


@pytest.mark.parametrize("does", LINKS)
def test_a_link_without_a_game_says_so(does: str, window: OpenWindow, site: FileServer) -> None:
    page = watched(window)
    page.goto(f"{site.link}?given#{LINKS[does]()}")
    expect(page.get_by_text(NO_GAME)).to_be_visible()
    assert page.evaluate("longest") < LONGEST_FREEZE
