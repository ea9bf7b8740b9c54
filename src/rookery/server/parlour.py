"""All tables: made, found in the database when somebody asks for one, and let go of when nobody does."""

import asyncio
import functools
import logging
import time
from datetime import UTC, datetime

import msgspec

from rookery.core.errors import TooBusy, UnknownLevel, one_of
from rookery.server import figures
from rookery.server.bots import Bots
from rookery.server.config import Config
from rookery.server.live import LiveTable, fresh_luck
from rookery.server.logs import short
from rookery.server.sheet import Seat, Sheet, digest, new_id, new_key
from rookery.server.shelf import Shelf
from rookery.server.store import Store
from rookery.server.table import Seats, Table, plain_name
from rookery.server.wire import NewTable, SeatLink, TableLinks

__all__ = ["Parlour"]

log = logging.getLogger(__name__)

JUST_OPENED = 10.0  # seconds in which whoever asked for a table will have taken a seat


class Parlour:
    """Everything that one server holds open."""

    def __init__(self, config: Config, store: Store) -> None:
        self.config = config
        self.store = store
        self.bots = Bots(config.brain, config.bot_workers, config.bot_limit)
        self.shelf = Shelf(self.bots, config.ready_wait)
        self._tables: dict[str, LiveTable] = {}
        self._opening: dict[str, asyncio.Task[LiveTable]] = {}
        self._chores: list[asyncio.Task[None]] = []

    # ── Opening and closing time ─────────────────────────────────────────────
    def open(self) -> None:
        """Begin the work that goes on behind the pages."""
        loop = asyncio.get_running_loop()
        self._chores = [loop.create_task(self.shelf.warm_up()), loop.create_task(self._sweep())]

    async def close(self) -> None:
        """Stop it. The store stays open: it is its owner's."""
        for live in self._tables.values():
            live.close()
        for chore in self._chores:
            chore.cancel()
        await asyncio.gather(*self._chores, return_exceptions=True)
        self.bots.close()

    async def _sweep(self) -> None:
        """Let go of tables that nobody has asked for in a while."""
        while True:
            await asyncio.sleep(min(60.0, self.config.idle / 4 + 0.01))
            oldest = time.monotonic() - self.config.idle
            for name, live in list(self._tables.items()):
                if live.used < oldest and not live.busy:
                    self._let_go(name)

    def _let_go(self, name: str) -> None:
        """Of a table in memory; the database has it."""
        self._tables.pop(name).close()
        log.debug("A table was closed", extra={"table": short(name)})

    def _make_room(self) -> None:
        """For one table more. Raises TooBusy when all are in use."""
        if len(self._tables) < self.config.tables:
            return
        newest = time.monotonic() - JUST_OPENED
        free = [name for name, live in self._tables.items() if live.used < newest and not live.busy]
        for name in sorted(free, key=lambda name: self._tables[name].used)[: 1 + self.config.tables // 10]:
            self._let_go(name)
        if not free:
            raise TooBusy(f"all {self.config.tables} tables of this server are in use; try again in a minute", 60)

    @property
    def tables(self) -> int:
        """How many are in memory."""
        return len(self._tables)

    # ── Tables ───────────────────────────────────────────────────────────────
    async def create(self, order: NewTable) -> TableLinks:
        """A new table, durable. Raises UnknownGame, UnknownOption, UnknownLevel, NotReady, StoreTrouble."""
        self.shelf.game(order.game)  # a misspelt one is refused before a wait
        self._make_room()
        game = await self.shelf.ready(order.game)
        for seat in order.seats:
            if seat.kind == "bot" and seat.level not in (levels := self.shelf.levels(order.game)):
                asked = f"no bot of {game.facts.name} is called {seat.level!r}"
                raise UnknownLevel(f"{asked}; {one_of(seat.level, levels)}")
        keys = [new_key() if seat.kind == "person" else "" for seat in order.seats]
        sheet = Sheet(
            id=new_id(),
            game=order.game,
            rules=game.facts.rules_version,
            players=len(order.seats),
            options=order.options,
            seats=tuple(
                Seat("person", "", plain_name(seat.name), digest(key)) if key else Seat("bot", seat.level)
                for seat, key in zip(order.seats, keys, strict=True)
            ),
            created=now(),
        )
        await self._begin(sheet)
        roles = game.facts.seats_at(sheet.players, sheet.options)
        links = [SeatLink(i, roles[i][0], key, f"/t/{sheet.id}#{key}") for i, key in enumerate(keys) if key]
        return TableLinks(sheet.id, f"/t/{sheet.id}", links)

    async def rematch(self, live: LiveTable, seats: Seats) -> None:
        """The table after this one; asked twice, still one. Raises UnknownKey, NotReady, StoreTrouble."""
        async with live.lock:
            live.table.may_rematch(seats)
            if not live.table.sheet.next:
                sheet = live.table.rematch(now())
                await self._begin(sheet, rematch_of=live.table.sheet.id)
                live.table.sheet = msgspec.structs.replace(live.table.sheet, next=sheet.id)
        live.tell_card()

    async def _begin(self, sheet: Sheet, rematch_of: str = "") -> None:
        """Draw what chance draws before the first move, and make all of it durable at once."""
        table = Table(self.shelf.game(sheet.game), sheet)
        played = table.answer(None, fresh_luck())
        await self.store.add(sheet, played, rematch_of)
        table.play(played)
        self._tables[sheet.id] = self._live(table)
        figures.made_table(sheet.game)
        log.debug("A table was made", extra={"table": short(sheet.id), "game": sheet.game})

    async def table(self, name: str) -> LiveTable:
        """A table, from memory or from the database.

        Raises UnknownTable, UnknownGame, UnknownRules, NotReady, StoreTrouble."""
        if (live := self._tables.get(name)) is None:
            # one task a table: two who ask at the same time must get the same one
            if (opening := self._opening.get(name)) is None:
                opening = self._opening[name] = asyncio.get_running_loop().create_task(self._open_table(name))
                opening.add_done_callback(lambda _: self._opening.pop(name))
            live = await asyncio.shield(opening)
        live.used = time.monotonic()
        return live

    async def _open_table(self, name: str) -> LiveTable:
        self._make_room()
        sheet, played = await self.store.load(name)
        game = await self.shelf.ready(sheet.game)
        live = self._tables[name] = self._live(Table(game, sheet, played))
        log.debug("A table was opened", extra={"table": short(name), "game": sheet.game})
        return live

    def _live(self, table: Table) -> LiveTable:
        card = functools.partial(self.shelf.card, table.sheet.game)
        return LiveTable(table, card, self.store, self.bots, self.config.bot_pause)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
