"""All tables of a server: makes them, loads them from the database when they are requested, and evicts idle ones."""

import asyncio
import functools
import logging
import time
from collections.abc import Collection, Sequence

import msgspec

from rookery.core.errors import UnknownGame
from rookery.core.position import Game
from rookery.core.reading.record_reader import slug_in, steps
from rookery.core.record import Record
from rookery.server.clocks.server_time import PULSE_INTERVAL
from rookery.server.commands import guards, making, people
from rookery.server.config import Config
from rookery.server.errors import NeedsServer, NotNow, StoreTrouble, TooBusy
from rookery.server.notify.subscriptions import carried
from rookery.server.quota.work_budget import in_slices, in_thread, shared
from rookery.server.rooms.catalog import Catalog, offered
from rookery.server.rooms.clock_scheduler import ClockScheduler
from rookery.server.rooms.journal import stamped
from rookery.server.rooms.new_table import TablePlan, links, ordered, planned
from rookery.server.rooms.replayed_table import replayed
from rookery.server.rooms.services import Services
from rookery.server.rooms.table_actor import TableActor
from rookery.server.storage.table_store import LISTED_STATES, EventBatch, ListedCount, TableStore
from rookery.server.table.events import Event, Followed, Keyed, Made, Opened, given_of, slug_of
from rookery.server.table.keys import digest, new_key
from rookery.server.table.table import Seats, Table
from rookery.server.table.timing import due_with
from rookery.server.telemetry import metrics
from rookery.server.telemetry.redact import short
from rookery.server.wire.game_cards import facts_card
from rookery.server.wire.messages import (
    GameCard,
    ListedTable,
    ListedTables,
    NewSeat,
    NewTable,
    SeatLink,
    SitDown,
    TableLinks,
)

MAX_LISTED_TABLES = 500  # tables of each state that a page can ask for
log = logging.getLogger(__name__)

LISTED_COUNTS_TTL = 3.0  # seconds for which a count serves all pages
MISSED_EVENTS_RETRY_INTERVAL = 2.0  # seconds between two attempts to ask the database for missed events
TEXT_CACHE_TTL = 60.0  # seconds after which a table without pages drops its cached texts
NEW_TABLE_GRACE = 10.0  # seconds for which a requested table stays in memory, until its page has connected


