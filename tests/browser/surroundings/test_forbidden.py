"""Interfaces of the browser that are absent, or throw as where site data are blocked: one at a time, and all together.
The page starts, says one sentence where something is lost, and games go on."""

import json
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenWindow
from tests.browser.house import House
from tests.browser.screen import Screen
from tests.browser.site import START, FileServer
from tests.browser.surroundings.conftest import IN_EACH_BROWSER
from tests.browser.test_site import PLAIN, sit_down

IN_WINDOW = [
    *("localStorage", "indexedDB", "caches", "crypto", "BroadcastChannel", "matchMedia"),
    *("Notification", "PushManager", "AudioContext", "ResizeObserver", "SharedArrayBuffer"),
]
OF_NAVIGATOR = ["locks", "storage", "serviceWorker", "clipboard", "share", "hardwareConcurrency", "deviceMemory"]
ALL = [*IN_WINDOW, *OF_NAVIGATOR]
IN_WORKERS = ["indexedDB", "caches", "BroadcastChannel", "locks", "storage"]  # a parlour needs `crypto` there
HOW = ["absent", "throws"]
FORBID = """
for (const name of %s) {
  for (const owner of [globalThis, Object.getPrototypeOf(navigator)]) {
    if (!(name in owner)) continue
    const what = { configurable: true }
    if ('%s' === 'absent') what.value = undefined
    else what.get = () => { throw new DOMException(`${name} is forbidden here`, 'SecurityError') }
    Object.defineProperty(owner, name, what)
  }
}
"""


FULL = """
const full = () => { throw new DOMException('is forbidden here: there is no room', 'QuotaExceededError') }
if (globalThis.Storage) Storage.prototype.setItem = full
if (globalThis.IDBObjectStore) IDBObjectStore.prototype.put = full
if (globalThis.Cache) Cache.prototype.put = async () => full()
"""


def forbid(names: Sequence[str], how: str) -> str:
    """A script that runs before all others."""
    return FORBID % (json.dumps(list(names)), how)


def forbidding(window: OpenWindow, names: Sequence[str], how: str) -> Screen:
    screen = window()
    screen.page.add_init_script(forbid(names, how))
    return screen


@contextmanager
def beginning_workers_with(page: Page, before: str) -> Iterator[None]:
    """Every worker of the page begins with this script. A request that is answered when the window closes would be an
    error in the next test, so the last ones are waited for."""

    def prefixed(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=before + answer.text())

    page.context.route("**/assets/worker-*.js", prefixed)
    try:
        yield
    finally:
        page.context.unroute_all(behavior="wait")


@IN_EACH_BROWSER
@pytest.mark.parametrize("foreseen", [["is forbidden here"]])  # of this test's own scripts
@pytest.mark.parametrize("how", ["throws", pytest.param("absent", marks=pytest.mark.soak)])
def test_a_static_site_plays_where_everything_is_forbidden(
    window: OpenWindow, site: FileServer, how: str, foreseen: list[str]
) -> None:
    screen = forbidding(window, ALL, how)
    with beginning_workers_with(screen.page, forbid(IN_WORKERS, how)):
        sit_down(screen, site.link)
        expect(screen.page.get_by_role("alert")).to_contain_text("does not allow this page to keep anything")
        screen.page.get_by_role("button", name="I see").click()
        screen.wait_for_turn()


@IN_EACH_BROWSER
@pytest.mark.soak
@pytest.mark.parametrize("foreseen", [["is forbidden here"]])
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("name", ALL)
def test_a_static_site_plays_without(
    window: OpenWindow, site: FileServer, name: str, how: str, foreseen: list[str]
) -> None:
    screen = forbidding(window, [name], how)
    with beginning_workers_with(screen.page, forbid([name] if name in IN_WORKERS else [], how)):
        sit_down(screen, site.link)
        expect(screen.page.get_by_text("has not started")).to_be_hidden()
        lost = screen.page.get_by_text("does not allow this page to keep anything")
        expect(lost).to_have_count(1 if name == "indexedDB" else 0)


@IN_EACH_BROWSER
@pytest.mark.soak
@pytest.mark.parametrize("foreseen", [["has no room left"]])  # the refusal is logged
def test_a_static_site_plays_where_there_is_no_room(window: OpenWindow, site: FileServer, foreseen: list[str]) -> None:
    screen = window()
    screen.page.add_init_script(FULL)
    play = screen.page.get_by_role("button", name="Play", exact=True)
    with beginning_workers_with(screen.page, FULL):
        screen.page.goto(f"{site.link}?game={PLAIN}")
        play.click()
        expect(screen.page.get_by_text("nothing was changed; try again to go on")).to_be_visible(timeout=START)
        play.click()
        expect(screen.board).to_be_visible(timeout=START)
        expect(screen.page.get_by_role("alert")).to_contain_text("is lost when you close the page")
        screen.page.get_by_role("button", name="I see").click()
        screen.wait_for_turn()


@IN_EACH_BROWSER
@pytest.mark.soak
@pytest.mark.parametrize("foreseen", [["is forbidden here"]])
@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("names", [ALL, *([name] for name in ALL)], ids=lambda names: "+".join(names)[:20])
def test_a_servers_page_plays_without(
    window: OpenWindow, house: House, names: list[str], how: str, foreseen: list[str]
) -> None:
    screen = forbidding(window, names, how)
    screen.page.goto(house.table(PLAIN, plies=2, seed=1).hot_seat)
    expect(screen.board).to_be_visible()
    screen.page.get_by_role("button", name="Talk", exact=True).click()
    expect(screen.page.get_by_role("region", name="Talk")).to_be_visible()
    screen.page.goto(house.link)
    expect(screen.page.get_by_role("article").first).to_be_visible()


@IN_EACH_BROWSER
@pytest.mark.parametrize("foreseen", [["404", "ERR_ABORTED", "/assets/"]])
def test_a_page_whose_script_does_not_come_says_so(window: OpenWindow, house: House, foreseen: list[str]) -> None:
    page = window().page
    page.route("**/assets/*.js", lambda route: route.fulfill(status=404))
    page.goto(house.link)
    expect(page.get_by_text("Rookery has not started")).to_be_visible()


def test_a_page_without_javascript_says_so(house: House) -> None:
    """Chromium shows no such element where only a debugger has switched scripts off."""
    with urllib.request.urlopen(house.link) as answer:
        assert "<noscript><p>Rookery needs JavaScript" in answer.read().decode()
