"""A table in play: it serves its pages, informs all of them about events, and runs clocks and bots.

Each table has one lock. While it is held, a command is checked, and its events are written and added (journal.py),
without interference from this process.
"""

import asyncio
import functools
import logging
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from rookery.core.errors import Refusal, Trouble
from rookery.core.position import Game
from rookery.server.bots.table_bots import TableBots
from rookery.server.commands import guards, people, standins
from rookery.server.notify.turn_notifier import TurnNotifier
from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.quota.work_budget import WorkBudget, in_slices, shared
from rookery.server.rooms.absence import Absence
from rookery.server.rooms.bot_player import BotPlayer
from rookery.server.rooms.deadline import DeadlineTimer
from rookery.server.rooms.journal import Journal, Seen
from rookery.server.rooms.services import Rater, Services
from rookery.server.table import timing
from rookery.server.table.events import (
    Agreed,
    Begun,
    Broke,
    Came,
    Conceded,
    Erased,
    Event,
    Followed,
    Named,
    Nudged,
    Played,
    Rated,
    Said,
    Sat,
    TookBack,
)
from rookery.server.table.table import Seats, Table
from rookery.server.telemetry.redact import short
from rookery.server.wire import views
from rookery.server.wire.messages import (
    AskView,
    ChatMessage,
    Check,
    GameCard,
    Hello,
    Look,
    Looked,
    Nudging,
    Server,
    TableCard,
    Tabled,
    Viewed,
    encode,
)
from rookery.server.wire.view_cache import ViewCache

log = logging.getLogger(__name__)

PRESENCE_DEBOUNCE = 0.1  # seconds for which news of who is here is collected
PRESENCE_PAGES = 16  # with more pages at a table, it takes proportionally longer
WELCOME_EVENTS = Begun, TookBack, Conceded, Broke, Erased  # after these, every page gets a new Welcome
# after these, spectators with a delay get the table card, too. Any other event could tell them something about plies
# that they do not see yet: a clock pauses only while a person decides, and a browser that is gone is forgotten when it
# should have been reminded of a turn
UNDELAYED_EVENTS = Agreed, Came, Sat, Named, Followed
# plies that spectators with a delay are sent one by one; more would fill a page's queue, and take long to make
MAX_LATE_PLIES_ONE_BY_ONE = 16


class Subscriber(Protocol):
    """A page at a table, or anything else that receives its messages."""

    seats: Seats  # that it plays; the table sets them when it lets the page in
    draws: bool  # whether it is sent views in place of pictures; the table sets it, too
    lost: bool  # whether its connection died, instead of being closed
    quota: AddressQuota  # of the address that pays for the work done for the page

    def send(self, message: str) -> None:
        """Send a message (JSON). It never waits and never fails."""


