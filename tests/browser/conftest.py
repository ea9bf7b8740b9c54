"""One server for all browser tests, and windows that complain when their page does."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Playwright, Request, Response, expect

import rookery
from rookery.server.config import read
from tests.browser.house import House
from tests.browser.screen import LISTENER, Screen
from tests.browser.site import FileServer, made_once
from tests.browser.warm import WarmContext
from tests.often import KINDS, OURS, in_ci

# The speed that a person may choose, in windows that have not chosen one: a whole game at the page's own takes a minute
FAST = "if (origin.startsWith('http:')) localStorage['rookery.speed'] ??= JSON.stringify('fast')"
# A third of a window's time goes into pixels that nobody looks at. What is wholly transparent is laid out, hit, focused
# and read like anything else
UNDRAWN = """
const sheet = new CSSStyleSheet()
sheet.replaceSync('html, dialog { opacity: 0 !important }')
document.adoptedStyleSheets = [sheet]
"""
UNBUILT = "Browser tests need the page, and it is not built: `make test` builds it before it runs them."
WAIT = 40_000  # ms; far more than anything here takes, on a machine whose cores four tests share
LEFT = ("net::ERR_ABORTED", "NS_BINDING_ABORTED", "Load request cancelled")  # before it had come
# What is no complaint: WebKit does without the first, and closes sockets of a page that one leaves; and a machine with
# much to do lets Python wait, and scripts that were fetched early
NOTED = (
    *('Viewport argument key "interactive-widget"', "closed due to suspension", "This process stood still"),
    "was preloaded using link preload but not used",
)
EVERY_GAME = pytest.mark.parametrize("slug", rookery.slugs())
ONE = in_ci(KINDS[0])  # for what has nothing to do with secrets either
SECRETS = in_ci(KINDS[1])  # where a game with secrets asks for all that an open one does


class OpenWindow(Protocol):
    """Opens a window: a browser of somebody else's, with a memory of its own. `drawn`: it has pixels. Settings as of
    Playwright's contexts."""

    def __call__(self, *, drawn: bool = False, **settings: Any) -> Screen: ...


@pytest.fixture(params=[game.facts.slug for game in OURS])
def slug(request: pytest.FixtureRequest) -> str:
    """Every game of the house; one from outside is played by ear (test_by_ear.py)."""
    return str(request.param)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    if not (read().page / "index.html").is_file():
        pytest.fail(UNBUILT, pytrace=False)
    house = House(tmp_path_factory.mktemp("house"))
    yield house
    house.close()
    assert house.log.read_text() == ""


@pytest.fixture
def mortal(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    """A house of one's own, with settings if a test gives them."""
    house = House(tmp_path, **getattr(request, "param", {}))
    yield house
    house.close()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FileServer]:
    with ThreadPoolExecutor() as apart:  # Playwright has an event loop in this thread
        made = apart.submit(made_once).result()
    server = FileServer(tmp_path_factory.mktemp("site"), made)
    yield server
    server.close()


@pytest.fixture
def foreseen() -> list[str]:
    """Parts of complaints of the browser that a test provokes."""
    return []


@pytest.fixture(scope="session")
def idle() -> dict[str, list[WarmContext]]:
    """Browsers that no test uses, by their settings."""
    return {}


@pytest.fixture
def new_context(
    new_context: Callable[..., BrowserContext],
    browser: Browser,
    idle: dict[str, list[WarmContext]],
    house: House,
    request: pytest.FixtureRequest,
) -> Iterator[Callable[..., BrowserContext]]:
    """A browser like a new one. Sites keep programs in it, and tests cut its network: those get one that is new."""
    if "site" in request.fixturenames:
        yield new_context
        return
    taken: list[tuple[str, WarmContext]] = []

    def take(**settings: Any) -> BrowserContext:
        kind = repr(settings)
        found = idle.setdefault(kind, [])
        taken.append((kind, found.pop() if found else WarmContext(browser, f"{house.link}robots.txt", settings)))
        return taken[-1][1].context

    yield take
    for kind, warm in taken:
        if warm.empty():
            idle[kind].append(warm)
        else:
            warm.context.close()


@pytest.fixture
def window(new_context: Callable[..., BrowserContext], foreseen: list[str]) -> Iterator[OpenWindow]:
    """Windows without motion, unless a test asks for it. No page may complain on the console, fail, or miss a file."""
    complaints: list[str] = []
    contexts: list[BrowserContext] = []
    expect.set_options(timeout=WAIT)

    def open_window(*, drawn: bool = False, **settings: Any) -> Screen:
        context = new_context(**{"reduced_motion": "reduce", **settings})
        context.set_default_timeout(WAIT)
        page = context.new_page()
        for script in [LISTENER, FAST, *[UNDRAWN] * (not drawn)]:
            page.add_init_script(script)
        listen(page, complaints)
        context.on("page", listen_too)
        contexts.append(context)
        return Screen(page)

    def listen_too(page: Page) -> None:
        listen(page, complaints)

    yield open_window
    for context in contexts:
        context.remove_listener("page", listen_too)
    assert [text for text in complaints if not any(part in text for part in foreseen)] == []


def listen(page: Page, complaints: list[str]) -> None:
    """Write down all that a developer would see in red."""

    def console(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(text in message.text for text in NOTED):
            complaints.append(f"{message.type}: {message.text}")

    def failed(request: Request) -> None:
        if request.failure not in LEFT:
            complaints.append(f"{request.url}: {request.failure}")

    def response(response: Response) -> None:
        if response.status >= 400:
            complaints.append(f"{response.url}: {response.status}")

    page.on("console", console)
    page.on("pageerror", lambda error: complaints.append(f"uncaught: {error}"))
    page.on("requestfailed", failed)
    page.on("response", response)


@pytest.fixture(scope="session")
def phone(playwright: Playwright) -> dict[str, Any]:
    """Settings of a window on a phone, 390 px wide."""
    device = dict(playwright.devices["iPhone 13"])
    del device["default_browser_type"]  # Safari's engine; what is tested is Chromium in its size and with its fingers
    device["device_scale_factor"] = 1  # nine times fewer pixels to paint, in the same layout
    return device
