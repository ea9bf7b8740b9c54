"""The data that is kept of the person of a name tag, and its deletion for good."""

import operator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from rookery.server.errors import Conflict, StoreTrouble
from rookery.server.ratings.rating_rows import FORGET, ratings_of
from rookery.server.storage import rows
from rookery.server.storage.database import Database, SqlRow
from rookery.server.storage.day_store import DAY_TRIES
from rookery.server.storage.digests import intact
from rookery.server.storage.event_rows import add_events, checked_events, events_after, rewrite_events
from rookery.server.storage.store import Store
from rookery.server.table import erasure
from rookery.server.table.events import Erased, Followed, Made, Sat, encode
from rookery.server.tags.tag_store import (
    DELETE_MUTES,
    DELETE_TAG,
    TAGGED_SEATS,
    UPDATE_WORDS,
    Signer,
    TagStore,
    card_of,
    owner_of,
)
from rookery.server.wire.messages import ListedTable, YourTable
from rookery.server.wire.tag_messages import RatingCard, TagCard

MAX_ERASE_RETRIES = 8  # attempts to write before other processes do
DESCRIBED = "tables.described"
SELECT_TRIES = rows.select(DAY_TRIES, "who = ? ORDER BY day, game")
COUNT_SEATS = "SELECT count(*) FROM tagged_seats WHERE tag = ?"
DELETE_SEAT = "DELETE FROM tagged_seats WHERE table_id = ? AND seat = ?"
DELETE_OTHER_KEYS = "DELETE FROM tag_keys WHERE tag = ? AND id != ?"
DELETE_PASSKEYS = "DELETE FROM passkeys WHERE tag = ?"
DELETE_MAKER = "DELETE FROM made_tables WHERE tag = ?"
DELETE_KEYS = "DELETE FROM tag_keys WHERE tag = ?"


class ErasedSeat(NamedTuple):
    """A seat that no longer names its person."""

    events: int  # how many the table has now
    key_hash: str  # of the seat
    followed: str  # the id of the rematch; "": none
    contest: str  # as in Made


class PersonalData:
    """All that an open database keeps of people with name tags."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._as_tag = TagStore(store).as_tag

    async def all_seats(self, signer: Signer) -> tuple[TagCard, list[tuple[str, int]], int, list[RatingCard]]:
        """The tag, with all its tables and seats, how many more of its seats are damaged, and its ratings."""
        return await self._as_tag(
            signer, lambda database, tag: (card_of(database, tag), *_seats(database, tag), ratings_of(database, tag))
        )

    async def tries(self, who: str) -> list[dict[str, Any]]:
        """The games of the day of a person; it is said which of them are damaged. `who`: its hash"""
        matches = await self._store.transact(lambda database: database.execute(SELECT_TRIES, (who,)))
        return [_told_try(row) for row in matches]

    async def lock_out(self, signer: Signer) -> tuple[str, list[tuple[str, int]]]:
        """Let no other device, no passkey and no words act for the tag: it is about to be deleted. Returns its id, and
        its tables and seats."""

        def work(database: Database, tag: str) -> tuple[str, list[tuple[str, int]]]:
            # keys first, which waits for what other devices are just doing; and last, for those that joined meanwhile
            database.execute(DELETE_OTHER_KEYS, (tag, signer.key))
            database.execute(DELETE_PASSKEYS, (tag,))
            database.execute(UPDATE_WORDS, ("", tag))
            database.execute(DELETE_OTHER_KEYS, (tag, signer.key))
            return tag, _seats(database, tag)[0]

        return await self._as_tag(signer, work)

    async def personal(self, table: str, seat: int) -> list[dict[str, Any]]:
        """The events of a table that tell about the person of a seat: these fields of each, and its time."""
        found = await self._store.transact(lambda database: events_after(database, table))
        told = [(event, erasure.personal(event, seat)) for event in checked_events(table, found)]
        return [{"at": event.at, **found} for event, found in told if found]

    async def erase(self, table: str, seat: int, now: int) -> ErasedSeat:
        """Blank all that names the person of a seat, and add the event that says so, unless that was done before.
        Raises StoreTrouble."""
        for _ in range(MAX_ERASE_RETRIES):
            try:
                return await self._store.transact(lambda database: _erase(database, table, seat, now))
            except Conflict:
                continue
        raise StoreTrouble(f"other processes keep changing table {table}; try again")

    async def seat_of(self, table: str, key_hash: str) -> int | None:
        """The seat that this key opens and nobody has claimed, of a rematch or of another round; None: no seat."""

        def job(database: Database) -> int | None:
            if not (events := checked_events(table, events_after(database, table))):
                return None
            seats = events[0].seats if isinstance(events[0], Made) else ()
            found = next((index for index, seat in enumerate(seats) if seat.key_hash == key_hash), None)
            return None if found is None or owner_of(database, table, found) is not None else found

        return await self._store.transact(job)

    async def delete(
        self, tag: str, erased: list[tuple[str, int]], who: str, *, keep: bool = False
    ) -> tuple[list[tuple[str, int]], int]:
        """Delete the tag, after `lock_out` and when these seats are erased. Returns the seats that were claimed in
        the meantime, and how many are damaged; then the tag is still there. Raises StoreTrouble. `who`: the hash of
        the person in day_tries; `keep`: only the seats are deleted."""

        def job(database: Database) -> tuple[list[tuple[str, int]], int]:
            for place in erased:
                database.execute(DELETE_SEAT, place)
            remaining, damaged = _seats(database, tag)
            if not (remaining or damaged or keep):
                # a try still counts for the others of its day: its table takes the place of the person
                rows.change(database, DAY_TRIES, lambda row: (*row[:2], row[3], *row[3:]), "who = ?", who)
                database.execute(DELETE_MUTES, (tag, tag))
                for statement in (*FORGET, DELETE_MAKER, DELETE_PASSKEYS, DELETE_KEYS, DELETE_TAG):
                    database.execute(statement, (tag,))
            return remaining, damaged

        remaining = await self._store.transact(job)
        await self._store.purge()
        return remaining


# ── In a transaction ─────────────────────────────────────────────────────────
def _seats(database: Database, tag: str) -> tuple[list[tuple[str, int]], int]:
    """The tables and seats of a tag, and how many more there are whose row is damaged: it may name somebody else's."""
    found = rows.found_intact(database, TAGGED_SEATS, "tag = ? ORDER BY table_id, seat", tag)
    ((count,),) = database.execute(COUNT_SEATS, (tag,))
    return [(table, seat) for table, seat, *_ in found], count - len(found)


