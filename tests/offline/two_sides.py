"""A server and a parlour beside each other, with equal ids, keys, secrets and times: the same script is played at
both."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

import msgspec
import pytest

import rookery
from rookery.core.position import Position
from rookery.server.bots.game_codes import code_name
from rookery.server.config import Config
from rookery.server.storage.store import Store
from tests.offline import counted
from tests.offline.page import in_page, parlour
from tests.offline.page_process import PageProcess, PageTalk
from tests.server.support import brain, inside
from tests.server.support.app_client import QUICK

START = 1_800_000_000_000  # ms since 1970
FENCE = "a fence"  # a kind of message that there is not: it is refused when all that was said before is answered


class Told(NamedTuple):
    """The answer to a request, as far as both give it."""

    status: int
    media_type: str
    name: str  # of a file
    body: bytes


class Talk(Protocol):
    """A page at a table."""

    heard: list[str]

    def tell(self, text: str) -> None:
        """Send a message, whatever it is."""

    async def settled(self) -> None:
        """Wait for all that follows."""

    async def say(self, kind: str, **fields: Any) -> None:
        """Say something, and wait for all that follows."""

    async def end(self) -> None:
        """The page is gone."""


class Side(Protocol):
    """A server or a parlour."""

    async def ask(self, method: str, path: str, body: bytes = b"") -> Told: ...

    def open(self, table: str) -> Talk: ...


class ServerTalk:
    def __init__(self, app: Any, table: str) -> None:
        self.heard: list[str] = []
        self.line = inside.Line(app, f"/ws/{table}", self.heard.append)

    def tell(self, text: str) -> None:
        self.line.tell(text)

    async def settled(self) -> None:
        await self.line.settled()

    async def say(self, kind: str, **fields: Any) -> None:
        self.line.say(kind, **fields)
        await self.line.settled()

    async def end(self) -> None:
        await self.line.close()


class ServerSide:
    def __init__(self, app: Any) -> None:
        self._app = app
        self.talks: list[ServerTalk] = []

    async def ask(self, method: str, path: str, body: bytes = b"") -> Told:
        found = await inside.ask(self._app, method, path, body, content_length=str(len(body)))
        return _told(found.status, found.headers, found.body)

    def open(self, table: str) -> Talk:
        self.talks.append(ServerTalk(self._app, table))
        return self.talks[-1]


class ParlourTalk:
    def __init__(self, own: PageProcess, table: str) -> None:
        self.heard: list[str] = []
        self._passed = asyncio.Event()
        self._talk: PageTalk = own.connect(table, self._send, self._closed)

    def _send(self, text: str) -> None:
        if FENCE in text:
            self._passed.set()
        else:
            self.heard.append(text)

    def _closed(self, code: int) -> None:
        self.heard.append(json.dumps({"type": inside.CLOSED, "code": code}))
        self._passed.set()

    def tell(self, text: str) -> None:
        self._talk.receive(text)

    async def settled(self) -> None:
        self._passed.clear()
        self._talk.receive(json.dumps({"type": FENCE}))
        async with asyncio.timeout(inside.PATIENCE):
            await self._passed.wait()

    async def say(self, kind: str, **fields: Any) -> None:
        self.tell(json.dumps({"type": kind, **fields}))
        await self.settled()

    async def end(self) -> None:
        self._talk.end()


class ParlourSide:
    def __init__(self, own: PageProcess) -> None:
        self._own = own

    async def ask(self, method: str, path: str, body: bytes = b"") -> Told:
        found = await self._own.request(method, path, body)
        return _told(found.status, found.headers, found.body)

    def open(self, table: str) -> Talk:
        return ParlourTalk(self._own, table)


class ModuleBrain:
    """The bots of a module of the server's tests; a Brain."""

    def __init__(self, module: Any) -> None:
        self._module = module

    async def advise(self, view: Position, level: str, seed: int) -> tuple[int, str]:
        advice = self._module.advise(view, level, seed)
        return advice.action, advice.words


def _told(status: int, headers: dict[str, str], body: bytes) -> Told:
    return Told(status, headers["content-type"].partition(";")[0], headers.get("content-disposition", ""), body)


Script = Callable[[Side], Awaitable[Any]]


class Clocks:
    """The time of day, and the time that passes, ms: they stand still, or go on when a script says so."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        self.now, self.passed = START, 0


class Both:
    """A server and a parlour with equal ids, keys, secrets and times."""

    def __init__(
        self,
        database: Path,
        patch: pytest.MonkeyPatch,
        brain: Any = brain,
        patches: Mapping[str, Any] = MappingProxyType({}),
        at_server: Mapping[str, Any] = MappingProxyType({}),
        **settings: Any,
    ) -> None:
        """`brain`: a module of bots; `patches`: other values in place of some that the source has, at both;
        `at_server`: at the server alone; `settings`: see Config."""
        self._database, self._patch, self._brain = database, patch, brain
        self._patches, self._at_server = {**counted.PATCHES, **patches}, at_server
        self._config: Config = msgspec.structs.replace(QUICK, brain=brain.__name__, **settings)
        self.clocks = Clocks()

    def play(self, script: Script) -> tuple[Any, Any]:
        """What the script returns at the server, and at the parlour."""
        self._begin()
        with self._patch.context() as patch:
            for name, value in self._at_server.items():
                patch.setattr(name, value)
            served = asyncio.run(self._served(script))
        self._begin()
        return served, in_page(self.parlour(script))

    def _begin(self) -> None:
        counted.begin()
        self.clocks.begin()
        clocks = {"now_ms": lambda: self.clocks.now, "passed_ms": lambda: self.clocks.passed}
        frozen = {f"rookery.server.wall_clock.{name}": clock for name, clock in clocks.items()}
        for name, value in {**self._patches, **frozen}.items():
            self._patch.setattr(name, value)

    async def _served(self, script: Script) -> Any:
        store = Store(self._database)
        house = inside.House(self._config, store)
        await house.open()
        side = ServerSide(house.app)
        try:
            return await script(side)
        finally:
            for talk in side.talks:
                await talk.end()
            await house.close()
            store.close()

    async def parlour(self, script: Script) -> Any:
        """What the script returns at the parlour."""
        config = msgspec.structs.replace(self._config, database="")
        same: dict[str, Any] = {"patches": self._patches, "told": counted.told(self._brain), "codes": codes()}
        own = await parlour(brain=ModuleBrain(self._brain), config=config, **same)
        try:
            return await script(ParlourSide(own))
        finally:
            await own.close()


def codes() -> dict[str, str]:
    return {slug: code_name(rookery.load(slug)) for slug in rookery.slugs()}
