"""Strangers meet in the lobby; games end, are kept, opened again, and played on."""

import random
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_accessible import check
from tests.browser.test_two_windows import same_everywhere, whose_turn

# a browser in which the table was set up, and seat 0 is a friend's
INVITED = """([id, key]) => localStorage.setItem('rookery.tables', JSON.stringify([{ id, title: '', name: '', keys: [],
  invites: [{ seat: 0, role: 'a friend', key, link: `/t/${id}#${key}` }], watch: '', when: Date.now() }]))"""
PROVED = 10  # plies from the end of a game: what a bot proves in no time
# nothing is drawn in it, and nothing is secret
PLAIN = next(slug for slug in rookery.slugs() if not rookery.load(slug).facts.chance)


def at_table(screen: Screen) -> Locator:
    """Philippa's, in the lobby."""
    tables = screen.page.get_by_role("region", name="Open tables")
    return tables.get_by_role("listitem").filter(has_text="Philippa")


def test_a_stranger_sits_down_from_the_lobby(window: OpenWindow, house: House) -> None:
    """In one click, and both play; before that the table shows spectators the free seat."""
    first, watching, stranger = window(), window(), window()
    first.open(f"{house.link}?game={PLAIN}")
    first.page.get_by_role("radio", name="Anyone").last.check()
    expect(first.page.get_by_role("checkbox", name="Show this table in the lobby")).to_be_checked()
    first.page.get_by_role("textbox", name="Your name").fill("Philippa")
    first.page.get_by_role("button", name="Play", exact=True).click()
    expect(first.headline).to_contain_text("another player to sit down")
    watching.sit_down(first.page.url.partition("#")[0])
    expect(watching.page.get_by_role("button", name="Sit down as")).to_be_visible()

    stranger.open(house.link)
    at_table(stranger).get_by_role("button", name="Sit down").click()
    for screen in (first, stranger):
        expect(screen.headline).not_to_contain_text("sit down")
    expect(watching.page.get_by_role("button", name="Sit down as")).to_be_hidden()
    dice = random.Random(12)
    for _ in range(2):
        playing = whose_turn(first, stranger)
        assert playing is not None
        playing.play(playing.click, dice)
        same_everywhere(PLAIN, first, stranger, watching)
    assert first.moves_sent == stranger.moves_sent == 1

    watching.open(house.link)
    at_table(watching).get_by_role("link", name="Watch").click()
    expect(watching.board).to_be_visible()
    stranger.open(house.link)  # and finds the way back, with the key
    tables = stranger.page.get_by_role("region", name="Your tables")
    tables.get_by_role("link", name=rookery.load(PLAIN).facts.name).click()
    expect(stranger.page.get_by_role("button", name="Your seat")).to_be_visible()


@pytest.mark.soak
def test_a_free_seat_is_taken_at_the_table(window: OpenWindow, house: House) -> None:
    """By a person who has the plain link, by keyboard."""
    first, guest = window(), window()
    first.open(f"{house.link}?game={PLAIN}")
    first.page.get_by_role("radio", name="Anyone").last.check()
    first.page.get_by_role("checkbox", name="Show this table in the lobby").uncheck()
    first.page.get_by_role("button", name="Play", exact=True).click()
    link = first.page.get_by_role("textbox", name=": link").input_value()
    assert "#" not in link
    guest.sit_down(link)
    guest.tab_to(guest.page.get_by_role("button", name="Sit down as"))
    guest.page.keyboard.press("Enter")
    expect(guest.page.get_by_role("button", name="Your seat")).to_be_visible()
    expect(first.headline).not_to_contain_text("sit down")


def test_resign(window: OpenWindow, house: House) -> None:
    """By keyboard, and only after a second thought; a spectator and both at one screen cannot."""
    table = house.table(PLAIN, plies=4)
    second = window().open(house.link)
    second.page.evaluate(INVITED, [table.id, table.keys[0]])
    second.sit_down(table.seat(1))
    invitation = second.page.get_by_role("textbox", name=": link")
    expect(invitation).to_be_visible()
    first, hot = (window().sit_down(link) for link in (table.seat(0), table.hot_seat))
    hot.page.get_by_role("button", name="Your seat").first.click()
    expect(hot.page.get_by_role("menuitem", name="Change the name")).to_be_visible()
    expect(hot.page.get_by_role("menuitem", name="Resign")).to_be_hidden()

    press = first.page.keyboard.press
    menu = first.page.get_by_role("button", name="Your seat")
    question = first.page.get_by_role("dialog", name="Resign this game?")
    first.tab_to(menu)
    for sure in (False, True):
        press("Enter")
        expect(first.page.get_by_role("menuitem", name="Change the name")).to_be_focused()
        press("End")
        expect(first.page.get_by_role("menuitem", name="Resign")).to_be_focused()
        press("Enter")
        expect(question.get_by_role("button", name="Play on")).to_be_focused()
        if sure:
            check(first, "a second thought", "dialog[open]")
            press("Tab")
        press("Enter")
        expect(question).to_be_hidden()
        if not sure:
            expect(menu).to_be_focused()
            assert not first.state.over
    for screen in (first, second, hot):
        expect(screen.end).to_be_visible()
        assert "resigned" in screen.heard()[-1]
    assert first.headline.inner_text().startswith("You lost: ")
    assert first.detail.inner_text() == "You resigned."
    assert second.headline.inner_text() == "You won"
    assert hot.headline.inner_text().endswith(" won")
    feathers = [screen.page.locator(".feathers") for screen in (first, second)]
    assert [some.count() > 0 for some in feathers] == [False, True]
    second.page.get_by_role("button", name="One move back").click()
    second.page.get_by_role("button", name="Back to now").click()
    expect(second.end).to_be_visible()
    expect(feathers[1]).not_to_be_attached()  # they fall once
    second.page.reload()
    expect(second.end).to_be_visible()
    assert not feathers[1].count()
    for screen in (first, hot):
        screen.open(house.link)
    expect(second.page.get_by_role("list", name="Seats")).to_contain_text("Away")
    assert not invitation.count()  # to a game that is over nobody is invited
    winner = second.page.get_by_role("listitem").filter(has=second.page.get_by_role("button", name="Your seat"))
    expect(winner).to_contain_text("Winner")


