"""The static site on a plain file server, in a folder below its root: the page, the worker, Python and the storage.

The parlour is a stub, so that only what lies between it and the page is tested here."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

import rookery
from rookery.site.assemble import parts
from tests.browser.conftest import OpenWindow
from tests.browser.site import FileServer

STUB = Path(__file__).parents[1] / "site" / "stub_parlour.py"
# so that Python needs no file of ours but the worker's
INSTEAD = {
    "rookery/__init__.py": b"",
    "rookery/offline/__init__.py": b"",
    "rookery/offline/parlour.py": STUB.read_bytes(),
    "rookery/offline/conversation.py": STUB.read_bytes(),
}
GAME = rookery.slugs()[0]
START = 60_000  # ms until Python has started, on a machine with other things to do
KEPT = "navigator.serviceWorker.ready.then(() => caches.keys())"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FileServer]:
    with ThreadPoolExecutor() as apart:  # Playwright has an event loop in this thread
        made = apart.submit(parts, instead=INSTEAD).result()
    server = FileServer(tmp_path_factory.mktemp("site"), made)
    yield server
    server.close()


def play(page: Page, link: str) -> None:
    """Set up a table."""
    page.goto(f"{link}?game={GAME}")
    page.get_by_role("button", name="Play", exact=True).click()


def stub_says(page: Page, words: str) -> None:
    expect(page.get_by_text(f"A stub heard hello at table {words}.")).to_be_visible(timeout=START)


def test_it_plays_and_then_does_without_a_network(window: OpenWindow, site: FileServer) -> None:
    page = window().page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site.link)
    expect(page.get_by_role("article")).to_have_count(len(rookery.slugs()))
    expect(page.get_by_role("link", name="Server status")).to_be_hidden()
    play(page, site.link)
    stub_says(page, "1")
    assert page.url == f"{site.link}?table=t1#key1"
    assert page.evaluate(KEPT)
    assert [url for url in asked if not url.startswith((site.link, "blob:", "data:"))] == []

    page.context.set_offline(True)
    page.reload()
    stub_says(page, "1")
    play(page, f"{site.link}index.html")
    stub_says(page, "2")
    page.goto(f"{site.link}?rules={GAME}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_one_tab_at_a_time_plays(window: OpenWindow, site: FileServer) -> None:
    first = window().page
    second = first.context.new_page()
    first.goto(f"{site.link}?table=quiet#key")
    expect(first.get_by_text("Getting the table ready")).to_be_hidden(timeout=START)
    second.goto(f"{site.link}?table=t1#key")
    second.get_by_role("button", name="Play here").click()
    stub_says(second, "0")
    expect(first.get_by_text("Another tab of this browser has a game open")).to_be_visible()


def test_a_newer_version_waits_for_the_end_of_a_game(window: OpenWindow, site: FileServer) -> None:
    site.put()
    page = window().page
    play(page, site.link)
    stub_says(page, "1")
    (older,) = page.evaluate(KEPT)
    site.put("a newer version")
    page.reload()
    expect(page.get_by_text("A newer version of Rookery is ready")).to_be_visible(timeout=START)
    assert older in page.evaluate(KEPT)
    page.get_by_role("link", name="All games", exact=True).click()  # nothing is under way: the page reloads by itself
    page.wait_for_function(
        f"({KEPT.replace('navigator', 'window.navigator')}).then((names) => !names.includes('{older}'))"
    )
    play(page, site.link)
    stub_says(page, "2")


def test_browsers_offer_to_install_it(window: OpenWindow, site: FileServer) -> None:
    page = window().page
    page.goto(site.link)
    session = page.context.new_cdp_session(page)
    assert session.send("Page.getAppManifest")["errors"] == []
    assert session.send("Page.getInstallabilityErrors")["installabilityErrors"] == []


@pytest.mark.parametrize("foreseen", [["404", "of another version"]])
def test_files_of_another_version_are_one_sentence(window: OpenWindow, site: FileServer, foreseen: list[str]) -> None:
    page = window().page

    def missing(route: Route) -> None:
        route.fulfill(status=404)

    page.context.route("**/python/rookery.*", missing)
    page.goto(f"{site.link}?table=t1#key")
    expect(page.get_by_role("alert")).to_contain_text("of another version than this page")
    expect(page.get_by_role("button", name="Load again")).to_be_visible()
