"""A game by keyboard, mouse and fingers: its beginning (`make soak`: all of it) and its end; people at one screen."""

import itertools
import random
import re
from collections.abc import Iterable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

import rookery
from tests.browser.conftest import SECRETS, OpenWindow
from tests.browser.house import House
from tests.browser.screen import MAX_PLIES, Screen
from tests.often import KINDS

SLUGS = rookery.slugs()
BACK = 4  # moves from the end of a game
PATIENCE = 400  # tenths of a second
MAX_IN_TURNS = 4  # moves of several at one screen; with secrets each waits until it has been seen, and hands over


def begun(slugs: Iterable[str], moves: int) -> pytest.MarkDecorator:
    """So many moves of ours in each of these games; in the soak every game, to its end."""
    whole = [pytest.param(slug, MAX_PLIES, marks=pytest.mark.soak, id=f"{slug}-to the end") for slug in SLUGS]
    return pytest.mark.parametrize(("slug", "moves"), [*((slug, moves) for slug in slugs), *whole])


def name_of(slug: str) -> str:
    return rookery.load(slug).facts.name


def tile_of(slug: str) -> re.Pattern[str]:
    """How the lobby's link to a game begins; links to its open tables only name it."""
    return re.compile("^Play " + re.escape(name_of(slug)))


def weakest_bots(screen: Screen) -> list[Locator]:
    """In the set-up: for every bot the radio button of its lowest level."""
    strengths = screen.page.get_by_role("group", name=re.compile("^Strength of"))
    expect(screen.page.get_by_role("button", name="Play", exact=True)).to_be_enabled()
    return [group.get_by_role("radio").first for group in strengths.all()]


def ends_well(screen: Screen, before: int = 0) -> None:
    """The end is shown, spoken, and offers another game; every move has been spoken, but for so many `before`."""
    expect(screen.end).to_be_visible()
    assert screen.headline.inner_text() in screen.heard()[-1]
    for _ in range(PATIENCE):  # what was secret is asked for, and comes a little later
        if not unspoken(screen, before):
            break
        screen.page.wait_for_timeout(100)
    assert unspoken(screen, before) == []
    assert screen.state.next == []


def unspoken(screen: Screen, before: int) -> list[str]:
    """Moves after the first ones that should have been spoken and were not."""
    heard = screen.heard()
    # what chance drew before the first move was there when one came in
    moves = list(itertools.dropwhile(lambda move: ", Chance: " in move, screen.moves()[before:]))
    if "The list of moves now shows what was secret" in heard[-1]:  # draws were spoken, but not what came
        moves = [move for move in moves if ", Chance: " not in move]
    return [move for move in moves if not any(move.partition(": ")[2] in text for text in heard)]


def no_sideways_scroll(screen: Screen, *widths: int) -> None:
    size = screen.page.viewport_size
    assert size is not None
    for width in widths:
        screen.page.set_viewport_size({"width": width, "height": size["height"]})
        wide = screen.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{screen.page.url}: the page is {wide} px wide on a screen of {width} px"
    screen.page.set_viewport_size(size)


@begun([KINDS[0]], 7)  # with secrets: by keyboard and by fingers; from outside: by ear
def test_by_mouse(window: OpenWindow, house: House, slug: str, moves: int) -> None:
    screen = window().open(house.link)
    screen.page.get_by_role("link", name=tile_of(slug)).click()
    for radio in weakest_bots(screen):
        radio.check()
    screen.page.get_by_role("button", name="Play", exact=True).click()

    mouse, dice = screen.page.mouse, random.Random(1)

    def point(spot: str) -> str:
        """Its classes. The middle of a square is the square's own, however tall the piece below it."""
        screen.spot(spot).hover()
        classes = str(screen.spot(spot).get_attribute("class"))
        assert "pointed" in classes
        return classes

    def press(spot: str) -> None:
        """Click, or take and drag to where it can go."""
        drags = "draggable" in point(spot) and dice.random() < 0.5
        mouse.down()
        if drags:
            box = screen.spot(spot).bounding_box()
            assert box is not None
            mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.7 * box["height"])
            assert screen.state.chosen or screen.state.held
            point(dice.choice(screen.state.next))
        mouse.up()

    ended = screen.play_on(moves, press, dice)
    assert ended or moves < MAX_PLIES
    if ended:
        ends_well(screen)


def set_up_by_keys(screen: Screen) -> None:
    """In the set-up: the weakest bots, Play, and on to the board."""
    for radio in weakest_bots(screen):
        # a group of radio buttons is one stop of Tab; arrows choose in it
        screen.tab_to(radio.locator("xpath=ancestor::fieldset").get_by_role("radio", checked=True))
        while not radio.is_checked():
            screen.page.keyboard.press("ArrowLeft")
    screen.tab_to(screen.page.get_by_role("button", name="Play", exact=True))
    screen.page.keyboard.press("Enter")
    screen.wait_for_turn()
    screen.tab_to_board()


