"""Keeps tables and their events in a browser.

    tables/ID           a _KeptTable as JSON: the secret, and what is known of the table without opening it
    events/ID/00000001  an event of the table as JSON; its number has eight digits, so that the keys sort

An event and the new number of events in its table's entry are stored together, all or nothing.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rookery.offline.storage import Storage
from rookery.server.errors import Conflict, DamagedTable, UnknownTable
from rookery.server.storage.table_store import (
    LISTED_STATES,
    Description,
    EventBatch,
    ListedCount,
    StoredTable,
    events_of,
    lost,
)
from rookery.server.table.events import Event, encode
from rookery.server.wire.messages import ListedTable

KEPT_VERSION = 1  # of the form of entries
TABLES, EVENTS = "tables/", "events/"

T = TypeVar("T")


class _KeptTable(Struct, frozen=True):
    """A table without its events."""

    version: int
    secret: str  # hexadecimal
    newest: int  # the number of the newest event
    state: str = "waiting"
    changed: int = 0
    listing: str = ""
    due: int = 0


class BrowserStore:
    """Tables in a Storage that no other store uses; a TableStore. An entry that cannot be read spoils its own table
    alone."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._tables: dict[str, _KeptTable | str] = {}  # by id; in place of a broken entry, what is wrong with it
        self._one = asyncio.Lock()  # writes are done in order
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Read what is known of all tables. Raises StorageTrouble."""
        self._tables = {key.removeprefix(TABLES): _read(body) for key, body in await self._storage.get(TABLES)}

    # ── Writing ──────────────────────────────────────────────────────────────
    async def write(self, *batches: EventBatch) -> None:
        """See TableStore. Raises StorageTrouble, DamagedTable; Conflict if events of an earlier write, which seemed to
        fail, are there."""
        await self._to_the_end(self._write(batches))

    async def _write(self, batches: Sequence[EventBatch]) -> None:
        async with self._one:
            tables, entries = dict[str, _KeptTable](), list[tuple[str, bytes]]()
            for batch in batches:
                row = self._after(batch, tables.get(batch.table))
                tables[batch.table] = row
                numbered = enumerate(batch.events, start=batch.first)
                entries += [(_key(batch.table, number), encode(event).encode()) for number, event in numbered]
            await self._put(tables, entries)

    def _after(self, batch: EventBatch, row: _KeptTable | None) -> _KeptTable:
        """The entry of a table after a batch. `row`: the one before, if other batches have changed it."""
        if batch.secret:
            row = _KeptTable(KEPT_VERSION, batch.secret.hex(), 0)
        elif row is None:
            row = self._known(batch.table)
        if batch.first != row.newest + 1:
            raise Conflict(f"table {batch.table} has {row.newest} events; event {batch.first} does not follow")
        newest = batch.first + len(batch.events) - 1
        return replace(row, newest=newest, due=row.due if batch.due is None else batch.due)

    def describe(self, table: str, row: Description, events: int) -> "asyncio.Future[Any]":
        """See TableStore."""
        return self._task(self._describe(table, row, events))

    async def _describe(self, table: str, row: Description, events: int) -> None:
        async with self._one:
            before = self._tables.get(table)
            if isinstance(before, _KeptTable) and before.newest <= events:
                await self._put({table: replace(before, **_kept_of(row))}, [])

    async def _put(self, kept: dict[str, _KeptTable], entries: list[tuple[str, bytes]]) -> None:
        tables = [(TABLES + table, msgspec.json.encode(row)) for table, row in kept.items()]
        await self._storage.put([*entries, *tables])
        self._tables |= kept

    async def forget(self, table: str) -> None:
        """Remove a table; nothing happens if there is none. Raises StorageTrouble."""
        async with self._one:
            events = await self._storage.get(f"{EVENTS}{table}/")
            await self._storage.remove([TABLES + table, *(key for key, _ in events)])
            self._tables.pop(table, None)

    async def _to_the_end(self, work: Coroutine[Any, Any, T]) -> T:
        """Do work that goes on even if nobody waits for it any more: what is stored and what is known must agree."""
        return await asyncio.shield(self._task(work))

    def _task(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it, and then asyncio would complain

    # ── Reading ──────────────────────────────────────────────────────────────
    def over(self, table: str) -> bool:
        """Whether the game of a table is known to be over."""
        return isinstance(row := self._tables.get(table), _KeptTable) and row.state == "over"

    async def listed(self, state: str, most: int, game: str = "") -> list[str]:
        """See TableStore."""
        await self._written()
        listed = (row for row in self._rows().values() if row.listing and row.state == state)
        rows = [row for row in listed if not game or _listed_game(row) == game]
        return [row.listing for row in sorted(rows, key=lambda row: -row.changed)[:most]]

    async def count_listed(self) -> list[ListedCount]:
        """See TableStore."""
        await self._written()
        rows = (row for row in self._rows().values() if row.listing and row.state in LISTED_STATES)
        numbers = dict[tuple[str, str], int]()
        for row in rows:
            which = _listed_game(row), row.state
            numbers[which] = numbers.get(which, 0) + 1
        return [ListedCount(*which, tables) for which, tables in numbers.items()]

    async def due(self, now: int) -> list[str]:
        """See TableStore."""
        await self._written()
        due = [(row.due, table) for table, row in self._rows().items() if 0 < row.due <= now]
        return [table for _, table in sorted(due)]

    async def newest(self, tables: Sequence[str]) -> dict[str, int]:
        """See TableStore. A table with a broken entry exists and has no events."""
        await self._written()
        known = {table: self._tables[table] for table in tables if table in self._tables}
        return {table: row.newest if isinstance(row, _KeptTable) else 0 for table, row in known.items()}

    async def load(self, table: str) -> StoredTable:
        """See TableStore. Raises StorageTrouble, too."""
        await self._written()
        row = self._known(table)
        events = await self.since(table, 0)
        if len(events) < row.newest:
            raise DamagedTable(lost(table, len(events), row.newest))
        return StoredTable(bytes.fromhex(row.secret), events)

    async def since(self, table: str, number: int) -> list[Event]:
        """See TableStore. Raises StorageTrouble, too."""
        prefix = f"{EVENTS}{table}/"
        rows = [(key.removeprefix(prefix), body) for key, body in await self._storage.get(prefix)]
        numbered = [(int(name) if name.isdecimal() else 0, body.decode("utf-8", "replace")) for name, body in rows]
        return events_of(table, number, [row for row in numbered if row[0] > number])

    async def _written(self) -> None:
        """Wait for the writes so far, because what is asked for comes after them."""
        if self._tasks:
            await asyncio.wait(set(self._tasks))

    def _rows(self) -> dict[str, _KeptTable]:
        """The entries that can be read, by table."""
        return {table: row for table, row in self._tables.items() if isinstance(row, _KeptTable)}

    def _known(self, table: str) -> _KeptTable:
        """The entry of a table. Raises UnknownTable, DamagedTable."""
        if (row := self._tables.get(table)) is None:
            raise UnknownTable(f"there is no table {table!r}")
        if isinstance(row, str):
            raise DamagedTable(f"table {table} cannot be opened: {row}")
        return row


def _kept_of(row: Description) -> dict[str, Any]:
    """All of a description but what is for histories, which a page has already."""
    return {name: value for name, value in row._asdict().items() if name not in ("summary", "standings")}


def _listed_game(row: _KeptTable) -> str:
    return msgspec.json.decode(row.listing, type=ListedTable).game


def _key(table: str, number: int) -> str:
    return f"{EVENTS}{table}/{number:08}"


def _read(body: bytes) -> _KeptTable | str:
    """An entry, or what is wrong with it."""
    try:
        row = msgspec.json.decode(body, type=_KeptTable)
        bytes.fromhex(row.secret)
    except (msgspec.DecodeError, ValueError) as error:
        return str(error)
    return row if row.version == KEPT_VERSION else f"it was kept in form {row.version}, and this is form {KEPT_VERSION}"
