"""What a page costs the server, while it is connected and afterwards."""

import asyncio
import gc
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient
from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.http11 import Response

from rookery.server.ws.page_session import HELLO_BURST
from rookery.server.ws.uvicorn_ws import LimitedWebSocketProtocol
from tests.often import KINDS
from tests.server.support import app_client
from tests.server.support.app_client import new_table, page

ANY = KINDS[0]  # none of this depends on the game
LINES = 8
REQUEST = b"""\
GET / HTTP/1.1\r\nHost: rookery\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"""


def test_a_page_that_says_hello_again_and_again_is_told_so(client: TestClient) -> None:
    """Each is answered with the whole list of moves, which takes long for a long game."""
    table, keys = new_table(client, ANY)
    with page(client, table) as player:
        for _ in range(HELLO_BURST):
            player.hello(*keys)
        assert player.refused("hello", keys=keys) == "TooBusy"
        player.say("look", ply=0)
        assert player.hear("looked")["moment"]["ply"] == 0, "the page has its seats as before"


def test_a_page_that_is_gone_leaves_no_task_behind(tmp_path: Path) -> None:
    """Not even one that was given up at once, as when a server has to stop quickly."""
    with app_client.opened(tmp_path / "t.sqlite3") as client:
        table, keys = new_table(client, ANY)
        with page(client, table) as player:
            player.hello(*keys)
            assert serving(client) == ["Connection._write", "PageSession.run"]
        assert serving(client) == []


def serving(client: TestClient) -> list[str]:
    """The tasks of pages in the server, by the functions that they run."""

    async def names() -> list[str]:
        await asyncio.sleep(0)  # what has been ended goes
        going_on = (getattr(task.get_coro(), "__qualname__", "") for task in asyncio.all_tasks())
        return sorted(name for name in going_on if name.startswith(("Connection.", "PageSession.")))

    assert client.portal is not None
    return client.portal.call(names)


class Nowhere(asyncio.Transport):
    """A transport that discards everything."""

    def write(self, data: Any) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


async def kept(kind: type[WebSocketsSansIOProtocol]) -> int:
    """How many queues, responses and headers open but idle connections keep."""
    opened: asyncio.Queue[None] = asyncio.Queue()

    async def listen(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        opened.put_nowait(None)
        await receive()

    config, state = Config(listen, ws=kind, log_config=None, log_level="error"), ServerState()
    before, lines = counted(), [kind(config, state, {}) for _ in range(LINES)]
    for line in lines:
        line.connection_made(Nowhere())
        line.data_received(REQUEST)
        await opened.get()
    after = counted()
    for line in lines:
        line.connection_lost(None)
    return after - before


def counted() -> int:
    gc.collect()
    kinds = (asyncio.Queue, Response, Headers)
    return sum(isinstance(thing, kinds) and thing != Headers() for thing in gc.get_objects())


def test_an_open_line_keeps_nothing_that_it_does_not_need() -> None:
    """There are thousands of them."""
    assert asyncio.run(kept(WebSocketsSansIOProtocol)) == 4 * LINES, "else we need none of our own kind"
    assert asyncio.run(kept(LimitedWebSocketProtocol)) == 0
