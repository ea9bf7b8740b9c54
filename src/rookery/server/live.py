"""A table in play: the pages that look at it, events made durable and told to everybody, bots in their turn.

One lock a table: what is asked is checked, made durable and added while nothing else at that table can come between.
"""

import asyncio
import functools
import logging
import time
from collections.abc import Callable

import msgspec

from rookery.core.errors import StoreTrouble
from rookery.server import asks, figures, looks
from rookery.server.alarm import Alarm, now_ms
from rookery.server.bots import Bots
from rookery.server.connection import Connection
from rookery.server.events import Answered, Asked, Begun, Conceded, Event, Played, Said, TookBack
from rookery.server.logs import short
from rookery.server.store import Batch, Row, Store
from rookery.server.table import Seats, Table
from rookery.server.wire import (
    Check,
    GameCard,
    Hello,
    ListedSeat,
    Look,
    Looked,
    Moved,
    Preview,
    Previewed,
    Server,
    TableCard,
    Tabled,
    Talked,
    Welcome,
    encode,
)  # fmt: skip

__all__ = ["LiveTable", "stamped"]

log = logging.getLogger(__name__)

GATHERING = 0.1  # seconds in which people who come and go are told of together
AFTER_TROUBLE = 5.0  # seconds until a bot tries again to play what could not be saved


