"""A table's events in the database: written before they count, and read when another process was faster.

Several processes may hold the same table. The primary key of the events decides who was first; who was not adds what
happened meanwhile, and asks the same question of the newer table again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

import msgspec

from rookery.core.errors import Refusal
from rookery.server import wall_clock
from rookery.server.cluster.bus import Bus
from rookery.server.errors import CommitUncertain, Conflict, StoreTrouble
from rookery.server.quota.work_budget import one_at_a_time
from rookery.server.storage.store import Description, EventBatch, Store
from rookery.server.table import timing
from rookery.server.table.events import Event
from rookery.server.table.table import Table
from rookery.server.table.timing import due_with
from rookery.server.telemetry import metrics
from rookery.server.telemetry.redact import short
from rookery.server.wire import views

__all__ = ["Journal", "Seen", "stamped"]

log = logging.getLogger(__name__)

MAX_WRITE_RETRIES = 8  # to write before another process does
# seconds until what could not be read is read again, at first and in the end
MIN_READ_RETRY_INTERVAL, MAX_READ_RETRY_INTERVAL = 2.0, 60.0

T = TypeVar("T")


class Seen(NamedTuple):
    """What spectators have seen of a table (table/spectator_delay.py)."""

    plies: int
    takebacks: int
    levels: tuple[str, ...]  # [P] of the bots that play


class Journal:
    """Of one table in memory. `lock` is held by who calls what says so."""

    def __init__(
        self,
        table: Table,
        store: Store,
        bus: Bus,
        told: Callable[[list[Event], Seen], Awaitable[None]],
        followed: Callable[[], object],
    ) -> None:
        """`told`: hears of events that were added, and what spectators had seen before. `followed`: that all
        was read, though nobody had asked just then."""
        self.table = table
        self.lock = asyncio.Lock()
        self._store = store
        self._bus = bus
        self._told = told
        self._followed = followed
        self.own = 0  # the number of the newest event that this process has written
        self._described: tuple[object, ...] | None = None
        self._behind = False  # another process may have written something since the database was looked at
        self._doubted: list[Event] | None = None  # what this one may have written: the database did not say so
        self._follower: asyncio.Task[None] | None = None

    async def apply(self, decide: Callable[[Table], list[Event]]) -> None:
        """Let happen, and tell, what follows from a question. The lock is held. Raises what `commit` raises."""
        events, seen = await self.commit(decide)
        if events:
            await self._told(events, seen)

    async def commit(self, decide: Callable[[Table], list[Event]]) -> tuple[list[Event], Seen]:
        """What follows from a question, durable and added, and what spectators had seen before. The lock is held.
        Raises what `decide` raises (nothing changed then), and StoreTrouble when it could not be written."""
        return await self.retried(lambda: self._commit_once(decide(self.table)))

    async def retried(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do what looks at the table and then writes; again, where another process was faster. The lock is held."""
        for _ in range(MAX_WRITE_RETRIES):
            try:
                return await work()
            except Conflict:
                metrics.conflict()
                await self.read()
            except CommitUncertain:  # everybody here is to see what has happened as soon as that is known
                self._doubted = self._doubted or []
                self.follow()
                raise
        raise StoreTrouble("other processes are faster at this table; nothing was changed, ask again")

    async def _commit_once(self, events: list[Event]) -> tuple[list[Event], Seen]:
        seen = self.seen
        if events:
            events = stamped(events)
            due = due_with(self.table.made, events)
            try:
                await self._store.write(EventBatch(self.table.id, self.table.events + 1, events, due=due))
            except CommitUncertain:
                self._doubted = events
                raise
            await one_at_a_time()  # jobs share commits, and all of an address would go on together
            self.table.add(events)
            if due is not None:
                self._described = None
            self.own = self.table.events
            self._bus.announce(self.table.id, self.table.events)
            metrics.played(self.table.made.game, events, over=self.table.mover is None)
            self.describe()
        return events, seen

    @property
    def seen(self) -> Seen:
        """What spectators have seen."""
        late = self.table.late
        return Seen(late.shown, late.takebacks, self.table.levels(()))

    def describe(self) -> None:
        """Keep what can be asked of the table without opening it, where that has changed. Nobody waits for it."""
        table, now = self.table, wall_clock.now_ms()
        seats = ((seat.name, seat.open) for seat in table.seats)
        state = (table.state, timing.due(table), *seats, *table.levels(()))
        if state == self._described:
            return
        text = msgspec.json.encode(views.listed(table, now)).decode() if table.made.public else ""
        self._described = state
        described = self._store.describe(table.id, Description(table.state, now, text, timing.due(table)), table.events)
        described.add_done_callback(self._was_described)

    def _was_described(self, description: "asyncio.Future[object]") -> None:
        if not description.cancelled() and (error := description.exception()) is not None:
            self._described = None  # the events are kept, and they count
            log.error("Table %s could not be described: %s", short(self.table.id), error)

    # ── Other processes ──────────────────────────────────────────────────────
    async def read(self) -> None:
        """Add and tell what they have written, or this one without an answer. The lock is held. Raises StoreTrouble."""
        events = await self._store.since(self.table.id, self.table.events)
        doubted, self._doubted = self._doubted, None
        if not events:
            return
        seen = self.seen
        try:
            self.table.add(events)
        except Refusal as error:
            raise StoreTrouble(f"what another process wrote does not follow here: {error}") from None
        self._described = None  # it may have, otherwise
        if doubted is not None:
            if events == doubted:
                self.own = self.table.events
                self.describe()
            self._bus.announce(self.table.id, self.table.events)
        await self._told(events, seen)

    def follow(self) -> None:
        """Read soon: another process has written, or may have."""
        self._behind = True
        if self._follower is None or self._follower.done():
            self._follower = asyncio.get_running_loop().create_task(self._follow())

    async def _follow(self) -> None:
        wait = MIN_READ_RETRY_INTERVAL
        while self._behind:
            self._behind = False
            try:
                async with self.lock:
                    await self.read()
            except StoreTrouble as error:
                self._behind = True
                log.error("Table %s could not be brought up to date: %s", short(self.table.id), error)
                await asyncio.sleep(wait)
                wait = min(MAX_READ_RETRY_INTERVAL, 2 * wait)
            else:
                self._followed()

    def close(self) -> None:
        """Read no more, and tell nobody."""
        if self._follower is not None:
            self._follower.cancel()
        self._told, self._followed = _nobody, _nothing


async def _nobody(*told: object) -> None:
    """Who is told of a table that is closed: a table and its journal must not keep each other in memory."""


def _nothing() -> None:
    """What follows there."""


def stamped(events: list[Event]) -> list[Event]:
    """The events with the time at which they happen: now."""
    now = wall_clock.now_ms()
    return [msgspec.structs.replace(event, at=now) for event in events]
