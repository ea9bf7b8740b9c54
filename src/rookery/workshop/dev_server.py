"""`rookery dev` serves a game while it is written: an edit is on the board at once, and the laws run beside it.

    parent   imports everything but the game, listens, watches the files
    child    a copy of the parent, made for each edit: opens the game, then serves it at the parent's socket
    laws     a process of their own, for each edit that can be opened

A copy of a process that has imported everything is there in milliseconds, and has nothing of the edit before. A child
that cannot open the game says why, and the one before it serves on. A child that is stopped is followed by another one
of the same edit.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

import msgspec

from rookery.core.environment import MACHINE_CODE
from rookery.server.config import Config
from rookery.testing.reports import LawFails, LawsHold
from rookery.testing.trial import told
from rookery.workshop.dev_state import DevState, stamp, write
from rookery.workshop.served_edit import ServedEdit, limit_memory

WATCH_INTERVAL = 0.1  # seconds between two looks at the files
LAWS_NICENESS = 10
LAWS_SECONDS = 120  # after which no further random game begins
# of its server; pages stop what an author writes, if it never ends
SETTINGS: dict[str, Any] = {"bot_workers": 1, "bot_pause": 0.2, "sandboxed": True}


class Workshop:
    """The game, its server, its laws, and what the page is told of them."""

    def __init__(self, slug: str, listener: socket.socket, config: Config, home: Path) -> None:
        """`home`: for the database and what the page is told, for as long as this runs."""
        self.state = DevState(game=slug)
        self.folder = _folder(slug)
        self._listener, self._config, self._told = listener, config, home / "workshop.json"
        self._child: ServedEdit | None = None
        self._laws: subprocess.Popen[bytes] | None = None
        self._found: Any = None  # the file to which they write
        self._edits = 0
        self.tell()

    def tell(self, **changed: Any) -> None:
        self.state = msgspec.structs.replace(self.state, news=self.state.news + 1, **changed)
        write(self._told, self.state)

    def open(self, is_old: Callable[[], bool]) -> LawFails | bool:
        """Serve the game as its files are now; if it cannot be opened, say why, and leave the one before. False: the
        files have changed again, as `is_old` says, before it had opened."""
        self._edits += 1
        found = self._replace_child(is_old)
        if isinstance(found, LawFails):
            self.tell(failure=found)
        elif found:
            self.tell(edit=self._edits, failure=None, fault=None, laws=None)
            self._try_laws()
        return found

    def _replace_child(self, is_old: Callable[[], bool]) -> LawFails | bool:
        child = ServedEdit(self.state.game, self.folder, self._listener, self._config, self._told)
        found: LawFails | bool = False
        try:
            found = child.opened(WATCH_INTERVAL, is_old)
        finally:  # also after Ctrl-C: Python ends only when all its processes have ended
            if found is not True:
                child.end()
        if found is not True:
            return found
        self.end_child()
        self._child = child
        child.serve()
        return True

    def hear_child(self, is_old: Callable[[], bool]) -> LawFails | None:
        """Why the edit on show had to be stopped; by then it is served again, if the files can still be opened."""
        fault = self._child.fault() if self._child else None
        if fault:
            self.end_child()
            self.tell(fault=fault)
            self._replace_child(is_old)
        return fault

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
        if self._child is not None:
            self._child.end()
            self._child = None

    def end_laws(self) -> None:
        if self._laws is not None:
            self._laws.kill()
            self._laws.wait()
            self._found.close()
            self._laws = None


def _step_back() -> None:
    """The board comes first."""
    os.nice(LAWS_NICENESS)
    limit_memory()


def run(
    slug: str, listener: socket.socket, config: Config, say: Callable[[str], object], ready: Callable[[], object]
) -> None:
    """Serve a game until Ctrl-C. `ready`: called once, when the first edit can be opened."""
    with TemporaryDirectory(prefix="rookery-dev-") as home:
        database = str(Path(home) / "tables.sqlite3")
        config = msgspec.structs.replace(config, database=database, offered=slug, **SETTINGS)
        workshop = Workshop(slug, listener, config, Path(home))
        seen = dict[str, tuple[int, int]]()
        opened = False

        def is_old() -> bool:
            return stamp(workshop.folder) != seen

        try:
            while True:
                if (now := stamp(workshop.folder)) != seen:
                    seen, began = now, time.monotonic()
                    found = workshop.open(is_old)
                    if found is True:
                        say(f"edit {workshop.state.edit}: {time.monotonic() - began:.2f} s")
                    elif found:
                        say(str(found))
                    if found is True and not opened:
                        opened = True
                        ready()
                elif fault := workshop.hear_child(is_old):
                    say(str(fault))
                elif laws := workshop.hear_laws():
                    say(told(laws, LAWS_SECONDS))
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
