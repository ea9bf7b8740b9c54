"""One page's connection: a queue that is bounded, a task that empties it, and a limit on what the page may ask.

Sending blocks once a page stops reading, so nobody ever waits for a page: messages queue up, and a page that lets too
many gather is shown out. It comes back by itself and gets the newest state then.
"""

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

__all__ = ["Connection"]

log = logging.getLogger(__name__)

CLOSE_TRY_AGAIN_LATER = 1013  # close code, RFC 6455's registry
CLOSE_ABNORMAL, CLOSE_PING_TIMEOUT = 1006, 1011  # of a line that broke; of one on which nobody answers any more
CLOSE_TIMEOUT = 1.0  # seconds for saying goodbye
# of all messages that wait for a page: many times the longest of them, a whole list of moves
MAX_QUEUED_CHARACTERS = 500_000


class Connection:
    """A page that is connected."""

    def __init__(self, socket: WebSocket, queue: int, bucket: TokenBucket) -> None:
        """`queue`: how many messages may wait, if they are short."""
        self.seats: Seats = ()  # that this page plays, from its Hello on
        self.bucket = bucket
        self.lost = False  # the line died: nobody has closed the page
        self.received = 0.0  # when the newest message came, time.perf_counter()
        self._socket = socket
        self.caller: Caller = socket.state.caller
        self._room = queue
        self._waiting: Mailbox[str] = Mailbox()
        self._letters = 0  # of all that waits
        work, writing = self.work, self._write()
        self._writer = asyncio.get_running_loop().create_task(work.spend(writing) if work is not None else writing)

    @property
    def scope(self) -> Scope:
        """Of the line."""
        return self._socket.scope

    @property
    def site(self) -> str:
        """Where the page came from: https://example.org"""
        return "http" + str(self._socket.base_url).removeprefix("ws").rstrip("/")

    @property
    def address(self) -> str:
        """Of who is at the other end."""
        return self.caller.address

    @property
    def work(self) -> WorkBudget | None:
        """What its address may still ask for; None: without limit."""
        return self.caller.quota.work

    @property
    def writer(self) -> asyncio.Task[None]:
        """Done when nothing can be sent any more."""
        return self._writer

    def send(self, message: str) -> None:
        """Never waits and never fails: a page that does not keep up is given up."""
        too_long = self._letters and self._letters + len(message) > MAX_QUEUED_CHARACTERS
        if len(self._waiting) >= self._room or too_long:
            if not self._writer.cancelling():
                metrics.dropped_slow_client()
            self._writer.cancel()
            return
        self._letters += len(message)
        self._waiting.put_nowait(message)

    async def refuse(self, error: Exception, ply: int) -> None:
        """Say no by name. Who tries too many keys is shown out."""
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
        """Until it is cancelled: it ends then as if by itself, for an error that its task keeps would keep all this in
        memory."""
        with contextlib.suppress(WebSocketDisconnect, asyncio.CancelledError):
            while True:
                message = await self._waiting.get()
                self._letters -= len(message)
                if (work := self.work) is not None:
                    await work.one_at_a_time()
                await self._socket.send_text(message)
                metrics.message_sent()

    async def close(self, code: int = CLOSE_TRY_AGAIN_LATER) -> None:
        """Hang up; what still waits is not sent any more."""
        self._writer.cancel()
        with contextlib.suppress(WebSocketDisconnect, TimeoutError, RuntimeError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                if self._socket.client_state is WebSocketState.CONNECTED:
                    await self._socket.close(code)
