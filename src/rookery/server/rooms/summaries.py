"""The state of a person's tables, such as whose turn it is and who won, for many tables at once without opening any."""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rookery.core.errors import UnknownGame, UnknownRules
from rookery.server.errors import NotReady, StoreTrouble, UnknownTable
from rookery.server.quota.rate_limit import RateLimiter
from rookery.server.quota.work_budget import shared
from rookery.server.rooms.replayed_table import replayed
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.events import slug_of
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.wire import views
from rookery.server.wire.messages import HeldTable, Yours, YourTable

__all__ = ["TableSummaries"]

SUMMARY_CACHE_SIZE = 5_000  # summaries of about 2 KB each
WRONG_KEY_CACHE_SIZE = 20_000  # keys that opened nothing, about 200 bytes each


class _Summary(Struct, frozen=True):
    """All that an answer needs of a table, without its game."""

    events: int  # how many the table had
    key_hashes: tuple[str, ...]  # [P] the hash of each seat's key; "" for a bot
    inside: YourTable  # as its players see it
    outside: YourTable  # as spectators see it


class TableSummaries:
    """Summarises tables without opening them. A summary is reused until the table has new events."""

    def __init__(self, manager: TableManager, limiter: RateLimiter) -> None:
        self._manager = manager
        self._limiter = limiter
        self._kept: OrderedDict[str, _Summary] = OrderedDict()
        self._looking: dict[tuple[str, int], asyncio.Task[_Summary | None]] = {}  # by table and number of events
        self._wrong: OrderedDict[tuple[str, str, str], None] = OrderedDict()  # address, table, hash of the key

    async def of(self, asked: Sequence[HeldTable], address: str) -> Yours:
        """What the holder of these keys may know. Tables that cannot be used now are left out. Raises StoreTrouble, and
        TooBusy for an address that guesses."""
        await self._limiter.check_failures(address)
        newest = await self._manager.store.newest([table.id for table in asked])
        found: list[YourTable] = []
        for table in asked:
            glance = await self._glance(table.id, newest[table.id]) if table.id in newest else None
            if glance is not None:
                found.append(_seen(glance, table.keys))
            if table.id not in newest or glance is not None:
                await self._count_wrong(address, table, glance)
        return Yours(found, [table.id for table in asked if table.id not in newest])

    async def _count_wrong(self, address: str, table: HeldTable, glance: _Summary | None) -> None:
        """Count wrong keys and unknown tables as guesses, each only once, because a page asks for all its tables
        several times a minute. `glance`: None for an unknown table. Raises TooBusy."""
        hashes = [digest(key) for key in table.keys]
        wrong = [""] if glance is None else [hashed for hashed in hashes if hashed not in glance.key_hashes]
        for key_hash in wrong:
            guess = address, table.id, key_hash
            if guess not in self._wrong:
                await self._limiter.failure(address)
            self._wrong[guess] = None
            self._wrong.move_to_end(guess)
            if len(self._wrong) > WRONG_KEY_CACHE_SIZE:
                self._wrong.popitem(last=False)

    async def _glance(self, table_id: str, events: int) -> _Summary | None:
        """The summary of a table with `events` events. Simultaneous requests for the same table share one look. Raises
        StoreTrouble."""
        glance = self._kept.get(table_id)
        if glance is None or glance.events < events:
            at = table_id, events
            if (looking := self._looking.get(at)) is None:
                looking = self._looking[at] = asyncio.get_running_loop().create_task(shared(self._look(table_id)))
                looking.add_done_callback(lambda _: self._looking.pop(at))
            return await asyncio.shield(looking)
        self._kept.move_to_end(table_id)
        return glance

    async def _look(self, table_id: str) -> _Summary | None:
        """Summarise a table; None if it is gone, damaged or of other rules. Raises StoreTrouble."""
        try:
            table = await self._table(table_id)
        except (UnknownTable, UnknownGame, UnknownRules, NotReady):
            return None
        except StoreTrouble:
            # raises if the database is unreachable, and not just this table damaged
            await self._manager.store.newest([table_id])
            return None
        key_hashes, everybody = tuple(seat.key_hash for seat in table.seats), tuple(range(table.players))
        glance = _Summary(table.events, key_hashes, views.glance(table, everybody), views.glance(table, ()))
        self._kept[table_id] = glance
        self._kept.move_to_end(table_id)
        if len(self._kept) > SUMMARY_CACHE_SIZE:
            self._kept.popitem(last=False)
        return glance

    async def _table(self, table_id: str) -> Table:
        """A table, without opening it, so that looking starts no bot or clock. Raises UnknownTable, UnknownGame,
        UnknownRules, NotReady, StoreTrouble."""
        if (table := self._manager.in_memory(table_id)) is not None:
            return table
        secret, events = await self._manager.store.load(table_id)
        slug, catalog = slug_of(events), self._manager.catalog
        if not catalog.is_open(slug):
            raise NotReady(f"the rules of {slug} are not ready")
        return await replayed(catalog.game(slug), table_id, secret, events)


def _seen(glance: _Summary, keys: Sequence[str]) -> YourTable:
    """The summary for the holder of these keys. Keys that open no seat are ignored."""
    held = {digest(key) for key in keys}
    seats = [seat for seat, key_hash in enumerate(glance.key_hashes) if key_hash and key_hash in held]
    return replace(glance.inside, yours=seats) if seats else glance.outside