def _told_try(row: SqlRow) -> dict[str, Any]:
    day, game, _, table, achieved, _ = row
    if not any(intact("day_tries.digest", [row])):
        game = game.encode(errors="replace").decode()  # its text may be no UTF-8
        return {"day": day, "game": game, "damaged": "what was kept of this game of the day is damaged"}
    return {"day": day, "game": game, "table": table, "achieved": msgspec.Raw(achieved.encode() or b"null")}


def _erase(database: Database, table: str, seat: int, now: int) -> ErasedSeat:
    # locked, so that nothing happens at the table meanwhile
    rows.found(database, DESCRIBED, f"id = ? {rows.LOCKED}", table)
    kept = events_after(database, table)
    events = checked_events(table, kept)
    blanks = [erasure.without(event, seat) for event in events]
    bodies = [
        body if blank is event else encode(blank)
        for event, blank, (_, body, _) in zip(events, blanks, kept.rows, strict=True)
    ]
    newest = len(events)
    # a leave that meets damage elsewhere is repeated, and comes here again
    erased = any(isinstance(it, Erased) and it.seat == seat for it in events)
    if not erased or any(map(operator.is_not, blanks, events)):
        rewrite_events(database, table, kept, bodies)
        newest += 1
        add_events(database, table, newest, [encode(Erased(seat, at=now))])
        rows.change(database, DESCRIBED, lambda row: _unnamed(row, seat), "id = ?", table)
    made = events[0]
    assert isinstance(made, Made)
    keys = [made.seats[seat].key_hash, *(it.key_hash for it in events if isinstance(it, Sat) and it.seat == seat)]
    followed = next((it.table for it in events if isinstance(it, Followed)), "")
    return ErasedSeat(newest, keys[-1], followed, made.contest)


def _unnamed(row: SqlRow, seat: int) -> SqlRow:
    """A description without the name of the person of a seat."""
    table, state, changed, listing, due, summary = row
    return table, state, changed, _without(listing, ListedTable, seat), due, _without(summary, YourTable, seat)


def _without(text: str, kind: type[ListedTable] | type[YourTable], seat: int) -> str:
    """A listing or a summary (JSON, or empty) without that name."""
    if not text:
        return text
    content = msgspec.json.decode(text, type=kind)
    seats = [replace(one, name="") if index == seat else one for index, one in enumerate(content.seats)]
    return msgspec.json.encode(replace(content, seats=seats)).decode()
