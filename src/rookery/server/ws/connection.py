"""One page's connection: a bounded queue of messages, a task that sends them, and a rate limit.

Sending blocks once a page stops reading, so nothing ever waits for a page: messages are queued, and a page with too
many of them is disconnected. The page then reconnects by itself and gets the newest state."""

import asyncio
import contextlib
import logging
import time

from starlette.types import Scope
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from rookery.server.errors import StoreTrouble, UnknownKey, UnknownTable
from rookery.server.quota.rate_limit import Caller
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.quota.work_budget import WorkBudget
from rookery.server.table.table import Seats
from rookery.server.telemetry import metrics
from rookery.server.wire.messages import encode, refused
from rookery.server.ws.mailbox import Mailbox

__all__ = ["CLOSE_TRY_AGAIN_LATER", "Connection"]

log = logging.getLogger(__name__)

CLOSE_TRY_AGAIN_LATER = 1013  # close code from the registry of RFC 6455
CLOSE_ABNORMAL, CLOSE_PING_TIMEOUT = 1006, 1011  # the connection broke; the page no longer answers pings
CLOSE_TIMEOUT = 1.0  # seconds for the closing handshake
# limit for all messages in the queue of a page; the longest message, a list of moves, is far shorter
MAX_QUEUED_CHARACTERS = 500_000


class Connection:
    """The connection of one page."""

    def __init__(self, socket: WebSocket, queue: int, bucket: TokenBucket) -> None:
        """`queue`: the most messages that may wait; `bucket`: limits the page's messages."""
        self.seats: Seats = ()  # that this page plays, once it has said Hello
        self.changes = False  # whether it said there that it rebuilds positions from what is different
        self.bucket = bucket
        self.lost = False  # whether the connection died, instead of being closed
        self.received = 0.0  # when the newest message came, time.perf_counter()
        self._socket = socket
        self.caller: Caller = socket.state.caller
        self._room = queue
        self._waiting: Mailbox[str] = Mailbox()
        self._letters = 0  # characters in the queue
        work, writing = self.work, self._write()
        self._writer = asyncio.get_running_loop().create_task(work.spend(writing) if work is not None else writing)

    @property
    def scope(self) -> Scope:
        """The ASGI scope of the connection."""
        return self._socket.scope

    @property
    def site(self) -> str:
        """The origin of the page, such as https://example.org."""
        return "http" + str(self._socket.base_url).removeprefix("ws").rstrip("/")

    @property
    def address(self) -> str:
        """The address of the client."""
        return self.caller.address

    @property
    def work(self) -> WorkBudget | None:
        """The work budget of that address; None: without limit."""
        return self.caller.quota.work

    @property
    def writer(self) -> asyncio.Task[None]:
        """The task that sends messages; done when nothing can be sent any more."""
        return self._writer

    def send(self, message: str) -> None:
        """Queue a message. It never waits and never fails; a page that reads too slowly is disconnected."""
        too_long = self._letters and self._letters + len(message) > MAX_QUEUED_CHARACTERS
        if len(self._waiting) >= self._room or too_long:
            if not self._writer.cancelling():
                metrics.dropped_slow_client()
            self._writer.cancel()
            return
        self._letters += len(message)
        self._waiting.put_nowait(message)

    async def refuse(self, error: Exception, ply: int) -> None:
        """Send a named refusal. A page whose address has tried too many keys is disconnected."""
        code = type(error).__name__
        metrics.refused(code)
        self.send(encode(refused(error, ply)))
        if isinstance(error, StoreTrouble):
            log.error("A page was refused: %s", error)
        if isinstance(error, UnknownKey | UnknownTable) and not await self.caller.may_fail():
            log.warning("An address tries too many keys", extra={"address": self.caller.address})
            self._writer.cancel()

    async def receive(self) -> str | bytes:
        """The page's next message. Raises WebSocketDisconnect."""
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code", CLOSE_ABNORMAL)
            self.lost = code in (CLOSE_ABNORMAL, CLOSE_PING_TIMEOUT)
            raise WebSocketDisconnect(code)
        self.received = time.perf_counter()
        metrics.message_received()
        text = message.get("text")
        return text if text is not None else bytes(message["bytes"])

    async def _write(self) -> None:
        """Send queued messages until cancelled. It suppresses the cancellation, because an exception stored in the task
        would keep this object in memory."""
        with contextlib.suppress(WebSocketDisconnect, asyncio.CancelledError):
            while True:
                message = await self._waiting.get()
                self._letters -= len(message)
                if (work := self.work) is not None:
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
