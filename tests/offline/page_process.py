"""The parlour as a page runs it: lowered to JavaScript, in Node (page_process.mjs). It has the methods of Parlour.

{"start": ...}, {"request": 1, "method": ...}, {"connect": 1, "table": ...}, {"say": 1, "text": ...}, {"end": 1}
{"started": true}, {"reply": 1, "status": ...}, {"heard": 1, "text": ...}, {"closed": 1, "code": ...}, {"notice": ""}
{"question": 1, "kind": "put", "given": ...} from Node, and {"answer": 1, "value": ...} to it: storage and bots
"""

import asyncio
import base64
import functools
import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import rookery
from rookery.javascript.game_module import module_text
from rookery.offline.brain import Brain
from rookery.offline.engine import view_of
from rookery.offline.page_game import GamesOfSite
from rookery.offline.page_program import program_text
from rookery.offline.parlour import PAGE_CONFIG, Reply
from rookery.offline.questions import BotQuestion
from rookery.offline.storage import Storage
from rookery.server import errors, wall_clock
from rookery.server.config import Config
from tests.house.sources import ROOT
from tests.javascript.answers import ROLLDOWN, SOURCES, folder

QUICK_PAGE = replace(PAGE_CONFIG, bot_pause=0.0, message_rate=100_000.0, message_burst=100_000)
NOW_MS, PASSED_MS = wall_clock.now_ms, wall_clock.passed_ms  # whatever tests put in their places later
MOST = 64 * 1_048_576  # bytes of a line


