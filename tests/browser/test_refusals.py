"""Links that lead nowhere get one sentence and a way on."""

import pytest
from playwright.sync_api import expect

import rookery
from rookery.puzzles import puzzles_of
from tests.browser.conftest import SECRETS, OpenWindow
from tests.browser.house import House
from tests.browser.test_accessible import check

ANY = rookery.slugs()[0]
PUZZLED = next(slug for slug in rookery.slugs() if puzzles_of(rookery.load(slug)))
NOT_A_KEY = "A" * 32


LINKS = {
    "t/nothing-here": "This table cannot be opened",
    f"t/{{table}}#{NOT_A_KEY}": "opens no seat",
    "t/{table}#short": "opens no seat",
    "t/{table}#%E0%A4%A": "opens no seat",
    "?game=nothing": "There is no game called “nothing”",
    "games/nothing/rules": "There is no game called “nothing”",
    "games/nothing/learn": "There is no game called “nothing”",
    f"games/{ANY}/learn#nothing": "There is no lesson 'nothing'",
    f"games/{PUZZLED}/puzzles#nothing": "No puzzle to show",
    f"games/{ANY}/analysis#table=nowhere&at=3": "This analysis cannot be opened",
    f"games/{ANY}/analysis#players=2&moves=1.2-": "This is not an analysis, or it was changed or cut short.",
    f"games/{ANY}/analysis#players=77": "cannot be played by 77 players",
    "nowhere/at/all": "Page not found",
}


@pytest.mark.parametrize("foreseen", [["404", "422"]])
def test_a_link_that_leads_nowhere(window: OpenWindow, house: House, foreseen: list[str]) -> None:
    table, screen = house.table(ANY), window()
    told, way_on = screen.page.get_by_role("main"), screen.page.get_by_role("link", name="All games", exact=True)
    for address, words in LINKS.items():
        screen.open("about:blank")  # else a link that differs in its key alone would load no page
        screen.open(house.link + address.format(table=table.id))
        expect(told).to_contain_text(words)
        assert told.inner_text().count(". ") <= 1, told.inner_text()
        expect(screen.page).to_have_title(f"{told.get_by_role('heading').inner_text()} · Rookery")
        expect(screen.board).to_be_hidden()
        expect(way_on).to_be_visible()
    check(screen, "a link that leads nowhere")
    way_on.click()
    expect(screen.page.get_by_role("list").first).to_be_visible()


def test_a_page_that_does_not_come_can_be_asked_for_again(
    window: OpenWindow, house: House, foreseen: list[str]
) -> None:
    """As after an update of the server, which has other scripts by then."""
    foreseen += ["ERR_FAILED", "dynamically imported module"]
    page = window().open(house.link).page
    page.route("**/assets/PuzzlesPage*", lambda route: route.abort())
    page.get_by_role("link", name="Puzzles").first.click()
    expect(page.get_by_role("main")).to_contain_text("This page did not load")
    page.unroute("**/assets/PuzzlesPage*")
    page.get_by_role("button", name="Load the page again").click()
    expect(page.get_by_role("heading", name="Puzzles")).to_be_visible()


@pytest.mark.soak
@SECRETS
def test_a_wrong_key_can_still_watch(window: OpenWindow, house: House, slug: str) -> None:
    screen = window().open(f"{house.table(slug, plies=3).watch}#{NOT_A_KEY}")
    screen.page.get_by_role("link", name="Try to watch it").click()
    expect(screen.board).to_be_visible()
    assert screen.state.next == []
