"""A game that somebody made, played with a friend at a server that knows its rules alone: each browser draws it in a
sandbox, from the link that brings it."""

import base64
import json
import random
import zlib
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Page, expect

import rookery
from rookery.javascript.game_module import module_text
from rookery.site.assemble import finished
from rookery.site.files import SiteParts, write
from rookery.workshop.page.made_game import made_game
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.site import START, FileServer
from tests.browser.test_two_windows import same_everywhere, whose_turn
from tests.often import EACH_KIND, KINDS

MOVES = 6
ALLOWED = pytest.mark.parametrize("mortal", [{"ROOKERY_STRANGERS_GAMES": "True"}], indirect=True)


def link_end(slug: str) -> str:
    """As the page makes it (web/src/sandbox/made_links.ts)."""
    game = rookery.load(slug)
    made = msgspec.to_builtins(made_game(game, module_text(game), "engine.js")) | {"texts": {}}
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.urlsafe_b64encode(packer.compress(json.dumps(made).encode()) + packer.flush()).decode().rstrip("=")


def invitation(host: Page) -> str:
    """The link for the friend, which brings the game as well."""
    return host.get_by_role("region", name="Send this link to your friend").get_by_role("textbox").input_value()


@EACH_KIND
@ALLOWED
@pytest.mark.parametrize("foreseen", [["WebSocket connection to", "ERR_CONNECTION_REFUSED"]], ids=[""])
def test_friends_play_a_game_that_somebody_made(
    window: OpenWindow, mortal: House, slug: str, foreseen: list[str]
) -> None:
    one, two = window(), window()
    host, friend = one.page, two.page
    host.goto(mortal.link)
    host.get_by_role("button", name="Open a game that somebody made").click()
    host.get_by_label("The link").fill(f"https://games.example/?given#{link_end(slug)}")
    host.get_by_role("button", name="Open", exact=True).click()
    host.get_by_role("button", name="Play with friends").click()
    if len(rookery.load(slug).facts.players) > 1:
        host.locator("fieldset", has_text="Players").get_by_role("radio", name="2", exact=True).check()
    host.locator("form").get_by_role("button", name="Play", exact=True).click()

    friend.goto(invitation(host))
    expect(friend.get_by_text("nobody here has checked it")).to_be_visible()
    friend.get_by_role("button", name="Play", exact=True).click()
    expect(two.board).to_be_visible()
    expect(friend.get_by_text("Somebody made this game")).to_be_visible()
    assert "~" not in friend.url, "the game is kept, and the address is short"

    dice = random.Random(7)
    for _ in range(MOVES):
        mover = whose_turn(one, two)
        if mover is None:
            break
        mover.play(mover.click, dice)
    same_everywhere(slug, one, two)
    assert not any("a move" in move for move in one.moves()), "the page has words for numbers"

    before = one.moves()
    mortal.kill()
    mortal.start()
    host.reload()
    one.wait_for_ply(len(before) - 1)
    if not rookery.load(slug).facts.hidden:
        host.wait_for_function("words => document.body.innerText.includes(words)", arg=before[-1].split(",")[0])
    host.get_by_role("button", name="Rules").click()
    expect(host.get_by_role("dialog").get_by_role("heading").first).to_be_visible()


@ALLOWED
def test_without_its_link_a_page_says_what_is_missing(window: OpenWindow, mortal: House) -> None:
    one = window()
    one.page.goto(f"{mortal.link}given#{link_end(KINDS[0])}")
    one.page.get_by_role("button", name="Play with friends").click()
    one.page.locator("form").get_by_role("button", name="Play", exact=True).click()
    key = invitation(one.page).partition("~")[0]
    bare = window()
    bare.page.goto(key)
    expect(bare.page.get_by_text("Open the whole link that you were given")).to_be_visible()


def test_a_server_whose_owner_does_not_allow_it_says_so(window: OpenWindow, house: House) -> None:
    page = window().page
    page.goto(f"{house.link}given#{link_end(KINDS[0])}")
    expect(page.get_by_text("does not let people bring games of their own")).to_be_visible()
    expect(page.get_by_role("button", name="Play with friends")).to_be_hidden()
    page.goto(house.link)
    expect(page.get_by_role("button", name="Open a saved game")).to_be_visible()
    expect(page.get_by_role("button", name="Open a game that somebody made")).to_be_hidden()


@pytest.mark.soak
def test_a_game_is_made_at_a_server_and_played_there_with_a_friend(
    window: OpenWindow, site: FileServer, tmp_path: Path
) -> None:
    write(finished(SiteParts(site.parts.files, site.parts.named | {"server": "/"})), tmp_path / "make")
    house = House(tmp_path, ROOKERY_STRANGERS_GAMES="True", ROOKERY_WORKSHOP=str(tmp_path / "make"))
    try:
        host = window().page
        host.goto(house.link)
        host.get_by_role("link", name="Make", exact=True).click()
        host.get_by_role("button", name="With friends").click(timeout=2 * START)
        expect(host.get_by_role("link", name="Play with bots, or see its text")).to_be_visible(timeout=START)
        host.get_by_role("button", name="Play with friends").click()
        host.locator("form").get_by_role("button", name="Play", exact=True).click()
        friend = window().page
        friend.goto(invitation(host))
        friend.get_by_role("button", name="Play", exact=True).click()
        expect(friend.locator(".felt").first).to_be_visible()
    finally:
        house.close()
    assert house.log.read_text() == ""
