"""Draws are checked in the page as core/fair.py makes them, one alone and all of a game that is over."""

import json
import random
import sqlite3
import urllib.request
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.sync_api import WebSocketRoute, expect

import rookery
from rookery.core import fair
from tests.browser.conftest import OpenWindow
from tests.browser.house import House, Table
from tests.cli.conftest import call
from tests.often import OURS

KNOWN: dict[str, Any] = json.loads((Path(__file__).parents[2] / "web/tests/fairness/draws.json").read_text())
OTHERS = "0a" * 16  # the word of the other player


def test_the_page_is_held_against_the_same_numbers() -> None:
    """web/tests/fairness/provably_fair.test.ts holds the page's own arithmetic against this file."""
    secret, words, plies = bytes.fromhex(KNOWN["secret"]), KNOWN["client_seeds"], KNOWN["plies"]
    tickets = fair.tickets(plies)
    pledge = msgspec.convert(KNOWN["pledge"], fair.Pledge)
    assert (pledge.tickets, pledge.tree) == (tickets, fair.tree(secret, tickets))
    assert pledge.opening == fair.opening(secret, [])
    assert KNOWN["opening"] == fair.opening(secret, KNOWN["opened"])
    assert fair.commitment(pledge) == KNOWN["commitment"]
    for draw in KNOWN["draws"]:
        card = fair.ticket(secret, draw["ply"])
        number = fair.number(card, words)
        assert (card.hex(), f"{number:064x}") == (draw["ticket"], draw["number"])
        assert fair.audit_path(secret, tickets, draw["ply"]) == draw["audit_path"]
        assert fair.drawn(number, draw["odds"]) == draw["drawn"]
    for border in KNOWN["borders"]:
        assert fair.drawn(int(border["number"], 16), border["odds"]) == border["drawn"]
    assert any(Fraction(odds) % 1 for border in KNOWN["borders"] for odds in border["odds"])


def test_draws_are_checked_in_the_page(window: OpenWindow, house: House) -> None:
    """One while the game goes on; all when it is over, and a page that is lied to says so."""
    slug = min((game.facts.longest, game.facts.slug) for game in OURS if game.facts.chance)[1]
    table = house.table(slug, begin=False)
    for seat in range(1, len(table.keys)):
        table.come(seat, OTHERS)
    screen = window().sit_down(table.seat(0))
    table.play(4, random.Random(0))
    page = screen.page
    page.get_by_role("button", name="Fair draws", exact=True).click()
    drawer = page.get_by_role("dialog", name="Fair draws")
    expect(drawer.get_by_text("yours", exact=True)).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(drawer.get_by_text("The house reveals it when the game is over")).to_be_visible()
    drawer.get_by_role("button", name="Check: ").last.click()
    expect(drawer.get_by_role("status")).to_have_text("Checked: this draw was fixed before the game.")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()

    link = page.url
    screen.open("about:blank")  # a page that shows each move on its way takes long
    table.play(400, random.Random(2))
    screen.open(link)
    expect(screen.end).to_be_visible()
    page.get_by_role("button", name="Fair draws", exact=True).click()
    drawer.get_by_role("button", name="Check all draws").click()
    draws = sum(", Chance: " in move for move in screen.moves())
    expect(drawer.get_by_role("status")).to_have_text(f"Checked: all {draws} draws were fixed before the game.")
    expect(drawer.get_by_text("Fixed before the game", exact=True)).to_have_count(draws)
    with page.expect_download() as record:
        drawer.get_by_role("link", name="record").click()
    assert json.loads(record.value.path().read_text().splitlines()[0])


class Middle:
    """A house between the page and an honest server: it knows the secret, and changes the word that a seat adds until
    the first draw of the game is the one that it wants."""

    def __init__(self, table: Table, wanted: int, odds: list[float]) -> None:
        rows = sqlite3.connect(table.house.database).execute("select secret from tables where id = ?", (table.id,))
        ((self.secret,),) = rows
        self.wanted, self.odds = wanted, odds
        self.sent = ""  # by the page
        self.put = ""  # in its place

    def listen(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(lambda text: server.send(self.changed(str(text))))

    def changed(self, text: str) -> str:
        message = json.loads(text)
        if not (message["type"] == "hello" and message["keys"]):
            return text
        self.sent = self.sent or message["client_seed"]
        for number in range(1000):
            message["client_seed"] = self.put = f"{number:032x}"
            drawn = fair.drawn(fair.number(fair.ticket(bytes(self.secret), 1), (self.put, OTHERS)), self.odds)
            if drawn == self.wanted:
                break
        return json.dumps(message)


@pytest.mark.soak
def test_a_word_that_is_changed_on_its_way_is_found_out(window: OpenWindow, house: House, tmp_path: Path) -> None:
    """By the page at once, and by `rookery verify` with the word that the page had kept."""
    slug = next(slug for slug in rookery.slugs() if rookery.load(slug).start(players=2).mover == rookery.CHANCE)
    made = house.table(slug, players=2, begin=False)
    odds = list(rookery.load(slug).start(players=2).odds)
    made.come(1, OTHERS)
    middle = Middle(made, len(odds) - 1, odds)
    screen = window()
    page = screen.page
    page.route_web_socket("**/ws/*", middle.listen)
    screen.sit_down(made.seat(0))
    alarm = page.get_by_role("alert").filter(has_text="cannot be trusted")
    expect(alarm).to_contain_text("is not the one that this browser sent")
    page.reload()
    expect(alarm).to_have_css("position", "fixed")  # over the page, not above a board that somebody is pointing at
    alarm.get_by_role("button", name="I have read this").click()
    expect(alarm).to_have_css("position", "static")
    page.get_by_role("button", name="Fair draws", exact=True).click()
    drawer = page.get_by_role("dialog", name="Fair draws")
    expect(drawer.get_by_text("yours", exact=True)).to_have_count(0)
    expect(drawer.get_by_text("This browser sent another word")).to_contain_text(middle.sent)
    promise = str(drawer.locator("dd code").first.text_content())
    expect(drawer.get_by_text("rookery verify")).to_contain_text(f"--promise {promise} --word 1={middle.sent}")

    screen.open("about:blank")
    made.play(400, random.Random(3))
    file = tmp_path / "game.jsonl"
    file.write_bytes(urllib.request.urlopen(f"{house.link}api/tables/{made.id}/record").read())
    head, first = map(json.loads, file.read_text().splitlines()[:2])
    assert (head["luck"]["client_seeds"], first["drawn"]) == ([middle.put, OTHERS], middle.wanted), (
        "the house has its way"
    )

    told = ["verify", str(file), "--promise", promise]
    fair_so_far = call(*told)
    assert fair_so_far.exit_code == 0, "all draws follow from the words that are told"
    assert "NOT CHECKED: the words of" in fair_so_far.stdout
    refused = call(*told, "--word", f"1={middle.sent}")
    assert (refused.exit_code, refused.stdout) == (1, "")
    assert f"the word '{middle.sent}' must be one seat's" in refused.stderr
    assert call(*told, "--word", f"2={OTHERS}").exit_code == 0
