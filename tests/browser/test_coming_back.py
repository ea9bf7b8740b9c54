"""Nothing is lost: by a reload, a closed tab, or a server that is killed. The page that shows how the server is."""

import random
from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import SECRETS, OpenWindow
from tests.browser.house import House
from tests.browser.test_accessible import check
from tests.often import KINDS

SOON = 15_000  # ms; the page of the status asks every two seconds


@SECRETS
def test_reload_and_a_closed_tab(window: OpenWindow, house: House, slug: str) -> None:
    table = house.table(slug, plies=6, seed=1)
    screen = window().sit_down(table.hot_seat)
    dice = random.Random(12)
    screen.play(screen.click, dice)
    screen.wait_for_turn()
    moves, position, caption = screen.moves(), screen.position(), screen.headline.inner_text()

    screen.page.reload()
    screen.wait_for_turn()
    assert (screen.moves(), screen.position(), screen.headline.inner_text()) == (moves, position, caption)

    # the same browser knows its tables; any other one comes back by the link of the seat
    link = screen.page.url
    screen.open(house.link)
    screen.page.get_by_role("region", name="Your tables").get_by_role("link").click()
    screen.wait_for_turn()
    assert screen.position() == position
    screen.page.close()
    screen = window().sit_down(link)
    screen.wait_for_turn()
    assert (screen.moves(), screen.position(), screen.headline.inner_text()) == (moves, position, caption)
    screen.play(screen.click, dice)
    assert screen.moves()[: len(moves)] == moves


@pytest.mark.parametrize(
    ("slugs", "ways"),
    [(KINDS, ["kill"]), pytest.param(rookery.slugs(), ["close", "kill"], marks=pytest.mark.soak)],
    ids=["each kind", "every game"],
)
def test_the_server_stops(
    window: OpenWindow, mortal: House, foreseen: list[str], slugs: Sequence[str], ways: Sequence[str]
) -> None:
    """By SIGKILL or in good order, in the middle of a game. Pages say so, come back by themselves, and have lost
    nothing; the page of the status, too."""
    foreseen.append("ERR_CONNECTION_REFUSED")
    screens = [window().sit_down(mortal.table(slug, plies=4).hot_seat) for slug in slugs]
    status = window().open(f"{mortal.link}status").page
    connected = status.locator(".tiles > div", has_text="connected").locator("dd")
    expect(connected).to_have_text(str(len(slugs)), timeout=SOON)
    dice = random.Random(13)
    for way in ways:
        for screen in screens:
            screen.play(screen.click, dice)
            screen.wait_for_turn()
        before = [(screen.moves(), screen.position()) for screen in screens]
        getattr(mortal, way)()
        for screen in screens:
            expect(screen.page.get_by_text("Connection lost")).to_be_visible()
        expect(status.get_by_role("heading", name="The server does not respond")).to_be_visible(timeout=SOON)
        mortal.start()
        for screen, (moves, position) in zip(screens, before, strict=True):
            expect(screen.page.get_by_text("Connection lost")).to_be_hidden()
            screen.wait_for_turn()
            assert (screen.moves(), screen.position()) == (moves, position)
            screen.play(screen.click, dice)
            assert screen.moves()[: len(moves)] == moves
        expect(status.get_by_role("heading", name="Everything is running")).to_be_visible(timeout=4 * SOON)
        expect(connected).to_have_text(str(len(slugs)), timeout=SOON)
    assert "Traceback" not in mortal.log.read_text()


@pytest.mark.parametrize("kind", ["desk", pytest.param("phone", marks=pytest.mark.soak)])
def test_it_shows_how_the_server_is(
    window: OpenWindow, house: House, kind: str, request: pytest.FixtureRequest
) -> None:
    screen = window(**(request.getfixturevalue("phone") if kind == "phone" else {}))
    house.warm_up()
    screen.open(house.link)
    screen.page.get_by_role("link", name="Server status").click()
    expect(screen.page.get_by_role("heading", name="Everything is running")).to_be_visible(timeout=SOON)
    expect(screen.page.get_by_text(f"Rookery {rookery.__version__}")).to_be_visible()
    expect(screen.page.locator("polyline").first).to_be_attached(timeout=SOON)
    check(screen, "status")
    assert screen.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
