"""Pages' WebSockets: they keep little, for there are thousands of them, and mostly nothing is said on any; and they end
what brings no message.

A page that asks without end whether we are there, and reads no answer, or sends a message of endless parts, would use
up what a server may hold. And uvicorn takes apart at once all that comes at once: 64 KB of the shortest messages keep
everybody waiting for 50 ms.
"""

from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from rookery.server.errors import TooBusy
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.ws.mailbox import Mailbox
from rookery.server.ws.peer import CONNECTION_STATE_KEY, PeerState

__all__ = ["LimitedWebSocketProtocol", "SlimWebSocketProtocol", "counted_nowhere"]

# bytes of a page's line that are taken apart in one go: 85 frames at most, a third of a millisecond
READ_CHUNK_BYTES = 512
# frames that bring no message: a second for long, and at once, or as parts of one message
EMPTY_FRAME_RATE, EMPTY_FRAME_BURST = 20.0, 4096


class SlimWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, without what it keeps and needs no more; a refused page is no error there."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.line = PeerState()
        self.queue = Mailbox()  # type: ignore[assignment]  # it has all that uvicorn asks of one

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else it was no request for a page's line
            self.scope["state"][CONNECTION_STATE_KEY] = self.line

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # uvicorn forgets it, and would call each refusal an error in the log

    def connection_lost(self, exc: Exception | None) -> None:
        self.line.lost = True
        super().connection_lost(exc)

    def start_keepalive(self) -> None:
        """The line is open: what was said to open it, 2 KB of headers, stays in the scope alone."""
        self.request.headers.clear()  # the request itself is held on to by the parser, too
        del self.response
        super().start_keepalive()


class LimitedWebSocketProtocol(SlimWebSocketProtocol):
    """A page's line. Messages are counted by who answers them (page_session.py); here is counted what brings none:
    parts of messages, pings and their answers, and whatever comes after our goodbye. Browsers send next to nothing of
    it.

    What has come is taken apart in bites, and only when all messages of the last one were fetched: who fetches them
    waits for the turn of the address. Until then nothing more is read."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._empty = TokenBucket(EMPTY_FRAME_RATE, EMPTY_FRAME_BURST)
        self._ahead = b""  # what has come and is not taken apart
        self.leave: Callable[[], None] = counted_nowhere

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # the request for the line, as `TimedHttpProtocol` has read it
            super().data_received(data)
            return
        self._ahead += data
        self._read_on()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        self._read_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.close_sent:  # nobody fetches messages any more, and what is still to come is the page's goodbye
            self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._ahead = b""
        self.leave()
        super().connection_lost(exc)

    def _read_on(self) -> None:
        """Take a bite, if it is time for one, and read from the line when nothing is left of what has come."""
        if self._ahead and self._hungry():
            bite, self._ahead = self._ahead[:READ_CHUNK_BYTES], self._ahead[READ_CHUNK_BYTES:]
            super().data_received(bite)
        if self.transport.is_closing():
            return
        if self._ahead and self._hungry():
            self.loop.call_soon(self._read_on)  # all others go on before
        if (wait := bool(self._ahead) or not self._hungry()) != self.read_paused:
            self.read_paused = wait
            (self.transport.pause_reading if wait else self.transport.resume_reading)()

    def _hungry(self) -> bool:
        return not self.transport.is_closing() and (self.close_sent or self.queue.empty())

    def handle_text(self, event: Frame) -> None:
        if not self.close_sent or self._goes_on():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if not self.close_sent or self._goes_on():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._goes_on() and len(self.frames) < EMPTY_FRAME_BURST:
            super().handle_cont(event)
        else:
            self.transport.abort()

    def handle_ping(self) -> None:
        if self._goes_on():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._goes_on():
            super().handle_pong(event)

    def _goes_on(self) -> bool:
        """Whether one frame more is not too much; else the line is cut, and what has come with it is not looked at."""
        if not self.transport.is_closing():
            try:
                self._empty.take()
            except TooBusy:
                self.transport.abort()
        return not self.transport.is_closing()


def counted_nowhere() -> None:
    """What is done when a line ends that nobody has counted."""
