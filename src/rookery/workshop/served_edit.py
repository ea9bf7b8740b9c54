"""A process that opens a game as its files are now, and then serves it.

What an author writes may never end, or take all memory. So the process has a limit to its memory, and its parent hears
from it all the time: one that is silent is asked where it runs, and killed.
"""

import asyncio
import contextlib
import multiprocessing
import os
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from rookery.child_process import follow_parent
from rookery.core.compiling.machine_code import Use, use_machine_code
from rookery.core.errors import CannotPlay
from rookery.core.position import Game
from rookery.core.registry import load
from rookery.javascript.game_module import module_text
from rookery.server.bots.game_codes import code_of
from rookery.server.bots.opener import use
from rookery.server.config import Config
from rookery.server.http.uvicorn_server import serve_at
from rookery.testing.reports import LawFails, cannot_be_tried
from rookery.testing.stuck import StuckPlace, place_of_thread
from rookery.workshop.dev_state import WorkshopApp

LONGEST_OPENING = 20.0  # seconds for opening a game
LONGEST_SILENCE = 10.0  # seconds without a sign of life from one that serves
SIGN_INTERVAL = 1.0  # seconds between two signs
LONGEST_SEARCH = 3.0  # seconds for finding out where a process runs that is silent
MOST_DATA = 2 << 30  # bytes of data of a process that runs what an author writes
SERVE, WHERE = "serve", "where"  # what the parent says

_FORK: Any = multiprocessing.get_context("fork" if hasattr(os, "fork") else "spawn")


class ServedEdit:
    """The process, as its parent knows it."""

    def __init__(self, slug: str, folder: Path, listener: socket.socket, config: Config, told: Path) -> None:
        """`folder`: of the game; `told`: the file of the DevState."""
        self._slug = slug
        self._ours, theirs = _FORK.Pipe()
        self._process = _FORK.Process(target=_serve, args=(slug, folder, listener, config, told, theirs))
        self._process.start()
        theirs.close()
        self._heard = time.monotonic()

    def opened(self, interval: float, is_old: Callable[[], bool]) -> LawFails | bool:
        """True: the game is open; False: it is not, and `is_old` says that nobody waits for it any more; or what is
        wrong with it. `interval`: seconds between two questions to `is_old`."""
        while not self._ours.poll(interval):
            if is_old():
                return False
            if time.monotonic() - self._heard > LONGEST_OPENING:
                return self._stopped(LONGEST_OPENING)
        try:
            failure: LawFails | None = self._ours.recv()
        except (EOFError, OSError):
            return self._failure("the process that opened the game ended without a word")
        return failure or True

    def serve(self) -> None:
        """The socket is its own from now on."""
        with contextlib.suppress(OSError):  # it has ended since: `fault` says so
            self._ours.send(SERVE)
        self._heard = time.monotonic()

    def fault(self) -> LawFails | None:
        """Why it cannot serve any more; None: it serves."""
        try:
            while self._ours.poll():
                self._ours.recv()
                self._heard = time.monotonic()
        except (EOFError, OSError):
            return self._failure("the process that served the game ended without a word; it is served again")
        return self._stopped(LONGEST_SILENCE) if time.monotonic() - self._heard > LONGEST_SILENCE else None

    def end(self) -> None:
        """Everything acknowledged is on disk, so it may be killed."""
        self._process.kill()
        self._process.join()

    def _stopped(self, seconds: float) -> LawFails:
        place = self._place()
        what = place.words if place else "the game"
        words = f"{what} ran for {seconds:g} seconds, and was stopped; does a loop never end?"
        return self._failure(words, *(place or ())[:2])

    def _place(self) -> StuckPlace | None:
        """Where it runs; None: it does not say."""
        with contextlib.suppress(EOFError, OSError):
            self._ours.send(WHERE)
            if self._ours.poll(LONGEST_SEARCH):
                said: StuckPlace | None = self._ours.recv()
                return said
        return None

    def _failure(self, words: str, file: str = "", line: int = 0) -> LawFails:
        return LawFails(game=self._slug, error=words, file=file, line=line)


# ── In the process ───────────────────────────────────────────────────────────
def _serve(slug: str, folder: Path, listener: socket.socket, config: Config, told: Path, parent: Connection) -> None:
    """Open the game, say that it can be played, wait for the word, and serve it."""
    follow_parent()  # else a child whose parent was killed would keep the port
    limit_memory()
    use_machine_code(Use.NONE)  # whoever looks for the place of an endless loop sees modules alone
    may_serve = threading.Event()
    threading.Thread(target=_listen, args=(parent, folder, may_serve), daemon=True).start()
    game: Game | None = None
    try:
        game = load(slug)
        _look_at(game)
    except Exception as error:  # noqa: BLE001  # what an author writes may raise anything
        parent.send(cannot_be_tried(slug, error, game))
        return
    parent.send(None)
    may_serve.wait()
    tasks = list[asyncio.Task[None]]()  # an event loop keeps none
    with contextlib.suppress(KeyboardInterrupt):
        serve_at(
            listener,
            config,
            ready=lambda link: tasks.append(asyncio.get_running_loop().create_task(_live(parent))),
            ends_process=True,
            around=lambda app: WorkshopApp(app, told, game),
        )


def _listen(parent: Connection, folder: Path, may_serve: threading.Event) -> None:
    """Do what the parent says, whatever the main thread does."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            if parent.recv() == SERVE:
                may_serve.set()
            else:
                parent.send(place_of_thread(threading.main_thread(), folder))


async def _live(parent: Connection) -> None:
    """Give signs of life, as long as the event loop turns."""
    while True:
        parent.send(None)
        await asyncio.sleep(SIGN_INTERVAL)


def _look_at(game: Game) -> None:
    """Do what its server will do first, and make the code that pages draw with. Raises whatever is wrong."""
    if not game.start(seed=0).legal_actions:
        raise CannotPlay("the game begins with a position in which nobody can do anything")
    use(game)
    if code_of(game) is None:
        module_text(game)  # says why


def limit_memory() -> None:
    """Let Python raise MemoryError where this process, or one that it starts, would take more than it may."""
    with contextlib.suppress(ImportError):  # Windows has none
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_DATA, hard))
