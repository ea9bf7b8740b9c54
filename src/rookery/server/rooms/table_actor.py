"""A table in play: the pages that look at it, what happens told to everybody, what comes by itself.

One lock a table: what is asked is checked, made durable and added (journal.py) while nothing else in this process can
come between.
"""

import asyncio
import functools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence

from rookery.server import wall_clock
from rookery.server.bots.bot_pool import BotPool, TableBots
from rookery.server.cluster.bus import Bus
from rookery.server.commands import guards, people, standins
from rookery.server.notify.sender import NotificationSender
from rookery.server.notify.turn_notifier import TurnNotifier
from rookery.server.quota.work_budget import WorkBudget, in_slices, shared
from rookery.server.rooms.absence import Absence
from rookery.server.rooms.bot_player import BotPlayer
from rookery.server.rooms.deadline import DeadlineTimer
from rookery.server.rooms.journal import Journal, Seen
from rookery.server.rooms.subscriber import Subscriber
from rookery.server.storage.store import Store
from rookery.server.table import timing
from rookery.server.table.events import Answered, Asked, Begun, Conceded, Event, Lent, Nudged, Played, Said, TookBack
from rookery.server.table.table import Seats, Table
from rookery.server.wire import views
from rookery.server.wire.messages import (
    Because,
    ChatMessage,
    Check,
    GameCard,
    Hello,
    Look,
    Looked,
    Nudging,
    Preview,
    Previewed,
    Server,
    TableCard,
    Tabled,
    WhyNot,
    encode,
)
from rookery.server.wire.view_cache import ViewCache

__all__ = ["TableActor"]

PRESENCE_DEBOUNCE = 0.1  # seconds in which people who come and go are told of together
PRESENCE_PAGES = 16  # pages at a table; where there are more, it takes longer in proportion
WELCOME_EVENTS = Begun, TookBack, Conceded  # everybody is welcomed again
# plies that who sees them late is told so; more would fill a page's queue, and take long to make
MAX_LATE_PLIES_ONE_BY_ONE = 16