@functools.cache
def program_runtime() -> Path:
    """The runtime of programs, bundled."""
    made = folder() / "program_runtime.mjs"
    command = [str(ROLLDOWN), str(SOURCES / "program" / "program.ts"), "--format", "esm", "--file", str(made)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    return made


@functools.cache
def _files() -> dict[str, str]:
    found = {}
    for slug in rookery.slugs():
        file = folder() / f"game_{slug}.mjs"
        file.write_text(module_text(rookery.load(slug)), "utf-8")
        found[slug] = str(file)
    return found


_programs = dict[str, Path]()


def _program(patches: Mapping[str, Any], told: GamesOfSite | None) -> Path:
    """The program with other values in place of some that the source has: settings, ids, clocks."""
    kept = repr(patches) + repr(told and told.levels)
    if kept not in _programs:
        with pytest.MonkeyPatch.context() as patch:
            usual = {"rookery.server.wall_clock.now_ms": NOW_MS, "rookery.server.wall_clock.passed_ms": PASSED_MS}
            for name, value in {**usual, **patches}.items():  # Node is told what clocks say (give)
                patch.setattr(name, value)
            text = program_text(rookery.slugs(), told)
        _programs[kept] = folder() / f"program_{len(_programs)}.mjs"
        _programs[kept].write_text(text, "utf-8")
    return _programs[kept]


def _set(clock: Callable[[], int], usual: Callable[[], int]) -> int | None:
    """What a clock says that a test has put in the place of the usual one."""
    return None if clock is usual else clock()


_OPEN = set["PageProcess"]()


class PageTalk:
    """See Conversation."""

    def __init__(self, page: "PageProcess", number: int) -> None:
        self._page, self._number = page, number

    def receive(self, text: str) -> None:
        self._page.give(say=self._number, text=text)

    def end(self) -> None:
        self._page.give(end=self._number)


class PageProcess:
    """A parlour in Node."""

    def __init__(self, storage: Storage, brain: Brain, notice: Callable[[str], None]) -> None:
        self._storage, self._brain, self._notice = storage, brain, notice
        self._number = 0
        self._node: asyncio.subprocess.Process
        self._replies = dict[int, asyncio.Future[Reply]]()
        self._talks = dict[int, tuple[Callable[[str], None], Callable[[int], None]]]()
        self._started: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._tasks = set[asyncio.Task[Any]]()

    @classmethod
    async def open(
        cls,
        storage: Storage,
        brain: Brain,
        notice: Callable[[str], None] = lambda words: None,
        codes: dict[str, str] | None = None,
        config: Config = QUICK_PAGE,
        patches: Mapping[str, Any] = MappingProxyType({}),
        told: GamesOfSite | None = None,
    ) -> "PageProcess":
        page = cls(storage, brain, notice)
        program = _program({"rookery.offline.parlour.PAGE_CONFIG": config, **patches}, told)
        command = ["node", str(Path(__file__).with_suffix(".mjs")), str(program_runtime()), str(program)]
        pipe = asyncio.subprocess.PIPE
        page._node = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, limit=MOST)
        _OPEN.add(page)
        page._do(page._listen())
        arts = {slug: str(rookery.load(slug).path / "art.svg") for slug in rookery.slugs()}
        page.give(start={"codes": codes or {}, "files": _files(), "arts": arts})
        await page._started
        return page

    def _do(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def give(self, **message: Any) -> None:
        assert self._node.stdin is not None
        clocks = _set(wall_clock.now_ms, NOW_MS), _set(wall_clock.passed_ms, PASSED_MS)
        self._node.stdin.write(json.dumps({**message, "clocks": clocks}).encode() + b"\n")

    async def _listen(self) -> None:
        assert self._node.stdout is not None
        while line := await self._node.stdout.readline():
            self._heard(json.loads(line))
        futures: list[asyncio.Future[Any]] = [self._started, *self._replies.values()]
        for future in futures:
            if not future.done():
                future.set_exception(RuntimeError("Node has ended"))

    def _heard(self, message: dict[str, Any]) -> None:
        match message:
            case {"started": True}:
                self._started.set_result(None)
            case {"reply": number, "status": status, "headers": headers, "body": body}:
                self._replies.pop(number).set_result(Reply(status, headers, base64.b64decode(body)))
            case {"heard": number, "text": text}:
                self._talks[number][0](text)
            case {"closed": number, "code": code}:
                self._talks[number][1](code)
            case {"notice": words}:
                self._notice(words)
            case {"question": number, "kind": kind, "given": given}:
                self._do(self._answer(number, kind, given))
            case {"failed": text, "kind": kind, "words": words}:
                error = getattr(errors, kind, None)
                failed = error(words) if error else RuntimeError(text)
                if not self._started.done():
                    self._started.set_exception(failed)
                else:
                    raise failed

    async def _answer(self, number: int, kind: str, given: list[Any]) -> None:
        try:
            value = await self._asked(kind, *given)
        except Exception as error:  # noqa: BLE001  # Node is told of it
            name = getattr(error, "name", type(error).__name__)
            self.give(answer=number, error={"name": name, "words": str(error)})
        else:
            self.give(answer=number, value=value)

    async def _asked(self, kind: str, given: Any) -> Any:
        if kind == "put":
            return await self._storage.put([(key, base64.b64decode(text)) for key, text in given])
        if kind == "get":
            return [(key, base64.b64encode(data).decode()) for key, data in await self._storage.get(given)]
        if kind == "remove":
            return await self._storage.remove(given)
        question = msgspec.json.decode(given, type=BotQuestion)
        action, words = await self._brain.advise(view_of(question.view), question.level, question.seed)
        return json.dumps({"action": action, "words": words})

    async def request(self, method: str, path: str, body: bytes = b"") -> Reply:
        self._number += 1
        reply: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._replies[self._number] = reply
        self.give(request=self._number, method=method, path=path, body=base64.b64encode(body).decode())
        return await reply

    def connect(self, table: str, send: Callable[[str], None] | None, closed: Callable[[int], None]) -> PageTalk:
        """`send`: None: the page cannot be reached."""
        self._number += 1
        self._talks[self._number] = send or (lambda text: None), closed
        self.give(connect=self._number, table=table, deaf=send is None)
        return PageTalk(self, self._number)

    @staticmethod
    async def close_all() -> None:
        """At the end of a test, which may have failed."""
        for page in [*_OPEN]:
            await page.close()

    async def close(self) -> None:
        _OPEN.discard(self)
        if self._node.returncode is None:
            self._node.kill()
            await self._node.wait()
        for task in [*self._tasks]:
            task.cancel()
