"""Three people in three windows, one of whom reloads in the middle: everybody keeps up, and nobody learns a secret."""

import random

import pytest
from playwright.sync_api import Page, expect

import rookery
from rookery import Position
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.test_two_windows import same_everywhere

PEOPLE = 3
HIDDEN = [slug for slug in rookery.slugs() if rookery.load(slug).facts.hidden]
SECRETIVE = [slug for slug in HIDDEN if PEOPLE in rookery.load(slug).facts.players]


WATCHING = '"seen_by":null'  # a page that does not know the promise yet comes as a spectator first


def overheard(page: Page) -> list[str]:
    """All that the server will tell this page as its seat's."""
    messages: list[str] = []

    def heard(frame: object) -> None:
        if WATCHING not in str(frame):
            messages.append(str(frame))

    page.on("websocket", lambda socket: socket.on("framereceived", heard))
    return messages


def spoken(position: Position, seat: int) -> set[str]:
    """What the picture of a seat calls its pieces and spots."""
    scene = position.scene(seat)
    return {piece.words for piece in scene.pieces} | {spot.words for spot in scene.spots}


def secrets(position: Position, seat: int) -> set[str]:
    """What others are shown, and the seat is not, nor as a part of something longer."""
    others = [spoken(position, other) for other in range(position.players) if other != seat]
    own = "\n".join(spoken(position, seat))
    return {words for words in set[str]().union(*others) if words not in own}


@pytest.mark.parametrize("slug", SECRETIVE)
def test_three_people_keep_their_secrets(window: OpenWindow, house: House, slug: str) -> None:
    table, dice = house.table(slug, players=PEOPLE, plies=12, seed=3), random.Random(3)
    screens: list[Screen] = [window() for _ in range(PEOPLE)]
    told = [overheard(screen.page) for screen in screens]
    for seat, screen in enumerate(screens):
        screen.sit_down(table.seat(seat))

    for turn in range(PEOPLE):
        position = table.record().position
        mover = position.mover
        assert mover is not None
        for seat, screen in enumerate(screens):
            shown = screen.page.content()
            hidden = secrets(position, seat)
            assert hidden, "nothing is secret here, and nothing is proved"
            for words in hidden:
                assert words not in shown, f"seat {seat} is shown {words!r}"
                assert not any(words in message for message in told[seat]), f"seat {seat} is told {words!r}"
        own = screens[mover].page.content()  # its messages hold numbers: the page makes words of them
        assert any(words in own for words in secrets(position, (mover + 1) % PEOPLE))
        assert [seat for seat, screen in enumerate(screens) if screen.state.next] in ([mover], [])
        screens[mover].play(screens[mover].click, dice)
        if turn == 1:
            before = screens[1].moves()
            screens[1].page.reload()
            screens[1].wait_for_ply(len(before) - 1)
            assert screens[1].moves()[: len(before)] == before
        same_everywhere(slug, *screens)

    for screen in screens:
        screen.open("about:blank")  # a page that shows each move on its way takes long
    table.play(400, dice)  # to the end, by all keys at once
    for seat, screen in enumerate(screens):
        screen.open(table.seat(seat))
    ended = table.record()
    outcome = ended.position.outcome
    assert outcome is not None
    reason = outcome.reason
    for screen in screens:
        screen.wait_for_ply(ended.plies)
        expect(screen.detail).to_have_text(f"{reason[0].upper()}{reason[1:]}.")
        assert screen.state.over
    same_everywhere(slug, *screens)


# ── Two people and a bot, who win or lose together ────────────────────────────
SEATS = 3
MAX_TURNS = 300
PATIENCE = 1600  # looks at the screens, on a machine with other things to do
TOGETHER = [slug for slug in rookery.slugs() if rookery.load(slug).facts.cooperative]
FOR_THREE = [slug for slug in TOGETHER if SEATS in rookery.load(slug).facts.players]


def who_is_asked(screens: list[Screen]) -> list[Screen]:
    """Those with something to choose; none when the game is over."""
    for _ in range(PATIENCE):
        states = [screen.state for screen in screens]
        if any(state.next or state.over for state in states):
            return [screen for screen, state in zip(screens, states) if state.next]
        screens[0].page.wait_for_timeout(25)
    raise AssertionError("nobody is asked for anything")


@pytest.mark.soak
@pytest.mark.parametrize("slug", FOR_THREE)
def test_two_people_and_a_bot(window: OpenWindow, house: House, slug: str) -> None:
    table, dice = house.table(slug, players=SEATS, bots=1), random.Random(5)
    screens = [window().sit_down(table.seat(seat)) for seat in range(SEATS - 1)]
    for _ in range(MAX_TURNS):
        # the player who is asked answers; the other one sees who is to answer, and has no choice
        asked = who_is_asked(screens)
        if not asked:
            break
        assert len(asked) == 1
        asked[0].play(asked[0].click, dice)
    same_everywhere(slug, *screens)
    outcome = table.record().position.outcome
    assert outcome is not None
    for screen in screens:
        expect(screen.end).to_be_visible()
        expect(screen.headline).to_have_text(f"You all {'won' if outcome.winners else 'lost'}")
        expect(screen.detail).to_have_text(f"{outcome.reason[0].upper()}{outcome.reason[1:]}.")
    movers = {move.partition(", ")[2].partition(": ")[0] for move in screens[0].moves()} - {"Chance"}
    assert len(movers) == SEATS
