"""What all tests share: a made-up game, Chromium for browser tests, the asyncio backend, Hypothesis' settings."""

import os
import shutil
from typing import Any

import pytest
from hypothesis import settings

from tests.tiny.lab import Lab

# a first example may compile a kernel, which takes seconds and says nothing about the code under test
settings.register_profile("rookery", deadline=None)
settings.load_profile("rookery")

# the first one has no window of its own and is quicker; Playwright's own downloads prefer it, too
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_FOUND = (shutil.which(name) for name in (os.environ.get("CHROMIUM"), *CHROMIUM_NAMES) if name)
CHROMIUM = next(filter(None, _FOUND), None)
NO_CHROMIUM = (
    f"Browser tests were skipped: no Chromium found (looked on the PATH for $CHROMIUM, {', '.join(CHROMIUM_NAMES)})."
)
skipped_for_want_of_chromium = pytest.StashKey[int]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests that open a browser, move them to the end, and skip them where there is no Chromium."""
    in_browser = [item for item in items if "playwright" in getattr(item, "fixturenames", ())]
    for item in in_browser:
        item.add_marker("browser")
        if CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))
    config.stash[skipped_for_want_of_chromium] = 0 if CHROMIUM else len(in_browser)
    # Playwright leaves its event loop running in this thread until the session ends: asyncio tests after it would fail
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say plainly that browser tests did not run."""
    if config.stash.get(skipped_for_want_of_chromium, 0):
        terminalreporter.write_line(NO_CHROMIUM, yellow=True)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """pytest-playwright's launch settings, with the system's Chromium, quiet and inside a container's limits."""
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"]
    container = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": [*quiet, *container]}


@pytest.fixture
def lab(monkeypatch: pytest.MonkeyPatch) -> Lab:
    """The made-up game Tiny, found like any other until the test is over, and ways to break it."""
    return Lab(monkeypatch)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests marked `anyio` run on asyncio, as the server does."""
    return "asyncio"
