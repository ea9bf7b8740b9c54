"""The interface through which tables keep their events."""

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from rookery.server.errors import DamagedTable
from rookery.server.table.events import Event, decode

LISTED_STATES = "waiting", "playing"  # of the tables that the lobby shows, in its order


class EventBatch(NamedTuple):
    """Events of a table that are written together."""

    table: str
    first: int  # number of the first event, counted from 1; the numbers of a table have no gaps and no duplicates
    events: Sequence[Event]
    secret: bytes = b""  # [32] if these events create the table
    due: int | None = None  # when a server must open the table, ms since 1970, until it is described; None: unchanged


class Description(NamedTuple):
    """The facts that are known of a table without opening it."""

    state: str  # "waiting", "playing" or "over"
    # when this description changed, ms since 1970; with a spectator delay, when the table was made, until it is over
    changed: int
    listing: str  # JSON for the lobby; "" for a private table
    due: int = 0  # when the running clock reaches zero, ms since 1970; 0: none runs
    # the table as its players may know it: JSON, wire.YourTable; `turn` is the person for whom the others wait
    summary: str = ""
    standings: Sequence[tuple[int, str, int]] = ()  # [P] place, result and time for histories (wire/views.py)


class ListedCount(NamedTuple):
    """The number of public tables of a game in one state."""

    game: str  # its slug
    state: str
    tables: int


class StoredTable(NamedTuple):
    """A table as it is stored."""

    secret: bytes  # [32]
    events: list[Event]


class TableStore(Protocol):
    """Keeps tables. Awaited methods return once everything is kept. StoreTrouble means that nothing changed, except for
    CommitUncertain, where that is unknown."""

    async def write(self, *batches: EventBatch) -> None:
        """Write events of tables or create tables: all of them or none.

        Raises StoreTrouble; Conflict if an event of such a number was written already; CommitUncertain if it is unknown
        whether this was written. After both, `since` returns what is kept."""

    def describe(self, table: str, row: Description, events: int) -> "asyncio.Future[Any]":
        """Keep the description of a table after `events` events. It is ignored if the table has more events already.
        Need not be awaited, because jobs of a table are done in order. Raises StoreTrouble."""

    async def listed(self, state: str, most: int, game: str = "") -> list[str]:
        """The listings (JSON) of at most `most` public tables in a state, the last changed first; `game`: of this slug
        alone. A table with a spectator delay stands where it was made, until its game is over."""

    async def count_listed(self) -> list[ListedCount]:
        """The numbers of public tables in each of LISTED_STATES, by game."""

    async def due(self, now: int) -> list[str]:
        """The ids of tables that are due at `now`, ms since 1970, the longest overdue first."""

    async def newest(self, tables: Sequence[str]) -> dict[str, int]:
        """The number of events of each table, by id; unknown tables are left out."""

    async def load(self, table: str) -> StoredTable:
        """A table with all its events. Raises UnknownTable; DamagedTable if events are lost."""

    async def since(self, table: str, number: int) -> list[Event]:
        """The events of a table after the first `number`. Raises StoreTrouble."""


def lost(table: str, events: int, newest: int) -> str:
    """The refusal of a table that has another number of events than were written."""
    if events > newest:
        return f"table {table} has {events} events in the database, but {newest} are counted; a backup may be right"
    return f"table {table} has lost events in the database, {events} of {newest} are left; a backup may have all"


def events_of(table: str, after: int, rows: Sequence[tuple[int, str]]) -> list[Event]:
    """The events in rows that should follow number `after`. Raises DamagedTable if one is missing or unreadable."""
    if [number for number, _ in rows] != list(range(after + 1, after + len(rows) + 1)):
        raise DamagedTable(f"table {table} has lost events in the database; a backup may have them")
    try:
        return [decode(body) for _, body in rows]
    except msgspec.DecodeError as error:
        raise DamagedTable(f"an event of table {table} in the database cannot be read: {error}") from None
