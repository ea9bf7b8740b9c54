"""Windows of browsers other than Chromium, for tests that ask for them: in long runs, where these are installed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright

from tests.browser.surroundings import firefox as starter
from tests.browser.surroundings.webkit import webkit
from tests.needs import FIREFOX, WEBKIT, XVFB, Need
from tests.often import others_in_soak

NEEDED: dict[str, tuple[Need, ...]] = {"Chromium": (), "Firefox": (FIREFOX,), "WebKit": (WEBKIT, XVFB)}
IN_EACH_BROWSER = pytest.mark.parametrize("brand", others_in_soak(NEEDED, ["Chromium"]), indirect=True)
CALM: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}  # Playwright cannot set this for one window


@pytest.fixture
def brand(request: pytest.FixtureRequest) -> str:
    """The browser of a test's windows."""
    name = str(getattr(request, "param", "Chromium"))
    for need in NEEDED[name]:
        if need.found() is None:
            pytest.skip(need.reason)
    return name


@pytest.fixture(scope="session")
def firefox(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    program = tmp_path_factory.mktemp("firefox") / "firefox"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{starter.__file__}" "{FIREFOX.found()}" "$@"\n')
    program.chmod(0o755)
    browser = playwright.firefox.launch(channel="moz-firefox", executable_path=program, firefox_user_prefs=CALM)
    yield browser
    browser.close()


@pytest.fixture
def new_context(
    brand: str, new_context: Callable[..., BrowserContext], request: pytest.FixtureRequest
) -> Iterator[Callable[..., BrowserContext]]:
    """A window with storage of its own, like a new browser of that brand."""
    with ExitStack() as until_the_end:
        if brand == "Firefox":
            firefox: Browser = request.getfixturevalue("firefox")

            def of_firefox(**settings: Any) -> BrowserContext:
                context = firefox.new_context(**settings)
                until_the_end.callback(context.close)
                return context

            yield of_firefox
        elif brand == "WebKit":
            playwright: Playwright = request.getfixturevalue("playwright")
            host = request.getfixturevalue("site" if "site" in request.fixturenames else "house")

            def of_webkit(**_: Any) -> BrowserContext:
                context = until_the_end.enter_context(webkit(playwright, f"{host.link}robots.txt"))
                # it has one window, and cannot be asked for another
                context.new_page = lambda: context.pages[0]  # type: ignore[method-assign]
                return context

            yield of_webkit
        else:
            yield new_context
