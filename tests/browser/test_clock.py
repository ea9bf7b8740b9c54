"""Time to think, as two people see it: chosen, counted down, spoken, and over."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

import rookery
from rookery.server.commands import guards
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen

GAMES = [rookery.load(slug) for slug in rookery.slugs()]
DUEL = next(game.facts.slug for game in GAMES if guards.may_lose(game, game.facts.players[0]))
SHORT = "0.1"  # minutes: six seconds
LATE = {"kind": "move", "seconds": 8, "level": "random"}  # a page on a busy machine is there by then
PATIENCE = 400  # tenths of a second
PHONE = {"width": 390, "height": 844}


def clocks(screen: Screen) -> list[float]:
    """What stands on the clocks, in seconds."""
    return [float(face) for face in screen.page.get_by_role("timer").all_inner_texts()]


def test_a_game_is_lost_on_time(window: OpenWindow, house: House) -> None:
    first, second, watching = window(), window(viewport=PHONE), window()
    page = first.open(f"{house.link}?game={DUEL}").page
    page.get_by_role("radio", name="A friend").last.check()
    page.get_by_label("Time limit").select_option("Set your own …")
    page.get_by_label("Minutes each").fill(SHORT)
    page.get_by_label("Seconds a move").fill("0")
    page.get_by_role("radio", name="The game is lost").check()
    page.get_by_text("More options").click()
    page.get_by_role("radio", name="5 moves", exact=True).check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(first.headline).to_contain_text("to sit down")
    expect(page.get_by_role("timer")).to_have_count(2)
    assert clocks(first) == [6.0, 6.0], "nobody's time runs before the game begins"
    link = page.get_by_role("textbox", name=": link").first.input_value()
    watching.sit_down(link.partition("#")[0])
    second.sit_down(link)
    expect(watching.page.get_by_text("You see it 5 moves late.")).to_be_visible()
    expect(watching.page.get_by_role("timer")).to_have_count(0)
    mover = next(screen for screen in (first, second) if screen.state.next)
    for screen in (first, second):
        expect(screen.page.get_by_text("6 seconds each; a player who runs out of time loses.")).to_be_visible()
    for screen in (first, second, watching):
        expect(screen.detail).to_contain_text("ran out of time")
    assert sorted(clocks(first)) == sorted(clocks(second)) == [0.0, 6.0]
    assert any("10 seconds left" in words or "ran out of time" in words for words in mover.heard())


@pytest.mark.soak
def test_a_late_move_is_made_by_a_bot_and_the_next_one_is_mine(window: OpenWindow, house: House) -> None:
    """Both is said, to read and to hear; neither takes the other's place."""
    screen = window().sit_down(house.table(DUEL, bots=1, clock=LATE).seat(0))
    before = screen.wait_for_turn().plies
    for news in ("You are out of time, so a bot makes this move.", "The next move is yours again."):
        # On a busy machine the first may be gone before the second comes: each stays for six seconds.
        expect(screen.page.get_by_title("Close").filter(has_text=news)).to_be_visible()
    screen.wait_for_ply(before + 2)
    assert screen.wait_for_turn().next
    expect(screen.detail).to_have_text("Your last move was late: a bot made it.")
    heard = " ".join(screen.heard())
    assert "out of time" in heard
    assert "yours again" in heard
    screen.play(screen.click, random.Random(1))
    screen.wait_for_turn()
    expect(screen.page.get_by_text("Your last move was late")).to_be_hidden()


@pytest.mark.soak
def test_who_is_late_too_often_comes_back(window: OpenWindow, house: House) -> None:
    """The other one need not wait: after three late moves a bot plays on, until its person presses the button."""
    table = house.table(DUEL, clock=LATE)
    late, other = window().sit_down(table.seat(0)), window().sit_down(table.seat(1))
    back = late.page.get_by_role("button", name="I am back")
    play_until(other, lambda: back.count() > 0)
    expect(late.headline).to_have_text("You ran out of time too often, so a bot is playing for you.")
    back.click()
    expect(back).to_be_hidden()
    play_until(other, lambda: late.state.next != [])
    late.play(late.click, random.Random(2))


def play_until(screen: Screen, done: Callable[[], bool]) -> None:
    """Answer at once, until something has come."""
    dice = random.Random(3)
    for _ in range(PATIENCE):
        if done():
            return
        if screen.state.next:
            screen.play(screen.click, dice)
        screen.page.wait_for_timeout(100)
    raise AssertionError("it has not come")
