"""The conversation of a page about one table: what a WebSocket is to a server."""

import asyncio
import logging
import time
from collections.abc import Callable

from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.table import Seats
from rookery.server.telemetry.redact import short
from rookery.server.ws.mailbox import Mailbox
from rookery.server.ws.page_session import CLOSE_INTERNAL_ERROR, CLOSE_NORMAL, PageSession

log = logging.getLogger(__name__)


class _OwnPage:
    """The page at the other end; a PageConnection."""

    site = ""
    lost = False

    def __init__(self, quota: AddressQuota, bucket: TokenBucket, send: Callable[[str], None]) -> None:
        self.seats: Seats = ()
        self.draws = False
        self.bucket = bucket
        self.received = 0.0
        self.quota = quota
        self.gone = False
        self.heard: Mailbox[str | None] = Mailbox()
        self._send = send

    def send(self, message: str) -> None:
        if self.gone:
            return
        try:
            self._send(message)
        except Exception:  # a channel that cannot be used any more must not disturb the table
            log.exception("A page cannot be reached")
            self.hang_up()

    async def receive(self) -> str | None:
        message = await self.heard.get()
        self.received = time.perf_counter()
        return message

    def hang_up(self) -> None:
        self.gone = True
        self.heard.put_nowait(None)


class Conversation:
    """A page and its table. Messages are answered in their order, one at a time."""

    def __init__(
        self,
        manager: TableManager,
        quota: AddressQuota,
        table_id: str,
        send: Callable[[str], None],
        closed: Callable[[int], None],
    ) -> None:
        """`send`: called with each message for the page; `closed`: called once, unless the page ends the conversation,
        with a close code of WebSockets."""
        config = manager.config
        self._table_id = table_id
        self._closed: Callable[[int], None] | None = closed
        self._page = _OwnPage(quota, TokenBucket(config.message_rate, config.message_burst), send)
        self._session = PageSession(self._page, manager, table_id)
        self._reader = asyncio.get_running_loop().create_task(self._session.run())
        self._reader.add_done_callback(self._ended)

    def receive(self, text: str) -> None:
        """The page says something."""
        self._page.heard.put_nowait(text)

    def end(self) -> None:
        """The page is gone."""
        self._closed = None
        self._page.hang_up()
        self._session.end(self._reader)

    def _ended(self, reader: "asyncio.Task[int]") -> None:
        code = CLOSE_NORMAL
        if not reader.cancelled():
            if (error := reader.exception()) is not None:
                log.error("A page of table %s could not be served", short(self._table_id), exc_info=error)
                code = CLOSE_INTERNAL_ERROR
            else:
                code = reader.result()
        closed, self._closed = self._closed, None
        if closed is not None:
            self._page.gone = True
            self._session.end(reader)
            closed(code)
