"""The state of a person's tables, such as whose turn it is and who won, for many tables at once without opening any."""

import asyncio
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rookery.core.errors import UnknownGame, UnknownRules
from rookery.server.errors import NotReady, StoreTrouble, UnknownTable
from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.quota.work_budget import shared
from rookery.server.rooms.replayed_table import replayed
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.keys import digest
from rookery.server.table.table import Table
from rookery.server.wire import views
from rookery.server.wire.messages import HeldTable, Yours, YourTable

SUMMARY_CACHE_SIZE = 5_000  # summaries of about 2 KB each
GUESS_CACHE_SIZE = 20_000  # wrong keys and unknown tables that were counted, about 200 bytes each


class _Summary(Struct, frozen=True):
    """All that an answer needs of a table, without its game."""

    events: int  # how many the table had
    key_hashes: tuple[tuple[str, ...], ...]  # [P] the hashes of the keys of each seat
    for_players: YourTable
    for_spectators: YourTable | None  # None: they may know nothing

    def for_holder(self, keys: Sequence[str]) -> YourTable | None:
        """The table as the holder of these keys may know it. Keys that open no seat are ignored."""
        held = {digest(key) for key in keys}
        seats = [seat for seat, key_hashes in enumerate(self.key_hashes) if not held.isdisjoint(key_hashes)]
        return replace(self.for_players, yours=seats) if seats else self.for_spectators


class TableSummaries:
    """Summarises tables without opening them. A summary is reused until the table has new events."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager
        self._cache = dict[str, _Summary]()  # by table; the one used last is at the end
        self._tasks: dict[tuple[str, int], asyncio.Task[_Summary | None]] = {}  # unfinished, by table and its events
        # address, table, and the hash of a key that opens no seat there, or "" for a table that does not exist
        self._guesses = dict[tuple[str, str, str], None]()

    async def of(self, asked: Sequence[HeldTable], quota: AddressQuota) -> Yours:
        """The tables as the holder of these keys may know them. Tables that cannot be used now are left out. Raises
        StoreTrouble, and TooBusy for an address that guesses."""
        quota.failures.check()
        events = await self._manager.store.newest([table.id for table in asked])
        answers: list[YourTable] = []
        for table in asked:
            exists = table.id in events
            summary = await self._summary(table.id, events[table.id]) if exists else None
            if summary is not None and (answer := summary.for_holder(table.keys)) is not None:
                answers.append(answer)
            if summary is not None or not exists:  # otherwise nobody knows whether the keys are right
                self._count_guesses(quota, table, summary)
        return Yours(answers, gone=[table.id for table in asked if table.id not in events])

    def _count_guesses(self, quota: AddressQuota, table: HeldTable, summary: _Summary | None) -> None:
        """Count wrong keys and unknown tables as failures, each only once, because a page asks for all its tables
        several times a minute. `summary`: None for an unknown table. Raises TooBusy."""
        hashes = [digest(key) for key in table.keys]
        right = set() if summary is None else {key for keys in summary.key_hashes for key in keys}
        wrong = [""] if summary is None else [hashed for hashed in hashes if hashed not in right]
        for key_hash in wrong:
            guess = quota.address, table.id, key_hash
            if guess not in self._guesses:
                quota.failures.take()
            self._guesses.pop(guess, None)
            self._guesses[guess] = None
            if len(self._guesses) > GUESS_CACHE_SIZE:
                del self._guesses[next(iter(self._guesses))]

    async def _summary(self, table_id: str, events: int) -> _Summary | None:
        """The summary of a table that has `events` events by now; None if it cannot be used. Simultaneous requests for
        the same table make one summary. Raises StoreTrouble."""
        summary = self._cache.get(table_id)
        if summary is not None and summary.events >= events:
            self._cache[table_id] = self._cache.pop(table_id)
            return summary
        key = table_id, events
        if (task := self._tasks.get(key)) is None:
            task = self._tasks[key] = asyncio.get_running_loop().create_task(shared(self._summarise(table_id)))
            task.add_done_callback(lambda _: self._tasks.pop(key))
        return await asyncio.shield(task)  # one request that is given up must not end the others

    async def _summarise(self, table_id: str) -> _Summary | None:
        """Make a summary and keep it; None if the table is gone or damaged, or if its game is unknown, has other rules,
        or is not open yet. Raises StoreTrouble if the database cannot be read."""
        try:
            table = await self._load(table_id)
        except (UnknownTable, UnknownGame, UnknownRules, NotReady):
            return None
        except StoreTrouble:
            # raises if the database is unreachable, and not just this table damaged
            await self._manager.store.newest([table_id])
            return None
        everybody = tuple(range(table.players))
        key_hashes = tuple(table.key_hashes(seat) for seat in everybody)
        others = None if table.closed else views.glance(table, ())
        summary = _Summary(table.events, key_hashes, views.glance(table, everybody), others)
        self._cache.pop(table_id, None)
        self._cache[table_id] = summary
        if len(self._cache) > SUMMARY_CACHE_SIZE:
            del self._cache[next(iter(self._cache))]
        return summary

    async def _load(self, table_id: str) -> Table:
        """A table, without opening it, so that a summary starts no bot or clock. Raises UnknownTable, UnknownGame,
        UnknownRules, NotReady, StoreTrouble."""
        if (table := self._manager.in_memory(table_id)) is not None:
            return table
        secret, events = await self._manager.store.load(table_id)
        if not self._manager.is_near(events):
            raise NotReady("the rules of that game are not ready")
        return await replayed(await self._manager.game_of(events), table_id, secret, events)
