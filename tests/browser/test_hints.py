"""Help against bots, from the engine of the page: where to look, then the move; and what the others threaten."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import rookery
from rookery.core.position import Position
from rookery.reviews.threats import Threat, threat
from tests.browser.conftest import EVERY_GAME, OpenWindow
from tests.browser.house import House, Table
from tests.browser.site import START
from tests.browser.test_accessible import check
from tests.browser.test_review import play
from tests.often import others_in_soak

ALL_FACTS = [rookery.load(slug).facts for slug in rookery.slugs()]
THREATENED = [facts.slug for facts in ALL_FACTS if not (facts.hidden or facts.cooperative)]
SHORTEST = min(THREATENED, key=lambda slug: rookery.load(slug).facts.longest)


@pytest.mark.soak
@EVERY_GAME
def test_a_player_against_bots_gets_a_hint_and_plays_it(window: OpenWindow, house: House, slug: str) -> None:
    screen = window()
    page = screen.page
    others = rookery.load(slug).facts.players[0] - 1
    screen.open(house.table(slug, bots=others).seat(0))
    screen.wait_for_turn()
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.press("Enter")
    told = page.locator("p.hinted")
    expect(told).to_have_text(re.compile("^Look here: "), timeout=START)
    check(screen, "a hint", "aside")
    expect(page.get_by_role("button", name="Show the move")).to_be_focused()
    play_the_hint(page)
    expect(hint).to_be_visible()
    expect(told).to_have_count(0)


def play_the_hint(page: Page) -> None:
    """Ask for the move, and play it."""
    page.get_by_role("button", name="Show the move").press("Enter")
    words = (page.locator("p.hinted").text_content() or "").rstrip(".")
    assert words
    play(page, words)


def beside(page: Page) -> Locator:
    """What stands beside the board, or below it."""
    return page.get_by_role("complementary", name="Game")


def middle(house: House, slug: str, *, threatened: bool) -> tuple[Table, Position, Threat | None]:
    """A game at one screen in which something is threatened, or nothing, and that."""
    for seed in range(60):
        table = house.table(slug, plies=10, seed=seed)
        position = table.record().position
        if position.mover is None or len(position.legal_actions) < 3:
            continue
        found = threat(position.view(position.mover))
        if (found is not None) is threatened:
            return table, position, found
    raise AssertionError(f"no game of 60 was {'' if threatened else 'not '}threatened")


@pytest.mark.parametrize("slug", others_in_soak(THREATENED, {SHORTEST}))
def test_a_player_learns_what_is_threatened(window: OpenWindow, house: House, slug: str) -> None:
    table, _, found = middle(house, slug, threatened=True)
    assert found
    screen = window()
    page = screen.page
    screen.open(table.hot_seat)
    screen.wait_for_turn()
    button = page.get_by_role("button", name="Threats")
    button.press("Enter")
    told = beside(page).get_by_text("If you do nothing about it, ")
    expect(told).to_be_visible(timeout=START)
    assert f"may play this: {found.words[0]}" in told.inner_text()
    assert all(words[1:] in told.inner_text() for words in found.words)
    assert f"about {100 * found.cost:.0f}% of the chance" in told.inner_text()
    expect(page.locator("[aria-live]").first).to_have_text(told.inner_text())
    expect(button).to_be_focused()
    expect(page.locator("svg .threatened")).to_have_count(len(found.spots))
    check(screen, "a threat", "aside")
    hint = page.get_by_role("button", name="Hint", exact=True)
    hint.press("Enter")
    expect(page.locator("p.hinted")).to_have_text(re.compile("^Look here: "), timeout=START)
    expect(told).to_be_visible()  # both can be read
    play_the_hint(page)
    expect(told).to_have_count(0)
    expect(page.locator("svg .threatened")).to_have_count(0)


@pytest.mark.soak
def test_where_nothing_is_threatened_it_is_said_on_a_phone_too(
    window: OpenWindow, house: House, phone: dict[str, Any]
) -> None:
    table, _, _ = middle(house, SHORTEST, threatened=False)
    screen = window(**phone)
    page = screen.page
    screen.open(table.hot_seat)
    screen.wait_for_turn()
    page.get_by_role("button", name="Threats").tap()
    words = re.compile("Nothing clearly threatens you now|no move changes that now")
    expect(beside(page).get_by_text(words)).to_be_visible(timeout=START)
    check(screen, "no threat, on a phone")
