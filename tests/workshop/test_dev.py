"""`rookery dev`, as an author has it: edits that are served, edits that cannot be, and laws that are broken."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rookery.workshop.new_game import texts_of, write

SLUG = "last_stone"
PATIENCE = 120  # seconds for an edit to be seen, on a machine with other things to do


class Author:
    """Somebody who writes a game and looks at its page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / SLUG
        write(self.folder, texts_of(SLUG, "Last Stone", "squares", [2]))
        command = [sys.executable, "-m", "rookery", "dev", SLUG, "--port", "0", "--no-open"]
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


@pytest.fixture(scope="module")
def author(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Author]:
    one = Author(tmp_path_factory.mktemp("author"))
    yield one
    assert one.close() == 0


def test_any_position_can_be_set_up(author: Author) -> None:
    text = "1%20-1%20" + ",".join(["1", *["0"] * 24])
    assert author.ask(f"api/workshop/board?players=2&position={text}")["seats"] == ["Ruby", "Sky"]
    refused = author.ask("api/workshop/board?players=2&position=nonsense")
    assert refused["code"] == "UnreadablePosition"

    author.edit("rules.py", "    pos.players = settings[0]\n", "    while True:\n        pos.winner = 0\n")
    time.sleep(0.5)  # it is being opened, and never will be
    author.edit("rules.py", "    while True:\n        pos.winner = 0\n", "    pos.players = settings[0]\n")
    author.state(lambda state: state["edit"] > 1 and state["failure"] is None)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="edits are slow there")
def test_the_page_hears_of_edits_failures_and_laws(author: Author) -> None:
    assert [card["slug"] for card in author.ask("api/games")] == [SLUG]
    state = author.state(lambda state: state["laws"])
    assert (state["laws"]["result"], state["laws"]["lessons"]) == ("holds", 1)
    code = author.ask(f"api/games/{SLUG}/board?players=2")["code"]

    author.edit("notation.py", "puts a stone on", "claims")
    author.state(lambda now: now["edit"] == state["edit"] + 1)
    assert author.ask(f"api/games/{SLUG}/board?players=2")["code"] != code

    author.edit("scene.py", "def touched(", "def touched((")
    failure = author.state(lambda state: state["failure"])["failure"]
    line = (author.folder / SLUG / "scene.py").read_text("utf-8").partition("def touched((")[0].count("\n") + 1
    assert (failure["file"], failure["line"]) == ("scene.py", line)
    assert author.ask(f"api/games/{SLUG}/board?players=2")["seats"] == ["Ruby", "Sky"], (
        "the edit before is still served"
    )

    author.edit("scene.py", "def touched((", "def touched(")
    author.edit("rules.py", "pos.winner = seat\n", "pos.winner = seat + 3\n")
    laws = author.state(lambda state: state["laws"] and state["laws"]["result"] == "fails")["laws"]
    assert (laws["law"], laws["file"]) == ("fields_stay_in_range", "rules.py")
    assert laws["ply"] == len(laws["actions"])
