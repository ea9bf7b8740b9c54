"""Ends connections that send a request or read a response too slowly; uvicorn itself would wait for ever. Otherwise a
thousand connections that each transfer a byte a minute could exhaust the server ("slowloris").

It also limits the connections of one address, because each may have a request waiting (quota/work_budget.py).
"""

import asyncio
import functools
import socket
import struct
from collections.abc import Callable, Container
from typing import Any

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from rookery.server.config import Config
from rookery.server.errors import TooBusy, UnreadableMessage
from rookery.server.http.proxies import believed
from rookery.server.quota.addresses import counted_address
from rookery.server.quota.slots import Slots
from rookery.server.telemetry import metrics
from rookery.server.ws.peer import CONNECTION_STATE_KEY, PeerState
from rookery.server.ws.uvicorn_ws import LimitedWebSocketProtocol, counted_nowhere

MAX_HEADER_BYTES = 32_768  # bytes of the path and all headers together
MAX_PIPELINED_REQUESTS = 16  # requests that wait for the response to an earlier one; browsers do not pipeline
# connections for each page that an address may have open; a browser opens six beside the WebSocket
CONNECTIONS_PER_PAGE = 8
NO_LINGER = struct.pack("ii", 1, 0)  # SO_LINGER: on, 0 seconds
ANSWER_BYTES_PER_TIMEOUT = 600_000  # bytes that a client must read within each `answer_timeout`


class TimedHttpProtocol(HttpToolsProtocol):
    """HTTP with time limits. The head of each request must arrive in time and within a size, and the client must read
    the response in time; uvicorn limits how long a connection may be idle. The connections of one address are limited,
    WebSockets included."""

    wait = 10.0  # seconds for the head of a request
    answer_timeout = 60.0  # seconds
    slots = Slots(0, "", 0)
    proxies: Container[str] = ()  # their connections are not limited

    @classmethod
    def within(cls, config: Config) -> type["TimedHttpProtocol"]:
        """A subclass with the limits of `config`, because uvicorn creates the instances."""
        limits = {
            "wait": config.header_timeout,
            "answer_timeout": config.answer_timeout,
            "slots": Slots(CONNECTIONS_PER_PAGE * config.sockets_per_address, "too many connections", 0),
            "proxies": believed(config.trusted_proxies),
        }
        return type(cls.__name__, (cls,), limits)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head = 0  # bytes of the current head so far
        self._timer: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._line = PeerState()
        self._answered: RequestResponseCycle | None = None  # the request that is being answered, or was answered last
        self._leave: Callable[[], None] = counted_nowhere

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        self._begin()
        if self.client is not None and self.client[0] not in self.proxies:
            address = counted_address(self.client[0])
            try:
                self.slots.take(address)
            except TooBusy:
                transport.abort()
            else:
                self._leave = functools.partial(self.slots.leave, address)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        self._taken()
        self._leave()
        self._line.lost = True
        if self._answered is not None:  # of several pipelined requests, uvicorn informs only the newest
            self._answered.disconnected = True
            self._answered.message_event.set()
        super().connection_lost(exc)

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        """The connection becomes a page's WebSocket. The parser and this object must not keep each other in memory."""
        super().handle_websocket_upgrade()
        if isinstance(page := self.transport.get_protocol(), LimitedWebSocketProtocol):
            page.leave = self._leave
        self.parser = None  # type: ignore[assignment]  # as uvicorn does when a connection is lost

    def send_400_response(self, msg: str) -> None:
        metrics.refused(UnreadableMessage.__name__)
        super().send_400_response(msg)

    def _unsupported_upgrade_warning(self) -> None:
        """The request is answered as if nobody had asked for another protocol, and the log is not told."""

    def pause_writing(self) -> None:
        """The client reads too slowly: give it a deadline, according to how much is waiting."""
        super().pause_writing()
        if self._reading is None:
            parts = 1 + self.transport.get_write_buffer_size() / ANSWER_BYTES_PER_TIMEOUT
            self._reading = self.loop.call_later(self.answer_timeout * parts, self._hang_up)

    def resume_writing(self) -> None:
        self._taken()
        super().resume_writing()

    def _hang_up(self) -> None:
        """Abort the connection at once, including data in the buffers of the operating system."""
        if (line := self.transport.get_extra_info("socket")) is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
        self.transport.abort()

    def _taken(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def on_message_begin(self) -> None:
        self._begin()
        super().on_message_begin()
        self.scope["state"][CONNECTION_STATE_KEY] = self._line

    def on_url(self, url: bytes) -> None:
        self._count(url)
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(name + value)
        super().on_header(name, value)

    def _count(self, part: bytes) -> None:
        self._head += len(part)
        if self._head > MAX_HEADER_BYTES:  # the parser ends the connection then, with status 400
            raise ValueError("the head of a request is too long")

    def on_headers_complete(self) -> None:
        self._end()
        if len(self.pipeline) >= MAX_PIPELINED_REQUESTS:  # uvicorn would read on and keep them all
            raise ValueError("too many requests are pipelined")
        super().on_headers_complete()

    def _begin(self) -> None:
        if self._timer is None:
            self._head = 0
            self._timer = self.loop.call_later(self.wait, self._give_up)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _give_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()
