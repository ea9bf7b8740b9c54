"""Draws are checked in the page as core/fair.py makes them, one alone and all of a game that is over."""

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import rookery
from rookery.core import fair
from tests.browser.conftest import OpenWindow
from tests.browser.house import House

KNOWN: dict[str, Any] = json.loads((Path(__file__).parents[2] / "web" / "tests" / "luck.json").read_text())


def test_the_page_is_held_against_the_same_numbers() -> None:
    """web/tests/luck.test.ts holds the page's own arithmetic against this file."""
    secret, words, plies = bytes.fromhex(KNOWN["secret"]), KNOWN["words"], KNOWN["plies"]
    tickets = fair.tickets(plies)
    assert fair.promise(secret, tickets) == KNOWN["promise"]
    for draw in KNOWN["draws"]:
        card = fair.ticket(secret, draw["ply"])
        number = fair.number(card, words)
        assert (card.hex(), f"{number:064x}") == (draw["ticket"], draw["number"])
        assert fair.branch(secret, tickets, draw["ply"]) == draw["branch"]
        assert fair.drawn(number, draw["odds"]) == draw["drawn"]
    for border in KNOWN["borders"]:
        assert fair.drawn(int(border["number"], 16), border["odds"]) == border["drawn"]
    assert any(Fraction(odds) % 1 for border in KNOWN["borders"] for odds in border["odds"])


def test_draws_are_checked_in_the_page(window: OpenWindow, house: House) -> None:
    """One while the game goes on; all when it is over, and a page that is lied to says so."""
    title = next(title for title in rookery.titles() if rookery.load(title).facts.chance)
    table = house.table(title, plies=4)
    screen = window().sit_down(table.seat(0))
    page = screen.page
    page.get_by_role("button", name="Chance", exact=True).click()
    drawer = page.get_by_role("dialog", name="Chance")
    expect(drawer.get_by_text("It is told when the game is over")).to_be_visible()
    drawer.get_by_role("button", name="Check: ").last.click()
    expect(drawer.get_by_role("status")).to_have_text("Checked: this draw was fixed before the game.")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()

    table.play(400, random.Random(2))
    expect(screen.end).to_be_visible()
    page.get_by_role("button", name="Chance", exact=True).click()
    drawer.get_by_role("button", name="Check all draws").click()
    draws = sum(", Chance: " in move for move in screen.moves())
    expect(drawer.get_by_role("status")).to_have_text(f"Checked: all {draws} draws were fixed before the game.")
    expect(drawer.get_by_text("Fixed before the game", exact=True)).to_have_count(draws)
    with page.expect_download() as record:
        drawer.get_by_role("link", name="record").click()
    assert json.loads(record.value.path().read_text().splitlines()[0])
