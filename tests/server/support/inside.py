"""Runs the application in this process without a network, so that tests can inspect every byte that it sends."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any, NamedTuple
from urllib.parse import unquote

from msgspec.structs import replace
from starlette.types import ASGIApp, Message

from rookery.core.registry import slugs
from rookery.server.config import Config
from rookery.server.http.app import create_app
from rookery.server.storage.store import Store

HERE = ("127.0.0.1", 1)  # the client; /metrics answers no other
FENCE = "a fence"  # a kind of message that there is not: it is refused when all that was asked before is answered
CLOSED = "closed"  # the kind of the last thing that is heard, of a page that the server has ended
PATIENCE = 60.0  # seconds
COMPILED = 300.0  # seconds, after a change of the rules


class Answer(NamedTuple):
    """An HTTP response as it is sent."""

    status: int
    headers: dict[str, str]
    body: bytes


async def ask(app: ASGIApp, method: str, address: str, body: bytes = b"", **headers: str) -> Answer:
    path, _, query = address.partition("?")
    scope = scope_of("http", path, query, headers) | {"method": method}
    said: list[Message] = []

    async def send(message: Message) -> None:
        said.append(message)

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    await app(scope, receive, send)
    lines = {name.decode(): value.decode() for name, value in said[0]["headers"]}
    return Answer(said[0]["status"], lines, b"".join(part.get("body", b"") for part in said[1:]))


class Line:
    """A page's WebSocket. `heard`: called with each message as it arrives."""

    def __init__(self, app: ASGIApp, address: str, heard: Callable[[str], object]) -> None:
        self._heard = heard
        self._waiting: asyncio.Queue[Message] = asyncio.Queue()
        self._waiting.put_nowait({"type": "websocket.connect"})
        self._passed = asyncio.Semaphore(0)
        self._page = asyncio.ensure_future(app(scope_of("websocket", address, "", {}), self._waiting.get, self._send))

    async def _send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            if FENCE in message["text"]:
                self._passed.release()
            else:
                self._heard(message["text"])
        elif message["type"] == "websocket.close":
            self._heard(json.dumps({"type": CLOSED, "code": message["code"]}))
            self._passed.release()

    def say(self, kind: str, **fields: Any) -> None:
        self.tell(json.dumps({"type": kind, **fields}))

    def tell(self, text: str) -> None:
        """Send a message, whatever it is."""
        self._waiting.put_nowait({"type": "websocket.receive", "text": text})

    async def settled(self) -> None:
        """Wait until everything was answered and the page has received all messages so far."""
        self.say(FENCE)
        async with asyncio.timeout(PATIENCE):
            await self._passed.acquire()

    async def close(self) -> None:
        self._waiting.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self._page

    async def give_up(self) -> None:
        """Cancel the tasks, as a server does that stops."""
        self._page.cancel()
        await asyncio.sleep(0)
        self._page.cancel()  # for good
        await self._page


@contextlib.asynccontextmanager
async def at_work(app: ASGIApp) -> AsyncIterator[ASGIApp]:
    """Run the application between its startup and its shutdown."""
    asked: asyncio.Queue[Message] = asyncio.Queue()
    said: asyncio.Queue[Message] = asyncio.Queue()
    life = asyncio.ensure_future(app({"type": "lifespan", "asgi": {"version": "3.0"}}, asked.get, said.put))
    for word in ("startup", "shutdown"):
        await asked.put({"type": f"lifespan.{word}"})
        answer = await said.get()
        assert answer["type"] == f"lifespan.{word}.complete", answer
        if word == "startup":
            yield app
    await life


class House:
    """A server on a database; it may stop and start again."""

    def __init__(self, config: Config, store: Store) -> None:
        self._config, self._store = config, store
        self._work = contextlib.AsyncExitStack()
        self.app: ASGIApp

    async def open(self) -> None:
        """Until all games are ready: /api/games tells which are. Who asks for a picture waits for that."""
        config = replace(self._config, ready_timeout=COMPILED)
        self.app = await self._work.enter_async_context(at_work(create_app(config, self._store)))
        for slug in slugs():
            assert (await ask(self.app, "GET", f"/games/{slug}/picture.svg")).status == 200

    async def close(self) -> None:
        await self._work.aclose()


def scope_of(kind: str, path: str, query: str, headers: dict[str, str], host: str = HERE[0]) -> dict[str, Any]:
    """Of a request of any method, from a host."""
    named = {"host": "rookery", **headers}
    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in named.items()]
    return {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "ws" if kind == "websocket" else "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": lines,
        "client": (host, HERE[1]),
        "server": ("rookery", 80),
        "state": {},
        "subprotocols": [],
    }