class TableActor:
    """One table in memory."""

    def __init__(self, table: Table, card: Callable[[], GameCard], services: Services) -> None:
        store, bus, bots = services.store, services.bus, services.bots
        self.table = table
        self._rater = services.rater
        self._rating: asyncio.Task[None] | None = None
        self.journal = Journal(table, store, bus, self._happened, self.go_on, services.time)
        self.lock = self.journal.lock
        self.used = time.monotonic()  # when the table was last requested, time.monotonic()
        self.views = ViewCache(table)
        self._card = card
        self._code: Callable[[], str] = functools.partial(_code_name, table, services.code)
        self._bus = bus
        self._pages = dict[Subscriber, None]()  # in the order in which they came
        self._arriving = 0  # pages that are being let in
        self._held = False  # whether other processes were told that the clock runs here
        self._gathering: asyncio.TimerHandle | None = None
        self._deadline = DeadlineTimer(self._time_up)
        self._payers = dict[str, WorkBudget | None]()
        self._bot_player = BotPlayer(
            self.journal, TableBots(bots, self._who_pays), bots.pause, self._bots_play, self._bots_rest
        )
        here = lambda: self._here()[0].union(bus.elsewhere(table.id)[0])  # noqa: E731
        self._notifier = TurnNotifier(table, services.sender, here, self.ask)
        self._absence = Absence(table.players, here)
        self.away = self._absence.seconds

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        times = self.table.times
        ticking = self._quick and times is not None and times.running is not None
        waited = self._notifier.waiting or self._bot_player.playing or self._rating is not None
        return ticking or bool(self._pages) or self._arriving > 0 or self.lock.locked() or waited

    @property
    def _quick(self) -> bool:
        """Whether people play here on a clock that runs only while a server holds the table."""
        times, playing = self.table.times, self.table.state == "playing"
        return times is not None and not times.clock.patient and playing and timing.by_itself(self.table)

    async def resume(self) -> None:
        """Go on after the table was loaded from the database. Raises StoreTrouble."""
        async with self.lock:
            if self._quick:
                await self._bus.roll_call()
                # if another process holds the table, the clock has not stopped
                await self.journal.apply(lambda table: standins.resume(table) if self.owner else [])
            await self.journal.apply(self._demanded)
            self.journal.describe()
        self.go_on()

    @property
    def now(self) -> int:
        """The time at this table, ms since 1970."""
        return self.journal.time.now()

    def jumped(self) -> None:
        """The server stood still, or its time of day was set: give back what that took from a running clock."""
        if self.table.times is not None:
            self._deadline.ring_now()

    async def pause(self) -> None:
        """The server stops: pause a clock of less than an hour, unless another process holds the table. Raises
        StoreTrouble."""
        if self._quick and self._bus.alone(self.table.id):
            async with self.lock:
                await self.journal.apply(standins.pause)

    # ── Pages come and go ────────────────────────────────────────────────────
    async def join(self, page: Subscriber, hello: Hello) -> None:
        """Let a page in, or let it change the seats that it plays. Raises UnknownKey, StoreTrouble."""
        self._arriving += 1  # the table stays in memory, however long the page has to wait
        try:
            await self._let_in(page, hello)
        finally:
            self._arriving -= 1
        self.go_on()

    async def _let_in(self, page: Subscriber, hello: Hello) -> None:
        seats = self.table.seats_of(hello.keys)
        guards.may_watch(self.table, seats)  # `come` asks again
        await in_slices(self.views.moves(seats))
        async with self.lock:
            events, seen = await self.journal.commit(
                lambda at: people.come(at, at.seats_of(hello.keys), hello.client_seed)
            )
            # from here on nothing can fail, so a page is in completely or not at all
            before, page.seats = page.seats, self.table.seats_of(hello.keys)
            page.draws = hello.draws and bool(self._code())
            seats, again = page.seats, page in self._pages and page.seats == before
            self._pages[page] = None
            if not any(isinstance(event, Begun) for event in events):
                page.send(self._welcome(seats, page.draws))
            self._tell_events(events, seen)
        if not again:
            self._say_who_is_here()

    def leave(self, page: Subscriber) -> None:
        """A page has left."""
        self._pages.pop(page, None)
        self.used = time.monotonic()
        self._say_who_is_here()
        if page.lost:
            self._notifier.connection_lost(page.seats)

    def card(self, seats: Seats) -> TableCard:
        """The table as a page with these seats sees it."""
        (here, watching), (there, others) = self._here(), self._bus.elsewhere(self.table.id)
        everybody, watchers, now = here.union(there), watching + others, self.now
        return views.table_card(self.table, self._card(), seats, everybody, watchers, now, code=self._code())

    def _here(self) -> tuple[set[int], int]:
        """The seats that have pages in this process, and the number of spectators' pages."""
        pages = list(self._pages)  # at once: a thread may ask (journal.py)
        return {seat for page in pages for seat in page.seats}, sum(not page.seats for page in pages)

    def elsewhere(self, page: Subscriber) -> set[int]:
        """The seats that other pages play, in any process."""
        here = {seat for one in list(self._pages) if one is not page for seat in one.seats}
        return here.union(self._bus.elsewhere(self.table.id)[0])

    def _who_pays(self) -> dict[str, WorkBudget | None]:
        """The addresses that pay for the bots here: of the players who are here, or were here last; otherwise of the
        spectators. Empty if there was nobody since the server started; then nobody pays."""
        if sitting := {page.quota.address: page.quota.work for page in self._pages if page.seats}:
            self._payers = sitting
        elif not self._payers:
            return {page.quota.address: page.quota.work for page in self._pages}
        return self._payers

    def _say_who_is_here(self) -> None:
        self._tell_processes()
        self._absence.note()
        self._gather()

    def _tell_processes(self) -> None:
        self._held = self._quick
        self._bus.report_pages(self.table.id, *self._here(), self._held)

    def _welcome(self, seats: Seats, draws: bool) -> str:
        return self.views.welcome(seats, self.card(seats), draws=draws)

    def _gather(self) -> None:
        """Tell all pages soon who is here."""
        if self._gathering is None:
            wait = PRESENCE_DEBOUNCE * max(1.0, len(self._pages) / PRESENCE_PAGES)  # each page gets a message
            self._gathering = asyncio.get_running_loop().call_later(wait, self.tell_card)

    def tell_card(self, *, players: bool = True, spectators: bool = True) -> None:
        """Send all pages the table card: who sits here, and whether there is a rematch."""
        if players and spectators and self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._tell(lambda seats, draws: [Tabled(self.card(seats))], players=players, spectators=spectators)

    def _tell(
        self,
        messages: Callable[[Seats, bool], Iterable[Server | str]],
        *,
        players: bool = True,
        spectators: bool = True,
    ) -> None:
        """Send messages, encoded or not, to all pages. They are made once for all pages that play the same seats, and
        draw or not."""
        texts: dict[tuple[Seats, bool], list[str]] = {}
        for page in list(self._pages):
            if not (players if page.seats else spectators):
                continue
            alike = page.seats, page.draws
            if alike not in texts:
                texts[alike] = [it if isinstance(it, str) else encode(it) for it in messages(*alike)]
            for text in texts[alike]:
                page.send(text)

    # ── What pages ask ───────────────────────────────────────────────────────
    def look(self, page: Subscriber, asked: Look) -> None:
        """Show a page an earlier position. Raises NoSuchPly."""
        page.send(encode(Looked(views.look_back(self.table, page.seats, asked.ply, draws=page.draws))))

    def check(self, page: Subscriber, asked: Check) -> None:
        """Send a page the proof of a draw. Raises NoSuchPly, NotDrawn, StillSecret."""
        page.send(encode(views.checked(self.table, page.seats, asked.ply)))

    def view(self, page: Subscriber, asked: AskView) -> None:
        """Tell a page what the seat that decides knows. Raises what `may_be_helped` raises."""
        seat = guards.may_be_helped(self.table, page.seats, asked.ply, self.elsewhere(page), asked.takebacks)
        page.send(encode(Viewed(asked.ply, views.view_text(self.table, seat))))

    async def ask(self, decide: Callable[[Table], list[Event]]) -> None:
        """Apply a command. Raises what `decide` raises, and StoreTrouble if its events cannot be written; then nothing
        changed."""
        try:
            async with self.lock:
                await self.journal.apply(
                    self._demanded
                )  # a command that comes after the deadline must find that time is up
                await self.journal.apply(decide)
        finally:
            self.go_on()

    def go_on(self) -> None:
        """After a change: set the timer, and let bots play if it is their turn."""
        self._set_deadline()
        if self._quick != self._held:
            self._tell_processes()
        self._bot_player.wake()
        self._count_soon()

    def _count_soon(self) -> None:
        if self._rater is not None and self._rating is None and timing.uncounted(self.table):
            self._rating = asyncio.get_running_loop().create_task(self._count(self._rater))

    async def _count(self, rater: Rater) -> None:
        """Count the result of a rated game. If that fails, the table stays due."""
        try:
            why_not = await rater.count(self.table)
            async with self.lock:
                await self.journal.apply(lambda table: [Rated(why_not)] if timing.uncounted(table) else [])
        except (Refusal, Trouble) as error:
            log.error("The result of table %s could not be counted yet: %s", short(self.table.id), error)
        finally:
            self._rating = None

    def _set_deadline(self) -> None:
        """Set the timer for the clock that runs now."""
        times = self.table.times
        self._deadline.set(None if times is None or times.running is None else times.due - self.now)

    async def _time_up(self) -> None:
        """Apply what happens at zero. Raises StoreTrouble."""
        async with self.lock:
            await self.journal.apply(self._demanded)
        self.go_on()

    def _demanded(self, table: Table) -> list[Event]:
        """The events that follow from the time."""
        jump = self.journal.time.jump(held=self.owner)
        return standins.time_up(table, self.now) if jump is None else standins.stop(*jump)

    # ── Other processes ──────────────────────────────────────────────────────
    @property
    def owner(self) -> bool:
        """Whether this process runs the table's bots and clocks. Two processes may believe so for a moment; then the
        primary key of the events lets only one of them act."""
        return self._bus.leads(self.table.id)

    async def catch_up(self) -> None:
        """Add the events of other processes, and tell all pages. Raises StoreTrouble."""
        async with self.lock:
            await self.journal.read()
        self.go_on()

    def follow(self) -> None:
        """Catch up soon."""
        self.journal.follow()

    def presence_changed(self) -> None:
        """Pages opened or closed in another process."""
        self._absence.note()
        if self._pages:
            self._gather()
            self._bot_player.wake()

    # ── Events ───────────────────────────────────────────────────────────────
    async def _happened(self, events: list[Event], seen: Seen) -> None:
        """Tell all pages about events. The lock is held, so nothing here may wait for an address's budget
        (work_budget.shared)."""
        if any(isinstance(event, WELCOME_EVENTS) for event in events):
            for seats in dict.fromkeys(page.seats for page in self._pages):
                await asyncio.create_task(shared(in_slices(self.views.moves(seats))))
        self._tell_events(events, seen)

    def _tell_events(self, events: list[Event], seen: Seen) -> None:
        """Send all pages what follows from events. `seen`: what spectators had seen before them."""
        self._set_deadline()
        self._count_soon()
        self._notifier.table_changed(own=self.journal.own == self.table.events)
        delayed = self.table.made.delay > 0
        happened = {type(event) for event in events}
        if happened & set(WELCOME_EVENTS):
            # events of other processes arrive in groups, so there may be more than a take-back
            unseen = delayed and not happened & {Begun, Conceded, Broke, Erased} and seen == self.journal.seen
            self._welcome_all(spectators=not unseen)
            return
        if delayed:
            fresh = range(seen.plies + 1, self.table.shown(()) + 1)
            if len(fresh) > MAX_LATE_PLIES_ONE_BY_ONE:
                self._welcome_all(players=False)
            else:
                for ply in fresh:
                    self._tell_moves([ply], players=False)
            if self.table.levels(()) != seen.levels:
                self.tell_card(players=False)
        for plies in views.together(events):
            self._tell_moves(plies, spectators=not delayed)
        for event in events:
            if isinstance(event, Said):
                self._talk(event)
            elif isinstance(event, Nudged):
                self._tell(functools.partial(_nudging, event), spectators=False)
                if self.journal.own == self.table.events:
                    self._notifier.nudged()
        if happened - {Played, Said, Nudged}:
            self.tell_card(spectators=not delayed or not happened.isdisjoint(UNDELAYED_EVENTS))
        if self.table.mover is None and Played in happened:
            self.tell_card()  # the secret of the draws is revealed

    def _welcome_all(self, *, players: bool = True, spectators: bool = True) -> None:
        """Send everything to all pages again. Their earlier state does not matter any more."""
        self._tell(lambda seats, draws: [self._welcome(seats, draws)], players=players, spectators=spectators)

    def _tell_moves(self, plies: Sequence[int], *, players: bool = True, spectators: bool = True) -> None:
        """Send all pages the plies that happened together."""
        now = self.now
        self._tell(
            lambda seats, draws: self.views.moved(seats, plies, now, draws=draws),
            players=players,
            spectators=spectators,
        )

    def _talk(self, said: Said) -> None:
        line = encode(ChatMessage(views.chat_line(said)))
        for page in list(self._pages):
            if bool(page.seats) == (said.seat is not None):
                page.send(line)

    # ── Bots ─────────────────────────────────────────────────────────────────
    def _bots_play(self) -> bool:
        """Whether bots play here now: while a page is open, or where people play on a clock."""
        return self.owner and (bool(self._pages) or timing.by_itself(self.table))

    def _bots_rest(self) -> None:
        self.used = time.monotonic()

    def close(self) -> None:
        """Stop all timers and tasks; the database has everything. This also breaks all reference cycles, so that the
        table leaves memory at once, and not at the next full collection (ops/gc_tuning.py)."""
        if self._held:
            self._bus.report_pages(self.table.id, (), 0)
        self._bot_player.close()
        if self._gathering is not None:
            self._gathering.cancel()
        if self._rating is not None:
            self._rating.cancel()
        self._deadline.close()
        self.journal.close()
        self._notifier.close()
        self._absence.close()


def _code_name(table: Table, code: Callable[[Game], str]) -> str:
    """The name of the code with which pages draw the game; "": they cannot. Those who play a game of strangers have
    it."""
    return table.made.game if table.made.given else code(table.game)


def _nudging(nudged: Nudged, seats: Seats, draws: bool) -> list[Server]:
    return [Nudging(nudged.seat, nudged.by)]
