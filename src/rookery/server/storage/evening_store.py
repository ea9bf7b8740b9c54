"""Keeps duplicate evenings, a row each. Their tables are ordinary ones."""

from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec import Struct

from rookery.core.errors import Refusal
from rookery.days.comparison import Achieved
from rookery.days.opened_evening import EveningPlan
from rookery.server.errors import UnknownTable
from rookery.server.storage import rows
from rookery.server.storage.database import Database
from rookery.server.storage.store import Store
from rookery.server.table.clock import Clock

UNBEGUN_TTL_MS = 7 * 86_400_000  # ms after which an evening that nobody began is forgotten
EVENINGS = "evenings.digest"
DELETE_UNBEGUN = "DELETE FROM evenings WHERE begun = 0 AND made < ?"
COUNT_UNBEGUN = "SELECT count(*) FROM evenings WHERE begun = 0"


class Guest(Struct, frozen=True):
    """A person who has taken a place."""

    key: str  # hash of the key of all seats of this person, as in Seat
    name: str  # "" once the first tables are made: from then on the tables have it, and only they


class SeatResult(Struct, frozen=True):
    """The result of one seat of one table."""

    achieved: Achieved
    stand_ins: int  # decisions that a bot made for the person


class Deal(Struct, frozen=True):
    """A round: tables that play the same draws."""

    tables: tuple[str, ...]  # [T] ids; a table may be missing, if a server was killed before it made it
    ended: int = 0  # when it was over, ms since 1970; 0: it goes on
    results: tuple[tuple[SeatResult, ...], ...] = ()  # [T][P] when it is over


class Evening(Struct, frozen=True):
    """An evening as it is stored."""

    plan: EveningPlan
    clock: Clock
    host: str  # hash of the key of the person who begins it
    guests: tuple[Guest, ...] = ()  # as they came; once it has begun, by number (days/movement.py)
    words: tuple[str, ...] = ()  # of the guests, as they came (days/gathering.py)
    deals: tuple[Deal, ...] = ()  # the rounds that have begun

    @property
    def over(self) -> bool:
        return len(self.deals) == self.plan.rounds and self.deals[-1].ended > 0


class StoredEvening(NamedTuple):
    secret: bytes  # [32]
    made: int  # ms since 1970
    changes: int
    evening: Evening


class EveningStore:
    """In the database of a server. All methods raise StoreTrouble."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def add(self, evening_id: str, secret: bytes, evening: Evening, now: int) -> None:
        """Keep a new evening. `secret`: [32]; `now`: ms since 1970."""

        def work(database: Database) -> None:
            database.execute(DELETE_UNBEGUN, (now - UNBEGUN_TTL_MS,))
            rows.add(database, EVENINGS, evening_id, secret, now, 0, 0, msgspec.json.encode(evening).decode())

        await self._store.transact(work)

    async def load(self, evening_id: str) -> StoredEvening:
        """Raises UnknownTable; StoreTrouble for a damaged evening, too."""
        return await self._store.transact(lambda database: _loaded(database, "id = ?", evening_id))

    async def unbegun(self) -> tuple[list[tuple[str, bytes]], int]:
        """The ids and secrets ([32]) of evenings that nobody has begun, and how many more are damaged."""

        def work(database: Database) -> tuple[list[tuple[str, bytes]], int]:
            read = rows.found_intact(database, EVENINGS, "begun = 0")
            ((count,),) = database.execute(COUNT_UNBEGUN)
            return [(evening_id, secret) for evening_id, secret, *_ in read], count - len(read)

        return await self._store.transact(work)

    async def change(self, evening_id: str, decide: Callable[[Evening], Evening]) -> Evening:
        """Keep what `decide` makes of an evening, which may be the same. Raises UnknownTable, and the refusals that
        `decide` raises; it is called in the thread of the database."""

        def work(database: Database) -> Evening | Refusal:
            stored = _loaded(database, f"id = ? {rows.LOCKED}", evening_id)
            if isinstance(stored, Refusal):
                return stored
            try:
                after = decide(stored.evening)
            except Refusal as refusal:
                return refusal
            if after is not stored.evening:
                new = stored.changes + 1, int(bool(after.deals)), msgspec.json.encode(after).decode()
                rows.change(database, EVENINGS, lambda row: (*row[:3], *new), "id = ?", evening_id)
            return after

        return await self._store.transact(work)


def _loaded(database: Database, condition: str, evening_id: str) -> StoredEvening | UnknownTable:
    if not (found := rows.found(database, EVENINGS, condition, evening_id)):
        return UnknownTable("there is no evening at this address, or nobody began it for a week")
    _, secret, made, changes, _, body = found[0]
    return StoredEvening(secret, made, changes, msgspec.json.decode(body, type=Evening))
