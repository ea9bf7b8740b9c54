"""The conversation over one WebSocket: what a page says, in order, each message answered or refused by name."""

import asyncio
import logging
import time

from starlette.websockets import WebSocket, WebSocketDisconnect

from rookery.core.errors import Refusal, StoreTrouble, UnreadableMessage
from rookery.server import figures
from rookery.server.connection import Bucket, Connection
from rookery.server.live import LiveTable
from rookery.server.logs import short
from rookery.server.parlour import Parlour
from rookery.server.wire import Hello, Look, Move, Preview, Rematch, Rename, read

__all__ = ["talk"]

log = logging.getLogger(__name__)

NEVER_SAID_HELLO = 1008  # close code: policy violation
OUR_FAULT = 1011  # close code: internal error


async def talk(socket: WebSocket, parlour: Parlour) -> None:
    """Serve a page until it goes, or cannot be served."""
    await socket.accept()
    config = parlour.config
    page = Connection(socket, config.queue, Bucket(config.message_rate, config.message_burst))
    conversation = _Conversation(page, parlour, socket.path_params["table"])
    reader = asyncio.create_task(conversation.run())
    code = 1000
    try:
        await asyncio.wait({reader, page.writer}, return_when=asyncio.FIRST_COMPLETED)
        code = reader.result() if reader.done() else 1013
    except WebSocketDisconnect:
        pass
    except Exception:
        log.exception("A page of table %s could not be served", short(conversation.table_id))
        code = OUR_FAULT
    finally:
        reader.cancel()
        conversation.end()
        await asyncio.gather(reader, return_exceptions=True)
        await page.close(code)


class _Conversation:
    """One page and, once it said Hello, its table."""

    def __init__(self, page: Connection, parlour: Parlour, table_id: str) -> None:
        self.page = page
        self.parlour = parlour
        self.table_id = table_id
        self.live: LiveTable | None = None
        self._gone = False

    def end(self) -> None:
        """The page is gone."""
        self._gone = True
        if self.live is not None:
            self.live.leave(self.page)

    async def run(self) -> int:
        """Answer messages. Returns the code to close with; raises WebSocketDisconnect when the page is gone."""
        deadline = asyncio.get_running_loop().time() + self.parlour.config.hello_wait
        while True:
            try:
                async with asyncio.timeout_at(None if self.live else deadline):
                    message = await self.page.receive()
            except TimeoutError:
                return NEVER_SAID_HELLO
            try:
                self.page.bucket.take()
                # what has been begun is finished, also when the page goes meanwhile: the disk and the table must agree
                await asyncio.shield(self._answer(message))
            except (Refusal, StoreTrouble) as error:
                ply = self.live.table.plies if self.live else -1
                await self.page.refuse(error, ply)

    async def _answer(self, message: str | bytes) -> None:
        """Raises Refusal, StoreTrouble."""
        if isinstance(message, bytes):
            raise UnreadableMessage("messages are text, JSON; this one is binary")
        asked = read(message)
        if isinstance(asked, Hello):
            live = self.live or await self.parlour.table(self.table_id)
            if not self._gone:  # it may have left while the table was being opened
                live.join(self.page, asked.keys)
                self.live = live
            return
        if self.live is None:
            raise UnreadableMessage(f"say hello first; this page began with {type(asked).__name__.lower()}")
        match asked:
            case Move():
                await self.live.move(self.page, asked)
                figures.answered(time.perf_counter() - self.page.received)
            case Preview():
                self.live.preview(self.page, asked)
            case Look():
                self.live.look(self.page, asked)
            case Rematch():
                await self.parlour.rematch(self.live, self.page.seats)
            case Rename():
                await self.live.rename(self.page, asked)
