"""Starts WebKitGTK, and lets Playwright speak to it as to the inspector of a phone: one window, without settings."""

import json
import os
import re
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from playwright.sync_api import BrowserContext, Playwright

from tests.needs import WEBKIT, XVFB

START = 60  # seconds until there must be a window, on a machine with other things to do


class Targets(BaseHTTPRequestHandler):
    """What can be inspected, as Playwright wants it told. WebKitGTK tells it on a page for people."""

    def __init__(self, inspector: str, *request: Any) -> None:
        self.inspector = inspector
        super().__init__(*request)

    def do_GET(self) -> None:
        paths = re.findall(r"/socket/\d+/\d+/WebPage", told_by(self.inspector))
        body = json.dumps([{"webSocketDebuggerUrl": f"ws://{self.inspector}{path}"} for path in paths]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def told_by(inspector: str) -> str:
    try:
        with urllib.request.urlopen(f"http://{inspector}/", timeout=START) as answer:
            return str(answer.read().decode())
    except OSError:  # not yet
        return ""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as here:
        return int(here.getsockname()[1])


@contextmanager
def screen() -> Iterator[str]:
    """The name of a screen that nobody sees."""
    command = [str(XVFB.found()), "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        try:
            yield f":{process.stdout.readline().strip()}"
        finally:
            process.terminate()


@contextmanager
def window(first: str) -> Iterator[str]:
    """The inspector of a window with this page. Its browser keeps nothing when it is closed."""
    inspector = f"127.0.0.1:{free_port()}"
    with screen() as display:
        environment = {**os.environ, "DISPLAY": display, "WEBKIT_INSPECTOR_HTTP_SERVER": inspector}
        command = [str(WEBKIT.found()), "--private", first]
        browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
        try:
            late = time.monotonic() + START
            while first not in told_by(inspector):
                assert time.monotonic() < late, "WebKitGTK has not opened its first page"
                time.sleep(0.1)
            yield inspector
        finally:
            browser.terminate()
            browser.wait(START)


@contextmanager
def webkit(playwright: Playwright, first: str) -> Iterator[BrowserContext]:
    """A browser of its own with one window, since WebKitGTK cannot be asked for another one. Our servers demand a
    process of their own for their pages, and Playwright loses its way when WebKit changes the process for its first
    page: so that one is opened before."""
    with window(first) as inspector, ThreadingHTTPServer(("127.0.0.1", 0), partial(Targets, inspector)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.webkit.connect_over_cdp(f"http://127.0.0.1:{server.server_port}")
        try:
            yield browser.contexts[0]
        finally:
            browser.close()
            server.shutdown()
