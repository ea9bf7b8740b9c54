"""Writes the events of one table before they count, and reads those of other processes.

Several processes may hold the same table. The primary key of the events decides which was first. The others add what
happened in the meantime, and run their command again on the newer table.
"""

import asyncio
import functools
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeVar

import msgspec

from rookery.core.errors import BrokenRules, Refusal
from rookery.server import wall_clock
from rookery.server.clocks.server_time import ServerTime
from rookery.server.clocks.table_time import TableTime
from rookery.server.cluster.bus import Bus
from rookery.server.errors import CommitUncertain, Conflict, StoreTrouble
from rookery.server.quota.work_budget import at_once_in_thread, one_at_a_time
from rookery.server.storage.table_store import Description, EventBatch, TableStore
from rookery.server.table import timing
from rookery.server.table.events import Broke, Event, Resumed
from rookery.server.table.table import Table
from rookery.server.table.timing import due_with
from rookery.server.telemetry import metrics
from rookery.server.telemetry.redact import short
from rookery.server.wire import views

log = logging.getLogger(__name__)

MAX_WRITE_RETRIES = 8  # attempts to write before another process does
# seconds until events that could not be read are read again: the first pause, which doubles each time, and the longest
MIN_READ_RETRY_INTERVAL, MAX_READ_RETRY_INTERVAL = 2.0, 60.0

T = TypeVar("T")


class Seen(NamedTuple):
    """The part of a table that spectators have seen (table/spectator_delay.py)."""

    plies: int
    takebacks: int
    levels: tuple[str, ...]  # [P] of the bots that play