class TableActor:
    """One table in memory."""

    def __init__(
        self,
        table: Table,
        card: Callable[[], GameCard],
        store: Store,
        bus: Bus,
        bots: BotPool,
        sender: NotificationSender,
    ) -> None:
        self.table = table
        self.journal = Journal(table, store, bus, self._happened, self.go_on)
        self.lock = self.journal.lock
        self.used = time.monotonic()  # when somebody last asked for this table
        self.views = ViewCache(table)
        self._card = card
        self._bus = bus
        self._pages: set[Subscriber] = set()
        self._arriving = 0  # pages that are being let in
        self._held = False  # whether other processes were told that the clock goes on here
        self._gathering: asyncio.TimerHandle | None = None
        self._deadline = DeadlineTimer(self._time_up)
        self._payers = dict[str, WorkBudget | None]()
        self._bot_player = BotPlayer(
            self.journal, TableBots(bots, self._who_pays), bots.pause, self._bots_play, self._bots_rest
        )
        here = lambda: self._here()[0].union(bus.elsewhere(table.id)[0])  # noqa: E731
        self._notifier = TurnNotifier(table, sender, here, self.ask)
        self._absence = Absence(table.players, here)
        self.away = self._absence.seconds

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        times = self.table.times
        ticking = self._quick and times is not None and times.running is not None
        waited = self._notifier.waiting or self._bot_player.playing
        return ticking or bool(self._pages) or self._arriving > 0 or self.lock.locked() or waited

    @property
    def _quick(self) -> bool:
        """Whether people play it on a clock that goes on only while a server holds the table."""
        times, playing = self.table.times, self.table.state == "playing"
        return times is not None and not times.clock.patient and playing and timing.by_itself(self.table)

    async def resume(self) -> None:
        """It was found in the database: go on from there. Raises StoreTrouble."""
        async with self.lock:
            if self._quick:
                await self._bus.heard()
                # where another process holds it, its clock has gone on
                await self.journal.apply(lambda table: standins.resume(table) if self.owner else [])
            await self.journal.apply(_time_up)
            self.journal.describe()
        self.go_on()

    async def pause(self) -> None:
        """The server stops: a quick clock stands still, unless it goes on in another process. Raises StoreTrouble."""
        if self._quick and self._bus.alone(self.table.id):
            async with self.lock:
                await self.journal.apply(standins.pause)

    # ── Pages come and go ────────────────────────────────────────────────────
    async def join(self, page: Subscriber, hello: Hello) -> None:
        """Let a page in, or let it say anew which seats it plays. Raises UnknownKey, StoreTrouble."""
        self._arriving += 1  # the table stays in memory, however long the page has to wait
        try:
            await self._let_in(page, hello)
        finally:
            self._arriving -= 1
        self.go_on()

    async def _let_in(self, page: Subscriber, hello: Hello) -> None:
        await in_slices(self.views.moves(self.table.seats_of(hello.keys)))
        async with self.lock:
            events, seen = await self.journal.commit(
                lambda at: people.come(at, at.seats_of(hello.keys), hello.client_seed)
            )
            # from here on nothing can fail: a page is in, or it is not
            before, page.seats = page.seats, self.table.seats_of(hello.keys)
            seats, known = page.seats, page in self._pages and page.seats == before
            self._pages.add(page)
            if not any(isinstance(event, Begun) for event in events):
                page.send(self._welcome(seats))
            self._tell_events(events, seen)
        if not known:
            self._say_who_is_here()

    def leave(self, page: Subscriber) -> None:
        """A page is gone; the table stays as it is."""
        self._pages.discard(page)
        self.used = time.monotonic()
        self._say_who_is_here()
        if page.lost:
            self._notifier.connection_lost(page.seats)

    def card(self, seats: Seats) -> TableCard:
        """The table as a page with these seats sees it."""
        (here, watching), (there, others) = self._here(), self._bus.elsewhere(self.table.id)
        everybody, watchers, now = here.union(there), watching + others, wall_clock.now_ms()
        return views.table_card(self.table, self._card(), seats, everybody, watchers, now)

    def _here(self) -> tuple[set[int], int]:
        """Seats that have pages in this process, and how many pages only watch."""
        return {seat for page in self._pages for seat in page.seats}, sum(not page.seats for page in self._pages)

    def elsewhere(self, page: Subscriber) -> set[int]:
        """The seats that other pages play, in other processes, too."""
        here = {seat for one in self._pages if one is not page for seat in one.seats}
        return here.union(self._bus.elsewhere(self.table.id)[0])

    def _who_pays(self) -> dict[str, WorkBudget | None]:
        """For bots that play here: the addresses of those who sit here, or sat here last; else of those who look on;
        else nobody was here since the server started, and nobody pays."""
        if sitting := {page.address: page.work for page in self._pages if page.seats}:
            self._payers = sitting
        elif not self._payers:
            return {page.address: page.work for page in self._pages}
        return self._payers

    def _say_who_is_here(self) -> None:
        self._tell_processes()
        self._absence.note()
        self._gather()

    def _tell_processes(self) -> None:
        self._held = self._quick
        self._bus.here(self.table.id, *self._here(), self._held)

    def _welcome(self, seats: Seats) -> str:
        return self.views.welcome(seats, self.card(seats))

    def _gather(self) -> None:
        """Tell everybody soon who is here."""
        if self._gathering is None:
            wait = PRESENCE_DEBOUNCE * max(1.0, len(self._pages) / PRESENCE_PAGES)  # everybody is told
            self._gathering = asyncio.get_running_loop().call_later(wait, self.tell_card)

    def tell_card(self, *, players: bool = True, spectators: bool = True) -> None:
        """Tell everybody who sits here, and what comes next."""
        if players and spectators and self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._tell(lambda seats: [Tabled(self.card(seats))], players=players, spectators=spectators)

    def _tell(
        self, messages: Callable[[Seats], Iterable[Server | str]], *, players: bool = True, spectators: bool = True
    ) -> None:
        """Send everybody messages, encoded or not; they are made once for all pages that play the same seats."""
        made: dict[Seats, list[str]] = {}
        for page in list(self._pages):
            if not (players if page.seats else spectators):
                continue
            if page.seats not in made:
                said = messages(page.seats)
                made[page.seats] = [it if isinstance(it, str) else encode(it) for it in said]
            for text in made[page.seats]:
                page.send(text)

    # ── What pages ask ───────────────────────────────────────────────────────
    def look(self, page: Subscriber, asked: Look) -> None:
        """Raises NoSuchPly."""
        page.send(encode(Looked(views.look_back(self.table, page.seats, asked.ply))))

    def check(self, page: Subscriber, asked: Check) -> None:
        """Raises NoSuchPly, NotDrawn, StillSecret."""
        page.send(encode(views.checked(self.table, page.seats, asked.ply)))

    def preview(self, page: Subscriber, asked: Preview) -> None:
        """Raises what may_preview raises, and IllegalAction."""
        seat = guards.may_preview(self.table, page.seats, asked.ply, asked.takebacks)
        self.table.position.after(asked.action)  # the guard of legality
        scene = views.preview(self.table, page.seats, seat, asked.action)
        page.send(encode(Previewed(asked.ply, asked.action, scene)))

    def why(self, page: Subscriber, asked: WhyNot) -> None:
        """Raises what may_preview raises, and NoSuchSpot."""
        seat = guards.may_preview(self.table, page.seats, asked.ply, asked.takebacks)
        words = views.why(self.table, page.seats, seat, asked.path, asked.spot)
        page.send(encode(Because(asked.ply, asked.path, asked.spot, words)))

    async def ask(self, decide: Callable[[Table], list[Event]]) -> None:
        """Let happen what follows from a question. Raises what `decide` raises (nothing changed then), and StoreTrouble
        when it could not be made durable."""
        try:
            async with self.lock:
                await self.journal.apply(_time_up)  # who asks too late finds that out
                await self.journal.apply(decide)
        finally:
            self.go_on()

    def go_on(self) -> None:
        """Something has happened: what comes by itself now?"""
        self._set_alarm()
        if self._quick != self._held:
            self._tell_processes()
        self._bot_player.wake()

    def _set_alarm(self) -> None:
        """For the clock that runs now, whoever has moved."""
        self._deadline.set(self.table.times.due if self.table.times is not None else 0)

    async def _time_up(self) -> None:
        """Raises StoreTrouble."""
        async with self.lock:
            await self.journal.apply(_time_up)
        self.go_on()

    # ── Other processes ──────────────────────────────────────────────────────
    @property
    def owner(self) -> bool:
        """Whether this process does what nobody asks for. Never a guard: two may think so for a moment, and the primary
        key of the events lets one of them act."""
        return self._bus.leads(self.table.id)

    async def catch_up(self) -> None:
        """Add and tell what other processes have written. Raises StoreTrouble."""
        async with self.lock:
            await self.journal.read()
        self.go_on()

    def follow(self) -> None:
        """Catch up soon."""
        self.journal.follow()

    def presence_changed(self) -> None:
        """People came or went in another process."""
        self._absence.note()
        if self._pages:
            self._gather()
            self._bot_player.wake()

    # ── Events ───────────────────────────────────────────────────────────────
    async def _happened(self, events: list[Event], seen: Seen) -> None:
        """The lock is held: whoever waits for it waits for no address's budget (work.shared)."""
        if any(isinstance(event, WELCOME_EVENTS) for event in events):
            for seats in {page.seats for page in self._pages}:
                await asyncio.create_task(shared(in_slices(self.views.moves(seats))))
        self._tell_events(events, seen)

    def _tell_events(self, events: list[Event], seen: Seen) -> None:
        """`seen`: by spectators, before them."""
        self._set_alarm()
        self._notifier.table_changed(own=self.journal.own == self.table.events)
        delayed = self.table.made.delay > 0
        happened = {type(event) for event in events}
        if happened & set(WELCOME_EVENTS):
            # other processes' events come many at a time: what was taken back may not be all that has happened
            unseen = delayed and not happened & {Begun, Conceded} and seen == self.journal.seen
            self._tell(lambda seats: [self._welcome(seats)], spectators=not unseen)
            return
        if delayed:
            fresh = range(seen.plies + 1, self.table.shown(()) + 1)
            if len(fresh) > MAX_LATE_PLIES_ONE_BY_ONE:
                self._tell(lambda seats: [self._welcome(seats)], players=False)
            else:
                for ply in fresh:
                    self._tell(functools.partial(self._moved, [ply]), players=False)
            if self.table.levels(()) != seen.levels:
                self.tell_card(players=False)
        for plies in views.together(events):
            self._tell(functools.partial(self._moved, plies), spectators=not delayed)
        told = False
        for event in events:
            if isinstance(event, Said):
                self._talk(event)
            elif isinstance(event, Nudged):
                self._tell(functools.partial(_nudging, event), spectators=False)
                if self.journal.own == self.table.events:
                    self._notifier.nudged()
            elif not told and not isinstance(event, Played):
                told = True
                self.tell_card(spectators=not (delayed and isinstance(event, Asked | Answered | Lent)))
        if self.table.mover is None and any(isinstance(event, Played) for event in events):
            self.tell_card()  # the secret of the draws is told

    def _moved(self, plies: Sequence[int], seats: Seats) -> Iterator[Server]:
        return views.moved(self.table, seats, plies, wall_clock.now_ms())

    def _talk(self, said: Said) -> None:
        line = encode(ChatMessage(views.chat_line(said)))
        for page in list(self._pages):
            if bool(page.seats) == (said.seat is not None):
                page.send(line)

    # ── Bots ─────────────────────────────────────────────────────────────────
    def _bots_play(self) -> bool:
        """As long as somebody is there to see it, or a person's time runs."""
        return self.owner and (bool(self._pages) or timing.by_itself(self.table))

    def _bots_rest(self) -> None:
        self.used = time.monotonic()

    def close(self) -> None:
        """Stop what goes on; the database has everything. Nothing refers to the table any more, so that it leaves
        memory at once, and not when circles of references are next looked for (ops/gc_tuning.py)."""
        if self._held:
            self._bus.here(self.table.id, (), 0)
        self._bot_player.close()
        if self._gathering is not None:
            self._gathering.cancel()
        self._deadline.close()
        self.journal.close()
        self._notifier.close()
        self._absence.close()


def _nudging(nudged: Nudged, seats: Seats) -> list[Server]:
    return [Nudging(nudged.seat, nudged.by)]


def _time_up(table: Table) -> list[Event]:
    return standins.time_up(table, wall_clock.now_ms())
