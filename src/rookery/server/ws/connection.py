"""One page's connection: a bounded queue of messages, a task that sends them, and a rate limit.

Sending blocks once a page stops reading, so nothing ever waits for a page: messages are queued, and a page with too
many of them is disconnected. The page then reconnects by itself and gets the newest state."""

import asyncio
import contextlib
import time

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.table.table import Seats
from rookery.server.telemetry import metrics
from rookery.server.ws.mailbox import Mailbox
from rookery.server.ws.peer import gone

CLOSE_TRY_AGAIN_LATER = 1013  # close code from the registry of RFC 6455
CLOSE_ABNORMAL, CLOSE_PING_TIMEOUT = 1006, 1011  # the connection broke; the page no longer answers pings
CLOSE_TIMEOUT = 1.0  # seconds for the closing handshake
# limit for all messages in the queue of a page; the longest message, a list of moves, is far shorter
MAX_QUEUED_CHARACTERS = 500_000


class Connection:
    """The connection of one page; a PageConnection."""

    def __init__(self, socket: WebSocket, quota: AddressQuota, queue: int, bucket: TokenBucket, site: str = "") -> None:
        """`queue`: the most messages that may wait; `bucket`: limits the page's messages; `site`: our one origin; "":
        whatever the request says."""
        self.seats: Seats = ()  # that this page plays, once it has said Hello
        self.draws = False  # whether it is sent views in place of pictures
        self.bucket = bucket
        self.lost = False  # whether the connection died, instead of being closed
        self.received = 0.0  # when the newest message came, time.perf_counter()
        self._socket = socket
        self._site = site
        self.quota = quota
        self._room = queue
        self._waiting: Mailbox[str] = Mailbox()
        self._queued = 0  # characters
        work, writing = quota.work, self._write()
        self._writer = asyncio.get_running_loop().create_task(work.spend(writing) if work is not None else writing)

    @property
    def gone(self) -> bool:
        """See PageConnection."""
        return gone(self._socket.scope)

    @property
    def site(self) -> str:
        """See PageConnection."""
        return self._site or "http" + str(self._socket.base_url).removeprefix("ws").rstrip("/")

    @property
    def writer(self) -> asyncio.Task[None]:
        """The task that sends messages; done when nothing can be sent any more."""
        return self._writer

    def send(self, message: str) -> None:
        """Queue a message. It never waits and never fails; a page that reads too slowly is disconnected."""
        if self._writer.done():
            return
        # one message alone may be longer
        full = self._queued and self._queued + len(message) > MAX_QUEUED_CHARACTERS
        if len(self._waiting) >= self._room or full:
            if not self._writer.cancelling():
                metrics.dropped_slow_client()
            self._writer.cancel()
            return
        self._queued += len(message)
        self._waiting.put_nowait(message)

    async def receive(self) -> str | bytes | None:
        """See PageConnection."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code", CLOSE_ABNORMAL)
            self.lost = code in (CLOSE_ABNORMAL, CLOSE_PING_TIMEOUT)
            return None
        self.received = time.perf_counter()
        metrics.message_received()
        text = message.get("text")
        return text if text is not None else bytes(message["bytes"])

    def hang_up(self) -> None:
        """See PageConnection."""
        self._writer.cancel()

    async def _write(self) -> None:
        """Send queued messages until cancelled. It suppresses the cancellation, because an exception stored in the task
        would keep this object in memory."""
        with contextlib.suppress(WebSocketDisconnect, asyncio.CancelledError):
            while True:
                message = await self._waiting.get()
                self._queued -= len(message)
                if (work := self.quota.work) is not None:
                    await work.one_at_a_time()
                await self._socket.send_text(message)
                metrics.message_sent()

    async def close(self, code: int = CLOSE_TRY_AGAIN_LATER) -> None:
        """Close the connection. Queued messages are dropped."""
        self._writer.cancel()
        with contextlib.suppress(WebSocketDisconnect, TimeoutError, RuntimeError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                if self._socket.client_state is WebSocketState.CONNECTED:
                    await self._socket.close(code)