class LiveTable:
    """One table in memory."""

    def __init__(self, table: Table, card: Callable[[], GameCard], store: Store, bots: Bots, bot_pause: float) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.used = time.monotonic()  # when somebody last asked for this table
        self._card = card
        self._store = store
        self._bots = bots
        self._bot_pause = bot_pause
        self._pages: set[Connection] = set()
        self._bot_turn: asyncio.Task[None] | None = None
        self._gathering: asyncio.TimerHandle | None = None
        self._alarm = Alarm(self._time_up)
        self._described: tuple[str, list[ListedSeat], int] | None = None

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        times = self.table.times
        quick = times is not None and times.running is not None and not times.clock.patient
        return quick or bool(self._pages) or self.lock.locked() or self._bot_turn is not None

    async def resume(self) -> None:
        """It was found in the database: go on from there. Raises StoreTrouble."""
        async with self.lock:
            await self._happen(asks.resume(self.table))
            await self._happen(asks.time_up(self.table, now_ms()))
            await self.describe()
        self.go_on()

    # ── Pages come and go ────────────────────────────────────────────────────
    async def join(self, page: Connection, hello: Hello) -> None:
        """Let a page in, or let it say anew which seats it plays. Raises UnknownKey, StoreTrouble."""
        async with self.lock:
            seats, seen = self.table.seats_of(hello.keys), (self.table.late.shown, self.table.late.takebacks)
            events = asks.come(self.table, seats, hello.word)
            await self._keep(events)
            page.seats = seats  # from here on nothing can fail: a page is in, or it is not
            self._pages.add(page)
            if not any(isinstance(event, Begun) for event in events):
                page.send(encode(self._welcome(seats)))
            self._tell_events(events, *seen)
        self._gather()
        self.go_on()

    def leave(self, page: Connection) -> None:
        """A page is gone; the table stays as it is."""
        self._pages.discard(page)
        self.used = time.monotonic()
        self._gather()

    def card(self, seats: Seats) -> TableCard:
        """The table as a page with these seats sees it."""
        here = {seat for page in self._pages for seat in page.seats}
        watchers = sum(not page.seats for page in self._pages)
        return looks.table_card(self.table, self._card(), seats, here, watchers, now_ms())

    def _welcome(self, seats: Seats) -> Welcome:
        table = self.table
        return Welcome(
            self.card(seats), looks.entries(table, seats), looks.moment(table, seats), looks.talk(table, seats)
        )

    def _gather(self) -> None:
        """Tell everybody soon who is here."""
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self.tell_card)

    def tell_card(self, *, spectators: bool = True) -> None:
        """Tell everybody who sits here, and what comes next."""
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._tell(lambda seats: Tabled(self.card(seats)), spectators=spectators)

    def _tell(self, message: Callable[[Seats], Server], *, players: bool = True, spectators: bool = True) -> None:
        """Send everybody a message; it is made once for all pages that play the same seats."""
        made: dict[Seats, str] = {}
        for page in list(self._pages):
            if not (players if page.seats else spectators):
                continue
            if page.seats not in made:
                made[page.seats] = encode(message(page.seats))
            page.send(made[page.seats])

    # ── What pages ask ───────────────────────────────────────────────────────
    def look(self, page: Connection, asked: Look) -> None:
        """Raises NoSuchPly."""
        page.send(encode(Looked(looks.look_back(self.table, page.seats, asked.ply))))

    def check(self, page: Connection, asked: Check) -> None:
        """Raises NoSuchPly, NotReady."""
        page.send(encode(looks.checked(self.table, page.seats, asked.ply)))

    def preview(self, page: Connection, asked: Preview) -> None:
        """Raises what may_preview raises, and IllegalAction."""
        seat = asks.may_preview(self.table, page.seats, asked.ply, asked.takebacks)
        self.table.position.after(asked.action)  # the guard of legality
        scene = looks.preview(self.table, page.seats, seat, asked.action)
        page.send(encode(Previewed(asked.ply, asked.action, scene)))

    async def ask(self, decide: Callable[[Table], list[Event]]) -> None:
        """Let happen what follows from a question. Raises what `decide` raises (nothing changed then), and StoreTrouble
        when it could not be made durable."""
        async with self.lock:
            await self._happen(asks.time_up(self.table, now_ms()))  # who asks too late finds that out
            await self._happen(decide(self.table))
        self.go_on()

    def go_on(self) -> None:
        """Something has happened: what comes by itself now?"""
        if self.table.times is not None:
            self._alarm.set(self.table.times.due)
        self._wake_bots()

    async def _time_up(self) -> None:
        """Raises StoreTrouble."""
        async with self.lock:
            await self._happen(asks.time_up(self.table, now_ms()))
        self.go_on()

    # ── Events ───────────────────────────────────────────────────────────────
    async def _happen(self, events: list[Event]) -> None:
        if events:
            seen = self.table.late.shown, self.table.late.takebacks
            await self._keep(events)
            self._tell_events(events, *seen)

    async def _keep(self, events: list[Event]) -> None:
        """Make events durable, then add them. The lock is held."""
        if events:
            events[:] = stamped(events)
            await self._store.write(Batch(self.table.id, self.table.events + 1, events))
            self.table.add(events)
            figures.played(self.table.made.game, events, over=self.table.mover is None)
            await self.describe()

    async def describe(self) -> None:
        """Keep what can be asked of the table without opening it, where that has changed."""
        listed, due = looks.listed(self.table, 0), self.table.due
        if (listed.state, listed.seats, due) == self._described:
            return
        now = now_ms()
        text = msgspec.json.encode(msgspec.structs.replace(listed, at=now)).decode() if self.table.made.public else ""
        try:
            await self._store.describe(self.table.id, Row(listed.state, now, text, due), self.table.events)
            self._described = listed.state, listed.seats, due
        except StoreTrouble as error:  # the events are kept, and they count
            log.error("Table %s could not be described: %s", short(self.table.id), error)

    def _tell_events(self, events: list[Event], shown: int, takebacks: int) -> None:
        """`shown`, `takebacks`: what spectators had seen before (late.py)."""
        late, delayed = self.table.late, self.table.made.delay > 0
        if any(isinstance(event, Begun | TookBack | Conceded) for event in events):
            unseen = delayed and takebacks == late.takebacks and any(isinstance(event, TookBack) for event in events)
            self._tell(self._welcome, spectators=not unseen)
            return
        if delayed:
            for ply in range(shown + 1, self.table.shown(()) + 1):
                self._tell(functools.partial(self._moved, ply), players=False)
        told = False
        for event in events:
            if isinstance(event, Played):
                self._tell(functools.partial(self._moved, event.ply), spectators=not delayed)
            elif isinstance(event, Said):
                self._talk(event)
            elif not told:
                told = True
                self.tell_card(spectators=not (delayed and isinstance(event, Asked | Answered)))
        if self.table.mover is None and any(isinstance(event, Played) for event in events):
            self.tell_card()  # the secret of the draws is told

    def _moved(self, ply: int, seats: Seats) -> Moved:
        entry, moment = looks.entry(self.table, seats, ply), looks.moment(self.table, seats, ply)
        return Moved(entry, moment, looks.times_card(self.table, seats, now_ms()))

    def _talk(self, said: Said) -> None:
        line = encode(Talked(looks.talk_line(said)))
        for page in list(self._pages):
            if bool(page.seats) == (said.seat is not None):
                page.send(line)

    # ── Bots ─────────────────────────────────────────────────────────────────
    @property
    def _played(self) -> bool:
        """Whether bots play now: where time is short they do not wait until somebody looks."""
        return bool(self._pages) or self.table.times is not None

    def _wake_bots(self) -> None:
        """Bots play as long as somebody is there to see it."""
        if self.table.bot and self._played and self._bot_turn is None:
            self._bot_turn = asyncio.get_running_loop().create_task(self._play_bots())
            self._bot_turn.add_done_callback(self._bots_rest)

    def _bots_rest(self, turn: asyncio.Task[None]) -> None:
        self._bot_turn = None
        self.used = time.monotonic()
        if turn.cancelled():
            return
        if (error := turn.exception()) is not None:
            log.error("The bots of table %s stopped", short(self.table.id), exc_info=error)
        elif self._played:  # somebody came after they had looked for the last time
            self._wake_bots()

    async def _play_bots(self) -> None:
        clock = asyncio.get_running_loop().time
        table = self.table
        while self._played and (level := table.bot) and table.mover is not None:
            start, thought_of = clock(), (level, table.plies, table.takebacks)
            action, remark = await self._bots.advise(table.position.view(table.mover), level)
            await asyncio.sleep(start + self._bot_pause - clock())
            try:
                async with self.lock:
                    if (table.bot, table.plies, table.takebacks) == thought_of:  # else things have changed meanwhile
                        await self._happen(asks.play(table, action, remark))
            except StoreTrouble as error:
                log.error("A bot's move was not saved: %s", error)
                await asyncio.sleep(AFTER_TROUBLE)

    def close(self) -> None:
        """Stop what goes on; the database has everything."""
        if self._bot_turn is not None:
            self._bot_turn.cancel()
        if self._gathering is not None:
            self._gathering.cancel()
        self._alarm.close()


def stamped(events: list[Event]) -> list[Event]:
    """The events with the time at which they happen: now."""
    now = now_ms()
    return [msgspec.structs.replace(event, at=now) for event in events]
