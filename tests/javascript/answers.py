"""Node beside Python: the runtime of pages, and modules that were lowered, as tests ask them."""

import atexit
import functools
import json
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from tests.house.sources import ROOT

SOURCES = ROOT / "web" / "src"
ROLLDOWN = ROOT / "web" / "node_modules" / ".bin" / "rolldown"
ASKED_AT_ONCE = 200  # cases


@functools.cache
def folder() -> Path:
    held = tempfile.TemporaryDirectory()
    atexit.register(held.cleanup)
    return Path(held.name)


@functools.cache
def runtime_text() -> str:
    """The runtime, and what a page does with a game itself, as one module of JavaScript."""
    entry, made = folder() / "entry.ts", folder() / "runtime.mjs"
    names = ("program/program", "game/game", "painting/lesson_session", "painting/study_board")
    entry.write_text("".join(f"export * from '{SOURCES / name}'\n" for name in names), "utf-8")
    subprocess.run([ROLLDOWN, entry, "--format", "esm", "--file", made], check=True, capture_output=True, cwd=ROOT)
    return made.read_text("utf-8")


def runtime_of(text: str, name: str = "runtime") -> Path:
    """A file that holds this runtime."""
    made = folder() / f"{name}.mjs"
    made.write_text(text, "utf-8")
    return made


class Answers:
    """A process of Node that answers (answers.mjs)."""

    def __init__(self, runtime: Path | None = None, timeout: float = 14_400.0) -> None:
        """`runtime`: another one than ours. `timeout`: seconds after which Node is ended, whatever it does."""
        file = runtime or runtime_of(runtime_text())
        pipe = subprocess.PIPE
        command = ["node", str(Path(__file__).with_suffix(".mjs")), str(file)]
        self._node = subprocess.Popen(command, stdin=pipe, stdout=pipe)
        self._modules = 0
        self._alarm = threading.Timer(timeout, self._node.kill)
        self._alarm.daemon = True
        self._alarm.start()

    def __enter__(self) -> "Answers":
        return self

    def __exit__(self, *raised: object) -> None:
        self._alarm.cancel()
        self._node.communicate()

    def load(self, text: str, *, program: bool = False) -> None:
        """Take this module from now on. `program`: it is none of a game."""
        self._modules += 1
        file = folder() / f"module-{id(self)}-{self._modules}.mjs"
        file.write_text(text, "utf-8")
        self.give({"program" if program else "module": str(file)})

    def give(self, case: dict[str, Any]) -> None:
        """A line that has no answer."""
        assert [*self.each(iter([case]))] == []

    def ask(self, case: dict[str, Any]) -> Any:
        """The answer to one case."""
        return next(self.each(iter([case])))[1]

    def each(self, cases: Iterator[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Any]]:
        """Cases with their answers; views and modules have none."""
        assert self._node.stdin is not None
        waiting = list[dict[str, Any]]()
        while some := [*islice(cases, ASKED_AT_ONCE)]:
            self._node.stdin.write(msgspec.json.Encoder().encode_lines(some))
            self._node.stdin.flush()
            yield from self._answered(waiting)  # while Node works on the next ones
            waiting = some
        yield from self._answered(waiting)

    def _answered(self, cases: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], Any]]:
        assert self._node.stdout is not None
        for case in cases:
            if not case.keys() & {"view", "module", "program"}:
                line = self._node.stdout.readline()
                assert line, "Node has ended"
                yield case, json.loads(line)
