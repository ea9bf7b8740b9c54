"""Mutes and blocks in the database. A person is pointed at by a seat of a table where both sat, so that nobody learns
the tag of somebody else.
"""

from collections.abc import Sequence

from rookery.core.errors import Refusal
from rookery.server.errors import NotNow, UnknownKey, UnknownTag
from rookery.server.storage.database import Database
from rookery.server.storage.store import Store
from rookery.server.tags.tag_store import Signer, TagStore
from rookery.server.wire.tag_messages import MuteCard, MuteSeat

MAX_MUTES = 500  # of one tag

SELECT_CARDS = "SELECT table_id, seat, game, name, blocked, since FROM mutes WHERE tag = ? ORDER BY since DESC"
SELECT_PERSON = "SELECT tag, game FROM tagged_seats WHERE table_id = ? AND seat = ?"
SELECT_OWN_SEAT = "SELECT seat FROM tagged_seats WHERE table_id = ? AND tag = ?"
SELECT_MUTE = "SELECT 1 FROM mutes WHERE tag = ? AND other = ?"
UPSERT_MUTE = """\
INSERT INTO mutes (tag, other, table_id, seat, game, name, blocked, since) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (tag, other) DO UPDATE SET blocked = excluded.blocked"""
DELETE_MUTE = "DELETE FROM mutes WHERE tag = ? AND table_id = ? AND seat = ?"
SELECT_MUTED_SEATS = """\
SELECT tagged_seats.seat FROM tagged_seats JOIN mutes ON mutes.other = tagged_seats.tag
WHERE tagged_seats.table_id = ? AND mutes.tag = ? AND EXISTS (
SELECT 1 FROM tagged_seats AS own WHERE own.table_id = tagged_seats.table_id AND own.tag = mutes.tag) ORDER BY 1"""
# a tag that leaves in the same moment has made no table
INSERT_MAKER = "INSERT INTO made_tables (table_id, tag) SELECT ?, id FROM tags WHERE id = ?"
SELECT_AVOIDING = """\
SELECT 1 FROM tagged_seats AS asker JOIN mutes ON mutes.other = asker.tag AND mutes.blocked = 1
JOIN tagged_seats AS sitter ON sitter.tag = mutes.tag AND sitter.table_id = asker.table_id
WHERE asker.table_id = ? AND asker.seat = ?"""


class MuteStore:
    """The people whom each tag has muted or blocked."""

    def __init__(self, store: Store) -> None:
        self._transact = store.transact
        self._as_tag = TagStore(store).as_tag

    async def cards(self, signer: Signer) -> list[MuteCard]:
        return await self._as_tag(signer, _cards)

    async def cards_of(self, tag: str) -> list[MuteCard]:
        return await self._transact(lambda database: _cards(database, tag))

    async def mute(self, signer: Signer, asked: MuteSeat, name: str, now: int) -> list[MuteCard]:
        """Mute or block the person of a seat. `name`: what the person is called there. Raises UnknownKey where the tag
        has no seat, UnknownTag for a person without a tag, NotNow for oneself, or for too many."""

        def work(database: Database, tag: str) -> list[MuteCard] | Refusal:
            if not database.execute(SELECT_OWN_SEAT, (asked.table, tag)):
                return UnknownKey("you can mute people at tables where you have a seat")
            if not (rows := database.execute(SELECT_PERSON, (asked.table, asked.seat))):
                return UnknownTag("this person has no name tag, so nobody could know them again at another table")
            (other, game) = rows[0]
            if other == tag:
                return NotNow("this seat is your own")
            if len(_cards(database, tag)) >= MAX_MUTES and not database.execute(SELECT_MUTE, (tag, other)):
                return NotNow(f"you have muted {MAX_MUTES} people already")
            place = asked.table, asked.seat, game, name
            database.execute(UPSERT_MUTE, (tag, other, *place, int(asked.block), now))
            return _cards(database, tag)

        return await self._as_tag(signer, work)

    async def unmute(self, signer: Signer, table: str, seat: int) -> list[MuteCard]:
        """Undo the mute or block that `cards` shows with this table and seat."""

        def work(database: Database, tag: str) -> list[MuteCard]:
            database.execute(DELETE_MUTE, (tag, table, seat))
            return _cards(database, tag)

        return await self._as_tag(signer, work)

    async def muted_seats(self, signer: Signer, table: str) -> list[int]:
        """The seats of a table whose people the tag has muted or blocked. None where the tag has no seat: otherwise a
        mute would be a way to recognise somebody everywhere."""

        def work(database: Database, tag: str) -> list[int]:
            return [seat for (seat,) in database.execute(SELECT_MUTED_SEATS, (table, tag))]

        return await self._as_tag(signer, work)

    async def made(self, tag: str, table: str) -> None:
        """Note that a tag has made a table."""
        await self._transact(lambda database: database.execute(INSERT_MAKER, (table, tag)))

    async def avoided(self, table: str, seats: Sequence[int]) -> bool:
        """Whether a person at the table has blocked the person of one of these seats."""
        return await self._transact(
            lambda database: any(database.execute(SELECT_AVOIDING, (table, seat)) for seat in seats)
        )


def _cards(database: Database, tag: str) -> list[MuteCard]:
    rows = database.execute(SELECT_CARDS, (tag,))
    return [MuteCard(table, seat, game, name, bool(blocked), since) for table, seat, game, name, blocked, since in rows]
