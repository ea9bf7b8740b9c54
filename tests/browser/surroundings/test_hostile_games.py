"""Hostile games in the editor of a page and behind links: nothing is heard elsewhere, the page goes on, a sentence says
what happened, and the next game works."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from rookery.workshop.page.made_in_page import start_texts
from tests.browser.conftest import OpenWindow
from tests.browser.site import START, FileServer
from tests.browser.surroundings.hostile_games import LINKS, TEXTS, HostileGame

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


@pytest.mark.soak
@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in TEXTS.items()])
def test_a_hostile_text_harms_nothing(
    game: HostileGame, window: OpenWindow, site: FileServer, evil: tuple[str, list[str]], foreseen: list[str]
) -> None:
    foreseen.append("")  # a page may complain of all that is done to it
    host, heard = evil
    texts = json.loads(start_texts("my_game", "Mine", "squares"))
    texts["facts.py"] = f"{game.text.replace('EVIL', host)}\n{texts['facts.py']}"
    page = window().page
    page.add_init_script(f"if (self === top) {{ {WATCHED} ; ({KEPT})({json.dumps(texts)}) }}")
    page.goto(f"{site.link}?workshop")
    before = page.evaluate("Object.keys(localStorage).filter((key) => !key.includes('own-game'))")
    board = page.locator(".felt").first
    shown = page.get_by_text(game.words).first if game.words else board
    expect(shown).to_be_visible(timeout=2 * START)
    page.get_by_role("tab", name="scene.py").click()
    page.locator("section.writing").get_by_role("button", name="Games").click()
    page.locator("section[aria-labelledby=begin-another] button").first.click()
    expect(board).to_be_visible(timeout=2 * START)
    after = page.evaluate("Object.keys(localStorage).filter((key) => !key.includes('own-game'))")
    assert (heard, after, page.evaluate("window.hit ?? 0")) == ([], before, 0)
    assert page.evaluate("longest") < LONGEST_FREEZE


@pytest.mark.parametrize("name", LINKS)
def test_a_link_without_a_game_says_so(name: str, window: OpenWindow, site: FileServer) -> None:
    page = window().page
    page.add_init_script(WATCHED)
    page.goto(f"{site.link}?given#{LINKS[name].text}")
    expect(page.get_by_text(LINKS[name].words)).to_be_visible()
    assert page.evaluate("longest") < LONGEST_FREEZE
