"""Chromium, and a plain file server for a static site, at full speed or on a slow line."""

import functools
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, sync_playwright

CHROMIUM_ARGS = ["--no-sandbox", "--disable-gpu", "--headless"]
CHUNK = 16_384  # bytes that are sent at once
FOLDER = "games/parlour"  # below the root of the server


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser that the tests use."""
    from tests.conftest import CHROMIUM  # where the tests look for it

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGS)
        yield browser
        browser.close()


class Line:
    """A line of limited speed, shared by all answers."""

    def __init__(self, mbits: float) -> None:
        self._pause = CHUNK * 8 / (mbits * 1e6)
        self._free, self._lock = 0.0, threading.Lock()

    def wait(self) -> None:
        """Until another chunk may be sent."""
        with self._lock:
            self._free = max(self._free, time.perf_counter()) + self._pause
            due = self._free
        time.sleep(max(0.0, due - time.perf_counter()))


class Handler(SimpleHTTPRequestHandler):
    """Python's own file server, on such a line."""

    def __init__(self, *args: Any, line: Line, **kwargs: Any) -> None:
        self._line = line
        super().__init__(*args, **kwargs)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        while data := source.read(CHUNK):
            self._line.wait()
            outputfile.write(data)

    def log_message(self, *args: Any) -> None:
        pass


@contextmanager
def served(site: Path, mbits: float = float("inf")) -> Iterator[str]:
    """The address of a site that is sent from a folder below the root of a file server, at so many million bits a
    second for all files together."""
    with TemporaryDirectory() as root:
        folder = Path(root, FOLDER)
        folder.parent.mkdir(parents=True)
        folder.symlink_to(site.resolve(), target_is_directory=True)
        handler = functools.partial(Handler, line=Line(mbits), directory=root)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/{FOLDER}/"
            server.shutdown()
