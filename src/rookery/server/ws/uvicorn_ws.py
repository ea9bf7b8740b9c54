"""uvicorn's WebSocket with less memory, because there are thousands and most are idle, and with limits on frames.

A page that sends pings without end and reads no answer, or a message of endless parts, could exhaust the server's
memory. And uvicorn parses everything that has arrived in one go: 64 KB of the shortest messages would block the server
for 50 ms.
"""

from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from rookery.server.errors import TooBusy
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.wire.messages import PING, PONG
from rookery.server.ws.deflate import CHANGE_DEFLATE
from rookery.server.ws.mailbox import Mailbox
from rookery.server.ws.peer import CONNECTION_STATE_KEY, PeerState

__all__ = ["LimitedWebSocketProtocol", "SlimWebSocketProtocol", "counted_nowhere"]

# bytes that are parsed in one go: at most 85 frames, a third of a millisecond
READ_CHUNK_BYTES = 512
# frames without a complete message: a second, and at once, which is also the most parts of one message
EMPTY_FRAME_RATE, EMPTY_FRAME_BURST = 20.0, 4096
UNREAD = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
ASKED_FOR_LIFE, SIGN_OF_LIFE = PING.encode(), PONG.encode()


class SlimWebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket without data that it no longer needs. A refused page is not logged as an error."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [CHANGE_DEFLATE]
        self.line = PeerState()
        self.queue = Mailbox()  # type: ignore[assignment]  # it has all methods that uvicorn uses

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # otherwise the handshake was invalid
            self.scope["state"][CONNECTION_STATE_KEY] = self.line

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # uvicorn does not set this, and would log each refusal as an error

    def connection_lost(self, exc: Exception | None) -> None:
        self.line.lost = True
        super().connection_lost(exc)

    def start_keepalive(self) -> None:
        """The connection is open: free its 2 KB of request headers, which the scope has as well."""
        self.request.headers.clear()  # the parser keeps the request itself
        del self.response
        super().start_keepalive()


class LimitedWebSocketProtocol(SlimWebSocketProtocol):
    """The WebSocket of a page, with limits. page_session.py limits messages; this class limits frames without a
    complete message: parts of messages, pings, pongs, and everything after the closing frame. Browsers send next to
    none. A page's own PING is one of them: it is answered here, whatever the session is doing.

    Data is parsed in chunks, the next one only when all messages of the last one were fetched. The session fetches
    messages when its address has its turn. Until then nothing more is read from the connection."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._empty = TokenBucket(EMPTY_FRAME_RATE, EMPTY_FRAME_BURST)
        self._ahead = b""  # received bytes that are not parsed yet
        self.leave: Callable[[], None] = counted_nowhere

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:  # the request that `TimedHttpProtocol` has read
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse_unread()
            return
        self._ahead += data
        self._read_on()

    def _refuse_unread(self) -> None:
        """The library cannot read the request: it is too long, or has a body. uvicorn would wait for ever."""
        self.transport.write(b"".join(self.conn.data_to_send()) or UNREAD)
        self.transport.close()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        self._read_on()
        return message

    async def send(self, message: ASGISendEvent) -> None:
        await super().send(message)
        if self.close_sent:  # nobody fetches messages any more; only the page's closing frame is still to come
            self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self._ahead = b""
        self.leave()
        super().connection_lost(exc)

    def _read_on(self) -> None:
        """Parse the next chunk if all messages were fetched, and read on from the connection if nothing is left."""
        if self._ahead and self._hungry():
            bite, self._ahead = self._ahead[:READ_CHUNK_BYTES], self._ahead[READ_CHUNK_BYTES:]
            super().data_received(bite)
        if self.transport.is_closing():
            return
        if self._ahead and self._hungry():
            self.loop.call_soon(self._read_on)  # after everything else that is ready
        if (wait := bool(self._ahead) or not self._hungry()) != self.read_paused:
            self.read_paused = wait
            (self.transport.pause_reading if wait else self.transport.resume_reading)()

    def _hungry(self) -> bool:
        return not self.transport.is_closing() and (self.close_sent or self.queue.empty())

    def handle_text(self, event: Frame) -> None:
        if event.fin and event.data == ASKED_FOR_LIFE and self.handshake_complete and not self.close_sent:
            # a page that does not read hears nothing more; one may say goodbye in the chunk in which it asks
            if self._goes_on() and self.writable.is_set() and self.conn.state is State.OPEN:
                self.conn.send_text(SIGN_OF_LIFE)
                self.transport.write(b"".join(self.conn.data_to_send()))
        elif not self.close_sent or self._goes_on():
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
        """Count a frame without a complete message. Returns whether the connection goes on; one with too many such
        frames is aborted."""
        if not self.transport.is_closing():
            try:
                self._empty.take()
            except TooBusy:
                self.transport.abort()
        return not self.transport.is_closing()


def counted_nowhere() -> None:
    """Takes the place of `leave` for a connection that is not counted."""
