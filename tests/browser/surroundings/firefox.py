"""Starts Firefox for Playwright, which asks for what it does not know: `python firefox.py FIREFOX ARGUMENTS`.

Playwright speaks WebDriver BiDi to any Firefox, and with every window it asks that media features be emulated. A
Firefox that lacks this command refuses it, and there is no window. Here a refusal for want of a command becomes a yes.
"""

import json
import re
import subprocess
import sys
from threading import Thread
from typing import Any

from websockets.sync.client import connect
from websockets.sync.server import Server, ServerConnection, serve

LINE: dict[str, Any] = {"max_size": None, "compression": None, "ping_interval": None}


def answered(message: str | bytes) -> str | bytes:
    told = json.loads(message)
    if told.get("error") != "unknown command":
        return message
    return json.dumps({"type": "success", "id": told["id"], "result": {}})


def relay(port: str) -> Server:
    """Between Playwright and a Firefox that listens there."""

    def talk(playwright: ServerConnection) -> None:
        assert playwright.request is not None
        with connect(f"ws://127.0.0.1:{port}{playwright.request.path}", **LINE) as firefox:

            def back() -> None:
                for message in firefox:
                    playwright.send(answered(message))
                playwright.close()

            Thread(target=back, daemon=True).start()
            for message in playwright:
                firefox.send(message)

    return serve(talk, "127.0.0.1", 0, **LINE)


def main() -> int:
    browser = subprocess.Popen(sys.argv[1:], stderr=subprocess.PIPE, text=True)
    assert browser.stderr is not None
    for line in browser.stderr:
        if found := re.search(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)", line):
            server = relay(found[1])
            Thread(target=server.serve_forever, daemon=True).start()
            line = line.replace(found[1], str(server.socket.getsockname()[1]))
        print(line, end="", file=sys.stderr, flush=True)
    return browser.wait()


if __name__ == "__main__":
    sys.exit(main())
