"""`rookery dev` serves a game while it is written: an edit is on the board at once, and the laws run beside it.

    parent   imports everything but the game, listens, watches the files
    child    a copy of the parent, made for each edit: opens the game, then serves it at the parent's socket
    laws     a process of their own, for each edit that can be opened

A copy of a process that has imported everything is there in milliseconds, and has nothing of the edit before. A child
that cannot open the game says why, and the one before it serves on.
"""

import contextlib
import multiprocessing
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import msgspec

from rookery.child_process import follow_parent
from rookery.core.environment import MACHINE_CODE
from rookery.core.position import Game
from rookery.core.registry import load
from rookery.javascript.game_module import module_text
from rookery.server.bots.game_codes import code_of
from rookery.server.config import Config
from rookery.server.http.uvicorn_server import serve_at
from rookery.testing.reports import LawFails, LawsHold, cannot_be_tried
from rookery.testing.trial import told
from rookery.workshop.dev_state import DevState, WorkshopApp, stamp, write

WATCH_INTERVAL = 0.1  # seconds between two looks at the files
LONGEST_OPENING = 30.0  # seconds for opening a game
LAWS_NICENESS = 10
LAWS_SECONDS = 120  # after which no further random game begins

OpenReport = LawFails | None  # of a child: why it cannot open the game


class Workshop:
    """The game, its server, its laws, and what the page is told of them."""

    def __init__(self, slug: str, listener: socket.socket, config: Config, folder: Path) -> None:
        """`folder`: for the database and what the page is told, for as long as this runs."""
        self.state = DevState(game=slug)
        self._listener, self._config, self._told = listener, config, folder / "workshop.json"
        self._fork: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")
        self._child: Any = None
        self._laws: subprocess.Popen[bytes] | None = None
        self._found: Any = None  # the file to which they write
        self._edits = 0
        self.tell()

    def tell(self, **changed: Any) -> None:
        self.state = msgspec.structs.replace(self.state, news=self.state.news + 1, **changed)
        write(self._told, self.state)

    def open(self, is_old: Callable[[], bool] = lambda: False) -> LawFails | None:
        """Serve the game as its files are now; if it cannot be opened, say why, and leave the one before. `is_old`:
        whether the files have changed again; then a game that is still opening is not waited for."""
        self._edits += 1
        ours, theirs = self._fork.Pipe()
        given = self.state.game, self._listener, self._config, self._told, theirs
        child = self._fork.Process(target=_serve, args=given)
        child.start()
        theirs.close()
        failure = self._heard(ours, is_old)
        if failure:
            child.kill()
            child.join()
            self.tell(failure=failure)
            return failure
        self.end_child()
        self._child = child
        self.tell(edit=self._edits, failure=None, laws=None)
        ours.send(None)  # the socket is its own now
        self._try_laws()
        return None

    def _heard(self, child: Connection, is_old: Callable[[], bool]) -> LawFails | None:
        slug, end = self.state.game, time.monotonic() + LONGEST_OPENING
        while not child.poll(WATCH_INTERVAL):
            if time.monotonic() > end:
                words = f"it did not open within {LONGEST_OPENING:g} seconds; does a loop never end?"
                return LawFails(game=slug, error=words)
            if is_old():
                return LawFails(game=slug, error="it was changed before it had opened")
        try:
            said: OpenReport = child.recv()
        except EOFError:
            return LawFails(game=slug, error="the process that opened the game ended without a word")
        return said

    def _try_laws(self) -> None:
        self.end_laws()
        self._found = TemporaryFile()  # noqa: SIM115  # end_laws closes it
        command = [
            sys.executable,
            "-m",
            "rookery.testing.trial",
            self.state.game,
            "--json",
            f"--seconds={LAWS_SECONDS}",
        ]
        environment = os.environ | {MACHINE_CODE: "checked"}
        self._laws = subprocess.Popen(
            command,
            env=environment,
            stdout=self._found,  # not a pipe: a game that prints much would wait for a reader
            stderr=subprocess.DEVNULL,
            preexec_fn=_step_back if hasattr(os, "nice") else None,  # safe, because this process has no threads
        )

    def hear_laws(self) -> LawsHold | LawFails | None:
        """What they have found, once they have ended."""
        laws = self._laws
        if laws is None or laws.poll() is None:
            return None
        self._found.seek(0)
        text = (self._found.read().splitlines() or [b""])[-1]  # above it stands what the game has printed
        self.end_laws()
        try:
            found: LawsHold | LawFails = msgspec.json.decode(text, type=LawsHold | LawFails)
        except msgspec.DecodeError:
            found = LawFails(game=self.state.game, error="the process that tried the laws has crashed")
        self.tell(laws=found)
        return found

    def end_child(self) -> None:
        """Everything acknowledged is on disk, so it may be killed."""
        if self._child is not None:
            self._child.kill()
            self._child.join()

    def end_laws(self) -> None:
        if self._laws is not None:
            self._laws.kill()
            self._laws.wait()
            self._found.close()
            self._laws = None


def _serve(slug: str, listener: socket.socket, config: Config, told: Path, parent: Connection) -> None:
    """In the child: open the game, say that it can be played, wait for the word, and serve it."""
    follow_parent()  # else a child whose parent was killed would keep the port
    game: Game | None = None
    try:
        game = load(slug)
        _look_at(game)
    except Exception as error:  # noqa: BLE001  # what an author writes may raise anything
        parent.send(cannot_be_tried(slug, error, game))
        return
    parent.send(None)
    with contextlib.suppress(EOFError, KeyboardInterrupt):
        parent.recv()
        serve_at(
            listener,
            config,
            ready=lambda link: None,
            ends_process=True,
            around=lambda app: WorkshopApp(app, told, game),
        )


def _step_back() -> None:
    """The board comes first."""
    os.nice(LAWS_NICENESS)


def _look_at(game: Game) -> None:
    """Draw the first position, and make the code that pages draw with. Raises whatever is wrong."""
    position = game.start(seed=0)
    position.scene(max(0, position.mover or 0))
    if code_of(game) is None:
        module_text(game)  # says why


def run(
    slug: str, listener: socket.socket, config: Config, say: Callable[[str], object], ready: Callable[[], object]
) -> None:
    """Serve a game until Ctrl-C. `ready`: called once, when the first edit can be opened."""
    with TemporaryDirectory(prefix="rookery-dev-") as home:
        config = msgspec.structs.replace(
            config, database=str(Path(home) / "tables.sqlite3"), offered=slug, bot_workers=1, bot_pause=0.2
        )
        workshop = Workshop(slug, listener, config, Path(home))
        folder, seen = _folder(slug), dict[str, tuple[int, int]]()
        opened = False
        try:
            while True:
                if (now := stamp(folder)) != seen:
                    seen, began = now, time.monotonic()
                    failure = workshop.open(lambda: stamp(folder) != now)
                    say(str(failure) if failure else f"edit {workshop.state.edit}: {time.monotonic() - began:.2f} s")
                    if not failure and not opened:
                        opened = True
                        ready()
                elif found := workshop.hear_laws():
                    say(told(found, LAWS_SECONDS))
                time.sleep(WATCH_INTERVAL)
        except KeyboardInterrupt:
            pass
        finally:
            workshop.end_child()
            workshop.end_laws()


def _folder(slug: str) -> Path:
    """Where the game is written, found without importing it."""
    from importlib.util import find_spec

    from rookery.core.registry import package_of

    spec = find_spec(package_of(slug))
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent
