"""Several people at one table, each in a window of their own; spectators; refusals for an old window."""

import random

import pytest
from playwright.sync_api import ViewportSize, WebSocketRoute, expect

import rookery
from tests.alike import sees_alike
from tests.browser.conftest import EVERY_GAME, ONE, SECRETS, OpenWindow
from tests.browser.house import House, tells_of_moves
from tests.browser.screen import Screen
from tests.browser.test_board import before_the_last_step

PATIENCE = 400  # times a tenth of a second until all show the same
ALL_IN_SIGHT: ViewportSize = {"width": 1280, "height": 1100}  # else the page scrolls to what can be chosen

# a sentence must not lie over the board: who reads it is about to move
ABOVE_THE_BOARD = """() => {
  const [sentence, board] = ['[title=Close]', '.board, .cover'].map((part) => document.querySelector(part))
  return sentence && sentence.getBoundingClientRect().bottom <= board.getBoundingClientRect().top
}"""


def same_everywhere(slug: str, *screens: Screen) -> None:
    """All show the same game, each from its own side of the board; with secrets, what people did."""
    hidden, alike = rookery.load(slug).facts.hidden, sees_alike(slug)

    def shown(screen: Screen) -> list[str]:
        moves = [move for move in screen.moves() if not (hidden and ", Chance: " in move)]
        return moves + (sorted(screen.position()) if alike else [])

    ply = max(screen.state.plies for screen in screens)
    for _ in range(PATIENCE):  # a bot may go on while we look
        for screen in screens:
            screen.wait_for_ply(ply)
        all_show = [shown(screen) for screen in screens]
        if all(other == all_show[0] for other in all_show):
            return
        screens[0].page.wait_for_timeout(100)
    for other in all_show:
        assert other == all_show[0]


def whose_turn(*screens: Screen) -> Screen | None:
    """The one of several who can choose, as soon as one can; None when the game is over."""
    while True:
        states = [screen.state for screen in screens]
        if any(state.over for state in states):
            return None
        for screen, state in zip(screens, states, strict=True):
            if state.next:
                return screen
        screens[0].page.wait_for_timeout(50)


@SECRETS
def test_a_spectator_sees_and_cannot_choose(window: OpenWindow, house: House, slug: str) -> None:
    table = house.table(slug, plies=3)
    playing, watching = window().sit_down(table.hot_seat), window().sit_down(table.watch)
    expect(playing.page.get_by_text("1 watching")).to_be_visible()
    dice = random.Random(7)
    for _ in range(2):
        playing.play(playing.click, dice)
        same_everywhere(slug, playing, watching)
        state = watching.state
        assert (state.next, state.chosen) == ([], [])
        shown = [spot for spot in playing.wait_for_turn().next if watching.spot(spot).count()]
        for spot in shown[:1]:  # a secret one is not there
            watching.spot(spot).click(force=True)
    expect(watching.page.get_by_text("Ask before each move")).to_be_hidden()
    assert watching.moves_sent == 0
    watching.page.close()
    expect(playing.page.get_by_text("watching")).to_be_hidden()


@ONE
def test_an_old_window_is_told(window: OpenWindow, house: House, slug: str) -> None:
    """A window that missed a move asks for one of its own: it is refused with a sentence, and shows what is now."""
    table = house.table(slug, plies=4)
    old, new = window(), window().sit_down(table.hot_seat)
    deaf = False

    def hold(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(lambda message: None if deaf and tells_of_moves(message) else socket.send(message))

    old.page.route_web_socket("**/ws/*", hold)
    old.page.set_viewport_size(ALL_IN_SIGHT)
    old.sit_down(table.hot_seat).wait_for_turn()
    deaf = True
    dice = random.Random(8)
    new.play(new.click, dice)
    assert old.state.plies < new.state.plies
    while not old.moves_sent and (offered := old.state.next):
        # without pointing first: its preview would be refused, and what the page learns from that makes it new
        old.spot(dice.choice(offered)).dispatch_event("click")
    expect(old.page.get_by_title("Close").last).to_contain_text("look again")
    assert old.page.evaluate(ABOVE_THE_BOARD)
    same_everywhere(slug, old, new)
    deaf = False
    old.play(old.click, dice)
    same_everywhere(slug, old, new)


@pytest.mark.soak
@EVERY_GAME
def test_looking_back_while_the_game_goes_on(window: OpenWindow, house: House, slug: str) -> None:
    table = house.table(slug, plies=5)
    first, second = window().sit_down(table.hot_seat), window().sit_down(table.hot_seat)
    now = first.wait_for_turn().plies
    newest = first.position()

    def where(ply: int) -> str:
        """What the button back says: moves of seats are counted, not what chance did."""
        counts = [sum(", Chance: " not in move for move in first.moves()[:end]) for end in (ply, first.state.plies)]
        return "Move {} of {}".format(*counts)

    steps = first.page.get_by_role("group", name="Step through the game")
    back_to_now = first.page.get_by_role("button", name="Back to now")

    before_the_last_step(first, random.Random(9))
    steps.get_by_role("button", name="One move back").click()
    expect(back_to_now).to_contain_text(where(now - 1))
    expect(first.page.locator(f'[data-ply="{now - 1}"]')).to_have_attribute("aria-current", "true")
    assert (first.state.next, first.state.chosen) == ([], [])  # nothing can be chosen in the past
    earlier = first.position()
    assert earlier != newest

    second.play(second.click, random.Random(9))
    first.wait_for_ply(second.state.plies)
    assert first.position() == earlier  # the one who looks back is not disturbed
    expect(back_to_now).to_contain_text(where(now - 1))

    if not rookery.load(slug).facts.hidden:  # else the device is to be handed over before it shows anything more
        steps.get_by_role("button", name="To the start").click()
        expect(back_to_now).to_contain_text(where(0))
        expect(first.page.locator('[data-ply="0"]')).to_have_attribute("aria-current", "true")
        steps.get_by_role("button", name="One move forward").click()
        expect(back_to_now).to_contain_text(where(1))
        first.page.locator(f'[data-ply="{now - 1}"]').click()
        expect(back_to_now).to_contain_text(where(now - 1))
        assert first.position() == earlier

    back_to_now.click()
    first.uncover()
    expect(back_to_now).to_be_hidden()
    same_everywhere(slug, first, second)
    first.play(first.click, random.Random(10))
    same_everywhere(slug, first, second)


@ONE
def test_rematch_and_new_game(window: OpenWindow, house: House, slug: str) -> None:
    """Who asks for a rematch goes there, the others are led there, and everybody sits one seat further."""
    others = rookery.load(slug).facts.players[0] - 2
    table = house.table(slug, plies=400, bots=others)
    first, second, watching = (window().sit_down(link) for link in (table.seat(0), table.seat(1), table.watch))
    seat = first.page.get_by_role("button", name="Your seat")  # and what the game calls it
    before = seat.get_attribute("aria-label")

    first.end.get_by_role("button", name="Rematch").click()
    second.end.get_by_role("button", name="To the rematch").click()
    watching.end.get_by_role("link", name="Watch the rematch").click()
    for screen in (first, second, watching):
        expect(screen.end).to_be_hidden()
    same_everywhere(slug, first, second, watching)
    assert seat.get_attribute("aria-label") != before
    playing = whose_turn(first, second)
    assert playing is not None
    playing.play(playing.click, random.Random(11))
    same_everywhere(slug, first, second, watching)
    watching.page.get_by_role("link", name="New", exact=True).click()
    expect(watching.page.get_by_role("button", name="Play", exact=True)).to_be_enabled()
