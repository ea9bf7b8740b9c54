"""The conversation over one WebSocket: what a page says, in order, each message answered or refused by name."""

import asyncio
import logging
import time
from collections.abc import Collection

from starlette.websockets import WebSocket, WebSocketDisconnect

from rookery.core.errors import CannotPlay, Refusal, UnknownLevel, one_of
from rookery.server import wall_clock
from rookery.server.commands import guards, moves, people, standins, takebacks
from rookery.server.errors import StoreTrouble, TooBusy, UnreadableMessage
from rookery.server.notify.subscriptions import remind
from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.rooms.table_actor import TableActor
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.events import Event
from rookery.server.table.table import Seats, Table
from rookery.server.telemetry import metrics
from rookery.server.telemetry.redact import short
from rookery.server.wire.messages import (
    Answer,
    Begin,
    Check,
    Client,
    Hello,
    Lend,
    Look,
    Move,
    Nudge,
    Preview,
    Rematch,
    Remind,
    Rename,
    Replace,
    Resign,
    Say,
    Subscribe,
    TakeBack,
    WhyNot,
    read,
)
from rookery.server.ws.connection import Connection
from rookery.server.ws.peer import gone

__all__ = ["ANEW", "serve_page"]

log = logging.getLogger(__name__)

NEVER_SAID_HELLO = 1008  # close code: policy violation
LINES, AT_ONCE = 0.5, 10  # of talk, stand-ins and names, a second for long and at once: each is kept for ever
WISHES, AGAIN = 0.5, 20  # for reminders, the same
HELLOS, ANEW = 1.0, 10  # a second for long and at once: each is answered with the whole list of moves
QUESTIONS = (Hello, Look, Preview, WhyNot, Check)  # that change nothing, but for the answer
OUR_FAULT = 1011  # close code: internal error
GONE = 1000  # close code: nobody is there to hear it


async def serve_page(socket: WebSocket, manager: TableManager) -> None:
    """Serve a page until it goes, or cannot be served."""
    await socket.accept()
    config = manager.config
    quota = socket.state.caller.quota
    page = Connection(
        socket, config.queue, TokenBucket(config.message_rate, config.message_burst, beyond=quota.messages)
    )
    conversation = PageSession(page, manager, socket.path_params["table"])
    reader = asyncio.create_task(conversation.run())
    code = 1000
    try:
        await asyncio.wait({reader, page.writer}, return_when=asyncio.FIRST_COMPLETED)
        code = reader.result() if reader.done() else 1013
    except Exception:
        log.exception("A page of table %s could not be served", short(conversation.table_id))
        code = OUR_FAULT
    finally:
        page.writer.cancel()  # both before anything is awaited: a task that is cancelled twice comes no further
        conversation.end(reader)
        await asyncio.gather(asyncio.shield(reader), return_exceptions=True)
        await page.close(code)


