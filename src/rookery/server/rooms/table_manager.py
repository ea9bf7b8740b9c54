"""All tables: made, found in the database when somebody asks for one, and let go of when nobody does."""

import asyncio
import functools
import logging
import time
from collections.abc import Collection, Sequence

import msgspec

from rookery.core.errors import CannotConcede, UnknownLevel, one_of
from rookery.core.record_reader import steps
from rookery.server import wall_clock
from rookery.server.bots.bot_pool import BotPool
from rookery.server.cluster.open_bus import open_bus
from rookery.server.commands import guards, moves, people
from rookery.server.config import Config
from rookery.server.errors import StoreTrouble, TooBusy
from rookery.server.notify.sender import NotificationSender
from rookery.server.notify.subscriptions import carried
from rookery.server.quota.work_budget import in_slices, shared
from rookery.server.rooms.catalog import Catalog
from rookery.server.rooms.clock_scheduler import ClockScheduler
from rookery.server.rooms.journal import stamped
from rookery.server.rooms.new_table import TablePlan, levels_of, links, planned, turned
from rookery.server.rooms.replayed_table import replayed
from rookery.server.rooms.table_actor import TableActor
from rookery.server.storage.store import EventBatch, Store
from rookery.server.table.events import Conceded, Event, Followed, Made, Played, Seat, slug_of
from rookery.server.table.keys import digest, new_key
from rookery.server.table.table import Seats, Table
from rookery.server.table.timing import due_with
from rookery.server.telemetry import metrics
from rookery.server.telemetry.redact import short
from rookery.server.text import plain_text
from rookery.server.wire.messages import ListedTable, NewTable, SeatLink, SitDown, TableLinks

__all__ = ["TableManager"]

MAX_NAME_LENGTH = 32  # letters, as in wire.Name
MAX_LISTED_TABLES = 50  # tables of each state that the lobby shows
log = logging.getLogger(__name__)

MISSED_EVENTS_RETRY_INTERVAL = 2.0  # seconds after which the database is asked again what was missed
TEXT_CACHE_TTL = 60.0  # seconds after which a table without pages keeps no texts
NEW_TABLE_GRACE = 10.0  # seconds in which whoever asked for a table will have taken a seat