class ListedCounts:
    """The numbers of tables that the lobby shows: counted once for all pages that ask within a few seconds."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._counts: list[ListedCount] = []
        self._counted = -LISTED_COUNTS_TTL  # when, time.monotonic()
        self._counting = asyncio.Lock()  # pages that ask while the store counts wait for that count

    async def now(self) -> list[ListedCount]:
        """The counts, at most LISTED_COUNTS_TTL old. Raises StoreTrouble."""
        async with self._counting:
            if (now := time.monotonic()) - self._counted >= LISTED_COUNTS_TTL:
                self._counts, self._counted = await self._store.count_listed(), now
        return self._counts


class TableManager:
    """The tables, games, bots and connections to other services of one server, or of a page that plays without one."""

    def __init__(self, config: Config, services: Services) -> None:
        self.config = config
        self.store = services.store
        self.bus = services.bus
        self.sender = services.sender
        self.bots = services.bots
        self.time = services.time
        self._services = services
        self._avoided = services.avoided
        self._strangers = services.strangers
        self.catalog = Catalog(
            self.bots,
            services.readiness,
            services.code,
            ready_timeout=config.ready_timeout,
            offered=offered(config.offered, examples=config.examples),
        )
        self._tables: dict[str, TableActor] = {}
        self._opening: dict[str, asyncio.Task[TableActor]] = {}
        self._listed_counts = ListedCounts(self.store)
        self._behind = False  # other processes may have written events without this one hearing of it
        self._catching_up: asyncio.Task[None] | None = None
        self._chores: list[asyncio.Task[None]] = []

    # ── Opening and closing time ─────────────────────────────────────────────
    def open(self) -> None:
        """Start the background tasks."""
        loop = asyncio.get_running_loop()
        self._chores = [loop.create_task(self.catalog.warm_up()), loop.create_task(self._sweep())]
        self._chores.append(loop.create_task(self._keep_time()))
        self._chores.append(loop.create_task(ClockScheduler(self.store, self._wake).run(self.config.clock_tick)))
        self.bus.open(self)

    async def close(self) -> None:
        """Stop the background tasks and close all tables. The store stays open, because its owner closes it."""
        for error in await _ended([asyncio.create_task(actor.pause()) for actor in self._tables.values()]):
            log.error("A clock could not be stopped: %s", error)  # it then stopped at the last event
        await self.bus.close()
        for actor in self._tables.values():
            actor.close()
        chores = [*self._chores, *([self._catching_up] if self._catching_up is not None else [])]
        for chore in chores:
            chore.cancel()
        await _ended(chores)
        await self.sender.close()
        self.bots.close()

    async def _sweep(self) -> None:
        """Evict idle tables every now and then."""
        while True:
            await asyncio.sleep(min(60.0, self.config.idle_timeout / 4 + 0.01))
            self._sweep_once()

    async def _keep_time(self) -> None:
        """Notice when the process stood still, or the time of day was set; tables with a running clock say so."""
        while True:
            await asyncio.sleep(PULSE_INTERVAL)
            if self.time.jumped():
                for actor in list(self._tables.values()):
                    actor.jumped()

    def _sweep_once(self) -> None:
        """Evict idle tables once. This is not part of the loop because the variables of a sleeping task would keep a
        table in memory."""
        now = time.monotonic()
        for table_id, actor in list(self._tables.items()):
            if actor.used < now - self.config.idle_timeout and not actor.busy:
                self.evict(table_id)
            elif actor.used < now - TEXT_CACHE_TTL and not actor.busy:
                actor.views.clear()

    def evict(self, table_id: str) -> None:
        """Close a table and remove it from memory, if it is there; the database has it."""
        if (actor := self._tables.pop(table_id, None)) is not None:
            actor.close()
            log.debug("A table was closed", extra={"table": short(table_id)})

    def _make_room(self) -> None:
        """Evict idle tables if memory is full. Raises TooBusy if all are in use."""
        if len(self._tables) < self.config.max_tables:
            return
        newest = time.monotonic() - NEW_TABLE_GRACE
        free = [table_id for table_id, actor in self._tables.items() if actor.used < newest and not actor.busy]
        free.sort(key=lambda table_id: self._tables[table_id].used)
        for table_id in free[: 1 + self.config.max_tables // 10]:
            self.evict(table_id)
        if not free:
            raise TooBusy(f"all {self.config.max_tables} tables are in use; try again in a minute", 60)

    @property
    def tables(self) -> int:
        """The number of tables in memory."""
        return len(self._tables)

    # ── What other processes say ─────────────────────────────────────────────
    def events_written(self, table: str, events: int) -> None:
        """See cluster/bus.Listener."""
        if (actor := self._tables.get(table)) is not None and actor.table.events < events:
            actor.follow()

    def presence_changed(self, tables: Collection[str]) -> None:
        for actor in [self._tables[table_id] for table_id in tables if table_id in self._tables]:
            actor.presence_changed()

    def events_missed(self) -> None:
        self._behind = True
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.get_running_loop().create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Find out which tables are behind, and let them read. The others may have become this process's to lead."""
        while self._behind:
            self._behind = False
            try:
                newest = await self.store.newest(list(self._tables))
                for actor in list(self._tables.values()):
                    behind = actor.table.events < newest.get(actor.table.id, 0)
                    actor.follow() if behind else actor.go_on()
            except StoreTrouble as error:
                self._behind = True
                log.error("The events of other processes could not be read: %s", error)
                await asyncio.sleep(MISSED_EVENTS_RETRY_INTERVAL)

    # ── Tables ───────────────────────────────────────────────────────────────
    async def create(self, order: NewTable, begun: Record | None = None) -> TableLinks:
        """Make a table and store it. `begun`: the game so far, if not from the start; its options count.

        Raises UnknownGame, UnknownOption, NotReady, TooBusy, StoreTrouble, and what `making.create` raises; with
        `order.after`, also what `table` and `making.branch` raise; with `order.rated`, what `_check_scale` raises."""
        self.catalog.game(order.game)  # refuses a misspelt game without a wait
        self._make_room()
        game = await self.catalog.ready(order.game)
        if order.rated:
            await self._check_scale(game, order)
        made, keys = ordered(game, order)
        beginning = None if begun is None else making.whole(begun)
        if order.after is not None:
            source = (await self.table(order.after.table)).table
            beginning = making.branch(source, order.game, made.players, order.after.ply)
        return await self._make(game, making.create(game, made, self.catalog.levels(order.game), beginning), keys)

    async def create_made(self, game: Game, given: str, order: NewTable) -> TableLinks:
        """Make a table of a game that strangers made, and store it. `given`: the game as data (Made.given). Raises
        UnknownOption, BrokenRules, TooBusy, StoreTrouble, and what `making.create` raises."""
        self._make_room()
        made, keys = ordered(game, order)
        first = functools.partial(game.start_with, game.facts.settings(made.players, made.options))
        await in_thread(functools.partial(game.bounded, lambda: game.vouch(first())))
        return await self._make(game, making.create(game, msgspec.structs.replace(made, given=given), ()), keys)

    async def _check_scale(self, game: Game, order: NewTable) -> None:
        """Check that the game of a table can be rated. Raises NeedsServer, UnknownOption, and what `Rater.check`
        raises."""
        if self._services.rater is None:
            raise NeedsServer("a server rates people; this page plays without one")
        options = game.facts.chosen(game.facts.settings(len(order.seats), order.options))
        levels = [seat.level for seat in order.seats if seat.kind == "bot"]
        await self._services.rater.check(game, len(order.seats), options, levels)

    async def check_rated(self, order: NewTable) -> None:
        """Check that a table could be rated. Raises UnknownGame, CannotRate, and what `_check_scale` raises."""
        game = self.catalog.game(order.game)
        await self._check_scale(game, order)
        guards.may_be_rated(ordered(game, order)[0], order.after is not None)

    async def import_record(self, text: bytes) -> TableLinks:
        """Make a table from a record (JSON lines), with its last position; every seat is a person's.

        Raises BrokenRecord (UnknownRules), UnknownGame, NotReady, TooBusy, StoreTrouble."""
        self._make_room()
        if (slug := slug_in(text)) in self.catalog.slugs:
            await self.catalog.ready(slug)
        record = await in_slices(steps(text, "the record"))
        assert record is not None
        game = await self.catalog.ready(record.game.facts.slug, wanted=False)
        names = [*record.names, *[""] * record.position.players][: record.position.players]
        made, keys = ordered(game, NewTable(game.facts.slug, [NewSeat(name=name) for name in names]))
        return await self._make(game, making.create(game, made, (), making.whole(record)), keys)

    async def rematch(self, actor: TableActor, seats: Seats) -> None:
        """Make the rematch of a table, once. Everybody moves on by one seat, so that another player begins, and the
        same keys open it. Nobody is seated by somebody whom they have blocked. Raises UnknownKey, NotNow, NotReady,
        TooBusy, StoreTrouble."""
        guards.may_rematch(actor.table, seats)
        if not actor.table.next:
            if self._avoided is not None and await self._avoided(actor.table.id, seats):
                raise NotNow("you cannot ask for a rematch here; somebody else can")
            self._make_room()
            # this waits for the budget of this address alone, so it comes before the lock
            made = making.rematch(actor.table)
            plan = await planned(actor.table.game, [made])
            async with actor.lock:
                await actor.journal.retried(lambda: self._follow(actor.table, seats, plan))
        actor.tell_card()

    async def _follow(self, table: Table, seats: Seats, plan: TablePlan) -> None:
        """Make the rematch, unless there is one now. The caller holds the lock. The guard is repeated, because the
        table may have changed since the plan was made. Raises what `may_rematch` raises, StoreTrouble."""
        guards.may_rematch(table, seats)
        if not table.next:
            made = msgspec.structs.replace(making.rematch(table), pledge=plan.pledge)
            events = stamped([made, *carried(table), *people.carried_keys(table)])
            await self._found(Table(table.game, plan.table_id, plan.secret, events), events, table)

    async def _make(self, game: Game, events: list[Event], keys: Sequence[str]) -> TableLinks:
        """Make and store a table with its first events. `keys`: [P] of its people."""
        made, *others = events
        assert isinstance(made, Made)
        plan = await planned(game, events)
        events = stamped([msgspec.structs.replace(made, pledge=plan.pledge), *others])
        await self._found(await replayed(game, plan.table_id, plan.secret, events), events)
        return links(game, made, plan.table_id, keys)

    async def found(self, game: Game, table_id: str, secret: bytes, events: list[Event]) -> None:
        """Store a new table with its first events, and open it. `secret`: [32]. Raises TooBusy, StoreTrouble; the
        latter also if there is one of that id."""
        self._make_room()
        await self._found(await replayed(game, table_id, secret, events), events)

    async def _found(self, table: Table, events: list[Event], before: Table | None = None) -> None:
        """Store a new table, and open it. `events`: its events so far; `before`: the table of which it is the
        rematch."""
        made = table.made
        begun = stamped(people.open_table(table))
        table.add(begun)
        events += begun
        batches = [EventBatch(table.id, 1, events, table.secret, due_with(made, events))]
        link = stamped([Followed(table.id)])
        if before is not None:
            batches.append(EventBatch(before.id, before.events + 1, link))
        await self.store.write(*batches)
        if before is not None:
            before.add(link)
            self.bus.announce(before.id, before.events)
        actor = self._tables[table.id] = self._live(table)
        actor.journal.describe()
        metrics.made_table(made.counted_as)
        log.debug("A table was made", extra={"table": short(table.id), "game": made.game})

    async def sit(self, table_id: str, seat: int, order: SitDown) -> SeatLink:
        """Take an open seat of a table. Raises SeatTaken, and what `table` raises."""
        actor, key = await self.table(table_id), new_key()
        await actor.ask(lambda table: people.sit(table, seat, digest(key), order.name, actor.now))
        return SeatLink(seat, actor.card(()).seats[seat].role, key, f"/t/{table_id}#{key}")

    async def another_key(self, table_id: str, seat: int) -> SeatLink:
        """A new key to a seat, for another device of its person, which the caller has made sure of. Raises what `table`
        raises."""
        actor, key = await self.table(table_id), new_key()
        await actor.ask(lambda table: [Keyed(seat, digest(key))])
        return SeatLink(seat, actor.card(()).seats[seat].role, key, f"/t/{table_id}#{key}")

    async def listed(self, game: str, most: int) -> ListedTables:
        """The newest public tables, `most` of each state: those that wait for players, then those in play. `game`: of
        this slug alone; "": of all. Raises UnknownGame, StoreTrouble."""
        if game:
            self.catalog.game(game)  # refuses a misspelt one
        most = min(most, MAX_LISTED_TABLES)
        texts = [text for state in LISTED_STATES for text in await self.store.listed(state, most, game)]
        counts = await self._listed_counts.now()
        return ListedTables(
            [msgspec.json.decode(text, type=ListedTable) for text in texts],
            sum(one.tables for one in counts if game in ("", one.game)),
            {one.game: one.tables for one in counts if one.state == LISTED_STATES[0]},
        )

    async def table(self, table_id: str) -> TableActor:
        """A table, from memory or from the database.

        Raises UnknownTable, UnknownGame, UnknownRules, NotReady, StoreTrouble."""
        if (actor := self._tables.get(table_id)) is None:
            # one task a table, because simultaneous requests must get the same actor
            if (opening := self._opening.get(table_id)) is None:
                opening = self._opening[table_id] = asyncio.get_running_loop().create_task(
                    shared(self._open_table(table_id))
                )
                opening.add_done_callback(lambda _: self._opening.pop(table_id))
            actor = await asyncio.shield(opening)
        actor.used = time.monotonic()
        if self.bus.shared:  # a page from a killed process must find everything that it was told there
            await actor.catch_up()
        if actor.table.closed and 0 < actor.table.made.until <= self.time.believed():
            await actor.ask(lambda table: [Opened()] if table.closed else [])
        return actor

    async def _wake(self, table_id: str) -> None:
        """Open a table and let it do what is due. Raises what `table` raises."""
        actor = await self.table(table_id)
        actor.go_on()
        actor.journal.describe()  # an earlier description may have failed to be stored

    def in_memory(self, table_id: str) -> Table | None:
        return self._tables[table_id].table if table_id in self._tables else None

    async def _open_table(self, table_id: str) -> TableActor:
        self._make_room()
        secret, events = await self.store.load(table_id)
        game = await self.game_of(events)
        actor = self._live(await replayed(game, table_id, secret, events))
        try:
            await actor.resume()
        except BaseException:
            actor.close()
            raise
        self._tables[table_id] = actor  # only now, so that requests find it resumed
        log.debug("A table was opened", extra={"table": short(table_id), "game": game.facts.slug})
        return actor

    async def game_of(self, events: Sequence[Event]) -> Game:
        """The game of a table with these events. Raises UnknownGame (NotAllowed), NotReady, TooBusy."""
        if not (given := given_of(events)):
            return await self.catalog.ready(slug_of(events))
        if self._strangers is None:
            raise UnknownGame("somebody made this game, and it cannot be played here")
        return await self._strangers.game(given)

    def is_near(self, events: Sequence[Event]) -> bool:
        """Whether `game_of` takes a moment at most. Raises UnknownGame."""
        if not (given := given_of(events)):
            return self.catalog.is_near(slug_of(events))
        return self._strangers is not None and self._strangers.is_near(given)

    def levels(self, table: Table) -> tuple[str, ...]:
        """The names of the bots that can play at a table, weakest first. None plays a game of strangers."""
        return () if table.made.given else self.catalog.levels(table.made.game)

    def _live(self, table: Table) -> TableActor:
        card = functools.partial(self._card, table.game, table.made.given)
        return TableActor(table, card, self._services)

    def _card(self, game: Game, given: str) -> GameCard:
        return facts_card(game.facts) if given else self.catalog.card(game.facts.slug)


async def _ended(tasks: Sequence[asyncio.Task[None]]) -> list[BaseException]:
    """The exceptions that tasks raised, when all have ended."""
    if tasks:
        await asyncio.wait(tasks)
    return [error for task in tasks if not task.cancelled() and (error := task.exception())]
