"""The review of a game in a page, with a server or without one: the graph, the mistakes, and another try."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import rookery
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.reviews import review
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.site import START, FileServer
from tests.browser.test_accessible import check
from tests.browser.test_learn import Fingers, Hand, Keyboard, Mouse, play_from_list
from tests.often import others_in_soak
from tests.reviews.games import played

REVIEWED = 120_000  # ms, on a machine with other things to do
HAS_FOCUS = "document.activeElement !== null && document.activeElement !== document.body"
SHORT = min(rookery.slugs(), key=lambda slug: rookery.load(slug).facts.longest)


@cache
def with_mistakes(slug: str) -> tuple[Record, int]:
    """A game in which a decision of a seat mattered, and that seat."""
    for seed in range(50):
        record = played(slug, None, seed=seed, levels=("easy", "random"))
        mattered = [seat for seat, own in enumerate(review(record).seats) if own.mattered]
        if mattered:
            return record, mattered[0]
    raise AssertionError("no game of 50 had a decision that mattered")


def open_review(screen: Screen, link: str, record: Record, folder: Path) -> Page:
    page, file = screen.page, folder / "game.jsonl"
    record.save(file)
    page.goto(link)
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("link", name="Review").click(timeout=START)
    expect(page.get_by_role("slider", name="Chances along the game")).to_be_visible()  # a frame, from the beginning
    expect(page.get_by_text("Opening the review")).to_have_count(0, timeout=REVIEWED)
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=REVIEWED)
    return page


@pytest.mark.parametrize("slug", others_in_soak(rookery.slugs(), {SHORT}))
def test_a_game_is_reviewed(window: OpenWindow, site: FileServer, tmp_path: Path, slug: str) -> None:
    record, seat = with_mistakes(slug)
    screen = window()
    walk(screen, open_review(screen, site.link, record, tmp_path), record, seat)


@pytest.mark.soak
@pytest.mark.parametrize("mortal", [{"ROOKERY_ENGINE": "false"}], indirect=True)
def test_a_server_without_an_engine_offers_no_review(window: OpenWindow, mortal: House, tmp_path: Path) -> None:
    page, file = window().page, tmp_path / "game.jsonl"
    played(SHORT, None, seed=0, levels=("easy", "random")).save(file)
    page.goto(mortal.link)
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_role("link", name="New game")).to_be_visible()
    page.evaluate("fetch('/api/engine').then((answer) => answer.text())")  # the page has its answer sooner
    expect(page.get_by_role("link", name="Review")).to_have_count(0)
    page.goto(page.url.partition("#")[0] + "/review")
    expect(page.get_by_text("A review needs the engine, which this page does not have.")).to_be_visible()


def walk(screen: Screen, page: Page, record: Record, seat: int) -> None:
    """From the graph to a mistake, and to a better move in its place."""
    slider = page.get_by_role("slider", name="Chances along the game")
    expect(slider).to_have_attribute("aria-valuenow", str(record.plies))
    slider.press("Home")
    slider.press("ArrowRight")
    assert 0 < int(slider.get_attribute("aria-valuenow") or 0) < record.plies
    moves = page.get_by_role("region", name="All moves").get_by_role("button")
    expect(moves).to_have_count(sum(record.mover(ply) != CHANCE for ply in range(record.plies)))
    moves.nth(1).click()
    expect(moves.nth(1)).to_have_attribute("aria-current", "true")
    page.get_by_role("button", name="To the end").click()
    expect(slider).to_have_attribute("aria-valuenow", str(record.plies))
    hand = Mouse(screen)
    go_to_a_mistake(hand, seat)
    find(hand)
    practise(screen, page)
    page.get_by_role("link", name="All games", exact=True).click()
    expect(page.get_by_role("heading", name="Take a seat.")).to_be_visible()


def practise(screen: Screen, page: Page) -> None:
    """Of the mistakes that have come back, one is found with help, and the others are forgotten."""
    page.get_by_role("link", name="All your mistakes").click()
    expect(page.get_by_role("heading", name=re.compile("find the better move"))).to_be_visible()
    check(screen, "a mistake that has come back")
    find(Mouse(screen))
    expect(page.get_by_text("It comes back in 1 day.")).to_be_visible(timeout=REVIEWED)
    page.get_by_role("button", name=re.compile("The next one|Done")).click()
    forget = page.get_by_role("button", name="Forget it")
    heading = page.get_by_role("heading", name="That is all for now")
    expect(forget.or_(heading)).to_be_visible()
    while forget.is_visible():
        forget.click()
        expect(forget.or_(heading)).to_be_visible()


def test_a_servers_page_reviews_a_game_by_keyboard_alone(window: OpenWindow, house: House, tmp_path: Path) -> None:
    record, seat = with_mistakes(SHORT)
    screen = window()
    page = open_review(screen, house.link, record, tmp_path)
    slider = page.get_by_role("slider", name="Chances along the game")
    screen.tab_to(slider)
    page.keyboard.press("Home")
    expect(slider).to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("ArrowRight")
    expect(slider).not_to_have_attribute("aria-valuenow", "0")
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuenow", str(record.plies))
    hand = Attentive(screen)
    go_to_a_mistake(hand, seat)
    find(hand)
    assert page.evaluate(HAS_FOCUS), "the focus is lost when the move has been found"
    assert page.get_by_role("link", name="All your mistakes").is_visible()
    analyse_the_position(page, record)


def analyse_the_position(page: Page, record: Record) -> None:
    """The one that the review shows."""
    slider = page.get_by_role("slider", name="Chances along the game")
    slider.press("Home")
    slider.press("ArrowRight")
    slider.press("ArrowRight")
    ply = int(slider.get_attribute("aria-valuenow") or 0)
    assert 0 < ply < record.plies
    page.get_by_role("link", name="Analyse", exact=True).click()
    moves = page.get_by_role("group", name="Moves", exact=True)
    words = record.at(ply - 1).words(record.actions[ply - 1])
    expect(moves.locator("[aria-current]")).to_contain_text(re.compile(re.escape(words), re.I), timeout=START)
    expect(moves.get_by_role("button")).to_have_count(record.plies + 1)  # the whole game, and its start


@pytest.mark.soak
def test_practice_by_keyboard_alone(window: OpenWindow, site: FileServer) -> None:
    screen = window()
    page = screen.page
    keep_mistakes(page, *with_mistakes(SHORT))
    page.goto(f"{site.link}?practice")
    heading = page.get_by_role("heading", name=re.compile("find the better move"))
    expect(heading).to_be_visible(timeout=START)
    hand = Attentive(screen)
    find(hand)
    assert page.evaluate(HAS_FOCUS), "the focus is lost when the move has been found"
    expect(page.get_by_text("It comes back in 1 day.")).to_be_visible()
    hand.use(page.get_by_role("button", name=re.compile("The next one|Done")))
    expect(heading.or_(page.get_by_role("heading", name="That is all for now"))).to_be_focused()


def keep_mistakes(page: Page, record: Record, seat: int) -> None:
    """As a review does."""
    told, kept, start = review(record), list[dict[str, Any]](), record.at(0)
    table = {"game": record.game.facts.slug, "rules": record.game.facts.rules_version, "options": start.options}
    for ply in told.seats[seat].mattered:
        made = told.judgement(ply)
        assert made
        decision = {"actions": list(record.actions[: ply - 1]), "best": made.best.actions[0], "loss": made.loss}
        kept.append({**table, **decision, "players": start.players, "seat": seat, "words": made.words})
    text = json.dumps([{**one, "due": 0, "solved": 0} for one in kept])
    page.add_init_script(f"localStorage['rookery.mistakes'] ??= {json.dumps(text)}")


class Attentive(Keyboard):
    """The focus must stay somewhere."""

    def use(self, control: Locator) -> None:
        words = control.inner_text()
        super().use(control)
        self.screen.page.wait_for_timeout(100)  # the page answers
        assert self.screen.page.evaluate(HAS_FOCUS), f"the focus is lost after {words}"


def go_to_a_mistake(hand: Hand, seat: int) -> None:
    """From a review to a mistake of a seat, its better move, and another try."""
    page = hand.screen.page
    look(hand, "a review")
    whose = page.get_by_role("group", name="Whose moves").get_by_role("button")
    if whose.count():
        hand.use(whose.nth(seat))
    mistakes = page.get_by_role("region", name="What mattered most").get_by_role("listitem")
    hand.use(mistakes.first.get_by_role("button").first)
    hand.use(page.get_by_role("button", name="Show the better move"))
    expect(page.get_by_role("button", name=re.compile("Go on|Back$"))).to_be_visible()
    look(hand, "a better move")
    hand.use(page.get_by_role("button", name="Try again"))


def find(hand: Hand) -> None:
    """The better move, with both hints."""
    page = hand.screen.page
    hand.use(page.get_by_role("button", name="Hint", exact=True))
    expect(page.get_by_text("Look here: ")).to_be_visible()
    hand.use(page.get_by_role("button", name="Show the move"))
    fits(page)
    play_from_list(hand, (page.locator("aside .hint").text_content() or "").rstrip("."))
    if hand.screen.confirm.is_visible():
        hand.use(hand.screen.confirm)
    expect(page.get_by_text("Yes.")).to_be_visible(timeout=REVIEWED)
    look(hand, "a better move was found")


def look(hand: Hand, where: str) -> None:
    """Check what is there the same for every hand, with one of them."""
    if not isinstance(hand, Attentive):
        check(hand.screen, where)


@pytest.mark.soak
def test_a_review_on_a_phone(window: OpenWindow, site: FileServer, tmp_path: Path, phone: dict[str, Any]) -> None:
    record, seat = with_mistakes(SHORT)
    screen = window(**phone)
    page = open_review(screen, site.link, record, tmp_path)
    fits(page)
    hand = Fingers(screen)
    go_to_a_mistake(hand, seat)
    find(hand)
    page.get_by_role("link", name="All your mistakes").tap()
    expect(page.get_by_role("heading", name=re.compile("find the better move"))).to_be_visible()
    find(hand)


def fits(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def play(page: Page, words: str) -> None:
    """Play a move by its words."""
    page.get_by_role("button", name="Moves as a list").click()
    page.get_by_role("button", name=re.compile(f"^{re.escape(words)}$", re.I)).click()
    confirm = page.get_by_role("button", name="Confirm")
    if confirm.is_visible():
        confirm.click()