class Journal:
    """The events of one table in memory. Some methods require the caller to hold `lock`, as they say."""

    def __init__(
        self,
        table: Table,
        store: TableStore,
        bus: Bus,
        told: Callable[[list[Event], Seen], Awaitable[None]],
        followed: Callable[[], object],
        server_time: ServerTime,
    ) -> None:
        """`told`: called with events that were added, and with what spectators had seen before. `followed`: called when
        events of other processes were read in the background."""
        self.table = table
        self.time = TableTime(table, server_time)
        self.lock = asyncio.Lock()
        self._store = store
        self._bus = bus
        self._told = told
        self._followed = followed
        self.own = 0  # the number of the newest event that this process has written
        self._described: tuple[tuple[object, ...], int | None] | None = None
        self._changed = 0  # when what the lobby shows did, ms since 1970
        self._turn: int | None = None  # the person who decides, or did so last: nobody waits for bots
        self._behind = False  # another process may have written events since the last read
        self._doubted: list[Event] | None = None  # events that may have been written, but were not acknowledged
        self._follower: asyncio.Task[None] | None = None

    async def apply(self, decide: Callable[[Table], list[Event]]) -> None:
        """Commit the events of a command, and tell all pages. The caller holds the lock. Raises what `commit`
        raises."""
        events, seen = await self.commit(decide)
        if events:
            await self._told(events, seen)

    async def commit(self, decide: Callable[[Table], list[Event]]) -> tuple[list[Event], Seen]:
        """Write and add the events of a command. Returns them, and what spectators had seen before. The caller holds
        the lock. Raises what `decide` raises, and StoreTrouble if they cannot be written; then nothing changed."""
        try:
            return await self.retried(lambda: self._decided(decide))
        except BrokenRules as broken:
            await self._break_off(str(broken))
            raise

    async def _decided(self, decide: Callable[[Table], list[Event]]) -> tuple[list[Event], Seen]:
        if not self.table.made.given:
            return await self._commit_once(decide(self.table))
        work = functools.partial(self.table.game.bounded, functools.partial(decide, self.table))
        return await self._commit_once(await at_once_in_thread(work))  # rules of strangers may take their time

    async def _break_off(self, words: str) -> None:
        """The game ends, and all pages are told. The caller holds the lock. Raises StoreTrouble."""
        events, seen = await self.retried(lambda: self._commit_once([] if self.table.over else [Broke(words=words)]))
        if events:
            await self._told(events, seen)

    async def retried(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do work that reads the table and then writes, and repeat it if another process was faster. The caller holds
        the lock. Raises what the work raises, StoreTrouble."""
        for _ in range(MAX_WRITE_RETRIES):
            try:
                return await work()
            except Conflict:
                metrics.conflict()
                await self.read()
            except CommitUncertain:  # pages must see what happened as soon as that is known
                self._doubted = self._doubted or []
                self.follow()
                raise
        raise StoreTrouble("other processes keep changing this table; nothing was changed, try again")

    async def _commit_once(self, events: list[Event]) -> tuple[list[Event], Seen]:
        seen = self.seen
        if events:
            now = self.time.now()
            events = [msgspec.structs.replace(event, at=event.at or now) for event in events]
            due = due_with(self.table.made, events)
            try:
                await self._store.write(EventBatch(self.table.id, self.table.events + 1, events, due=due))
            except CommitUncertain:
                self._doubted = events
                raise
            await one_at_a_time()  # jobs share commits, so many tasks of one address would continue at once
            self.table.add(events)
            if any(isinstance(event, Resumed) for event in events):
                self.time.follow_events(events)
            if due is not None:
                self._described = None
            self.own = self.table.events
            self._bus.announce(self.table.id, self.table.events)
            metrics.played(self.table.made.counted_as, events, over=self.table.mover is None)
            self.describe()
        return events, seen

    @property
    def seen(self) -> Seen:
        """The part of the table that spectators have seen so far."""
        return Seen(self.table.shown(()), self.table.late.takebacks, self.table.levels(()))

    def describe(self) -> None:
        """Store the description of the table if it has changed. Nobody waits for it."""
        table, now = self.table, wall_clock.now_ms()
        seats = ((seat.name, seat.open) for seat in table.seats)
        state = (table.state, timing.due(table), *seats, *table.levels(()))
        self._turn = self._turn if table.thinking is None else table.thinking
        if self._described == (state, self._turn):
            return
        if self._described is None or self._described[0] != state:
            self._changed = now
        # the clock of a delayed table changes with each move, of which its spectators are to learn later
        changed = table.made.at if table.delayed else self._changed
        text = msgspec.json.encode(views.listed(table, changed)).decode() if table.made.public else ""
        self._described = state, self._turn
        everybody, turn = tuple(range(table.players)), None if table.over else self._turn
        summary = msgspec.structs.replace(views.glance(table, everybody), yours=[], turn=turn)
        standings = [views.standing(summary, seat) for seat in everybody]
        summary_text = msgspec.json.encode(summary).decode()
        description = Description(table.state, changed, text, timing.due(table), summary_text, standings)
        described = self._store.describe(table.id, description, table.events)
        described.add_done_callback(self._was_described)

    def _was_described(self, description: "asyncio.Future[object]") -> None:
        if not description.cancelled() and (error := description.exception()) is not None:
            self._described = None  # the events themselves are stored
            log.error("Table %s could not be described: %s", short(self.table.id), error)

    # ── Other processes ──────────────────────────────────────────────────────
    async def read(self) -> None:
        """Add events of other processes, or of this one that were not acknowledged, and tell all pages. The caller
        holds the lock. Raises StoreTrouble."""
        events = await self._store.since(self.table.id, self.table.events)
        doubted, self._doubted = self._doubted, None
        if not events:
            return
        seen = self.seen
        try:
            self.table.add(events)
        except Refusal as error:
            raise StoreTrouble(f"events of another process do not fit the table: {error}") from None
        self.time.follow_events(events)
        self._described = None  # another process may have described it differently
        if doubted is not None:
            if events == doubted:
                self.own = self.table.events
                self.describe()
            self._bus.announce(self.table.id, self.table.events)
        await self._told(events, seen)

    def follow(self) -> None:
        """Read soon, because another process has written, or may have."""
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
        """Read no more, and call nobody."""
        if self._follower is not None:
            self._follower.cancel()
        self._told, self._followed = _nobody, _nothing


async def _nobody(*told: object) -> None:
    """Takes the place of `told` at a closed table, so that table and journal do not keep each other in memory."""


def _nothing() -> None:
    """Takes the place of `followed` at a closed table."""


def stamped(events: list[Event]) -> list[Event]:
    """The events with the current time."""
    now = wall_clock.now_ms()
    return [msgspec.structs.replace(event, at=now) for event in events]