@pytest.mark.soak
def test_play_on_from_here(window: OpenWindow, house: House) -> None:
    table = house.table(PLAIN, plies=6)
    screen = window().sit_down(table.watch)
    before = screen.moves()
    play_on = screen.page.get_by_role("link", name="Play on from here")
    expect(play_on).to_be_hidden()
    position = screen.position()
    for _ in range(2):
        later = position
        screen.page.get_by_role("button", name="One move back").click()
        while (position := screen.position()) == later:
            screen.page.wait_for_timeout(20)
    play_on.click()
    for radio in screen.page.get_by_role("radio", name="Me", exact=True).all():
        radio.check()
    screen.page.get_by_role("button", name="Play", exact=True).click()
    expect(screen.page.get_by_text("Played on from here")).to_be_visible()
    assert screen.position() == position
    spoken = [move.partition(": ")[2] for move in screen.moves()]
    assert spoken == [move.partition(": ")[2] for move in before[:-2]]
    expect(screen.page.get_by_role("button", name="Take back")).to_be_disabled()  # that was played elsewhere
    screen.play(screen.click, random.Random(13))
    expect(screen.page.get_by_role("button", name="Take back")).to_be_enabled()


def test_a_record_is_kept_and_opened(window: OpenWindow, house: House, tmp_path: Path) -> None:
    table = house.table(PLAIN, plies=5)
    screen = window(accept_downloads=True).sit_down(table.seat(0))
    before, position = screen.moves(), screen.position()
    screen.page.get_by_role("button", name="Share", exact=True).click()
    for name in ("Text", "Picture (SVG)"):
        with screen.page.expect_download() as kept:
            screen.page.get_by_role("link", name=name).click()
        assert kept.value.path().stat().st_size > 0
    # what the page fetches and saves itself; to draw it would take long
    headers = {"content-disposition": 'inline; filename="some.gif"'}
    screen.page.route("**/export.gif", lambda route: route.fulfill(body=b"GIF89a", headers=headers))
    with screen.page.expect_download() as kept:
        screen.page.get_by_role("link", name="Animation (GIF)").click()
    assert (kept.value.suggested_filename, kept.value.path().read_bytes()) == ("some.gif", b"GIF89a")
    with screen.page.expect_download() as kept:
        screen.page.get_by_role("link", name="Record").click()
    record = tmp_path / kept.value.suggested_filename
    kept.value.save_as(record)

    other = window().open(house.link)
    with other.page.expect_file_chooser() as chooser:
        other.page.get_by_role("button", name="Open a saved game").click()
    chooser.value.set_files(record)
    expect(other.board).to_be_visible()
    assert other.position() == position
    assert [move.partition(": ")[2] for move in other.moves()] == [move.partition(": ")[2] for move in before]
    other.play(other.click, random.Random(14))


@pytest.mark.soak
def test_no_record_of_a_game_with_secrets(window: OpenWindow, house: House) -> None:
    """While it goes on: neither is it offered, nor can one play on from its positions."""
    hidden = next(slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden)
    screen = window().sit_down(house.table(hidden, plies=3).seat(0))
    screen.page.get_by_role("button", name="Share", exact=True).click()
    expect(screen.page.get_by_role("link", name="Text")).to_be_visible()
    expect(screen.page.get_by_role("link", name="Record")).to_be_hidden()
    screen.page.get_by_role("button", name="One move back").click()
    expect(screen.page.get_by_role("button", name="Back to now")).to_be_visible()
    expect(screen.page.get_by_role("link", name="Play on from here")).to_be_hidden()


def test_what_a_bot_said_stands_in_the_list(window: OpenWindow, house: House, phone: dict[str, Any]) -> None:
    """In words, on a phone too: a sign would have to be explained."""
    before = house.table(PLAIN, plies=400)
    after = {"table": before.id, "ply": len(before.record().actions) - PROVED}
    table = house.table(PLAIN, after=after, seats=[{"kind": "person"}, {"kind": "bot", "level": "exact"}])
    screen, dice = window(**phone).sit_down(table.seat(0)), random.Random(1)
    said = screen.page.get_by_role("region", name="Moves").get_by_text("proved: with perfect play")
    while not said.count():
        screen.play(screen.tap, dice, screen.confirm.tap)
        screen.wait_for_turn()
    expect(said.last).to_be_visible()
    assert any("proved: with perfect play" in words for words in screen.heard())
