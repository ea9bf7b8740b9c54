"""The engine as a worker of a page runs it: lowered to JavaScript, in Node (engine_process.mjs).

{"method": "open", "given": {"slug": ..., "code": ...}}, {"method": "advise", "given": [1, "..."]} go in;
{"number": 1, "what": "advice", "text": "..."} comes out.
"""

import functools
import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import rookery
from rookery.javascript.game_module import module_text
from rookery.offline.engine_program import engine_text
from rookery.wasm.build import build
from tests.javascript.answers import folder
from tests.offline.page_process import program_runtime

ONCE = ("refused", "broken", "advice", "attempt", "threat")  # kinds of answers after which nothing comes
PROCESS = Path(__file__).with_suffix(".mjs")


@functools.cache
def _program(slugs: tuple[str, ...]) -> Path:
    made = folder() / f"engine_{len(slugs)}.mjs"
    made.write_text(engine_text([rookery.load(slug) for slug in slugs or rookery.slugs()]), "utf-8")
    return made


def is_last(what: str, text: str) -> bool:
    """Whether nothing comes after this answer."""
    return what in ONCE or (what != "part" and json.loads(text)["done"])


class EngineProcess:
    """One worker. `ask` waits for the answer."""

    def __init__(self, *slugs: str) -> None:
        """`slugs`: the games that it knows, instead of all that are installed."""
        command = ["node", str(PROCESS), str(program_runtime()), str(_program(slugs))]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._opened = set[str]()
        self._number = 0

    def __enter__(self) -> "EngineProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self._node.kill()
        self._node.communicate()

    def _say(self, method: str, given: Any) -> None:
        assert self._node.stdin
        self._node.stdin.write(json.dumps({"method": method, "given": given}) + "\n")
        self._node.stdin.flush()

    def open(self, slug: str, module: Path | None = None) -> None:
        """`module`: in the place of the game's own."""
        if slug in self._opened:
            return
        self._opened.add(slug)
        code = folder() / f"engine_{slug}.mjs"
        code.write_text(module_text(rookery.load(slug)), "utf-8")
        files = build(rookery.load(slug))
        described = {"description": str(files.description), "module": str(module or files.module)}
        self._say("open", {"slug": slug, "code": str(code), **described})

    def ask(self, method: str, slug: str, *given: Any, heard: Iterable[str] = ()) -> list[tuple[str, str]]:
        """What comes as an answer: kinds and texts, the last one is done. `heard`: what a worker with place 1 has
        found before it begins."""
        self.open(slug)
        self._number += 1
        self._say("pause", [True])
        self._say(method, [self._number, *given])
        for part in heard:
            self._say("hear", [self._number, 1, part])
        self._say("pause", [False])
        found = []
        assert self._node.stdout
        for line in self._node.stdout:
            told = json.loads(line)
            if told["number"] != self._number:
                continue
            found.append((told["what"], told["text"]))
            if is_last(told["what"], told["text"]):
                return found
        raise AssertionError("the engine ended")
