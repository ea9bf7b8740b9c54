"""Pages' lines that keep little: there are thousands of them, and most of the time nothing is said on any."""

import asyncio
from typing import Any, Generic, TypeVar

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

__all__ = ["LINE", "Lean", "Letterbox", "Line"]

T = TypeVar("T")
LINE = "line"  # where an application finds its `Line`: in the state of its scope


class Line:
    """Whether anybody still hears what is said on a connection."""

    __slots__ = ("lost",)

    def __init__(self) -> None:
        self.lost = False


class Letterbox(Generic[T]):
    """Messages that wait for the one task that reads them. A queue of asyncio's would take 3 KB, also while it is
    empty."""

    __slots__ = ("_idle", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[T] = []
        self._idle: asyncio.Future[None] | None = None  # the reader's, while nothing waits

    def __len__(self) -> int:
        return len(self._waiting)

    def empty(self) -> bool:
        return not self._waiting

    def put_nowait(self, message: T) -> None:
        self._waiting.append(message)
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def get(self) -> T:
        while not self._waiting:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle
        return self._waiting.pop(0)


class Lean(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket, without what it keeps and needs no more; a refused page is no error there."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.line = Line()
        self.queue = Letterbox()  # type: ignore[assignment]  # it has all that uvicorn asks of one

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):  # else it was no request for a page's line
            self.scope["state"][LINE] = self.line

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
