"""The conversation with one page: each message is answered in order (dispatch.py) or refused by name."""

import asyncio
import logging

from rookery.core.errors import Refusal
from rookery.server.errors import OtherVersion, StoreTrouble, TooBusy, UnknownKey, UnknownTable, UnreadableMessage
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.rooms.table_actor import TableActor
from rookery.server.rooms.table_manager import TableManager
from rookery.server.telemetry import metrics
from rookery.server.wire.messages import ASKED_AS, PROTOCOL, Client, Hello, encode, read, refused
from rookery.server.ws.dispatch import COMMANDS, Asker
from rookery.server.ws.page_connection import PageConnection

log = logging.getLogger(__name__)

# close codes of WebSockets; the one for a page that reads too slowly is connection.CLOSE_TRY_AGAIN_LATER
CLOSE_NORMAL = 1000
CLOSE_NO_HELLO = 1008  # policy violation
CLOSE_INTERNAL_ERROR = 1011

CHAT_RATE, CHAT_BURST = 0.5, 10  # chat, stand-ins and names: a second, and at once; each is stored for ever
REMINDER_RATE, REMINDER_BURST = 0.5, 20  # reminders: a second, and at once
HELLO_RATE, HELLO_BURST = 1.0, 10  # a second, and at once; each is answered with the whole list of moves


class PageSession:
    """One page and, after its Hello, its table."""

    def __init__(self, page: PageConnection, manager: TableManager, table_id: str) -> None:
        self.page = page
        self.manager = manager
        self.table_id = table_id
        self.actor: TableActor | None = None
        # rate limits that commands name (dispatch.py); attributes, because a dictionary would take more memory
        self.chat = TokenBucket(CHAT_RATE, CHAT_BURST, page.quota.chat)
        self.reminders = TokenBucket(REMINDER_RATE, REMINDER_BURST, page.quota.reminders)
        self.takebacks = page.quota.takebacks
        self._hellos = TokenBucket(HELLO_RATE, HELLO_BURST)
        self._work = page.quota.work
        self._gone = False
        self._answering = False

    def end(self, reader: "asyncio.Task[int]") -> None:
        """The page is gone. A command in progress is finished, because the disk and the table must agree."""
        self._gone = True
        if not self._answering:
            reader.cancel()
        if self.actor is not None:
            self.actor.leave(self.page)
        reader.add_done_callback(self._forget)

    def _forget(self, reader: "asyncio.Task[int]") -> None:
        """Drop the table: the error that ended the reader may keep this object in memory for a long time."""
        self.actor = None

    async def run(self) -> int:
        """Answer messages until the page leaves. Returns the close code."""
        deadline = asyncio.get_running_loop().time() + self.manager.config.hello_timeout
        while not self._gone:
            try:
                message = await self._heard(deadline)
            except TimeoutError:
                return CLOSE_NO_HELLO
            if message is None:
                return CLOSE_NORMAL
            try:
                if self._work is not None:
                    await self._work.turn()
                self._answering = True
                await (self._answer(message) if self._work is None else self._work.spend(self._answer(message)))
            except TooBusy as error:  # the budget was empty for too long
                self._refuse(error)
            finally:
                self._answering = False
        return CLOSE_NORMAL

    async def _answer(self, text: str | bytes) -> None:
        """Answer or refuse a message. Reading and refusing it also count as work."""
        try:
            self.page.bucket.take()
            message = _read(text)
            if isinstance(message, Hello):
                if not self.page.gone:
                    await self._hello(message)
                return
            command = COMMANDS[type(message)]
            if command.question and self.page.gone:
                return
            if self.actor is None:
                raise UnreadableMessage(f"the first message must be hello; it was {ASKED_AS[type(message)]}")
            if command.bucket:
                getattr(self, command.bucket).take()
            await command.answer(Asker(self.page, self.actor, self.manager), message)
        except (Refusal, StoreTrouble) as error:
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        """Send a named refusal. A page whose address has tried too many keys is disconnected."""
        metrics.refused(type(error).__name__)
        self.page.send(encode(refused(error, self.actor.table.shown(self.page.seats) if self.actor else -1)))
        if isinstance(error, StoreTrouble):
            log.error("A page was refused: %s", error)
        if isinstance(error, UnknownKey | UnknownTable):
            try:
                self.page.quota.failures.take()
            except TooBusy:
                log.warning("An address tries too many keys", extra={"address": self.page.quota.address})
                self.page.hang_up()

    async def _heard(self, deadline: float) -> str | bytes | None:
        """The next message; None: the page has left. Raises TimeoutError at the deadline for the first Hello."""
        if self.actor is not None:
            return await self.page.receive()
        seconds = deadline - asyncio.get_running_loop().time()
        if seconds <= 0.0:  # otherwise a message that has already arrived is still read
            raise TimeoutError
        async with asyncio.timeout(seconds):
            return await self.page.receive()

    async def _hello(self, asked: Hello) -> None:
        """Let the page in, or let it change its seats. Raises Refusal, StoreTrouble."""
        self._hellos.take()
        if asked.draws and asked.protocol != PROTOCOL:
            raise OtherVersion("this page is of another version than the server; load it again")
        actor = self.actor or await self.manager.table(self.table_id)
        if not self._gone:  # the page may have left while the table was opened
            await actor.join(self.page, asked)
            self.actor = actor
        if self._gone:
            actor.leave(self.page)


def _read(message: str | bytes) -> Client:
    """Raises UnreadableMessage."""
    if isinstance(message, bytes):
        raise UnreadableMessage("messages must be JSON text; this one is binary")
    return read(message)