class PageSession:
    """One page and, once it said Hello, its table."""

    def __init__(self, page: Connection, manager: TableManager, table_id: str) -> None:
        self.page = page
        self.manager = manager
        self.table_id = table_id
        self.actor: TableActor | None = None
        self._chat = TokenBucket(LINES, AT_ONCE, page.caller.quota.chat)
        self._reminders = TokenBucket(WISHES, AGAIN, page.caller.quota.reminders)
        self._hellos = TokenBucket(HELLOS, ANEW)
        self._work = page.work
        self._gone = False
        self._answering = False

    def end(self, reader: "asyncio.Task[int]") -> None:
        """The page is gone. What has been begun is finished: the disk and the table must agree."""
        self._gone = True
        if not self._answering:
            reader.cancel()
        if self.actor is not None:
            self.actor.leave(self.page)
        reader.add_done_callback(self._forget)

    def _forget(self, reader: "asyncio.Task[int]") -> None:
        """The error that ended it may keep this object in memory for long, but not the table."""
        self.actor = None

    async def run(self) -> int:
        """Answer messages. Returns the code to close with."""
        deadline = asyncio.get_running_loop().time() + self.manager.config.hello_wait
        while not self._gone:
            try:
                message = await self._heard(deadline)
            except TimeoutError:
                return NEVER_SAID_HELLO
            except WebSocketDisconnect:  # told here: an error that its task keeps would keep all this in memory
                return GONE
            try:
                if self._work is not None:
                    await self._work.turn()
                self._answering = True
                await (self._answer(message) if self._work is None else self._work.spend(self._answer(message)))
            except TooBusy as error:  # its turn did not come
                await self._refuse(error)
            finally:
                self._answering = False
        return GONE

    async def _answer(self, message: str | bytes) -> None:
        """Whatever comes of a message: to read it, and to refuse it, is work, too."""
        try:
            self.page.bucket.take()
            asked = _read(message)
            if not (isinstance(asked, QUESTIONS) and gone(self.page.scope)):
                await self._do(asked)
        except (Refusal, StoreTrouble) as error:
            await self._refuse(error)

    async def _refuse(self, error: Exception) -> None:
        await self.page.refuse(error, self.actor.table.shown(self.page.seats) if self.actor else -1)

    async def _heard(self, deadline: float) -> str | bytes:
        """The next message. Raises TimeoutError at the deadline for the first Hello."""
        if self.actor is not None:
            return await self.page.receive()
        if asyncio.get_running_loop().time() >= deadline:  # a message that waits already is had before time is up
            raise TimeoutError
        async with asyncio.timeout_at(deadline):
            return await self.page.receive()

    async def _do(self, asked: Client) -> None:
        """What a page asks. Raises Refusal, StoreTrouble."""
        if isinstance(asked, Hello):
            self._hellos.take()
            actor = self.actor or await self.manager.table(self.table_id)
            if not self._gone:  # it may have left while the table was being opened
                await actor.join(self.page, asked)
                self.actor = actor
            if self._gone:
                actor.leave(self.page)
            return
        if self.actor is None:
            raise UnreadableMessage(f"say hello first; this page began with {type(asked).__name__.lower()}")
        match asked:
            case Preview():
                self.actor.preview(self.page, asked)
            case WhyNot():
                self.actor.why(self.page, asked)
            case Look():
                self.actor.look(self.page, asked)
            case Check():
                self.actor.check(self.page, asked)
            case Rematch():
                guards.may_rematch(self.actor.table, self.page.seats)
                if not self.actor.table.next:
                    await self.page.caller.makes_table()
                await self.manager.rematch(self.actor, self.page.seats)
            case Replace():
                self._chat.take()
                actor, level = self.actor, self._usual_level(self.actor.table)
                await actor.ask(  # who has come back by then is there
                    lambda table: standins.replace(table, self.page.seats, asked.seat, level, actor.away(asked.seat))
                )
            case Remind() | Subscribe():
                self._reminders.take()
                post, site = self.manager.sender, self.page.site
                await self.actor.ask(
                    lambda table: remind(table, self.page.seats, asked, post.webhooks, post.services, site)
                )
            case _:
                if isinstance(asked, Say | Lend | Rename | Nudge):
                    self._chat.take()
                if isinstance(asked, TakeBack):
                    self.page.caller.quota.takebacks.take()
                if isinstance(asked, Lend) and asked.level:
                    self._check_level(self.actor.table, asked.level)
                actor = self.actor
                if isinstance(asked, Move):
                    await actor.ask(lambda table: _moving(table, self.page.seats, asked, actor.elsewhere(self.page)))
                    metrics.answered(time.perf_counter() - self.page.received)
                else:
                    await actor.ask(lambda table: _following(table, self.page.seats, asked))

    def _usual_level(self, table: Table) -> str:
        """Of a bot for somebody who is away: the middle one. Who asks for it does not choose how well it plays.
        Raises CannotPlay."""
        levels = self.manager.catalog.levels(table.made.game)
        if not levels:
            raise CannotPlay(f"no bot plays {table.game.facts.name}")
        return levels[len(levels) // 2]

    def _check_level(self, table: Table, level: str) -> None:
        """Raises UnknownLevel."""
        if level not in (levels := self.manager.catalog.levels(table.made.game)):
            raise UnknownLevel(f"no bot of {table.game.facts.name} is called {level!r}; {one_of(level, levels)}")


def _read(message: str | bytes) -> Client:
    """Raises UnreadableMessage."""
    if isinstance(message, bytes):
        raise UnreadableMessage("messages are text, JSON; this one is binary")
    return read(message)


def _moving(table: Table, seats: Seats, asked: Move, elsewhere: Collection[int]) -> list[Event]:
    """`elsewhere`: the seats of all other pages. Raises Refusal."""
    events = moves.move(table, seats, asked.seat, asked.ply, asked.action, asked.takebacks)
    return moves.on_one_screen(table, events, seats, elsewhere)


def _following(table: Table, seats: Seats, asked: Client) -> list[Event]:
    """The events that follow from what a page asks. Raises Refusal."""
    match asked:
        case Begin():
            return people.begin(table, seats)
        case TakeBack():
            return takebacks.ask_back(table, seats)
        case Answer():
            return takebacks.answer(table, seats, asked.yes)
        case Resign():
            return moves.resign(table, seats)
        case Lend():
            return standins.lend(table, seats, asked.seat, asked.level)
        case Nudge():
            return standins.nudge(table, seats, wall_clock.now_ms())
        case Rename():
            return people.name(table, seats, asked.seat, asked.name)
        case Say():
            return people.say(table, seats, asked.text)
    raise UnreadableMessage(f"{type(asked).__name__.lower()} changes nothing at a table")
