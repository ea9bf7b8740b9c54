"""A move is taken back: at once where nobody minds, with the others' consent where they have played on."""

import random

import pytest
from playwright.sync_api import Locator, expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import MAX_PLIES, Screen

# nothing is drawn in it, and nothing is secret: all of it can be taken back
PLAIN = next(slug for slug in rookery.slugs() if not rookery.load(slug).facts.chance)
DRAWN = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)


def take_back(screen: Screen) -> Locator:
    return screen.page.get_by_role("button", name="Take back")


def question(screen: Screen) -> Locator:
    return screen.page.get_by_role("group", name="Taking back")


def test_alone_with_a_bot(window: OpenWindow, house: House) -> None:
    """At once, with what the bot has answered; a half-chosen move is dropped, and it is said."""
    screen = window().sit_down(house.table(PLAIN, bots=1).seat(0))
    expect(take_back(screen)).to_be_disabled()
    screen.wait_for_turn()
    before, position = screen.moves(), screen.position()
    screen.play(screen.click, random.Random(3))
    screen.wait_for_turn()
    assert len(screen.moves()) > len(before) + 1
    take_back(screen).click()
    expect(take_back(screen)).to_be_disabled()
    assert (screen.moves(), screen.position(), screen.state.chosen) == (before, position, [])
    assert any(words.startswith("Taken back: ") for words in screen.heard())
    screen.play(screen.click, random.Random(4))


def test_after_the_end(window: OpenWindow, house: House) -> None:
    """At another table: the result of the first one stands."""
    screen = window().sit_down(house.table(PLAIN, bots=1, plies=MAX_PLIES, seed=3).seat(0))
    page, table = screen.page, screen.page.url
    expect(screen.end).to_be_visible()
    ended = len(screen.moves())
    page.get_by_role("link", name="Take back").click()
    page.get_by_role("button", name="Play", exact=True).click()
    assert not screen.wait_for_turn().over
    assert page.url != table
    assert len(screen.moves()) in (ended - 1, ended - 2)  # a bot may have answered
    screen.play(screen.click, random.Random(4), lambda: screen.confirm.click())


@pytest.mark.soak
def test_not_after_a_draw_that_was_seen(window: OpenWindow, house: House) -> None:
    screen = window().sit_down(house.table(DRAWN, plies=6).hot_seat)
    before = screen.moves()
    take_back(screen).click()
    expect(screen.page.get_by_title("Close").last).to_contain_text("cannot take back past a draw")
    assert screen.moves() == before


def test_by_consent(window: OpenWindow, house: House) -> None:
    """Refused first, then agreed to after a next move; a spectator reads of it and has no say."""
    table = house.table(PLAIN, plies=5)
    asker = 1  # whose move the fourth was; the fifth was the other one's
    asking, asked, watching = (
        window().sit_down(link) for link in (table.seat(asker), table.seat(1 - asker), table.watch)
    )
    before = asking.moves()
    take_back(asking).click()
    expect(question(asked)).to_contain_text("would like to take back")
    expect(asking.page.get_by_role("complementary").get_by_text("to agree that you take back")).to_be_visible()
    expect(take_back(asking)).to_be_disabled()
    assert any("Agree?" in words for words in asked.heard())
    assert question(watching).count() == question(asking).count() == 0
    question(asked).get_by_role("button", name="No").click()
    expect(question(asked)).to_be_hidden()
    expect(asking.page.get_by_title("Close").last).to_contain_text("Not taken back")
    assert asking.moves() == before

    take_back(asking).click()  # not again before the next move
    expect(asking.page.get_by_title("Close").last).to_contain_text("you can ask again after your next move")
    expect(question(asked)).to_be_hidden()
    dice = random.Random(5)
    asking.play(asking.click, dice)
    asked.play(asked.click, dice)
    asking.wait_for_ply(len(before) + 2)
    before = asking.moves()
    take_back(asking).click()
    expect(question(asked)).to_be_visible()
    question(asked).get_by_role("button", name="Yes").click()
    for screen in (asking, asked, watching):
        screen.wait("most => document.querySelectorAll('[data-ply]').length - 1 === most", len(before) - 2)
        assert screen.moves() == before[:-2]
    expect(asked.page.get_by_title("Close").last).to_contain_text("took back")
    asking.play(asking.click, random.Random(5))
    asked.wait_for_ply(len(before) - 1)
