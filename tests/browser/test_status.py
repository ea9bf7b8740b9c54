"""The status page, and what people see of a restart in good order."""

import pytest
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.test_accessible import check

ANY = rookery.slugs()[0]  # none of this depends on the game
SOON = 15_000  # ms; the page asks every two seconds


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


def test_a_restart_in_good_order(window: OpenWindow, mortal: House, foreseen: list[str]) -> None:
    """Pages come back by themselves, the status page too, and meanwhile it says that nobody answers."""
    foreseen.append("ERR_CONNECTION_REFUSED")
    mortal.warm_up()
    player = window().sit_down(mortal.table(ANY, plies=4).hot_seat)
    moves = player.moves()
    watcher = window().open(f"{mortal.link}status")
    connected = watcher.page.locator(".tiles > div", has_text="page connected").locator("dd")
    expect(connected).to_have_text("1", timeout=SOON)

    mortal.close()
    expect(watcher.page.get_by_role("heading", name="The server does not respond")).to_be_visible(timeout=SOON)
    mortal.start()
    expect(watcher.page.get_by_role("heading", name="Everything is running")).to_be_visible(timeout=4 * SOON)
    player.wait_for_turn()
    assert player.moves() == moves
    expect(connected).to_have_text("1", timeout=SOON)
