"""A game begins when everybody has come, or when a player starts it; a bot can stand in; people talk."""

import random

import pytest
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import EVERY_GAME, SECRETS, OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_two_windows import same_everywhere, whose_turn

MOVES = 4  # of two together
WORD = "() => [...document.querySelectorAll('dialog[open] .word code')].map((word) => word.textContent)"


def set_up(screen: Screen, house: House, slug: str, name: str = "Anna") -> str:
    """Make a table for a friend; the link to send."""
    screen.open(f"{house.link}?game={slug}")
    screen.page.get_by_role("radio", name="A friend").last.check()
    screen.page.get_by_role("textbox", name="Your name").fill(name)
    screen.page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.headline).to_contain_text("to sit down")
    return screen.page.get_by_role("textbox", name=": link").first.input_value()


@SECRETS
def test_a_friend_comes_by_the_link(window: OpenWindow, house: House, slug: str) -> None:
    """The game waits for everybody; then both see each other's moves, and each other's names."""
    first, second, watching = window(), window(), window()
    link = set_up(first, house, slug)
    watching.sit_down(link.partition("#")[0])
    expect(watching.headline).to_contain_text("to sit down")
    expect(watching.page.get_by_role("button", name="Begin without them")).to_be_hidden()
    assert [first.state.next, watching.state.next, first.state.plies] == [[], [], 0]
    expect(first.page.get_by_text("Not here yet")).to_be_visible()

    second.sit_down(link)
    for screen in (first, second, watching):
        expect(screen.headline).not_to_contain_text("to sit down")
        expect(screen.page.get_by_role("button", name="Begin without them")).to_be_hidden()
    assert any("The game begins." in words for words in first.heard())
    if rookery.load(slug).facts.chance:  # each of the two browsers has added a word to it
        second.page.get_by_role("button", name="Fair draws", exact=True).click()
        words = [word for word in second.page.evaluate(WORD) if word != "none"]  # bots add none
        assert len(set(words)) == 2
        assert {len(word) for word in words} == {32}
        second.page.keyboard.press("Escape")
    expect(first.page.get_by_role("textbox", name=": link")).to_be_hidden()
    expect(first.page.get_by_text("Not here yet")).to_be_hidden()
    expect(second.page.get_by_role("list", name="Seats")).to_contain_text("Anna")
    second.page.get_by_role("button", name="Your seat").click()
    second.page.get_by_role("menuitem", name="Change the name").click()
    second.page.get_by_role("textbox", name="Your name").fill("Bruno")
    second.page.keyboard.press("Enter")
    expect(first.page.get_by_role("list", name="Seats")).to_contain_text("Bruno")

    dice = random.Random(6)
    for _ in range(MOVES):
        playing = whose_turn(first, second)
        assert playing is not None, "the game is over before anything is seen"
        assert (second if playing is first else first).state.next == []
        playing.play(playing.click, dice)
        same_everywhere(slug, first, second, watching)
    assert {"Anna", "Bruno"} <= {move.partition(", ")[2].partition(": ")[0] for move in second.moves()}


def test_begin_without_them(window: OpenWindow, house: House) -> None:
    """By keyboard; a late player finds the game in progress. The links come and go, and nothing else moves."""
    slug = rookery.slugs()[0]
    first, second = window(viewport={"width": 1280, "height": 1200}), window()  # no click scrolls
    link = set_up(first, house, slug)
    code = first.page.get_by_role("button", name="QR code: ")
    code.click()
    expect(first.page.get_by_role("img", name="QR code of the link")).to_be_visible()
    code.click()
    first.tab_to(first.page.get_by_role("button", name="Begin without them"))
    first.page.keyboard.press("Enter")
    expect(first.headline).not_to_contain_text("to sit down")
    links, share = first.page.get_by_role("textbox", name=": link"), first.page.get_by_role("button", name="Share")
    expect(links).to_be_visible()  # the link is still to be sent
    before = share.bounding_box()
    share.click()
    expect(links).to_have_count(2)
    expect(first.page.get_by_role("textbox", name="For spectators: link")).to_be_visible()
    assert share.bounding_box() == before
    share.click()
    second.sit_down(link)
    expect(links).to_be_hidden()
    assert share.bounding_box() == before
    playing = whose_turn(first, second)
    assert playing is not None
    playing.play(playing.click, random.Random(1))


@pytest.mark.soak
@EVERY_GAME
def test_a_bot_stands_in(window: OpenWindow, house: House, slug: str) -> None:
    """Lent by keyboard: everybody sees it, the bot goes on playing, and the seat is taken back."""
    players = rookery.load(slug).facts.players[0]
    table = house.table(slug, bots=players - 2)
    first, second = window().sit_down(table.seat(0)), window().sit_down(table.seat(1))
    menu = second.page.get_by_role("button", name="Your seat")
    second.tab_to(menu)
    second.page.keyboard.press("Enter")
    expect(second.page.get_by_role("menuitem", name="Change the name")).to_be_focused()
    second.page.keyboard.press("ArrowDown")
    expect(second.page.get_by_role("menuitemradio", name="I play")).to_be_checked()
    second.page.keyboard.press("ArrowDown")
    second.page.keyboard.press("Enter")
    expect(menu).to_be_focused()
    for screen in (first, second):
        expect(screen.page.get_by_role("list", name="Seats")).to_contain_text("Bot plays")
    dice = random.Random(2)
    for _ in range(2):
        first.play(first.click, dice)
    assert second.moves_sent == 0
    menu.click()
    second.page.get_by_role("menuitemradio", name="I play").click()
    for screen in (first, second):
        expect(screen.page.get_by_role("list", name="Seats")).not_to_contain_text("Bot plays")


def test_players_talk_and_spectators_do_not_hear(window: OpenWindow, house: House) -> None:
    table = house.table(rookery.slugs()[0], plies=2)
    first, second, watching = (window().sit_down(link) for link in (table.seat(0), table.seat(1), table.watch))

    def talk(screen: Screen, text: str = "") -> None:
        screen.page.get_by_role("button", name="Talk").click()
        if text:
            expect(screen.page.get_by_role("textbox", name="Write a message")).to_be_focused()
            screen.page.keyboard.type(text)
            screen.page.keyboard.press("Enter")

    talk(first, "move remarks rarely vary")  # its letters are also keys of the table
    expect(second.page.get_by_role("button", name="Talk 1 unread")).to_be_visible()
    assert any("move remarks rarely vary" in words for words in second.heard())
    talk(watching, "a quiet word")
    talk(second)
    said = second.page.get_by_role("region", name="Messages")
    expect(said).to_contain_text("move remarks rarely vary")
    first.page.get_by_role("button", name="Good move!").click()
    expect(said).to_contain_text("Good move!")
    second.page.keyboard.press("Escape")
    expect(said).to_be_hidden()
    expect(second.page.get_by_role("button", name="Talk")).to_be_focused()
    expect(watching.page.get_by_role("region", name="Messages")).to_contain_text("a quiet word")
    assert "move remarks" not in watching.page.content()
    assert "a quiet word" not in first.page.content()
