"""Several at one screen in a game with secrets: nothing of the next one's is there before they have the device."""

import random

import pytest
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_accessible import check

HIDDEN = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
MOVES = 2
SLIP = """new MutationObserver((_, watching) => {
  const button = document.querySelector('[aria-label="Hand over"] button')
  if (!button) return
  watching.disconnect()
  window.slipped = true
  button.click()  // as soon as it is there, however slow the machine
}).observe(document, { childList: true, subtree: true })"""


@pytest.fixture(params=HIDDEN)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def covered(screen: Screen) -> str:
    """Who the device is for, while nothing of the game's is on the page."""
    expect(screen.hand_over).to_be_visible()
    assert screen.drawn() == []
    assert screen.position() == []
    assert screen.state.next == []
    words = screen.hand_over.get_by_role("heading").inner_text()
    assert words in screen.heard()[-1]
    return words


def test_the_board_is_covered_until_the_next_one_has_it(
    window: OpenWindow, house: House, slug: str, foreseen: list[str]
) -> None:
    foreseen.append("AudioContext")  # nobody has really clicked yet
    table, dice = house.table(slug, players=min(rookery.load(slug).facts.players)), random.Random(3)
    screen = window()
    screen.page.add_init_script(SLIP)
    screen.open(table.hot_seat)
    covered(screen)
    assert screen.page.evaluate("slipped"), "who clicks twice does not see the next one's secrets"
    check(screen, "covered", "[aria-label='Hand over']")
    own = [window().sit_down(table.seat(seat)) for seat in range(len(table.keys))]
    seats = rookery.load(slug).facts.seats[len(table.keys)]
    for _ in range(MOVES):
        words = covered(screen)
        (mover,) = (seat for seat, alone in enumerate(own) if alone.state.next)
        assert seats[mover] in words
        screen.page.get_by_role("button", name="One move back").click(force=True)
        covered(screen)  # looking back uncovers nothing
        screen.uncover()
        assert screen.position() == own[mover].position()
        screen.play(screen.click, dice)
        for alone in own:
            alone.wait_for_ply(screen.state.plies)
    screen.uncover()
    screen.page.reload()
    covered(screen)


def test_it_is_handed_over_by_keyboard(window: OpenWindow, house: House, slug: str) -> None:
    table, dice = house.table(slug), random.Random(4)
    screen = window().open(table.hot_seat)
    press, button = screen.page.keyboard.press, screen.hand_over.get_by_role("button")

    def choose(spot: str) -> None:
        screen.walk_to(spot)
        press("Enter")

    for _ in range(MOVES):
        covered(screen)
        expect(button).to_be_focused()
        expect(button).to_be_enabled()
        press("Enter")
        expect(screen.hand_over).to_be_hidden()
        assert screen.focused_spot() is not None  # and goes on there
        screen.play(choose, dice)


def test_one_who_plays_alone_is_never_asked(window: OpenWindow, house: House, slug: str) -> None:
    screen = window().open(house.table(slug, bots=1).seat(0))
    expect(screen.board).to_be_visible()
    assert not screen.state.covered
