"""The status page; test_coming_back.py looks at it while a server stops."""

import pytest
from playwright.sync_api import expect

import rookery
from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.test_accessible import check

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
