"""Keeps duplicate evenings, a row each. Their tables are ordinary ones."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from rookery.days.comparison import Achieved
from rookery.days.opened_evening import EveningPlan
from rookery.server.errors import StoreTrouble, UnknownTable
from rookery.server.storage.database import Database
from rookery.server.storage.digests import check_row, covered, intact, row_digest
from rookery.server.storage.store import Store
from rookery.server.table.clock import Clock

MAX_CHANGE_RETRIES = 100  # other people may change an evening at the same time
UNBEGUN_TTL_MS = 7 * 86_400_000  # ms after which an evening that nobody began is forgotten
DELETE_UNBEGUN = "DELETE FROM evenings WHERE begun = 0 AND made < ?"
INSERT_EVENING = """\
INSERT INTO evenings (id, secret, made, changes, begun, body, digest) VALUES (?, ?, ?, ?, ?, ?, ?)"""
SELECT_UNBEGUN = f"SELECT {covered('evenings.digest')} FROM evenings WHERE begun = 0"
SELECT_EVENING = f"SELECT {covered('evenings.digest')} FROM evenings WHERE id = ?"
UPDATE_EVENING = """\
UPDATE evenings SET changes = ?, begun = ?, body = ?, digest = ? WHERE id = ? AND changes = ? RETURNING id"""


class Guest(Struct, frozen=True):
    """A person who has taken a place."""

    key: str  # hash of the key of all seats of this person, as in Seat
    name: str  # "" once the first tables are made: from then on the tables have it, and only they


class SeatResult(Struct, frozen=True):
    """What was done in one seat of one table."""

    achieved: Achieved
    stand_ins: int  # decisions that a bot made for the person


class Deal(Struct, frozen=True):
    """A round: tables that play the same draws."""

    tables: tuple[str, ...]  # [T] ids; a table may be missing, if a server was killed before it made it
    ended: int = 0  # when it was over, ms since 1970; 0: it goes on
    results: tuple[tuple[SeatResult, ...], ...] = ()  # [T][P] when it is over


class Evening(Struct, frozen=True):
    """What is kept of an evening."""

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
        row = evening_id, secret, now, 0, 0, msgspec.json.encode(evening).decode()

        def work(database: Database) -> None:
            database.execute(DELETE_UNBEGUN, (now - UNBEGUN_TTL_MS,))
            database.execute(INSERT_EVENING, (*row, row_digest("evenings.digest", *row)))

        await self._store.transact(work)

    async def load(self, evening_id: str) -> StoredEvening:
        """Raises UnknownTable; StoreTrouble for a damaged evening, too."""
        found = await self._found(SELECT_EVENING, (evening_id,))
        if not found:
            raise UnknownTable("there is no evening at this address, or nobody began it for a week")
        check_row("evenings.digest", found[0])
        _, secret, made, changes, _, body, _ = found[0]
        return StoredEvening(bytes(secret), made, changes, msgspec.json.decode(body, type=Evening))

    async def unbegun(self) -> tuple[list[tuple[str, bytes]], int]:
        """The ids and secrets ([32]) of evenings that nobody has begun, and how many more are damaged."""
        rows = await self._found(SELECT_UNBEGUN, ())
        read = [(evening_id, bytes(secret)) for evening_id, secret, *_ in intact("evenings.digest", rows)]
        return read, len(rows) - len(read)

    async def change(self, evening_id: str, decide: Callable[[Evening], Evening]) -> Evening:
        """Keep what `decide` makes of an evening, which may be the same. It is called again if another process was
        faster. Raises UnknownTable, and what `decide` raises."""
        for _ in range(MAX_CHANGE_RETRIES):
            secret, made, changes, before = await self.load(evening_id)
            if (after := decide(before)) is before:
                return before
            row = changes + 1, int(bool(after.deals)), msgspec.json.encode(after).decode()
            digest = row_digest("evenings.digest", evening_id, secret, made, *row)
            if await self._found(UPDATE_EVENING, (*row, digest, evening_id, changes)):
                return after
        raise StoreTrouble("too many people change this evening at once; try again")

    async def _found(self, statement: str, values: Sequence[Any]) -> list[Any]:
        return await self._store.transact(lambda database: database.execute(statement, values))
