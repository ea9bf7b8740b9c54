"""Hostile games in the editor of a page, behind links, and in files: nothing is heard elsewhere, the page goes on, a
sentence says what happened, and the next game works."""

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

import rookery
from rookery.javascript.game_module import module_text
from rookery.workshop.page.made_game import made_game
from rookery.workshop.page.made_in_page import start_texts
from tests.browser.conftest import OpenWindow
from tests.browser.site import START, FileServer
from tests.hostile_games import FILES, LINKS, MADE, NO_GAME, TEXTS, HostilePart, HostileText, compressed
from tests.often import KINDS

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
FULL = """Storage.prototype.setItem = () => { throw new DOMException('It is full.', 'QuotaExceededError') }"""


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


@pytest.mark.soak
def test_a_hostile_file_harms_nothing(window: OpenWindow, site: FileServer) -> None:
    """A file without a game leaves the one on the board; of another one, only the texts of its game are taken."""
    page = watched(window)
    page.goto(f"{site.link}?workshop")
    board, files = page.locator(".felt").first, page.get_by_role("tablist", name="Files")
    expect(board).to_be_visible(timeout=2 * START)
    page.locator("section.writing").get_by_role("button", name="Games").click()
    for does, file in FILES.items():
        content = {"name": "game.zip", "mimeType": "application/zip", "buffer": file.data()}
        page.locator("input[type=file]").set_input_files(content)  # type: ignore[arg-type]
        if file.page:
            expect(page.get_by_text(file.page), does).to_be_visible(timeout=2 * START)
            continue
        expect(page.locator("section.writing strong").first, does).to_have_text("One", timeout=2 * START)
        assert set(files.get_by_role("tab").all_inner_texts()) <= {"Numbers", "facts.py", "rules.md"}, does
        begin_another(page)
        page.locator("section.writing").get_by_role("button", name="Games").click()
    page.locator("input[type=file]").set_input_files(
        {"name": "large.zip", "mimeType": "application/zip", "buffer": bytes(5_000_001)}
    )
    expect(page.get_by_text("larger than a game may be")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Check").click()
    expect(page.get_by_text("laws hold in")).to_be_visible(timeout=2 * START)
    assert page.evaluate("longest") < LONGEST_FREEZE


@pytest.mark.soak
@pytest.mark.parametrize("part", [pytest.param(part, id=does) for does, part in MADE.items()])
def test_a_hostile_part_of_a_game_harms_nothing(
    part: HostilePart, window: OpenWindow, site: FileServer, evil: tuple[str, list[str]], foreseen: list[str]
) -> None:
    foreseen.append("")
    host, heard = evil
    game = rookery.load(KINDS[0])
    own = made_game(game, module_text(game), site.parts.named["engine"]["program"])
    made = json.dumps({**part.change(msgspec.to_builtins(own)), "texts": {}}).replace("EVIL", host)
    page = watched(window)
    page.goto(f"{site.link}?given#{compressed(made.encode())}")
    before = kept_elsewhere(page)
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("made="))
    if part.at == "learn":
        page.goto(f"{page.url}&learn={KINDS[0]}")
    else:
        strength = page.locator("fieldset", has_text="Strength").get_by_role("radio").first
        expect(strength.or_(page.get_by_text("The game ")).first).to_be_visible()
        if strength.is_visible():  # else the card is refused
            strength.check()
            page.get_by_role("button", name="Play", exact=True).click()
    if part.at == "Rules":
        page.get_by_role("button", name="Rules").click()
    shown = page.get_by_text(part.page).first if part.page else page.locator("[data-spot]").first
    expect(shown).to_be_visible(timeout=2 * START)
    more = {key for key in kept_elsewhere(page) if not key.startswith("rookery made ")} - {*before}
    assert more <= {"rookery.name"}  # of the person who sat down, for all games
    assert (heard, page.evaluate("window.hit ?? 0")) == ([], 0)
    assert page.evaluate("longest") < LONGEST_FREEZE
    page.keyboard.press("Escape")  # there may be a drawer
    page.get_by_role("link", name="All games of Rookery").click()
    expect(page.get_by_role("article").first).to_be_visible()


@pytest.mark.soak
def test_two_tabs_write_the_same_game(window: OpenWindow, site: FileServer) -> None:
    """What one writes is in the other before that writes anything."""
    one = window().page
    one.goto(f"{site.link}?workshop")
    expect(one.locator(".felt").first).to_be_visible(timeout=2 * START)
    two = one.context.new_page()
    two.goto(f"{site.link}?workshop")
    for page, line in ((one, "# one"), (two, "# two")):
        page.get_by_role("tab", name="scene.py").click()
        text = page.get_by_role("textbox", name="scene.py")
        text.press("Control+End")
        text.press_sequentially(f"\n{line}")
        for other in (one, two):
            other.get_by_role("tab", name="scene.py").click()
            other.get_by_role("textbox", name="scene.py").press("Control+End")
            expect(other.get_by_role("textbox", name="scene.py")).to_contain_text(line)
    one.reload()
    one.get_by_role("tab", name="scene.py").click()
    one.get_by_role("textbox", name="scene.py").press("Control+End")
    expect(one.get_by_role("textbox", name="scene.py")).to_contain_text("# one# two")


@pytest.mark.soak
def test_a_browser_that_is_full_says_so(window: OpenWindow, site: FileServer) -> None:
    """The editor goes on without it."""
    page = window().page
    page.add_init_script(FULL)
    page.goto(f"{site.link}?workshop")
    expect(page.get_by_text("This browser keeps nothing more")).to_be_visible(timeout=2 * START)
    begin_another(page)
    page.get_by_role("tab", name="Numbers").click()
    page.get_by_role("button", name="More: SIZE").click()
    expect(page.locator(".felt").first.get_by_text("6", exact=True)).to_be_visible(timeout=START)
