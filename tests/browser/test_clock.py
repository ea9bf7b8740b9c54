"""Time to think, as two people see it: chosen, counted down, spoken, and over."""

from playwright.sync_api import expect

import rookery
from rookery.server import asks
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen

GAMES = [rookery.load(title) for title in rookery.titles()]
DUEL = next(game.facts.title for game in GAMES if asks.may_lose(game, game.facts.players[0]))
SHORT = "0.1"  # minutes: six seconds
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
    page.get_by_text("Options").click()
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
        expect(screen.page.get_by_text("6 seconds each; whoever runs out of time loses.")).to_be_visible()
    for screen in (first, second, watching):
        expect(screen.detail).to_contain_text("ran out of time")
    assert sorted(clocks(first)) == sorted(clocks(second)) == [0.0, 6.0]
    assert any("10 seconds left" in words or "ran out of time" in words for words in mover.heard())
