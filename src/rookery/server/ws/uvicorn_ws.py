"""uvicorn's WebSocket with less memory, because there are thousands and most are idle, and with limits on frames.

A page that sends pings without end and reads no answer, or a message of endless parts, could exhaust the server's
memory. And uvicorn parses everything that has arrived in one go: 64 KB of the shortest messages would block the server
for 50 ms. It also writes an error with a traceback to the log for each text that is not UTF-8.
"""

from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request
from websockets.protocol import State

from rookery.core.errors import Refusal
from rookery.server.errors import TooBusy, UnreadableMessage
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.telemetry import metrics
from rookery.server.wire.messages import PING, PONG, encode, refused
from rookery.server.ws.mailbox import Mailbox
from rookery.server.ws.peer import CONNECTION_STATE_KEY, PeerState

# bytes that are parsed in one go: at most 85 frames, a third of a millisecond
READ_CHUNK_BYTES = 512
MAX_MESSAGE_PARTS = 256  # frames of one message; a browser sends each of a page's messages as one frame
# parts of messages, and what comes after our closing frame: a second, and at once
LOOSE_FRAME_RATE, LOOSE_FRAME_BURST = 20.0, 1024
# signs of life, asked for or given: a second, and at once. A page asks at most every two seconds (waits/limits.ts), and
# when somebody comes back to it; a browser answers our few pings
SIGN_RATE, SIGN_BURST = 2.0, 60
GOODBYE_TIMEOUT = 1.0  # seconds in which a page that is shown out can read why
UNREAD = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
ASKED_FOR_LIFE, SIGN_OF_LIFE = PING.encode(), PONG.encode()


class LimitedWebSocketProtocol(WebSocketsSansIOProtocol):
    """The WebSocket of a page, without data that uvicorn no longer needs, and with limits. page_session.py limits
    messages; this class limits frames without a complete message: signs of life, parts of messages, and everything
    after the closing frame. A page's own PING is a sign of life: it is answered here, whatever the session is doing. A
    page beyond a limit is refused by name, as a session would refuse it, and shown out. That is not logged as an error.

    Data is parsed in chunks, the next one only when all messages of the last one were fetched. The session fetches
    messages when its address has its turn. Until then nothing more is read from the connection, nor before the page is
    let in."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.line = PeerState()
        self.queue = Mailbox()  # type: ignore[assignment]  # it has all methods that uvicorn uses
        self._signs = TokenBucket(SIGN_RATE, SIGN_BURST)
        self._loose = TokenBucket(LOOSE_FRAME_RATE, LOOSE_FRAME_BURST)
        self._ahead = b""  # received bytes that are not parsed yet
        self.leave: Callable[[], None] = counted_nowhere

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # otherwise the handshake was invalid
            self.scope["state"][CONNECTION_STATE_KEY] = self.line

    def start_keepalive(self) -> None:
        """The connection is open: free its 2 KB of request headers, which the scope has as well."""
        self.request.headers.clear()  # the parser keeps the request itself
        del self.response
        super().start_keepalive()

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
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True  # uvicorn does not set this, and would log each refusal as an error
        # a page that is let in may have spoken already; from one that is shown out, only its closing frame is to come
        if self.close_sent or message["type"] == "websocket.accept":
            self._read_on()

    def connection_lost(self, exc: Exception | None) -> None:
        self.line.lost = True
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
        return self.handshake_complete and not self.transport.is_closing() and (self.close_sent or self.queue.empty())

    def handle_text(self, event: Frame) -> None:
        if event.fin and event.data == ASKED_FOR_LIFE and not self.close_sent:
            # a page that does not read hears nothing more; one may say goodbye in the chunk in which it asks
            if self._takes_sign() and self.writable.is_set() and self.conn.state is State.OPEN:
                self.conn.send_text(SIGN_OF_LIFE)
                self.transport.write(b"".join(self.conn.data_to_send()))
        elif not self.close_sent or self._takes_loose():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if not self.close_sent or self._takes_loose():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if not self._takes_loose():
            return
        if len(self.frames) < MAX_MESSAGE_PARTS:
            super().handle_cont(event)
        else:
            self._show_out(UnreadableMessage(f"a message may have at most {MAX_MESSAGE_PARTS} parts"))

    def handle_ping(self) -> None:
        if self._takes_sign():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._takes_sign():
            super().handle_pong(event)

    def send_receive_event_to_app(self) -> None:
        """A message is complete. uvicorn would also fail at a text that is not UTF-8 if the page has said goodbye in
        the same chunk."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.fail(CloseCode.INVALID_DATA, "not UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """These frames cannot be read, as the closing frame says."""
        metrics.refused(UnreadableMessage.__name__)
        self._end()

    def _takes_sign(self) -> bool:
        return self._takes(self._signs, f"too many pings; at most {SIGN_RATE:g} a second are answered")

    def _takes_loose(self) -> bool:
        return self._takes(self._loose, f"too many parts of messages; at most {LOOSE_FRAME_RATE:g} a second are read")

    def _takes(self, limit: TokenBucket, words: str) -> bool:
        """Count a frame without a complete message. Returns whether the connection goes on."""
        if self.transport.is_closing():
            return False
        try:
            limit.take()
        except TooBusy:
            self._show_out(TooBusy(words))
            return False
        return True

    def _show_out(self, error: Refusal) -> None:
        """Refuse what a page sends by name, if it reads, and end its connection."""
        metrics.refused(type(error).__name__)
        if not self.writable.is_set() or self.conn.state is not State.OPEN:
            self.transport.abort()
            return
        self.conn.send_text(encode(refused(error)).encode())
        again = isinstance(error, TooBusy)
        self.conn.fail(CloseCode.TRY_AGAIN_LATER if again else CloseCode.POLICY_VIOLATION, type(error).__name__)
        self._end()

    def _end(self) -> None:
        """Close the connection, for which the closing frame is written. Nobody may be reading it."""
        super().handle_parser_exception()
        self.loop.call_later(GOODBYE_TIMEOUT, self.transport.abort)


def counted_nowhere() -> None:
    """Takes the place of `leave` for a connection that is not counted."""