def play_by_keys(screen: Screen, moves: int) -> bool:
    """Arrows to a spot, Enter to choose it: whether the game is over after so many moves of ours."""
    press = screen.page.keyboard.press
    taken_back = False

    def choose(spot: str) -> None:
        nonlocal taken_back
        screen.walk_to(spot)
        press("Enter")
        if screen.state.chosen and not taken_back:
            press("Escape")
            assert screen.state.chosen == []
            press(" ")
            assert screen.state.chosen == [spot]
            taken_back = True

    return screen.play_on(moves, choose, random.Random(2))


@begun([], 0)
def test_by_keyboard_alone(window: OpenWindow, house: House, slug: str, moves: int) -> None:
    screen = window().open(house.link)
    screen.tab_to(screen.page.get_by_role("link", name=tile_of(slug)))
    screen.page.keyboard.press("Enter")
    set_up_by_keys(screen)
    ended = play_by_keys(screen, moves)
    assert ended or moves < MAX_PLIES
    if ended:
        ends_well(screen)


@SECRETS
def test_the_end_by_keyboard_alone(window: OpenWindow, house: House, slug: str) -> None:
    """Back from the end of a game, played on from there with bots, to the end and to a rematch."""
    screen = window().sit_down(house.table(slug, plies=MAX_PLIES).seat(0))
    page, press = screen.page, screen.page.keyboard.press
    screen.tab_to(page.get_by_role("button", name="One move back"))
    for _ in range(BACK):
        press("Enter")
    screen.tab_to(page.get_by_role("link", name="Play on from here"))
    press("Enter")
    expect(page.get_by_text("You play on from a position of another game")).to_be_visible()
    set_up_by_keys(screen)
    before = screen.state.plies
    assert play_by_keys(screen, MAX_PLIES)
    ends_well(screen, before)
    screen.tab_to(screen.end.get_by_role("button", name="Rematch"))
    press("Enter")
    expect(screen.end).to_be_hidden()
    screen.wait_for_turn()
    movers = {move.partition(", ")[2].partition(": ")[0] for move in screen.moves()} - {"Chance"}
    assert len(movers) < rookery.load(slug).facts.players[0]  # bots that began, and not we


@begun(KINDS[1:], 3)
def test_by_fingers_on_a_phone(window: OpenWindow, house: House, slug: str, phone: dict[str, Any], moves: int) -> None:
    screen = window(**phone).open(house.link)
    game = screen.page.get_by_role("link", name=tile_of(slug))
    expect(game).to_be_visible()
    no_sideways_scroll(screen, 360, 390)
    game.tap()
    for radio in weakest_bots(screen):
        radio.tap()
    no_sideways_scroll(screen, 360, 390)
    screen.page.get_by_role("button", name="Play", exact=True).tap()

    confirmed = shown = 0
    touched = ""

    def tap(spot: str) -> None:
        nonlocal touched
        touched = spot
        screen.tap(spot)

    def confirm() -> None:
        """A finger has seen no preview before it touches: it is shown, and nothing is sent until it is confirmed."""
        nonlocal confirmed, shown
        expect(screen.previewed).to_be_attached()
        expect(screen.confirm).to_be_in_viewport(ratio=1)
        expect(screen.headline).to_have_text("Confirm your move, or choose another one")
        if screen.ghosts.count():  # not of a pass, or of choosing what is there already
            shown += 1
            # the place itself: of a board that is longer than the screen, what else would change may be out of sight
            bar, place = screen.confirm.locator("xpath=..").bounding_box(), screen.spot(touched).bounding_box()
            assert bar is not None
            assert place is not None
            assert place["y"] >= 0
            assert place["y"] + place["height"] <= bar["y"], "the question lies over what it asks about"
        if not confirmed:
            no_sideways_scroll(screen, 360, 390)
        assert screen.moves_sent == confirmed
        screen.confirm.tap()
        confirmed += 1

    ended = screen.play_on(moves, tap, random.Random(3), confirm)
    assert ended or moves < MAX_PLIES
    assert shown
    no_sideways_scroll(screen, 360, 390)
    if ended:
        ends_well(screen)
        expect(screen.end.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)


@SECRETS
def test_hot_seat(window: OpenWindow, house: House, slug: str) -> None:
    """All at one screen: set up by hand, played in turns, and everybody's move asked of this page."""
    screen = window().open(f"{house.link}?game={slug}")
    mine = screen.page.get_by_role("radio", name="Me", exact=True)
    expect(mine.first).to_be_visible()
    for radio in mine.all():
        radio.check()
    expect(screen.page.get_by_text("You share this screen")).to_be_visible()
    screen.page.get_by_role("button", name="Play", exact=True).click()
    if screen.play_on(MAX_IN_TURNS, screen.click, random.Random(4)):
        ends_well(screen)
    by_us = {move.partition(", ")[2].partition(": ")[0] for move in screen.moves()} - {"Chance"}
    players = rookery.load(slug).facts.players[0]
    assert by_us == set(rookery.load(slug).facts.seats[players])
