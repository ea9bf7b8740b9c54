"""An author: somebody who writes a game with `rookery dev`."""

import contextlib
import http.client
import json
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from rookery.workshop.new_game import texts_of, write

SLUG = "last_stone"
PATIENCE = 120  # seconds for an edit to be seen, on a machine with other things to do
SILENCE = 4.0  # seconds; less than usual, and enough for a server that has much to do
COMMAND = """
import sys
from rookery.cli.main import app
from rookery.workshop import served_edit
served_edit.LONGEST_SILENCE = float(sys.argv.pop(1))
app(prog_name="rookery")
"""


class Author:
    """Somebody who writes a game and looks at its page."""

    def __init__(self, folder: Path, silence: float = SILENCE) -> None:
        """`silence`: seconds after which a server that says nothing is stopped."""
        self.folder = folder / SLUG
        write(self.folder, texts_of(SLUG, "Last Stone", "squares", [2]))
        command = [sys.executable, "-c", COMMAND, str(silence), "dev", SLUG, "--port", "0", "--no-open"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=self.folder, stdout=pipe, stderr=subprocess.STDOUT, text=True)
        assert self._process.stdout is not None
        late = threading.Timer(PATIENCE, self._process.kill)
        late.start()
        told = ""
        while not (found := re.search(r"(http://\S+?/)workshop", told)):
            line = self._process.stdout.readline()
            assert line, told
            told += line
        late.cancel()
        self.link = found[1]

    def edit(self, name: str, old: str, new: str) -> None:
        path = self.folder / SLUG / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")

    def line(self, name: str, text: str) -> int:
        """The number of the first line with that text."""
        return (self.folder / SLUG / name).read_text("utf-8").partition(text)[0].count("\n") + 1

    def stopped(self, path: str) -> Any:
        """Why the server is stopped that is to answer this."""
        before = self.ask("api/workshop")["fault"]
        with contextlib.suppress(OSError, http.client.HTTPException):
            urllib.request.urlopen(self.link + path, timeout=PATIENCE).close()
        return self.state(lambda state: state["fault"] != before)["fault"]

    def ask(self, path: str) -> Any:
        """What is answered, by the server of this edit or of the next: an answer may be cut off between them."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                with urllib.request.urlopen(self.link + path, timeout=PATIENCE) as answer:
                    return json.load(answer)
            except urllib.error.HTTPError as error:
                with error:
                    return json.load(error)
            except (urllib.error.URLError, http.client.HTTPException, ConnectionError):
                assert self._process.poll() is None
                assert time.monotonic() < end
                time.sleep(0.05)

    def state(self, holds: Callable[[Any], object]) -> Any:
        """The state of the workshop, once it is such."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if holds(state := self.ask("api/workshop")):
                return state
            time.sleep(0.05)
        raise TimeoutError(self.ask("api/workshop"))

    def close(self) -> int:
        self._process.send_signal(signal.SIGINT)
        try:
            self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()
        return self._process.returncode
