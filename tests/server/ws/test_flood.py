"""Messages that arrive faster than they are answered: few are parsed ahead, and none is lost."""

import asyncio
import struct
from typing import Any, cast

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from rookery.server.wire.messages import PING, PONG
from rookery.server.ws.uvicorn_ws import LimitedWebSocketProtocol
from tests.server.ws.test_cost import REQUEST
from tests.server.ws.test_wire_level import BINARY, CLOSE, MANY, TEXT, whole


@pytest.mark.anyio
@pytest.mark.parametrize("kind", [TEXT, BINARY])
async def test_few_of_many_messages_are_taken_apart_before_the_first_is_fetched(kind: int) -> None:
    """Parsing all at once would delay everybody and fill the memory. None is lost."""
    page = Opened()
    await page.open()
    sent = [str(number).encode() for number in range(2000)]
    page.line.data_received(b"".join(whole(kind, data) for data in sent))
    heard, waiting = list[bytes](), list[int]()
    while len(heard) < len(sent):
        message: Any = await asyncio.wait_for(page.line.receive(), 10)
        waiting.append(len(page.line.queue))  # type: ignore[arg-type]  # it is a Mailbox
        heard.append(message["bytes"] if kind == BINARY else message["text"].encode())
        assert page.reads == (len(heard) == len(sent)), "nothing more is read until all is fetched"
    assert heard == sent
    assert max(waiting) < 100


@pytest.mark.anyio
async def test_what_comes_after_our_goodbye_has_an_end() -> None:
    page = Opened()
    await page.open()
    await page.line.send({"type": "websocket.close", "code": 1008, "reason": ""})
    page.line.data_received(whole(TEXT) * 100)
    await page.rest()
    assert page.reads
    assert not page.is_closing(), "what a page had said before it heard us"
    page.line.data_received(whole(TEXT) * MANY)
    await page.rest()
    assert page.is_closing()


@pytest.mark.anyio
async def test_a_goodbye_that_is_answered_ends_at_once() -> None:
    page = Opened()
    await page.open()
    page.line.data_received(whole(TEXT) * 200)
    await page.line.send({"type": "websocket.close", "code": 1000, "reason": ""})
    page.line.data_received(whole(CLOSE, struct.pack("!H", 1000)))
    await page.rest()
    assert page.is_closing()


@pytest.mark.anyio
async def test_a_page_gets_a_sign_of_life_while_its_command_is_answered() -> None:
    """Nobody fetches a message here, as while a session waits for a table that is being opened."""
    page = Opened()
    await page.open()
    page.line.data_received(whole(TEXT, PING.encode()))
    assert page.written == [frame(PONG)]
    assert page.line.queue.empty(), "the session has nothing to answer"
    assert page.reads


@pytest.mark.anyio
async def test_a_page_that_reads_nothing_gets_no_signs_of_life() -> None:
    page = Opened()
    await page.open()
    page.line.pause_writing()
    page.line.data_received(whole(TEXT, PING.encode()))
    assert page.written == []
    page.line.data_received(whole(TEXT, PING.encode()) * MANY)
    await page.rest()
    assert page.is_closing(), "a page asks for few"


@pytest.mark.anyio
async def test_a_page_may_ask_for_a_sign_of_life_and_go_in_one_breath() -> None:
    """The goodbye is parsed before the question is answered, and after it nothing may be sent."""
    page = Opened()
    await page.open()
    goodbye = struct.pack("!H", 1000)
    page.line.data_received(whole(TEXT, PING.encode()) + whole(CLOSE, goodbye))
    assert page.written == [bytes([0x80 | CLOSE, len(goodbye)]) + goodbye]
    assert page.is_closing()


@pytest.mark.anyio
@pytest.mark.parametrize("said", [b"\xff" * 6, whole(TEXT, PING.encode())], ids=["no frames", "a ping"])
async def test_what_a_page_says_before_it_is_let_in_waits(said: bytes, caplog: pytest.LogCaptureFixture) -> None:
    """Otherwise whoever speaks too early could fill the log with our errors."""
    page = Opened()
    caplog.clear()  # uvicorn does not know what to think of our application
    await page.open(early=said)
    await page.rest()
    assert (page.reads, page.is_closing()) == ((True, False) if PING.encode() in said else (False, True))
    assert page.written[0].startswith(b"HTTP/1.1 101 ")
    assert [record for record in caplog.records if record.levelname not in ("DEBUG", "INFO")] == []


@pytest.mark.anyio
async def test_a_page_that_is_shown_out_and_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such as one whose buffers are not full yet."""
    monkeypatch.setattr("rookery.server.ws.uvicorn_ws.GOODBYE_TIMEOUT", 0.01)
    page = Opened()
    await page.open()
    page.line.data_received(whole(TEXT, b"\xff"))
    assert (page.is_closing(), page.cut_off) == (True, False)
    await asyncio.sleep(0.05)
    assert page.cut_off


def frame(text: str) -> bytes:
    """As a server sends a short text."""
    return bytes([0x80 | TEXT, len(text)]) + text.encode()


class Opened(asyncio.Transport):
    """A page's open WebSocket without a network."""

    def __init__(self) -> None:
        super().__init__()
        self.reads, self._closing, self.cut_off = True, False, False
        self.written = list[bytes]()  # since it is open
        self.line = LimitedWebSocketProtocol(
            Config(lambda *given: None, ws=LimitedWebSocketProtocol, log_config=None), ServerState(), {}
        )

    async def open(self, early: bytes = b"") -> None:
        """`early`: what the page says before it is let in; then what was written is kept."""
        accepted = asyncio.Event()

        async def accept(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            accepted.set()
            await asyncio.Event().wait()

        self.line.app = cast(Any, accept)
        self.line.connection_made(self)
        self.line.data_received(REQUEST)
        if early:
            self.line.data_received(early)
        await asyncio.wait_for(accepted.wait(), 10)
        if not early:
            self.written.clear()

    async def rest(self) -> None:
        """Wait until nothing more happens by itself."""
        for _ in range(1000):
            await asyncio.sleep(0)

    def write(self, data: Any) -> None:
        self.written.append(bytes(data))

    def pause_reading(self) -> None:
        assert self.reads
        self.reads = False

    def resume_reading(self) -> None:
        assert not self.reads
        self.reads = True

    def is_closing(self) -> bool:
        return self._closing

    def close(self) -> None:
        self._closing = True

    def abort(self) -> None:
        self._closing = self.cut_off = True