class TableManager:
    """Everything that one server holds open."""

    def __init__(self, config: Config, store: Store) -> None:
        """Raises UnknownOption, MissingExtra."""
        self.config = config
        self.store = store
        self.bus = open_bus(config.bus)
        self.sender = NotificationSender(config, store.address)
        self.bots = BotPool(config.brain, config.bot_workers, config.bot_limit, config.bot_pause)
        self.catalog = Catalog(self.bots, config.ready_timeout)
        self._tables: dict[str, TableActor] = {}
        self._opening: dict[str, asyncio.Task[TableActor]] = {}
        self._behind = False  # other processes may have written something that was not heard of
        self._catching_up: asyncio.Task[None] | None = None
        self._chores: list[asyncio.Task[None]] = []

    # ── Opening and closing time ─────────────────────────────────────────────
    def open(self) -> None:
        """Begin the work that goes on behind the pages."""
        loop = asyncio.get_running_loop()
        self._chores = [loop.create_task(self.catalog.warm_up()), loop.create_task(self._sweep())]
        self._chores.append(loop.create_task(ClockScheduler(self.store, self._wake).run(self.config.clock_tick)))
        self.bus.open(self)

    async def close(self) -> None:
        """Stop it. The store stays open: it is its owner's."""
        paused = await asyncio.gather(*(actor.pause() for actor in self._tables.values()), return_exceptions=True)
        for error in filter(None, paused):  # then the clock has stood still since the last event
            log.error("A clock could not be stopped: %s", error)
        await self.bus.close()
        for actor in self._tables.values():
            actor.close()
        chores = [*self._chores, *([self._catching_up] if self._catching_up is not None else [])]
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        await self.sender.close()
        self.bots.close()

    async def _sweep(self) -> None:
        """Let go of tables that nobody has asked for in a while."""
        while True:
            await asyncio.sleep(min(60.0, self.config.idle_timeout / 4 + 0.01))
            self._sweep_once()

    def _sweep_once(self) -> None:
        """Apart from the loop: a task that sleeps keeps what its variables name in memory."""
        now = time.monotonic()
        for name, actor in list(self._tables.items()):
            if actor.used < now - self.config.idle_timeout and not actor.busy:
                self._evict(name)
            elif actor.used < now - TEXT_CACHE_TTL and not actor.busy:
                actor.views.clear()

    def _evict(self, name: str) -> None:
        """Of a table in memory; the database has it."""
        self._tables.pop(name).close()
        log.debug("A table was closed", extra={"table": short(name)})

    def _make_room(self) -> None:
        """For one table more. Raises TooBusy when all are in use."""
        if len(self._tables) < self.config.max_tables:
            return
        newest = time.monotonic() - NEW_TABLE_GRACE
        free = [name for name, actor in self._tables.items() if actor.used < newest and not actor.busy]
        for name in sorted(free, key=lambda name: self._tables[name].used)[: 1 + self.config.max_tables // 10]:
            self._evict(name)
        if not free:
            raise TooBusy(f"all {self.config.max_tables} tables of this server are in use; try again in a minute", 60)

    @property
    def tables(self) -> int:
        """How many are in memory."""
        return len(self._tables)

    # ── What other processes say ─────────────────────────────────────────────
    def events_written(self, table: str, events: int) -> None:
        """See cluster/bus.Listener."""
        if (actor := self._tables.get(table)) is not None and actor.table.events < events:
            actor.follow()

    def presence_changed(self, tables: Collection[str]) -> None:
        for actor in [self._tables[name] for name in tables if name in self._tables]:
            actor.presence_changed()

    def events_missed(self) -> None:
        self._behind = True
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.get_running_loop().create_task(self._catch_up())

    async def _catch_up(self) -> None:
        """Ask at once which tables are behind, and let those read. This process may lead at the others, too, now."""
        while self._behind:
            self._behind = False
            try:
                newest = await self.store.newest(list(self._tables))
                for actor in list(self._tables.values()):
                    behind = actor.table.events < newest.get(actor.table.id, 0)
                    actor.follow() if behind else actor.go_on()
            except StoreTrouble as error:
                self._behind = True
                log.error("What other processes have written could not be asked for: %s", error)
                await asyncio.sleep(MISSED_EVENTS_RETRY_INTERVAL)

    # ── Tables ───────────────────────────────────────────────────────────────
    async def create(self, order: NewTable) -> TableLinks:
        """A new table, durable. Raises UnknownGame, UnknownOption, UnknownLevel, CannotConcede, NotReady, TooBusy,
        StoreTrouble; where it goes on from a position what `table` and `asks.branch` raise."""
        self.catalog.game(order.game)  # a misspelt one is refused before a wait
        self._make_room()
        game = await self.catalog.ready(order.game)
        for level in levels_of(order):
            if level not in (levels := self.catalog.levels(order.game)):
                raise UnknownLevel(f"no bot of {game.facts.name} is called {level!r}; {one_of(level, levels)}")
        if order.clock is not None and order.clock.zero == "loss" and not guards.may_lose(game, len(order.seats)):
            raise CannotConcede("only one of two opponents can lose on time; here a bot has to play on")
        keys = [new_key() if seat.kind == "person" else "" for seat in order.seats]
        seats = tuple(
            Seat("person", name=plain_text(seat.name), key_hash=digest(key), open=seat.open)
            if key
            else Seat("bot", seat.level)
            for seat, key in zip(order.seats, keys, strict=True)
        )
        options, plies, origin = order.options, list[Played](), ""
        if order.after is not None:
            source = (await self.table(order.after.table)).table
            plies = moves.branch(source, order.game, len(seats), order.after.ply)
            options, origin = source.made.options, source.id if source.made.public else ""  # who has the id may watch
        made = Made(
            order.game,
            game.facts.rules_version,
            len(seats),
            options,
            seats,
            public=order.public,
            since=len(plies),
            origin=origin,
            clock=order.clock,
            delay=order.delay,
        )
        return links(game, made, await self._make(made, plies), keys)

    async def import_record(self, text: bytes) -> TableLinks:
        """A table at which the game of a record stands as it ended, or stopped; every seat is a person's.

        Raises BrokenRecord (UnknownRules), UnknownGame, NotReady, TooBusy, StoreTrouble."""
        self._make_room()
        record = await in_slices(steps(text, "the record"))
        assert record is not None
        game = await self.catalog.ready(record.game.facts.slug)
        start = record.at(0)
        names = [*record.names, *[""] * start.players][: start.players]
        keys = [new_key() for _ in names]
        seats = tuple(
            Seat("person", name=plain_text(name[: 8 * MAX_NAME_LENGTH])[:MAX_NAME_LENGTH], key_hash=digest(key))
            for name, key in zip(names, keys, strict=True)
        )
        plies: list[Event] = [*moves.plies_of(record, record.plies)]
        if record.conceded is not None:
            plies.append(Conceded(*record.conceded))
        facts = game.facts
        made = Made(facts.slug, facts.rules_version, start.players, start.options, seats, since=record.plies)
        return links(game, made, await self._make(made, plies), keys)

    async def rematch(self, actor: TableActor, seats: Seats) -> None:
        """The table after this one: everybody moves on by one seat, so that somebody else begins; the same keys open
        it. Asked twice, still one. Raises UnknownKey, NotNow, NotReady, TooBusy, StoreTrouble."""
        guards.may_rematch(actor.table, seats)
        if not actor.table.next:
            self._make_room()
            plan = await planned(
                actor.table.game, turned(actor.table)
            )  # waits for the asker's budget; nobody else does
            async with actor.lock:
                await actor.journal.retried(lambda: self._follow(actor.table, seats, plan))
        actor.tell_card()

    async def _follow(self, table: Table, seats: Seats, plan: TablePlan) -> None:
        """Unless somebody else was faster. The lock is held; names may be others than when it was planned, and
        the end may have been taken back. Raises what `may_rematch` raises."""
        guards.may_rematch(table, seats)
        if not table.next:
            made = msgspec.structs.replace(turned(table), pledge=plan.pledge)
            events = stamped([made, *carried(table)])
            await self._found(Table(table.game, plan.name, plan.secret, events), events, table)

    async def _make(self, made: Made, plies: Sequence[Event]) -> str:
        """A new table, made durable with all that happens there at once; its name. `plies`: of another game."""
        game = self.catalog.game(made.game)
        plan = await planned(game, made, plies)
        events = stamped([msgspec.structs.replace(made, pledge=plan.pledge), *plies])
        await self._found(await replayed(game, plan.name, plan.secret, events), events)
        return plan.name

    async def _found(self, table: Table, events: list[Event], before: Table | None = None) -> None:
        """Make a table durable, and open it. `events`: all that have happened there; `before`: of which it is the
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
        metrics.made_table(made.game)
        log.debug("A table was made", extra={"table": short(table.id), "game": made.game})

    async def sit(self, name: str, seat: int, order: SitDown) -> SeatLink:
        """Take an open seat of a table. Raises UnknownTable, SeatTaken, StoreTrouble and what `table` raises."""
        actor, key = await self.table(name), new_key()
        await actor.ask(lambda table: people.sit(table, seat, digest(key), order.name, wall_clock.now_ms()))
        return SeatLink(seat, actor.card(()).seats[seat].role, key, f"/t/{name}#{key}")

    async def listed(self) -> list[ListedTable]:
        """Public tables: those that wait for somebody, then those that are played. Raises StoreTrouble."""
        texts = [text for state in ("waiting", "playing") for text in await self.store.listed(state, MAX_LISTED_TABLES)]
        return [msgspec.json.decode(text, type=ListedTable) for text in texts]

    async def table(self, name: str) -> TableActor:
        """A table, from memory or from the database.

        Raises UnknownTable, UnknownGame, UnknownRules, NotReady, StoreTrouble."""
        if (actor := self._tables.get(name)) is None:
            # one task a table: two who ask at the same time must get the same one
            if (opening := self._opening.get(name)) is None:
                opening = self._opening[name] = asyncio.get_running_loop().create_task(shared(self._open_table(name)))
                opening.add_done_callback(lambda _: self._opening.pop(name))
            actor = await asyncio.shield(opening)
        actor.used = time.monotonic()
        if self.bus.shared:  # who comes from a process that was killed must find what it was told there
            await actor.catch_up()
        return actor

    async def _wake(self, name: str) -> None:
        """Let a table see to what is due there. Raises what `table` raises."""
        actor = await self.table(name)
        actor.go_on()
        actor.journal.describe()  # where that could not be written before

    def in_memory(self, name: str) -> Table | None:
        return self._tables[name].table if name in self._tables else None

    async def _open_table(self, name: str) -> TableActor:
        self._make_room()
        secret, events = await self.store.load(name)
        game = await self.catalog.ready(slug_of(events))
        actor = self._live(await replayed(game, name, secret, events))
        try:
            await actor.resume()
        except BaseException:
            actor.close()
            raise
        self._tables[name] = actor  # who asks for it finds it resumed
        log.debug("A table was opened", extra={"table": short(name), "game": game.facts.slug})
        return actor

    def _live(self, table: Table) -> TableActor:
        card = functools.partial(self.catalog.card, table.made.game)
        return TableActor(table, card, self.store, self.bus, self.bots, self.sender)
