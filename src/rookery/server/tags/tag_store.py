"""Name tags in the database: who may act for each, and who sits where.

Every change is made by a request that a device has signed. Its time must be later than the newest one that was accepted
from the same key, which is noted in the same transaction: no request counts twice, in any process.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from rookery.core.errors import Refusal
from rookery.server.errors import (
    BadSignature,
    CannotRate,
    NotNow,
    SeatTaken,
    StaleRequest,
    UnknownKey,
    UnknownTag,
)
from rookery.server.ratings.rating_rows import ScaleName, career_for
from rookery.server.storage import rows
from rookery.server.storage.database import Database, SqlRow
from rookery.server.storage.day_store import DAY_TRIES
from rookery.server.storage.digests import row_digest
from rookery.server.storage.store import Store
from rookery.server.table.keys import new_id
from rookery.server.wire.messages import YourTable
from rookery.server.wire.tag_messages import ChangeTag, Claim, TagCard
from rookery.server.wire.views import IS_RUNNING, SeatStanding, standing

TAGGED_SEATS, ONE_SEAT = "tagged_seats.digest", "table_id = ? AND seat = ?"
USE_KEY = "UPDATE tag_keys SET used = ? WHERE id = ? AND used < ? RETURNING tag"
SELECT_KEY = "SELECT tag FROM tag_keys WHERE id = ?"
INSERT_KEY = "INSERT INTO tag_keys (id, tag, made, used) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"
INSERT_TAG = "INSERT INTO tags (id, made, name, bird, colour) VALUES (?, ?, ?, ?, ?)"
SELECT_TAG = "SELECT id, name, bird, colour, shown, made, words FROM tags WHERE id = ?"
UPDATE_TAG = "UPDATE tags SET name = ?, bird = ?, colour = ?, shown = ? WHERE id = ?"
SELECT_DEVICES = "SELECT made FROM tag_keys WHERE tag = ? ORDER BY made"
SELECT_PASSKEYS = "SELECT made FROM passkeys WHERE tag = ? ORDER BY made"
UPDATE_WORDS = "UPDATE tags SET words = ? WHERE id = ?"
# it locks the row, so that a device that joins comes either before `lock_out` or after it
SELECT_BY_WORDS = f"SELECT id FROM tags WHERE words = ? {rows.LOCKED}"
INSERT_PASSKEY = """\
INSERT INTO passkeys (id, tag, made, public_key, uses) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING RETURNING id"""
SELECT_PASSKEY = "SELECT id, public_key, uses FROM passkeys WHERE id = ?"
# many authenticators count nothing, so a question counts only if it is newer than all that were answered
USE_PASSKEY = "UPDATE passkeys SET uses = ?, asked = ? WHERE id = ? AND uses = ? AND asked < ? RETURNING tag"
SELECT_GAME = "SELECT game FROM tables WHERE id = ?"
SELECT_OTHER_SEAT = "SELECT seat FROM tagged_seats WHERE table_id = ? AND tag = ? AND seat != ?"
MERGE = tuple(
    f"UPDATE {table} SET tag = ? WHERE tag = ?" for table in ("tag_keys", "passkeys", "rated_seats", "made_tables")
)
# a person who was muted twice stays muted once, and nobody mutes oneself
MERGE_MUTES = """\
UPDATE mutes SET tag = ?
WHERE tag = ? AND other != ? AND other NOT IN (SELECT own.other FROM mutes AS own WHERE own.tag = ?)"""
MERGE_MUTES_OF = """\
UPDATE mutes SET other = ?
WHERE other = ? AND tag != ? AND tag NOT IN (SELECT own.tag FROM mutes AS own WHERE own.other = ?)"""
DELETE_MUTES = "DELETE FROM mutes WHERE tag = ? OR other = ?"
SELECT_BLOCKED = """\
SELECT 1 FROM made_tables JOIN mutes ON mutes.tag = made_tables.tag
WHERE made_tables.table_id = ? AND mutes.other = ? AND mutes.blocked = 1"""
DELETE_TAG = "DELETE FROM tags WHERE id = ?"
# two tries of one game on one day stay two people's
TRIES_TO_GIVE = """\
who = ? AND day <= ? AND NOT EXISTS (
SELECT 1 FROM day_tries AS own WHERE own.who = ? AND own.day = day_tries.day AND own.game = day_tries.game)"""

T = TypeVar("T")


class Signer(NamedTuple):
    """The signer of a request, and the time; the signature is right."""

    key: str  # the public key of the device, base64url
    at: int  # ms since 1970


class Passkey(NamedTuple):
    """A passkey, as it is kept."""

    id: str  # base64url
    public_key: bytes  # COSE
    uses: int  # as the authenticator counts them


class NewSeatTag(NamedTuple):
    """A seat that is claimed."""

    table: str
    seat: int
    made: int  # ms since 1970
    rated: ScaleName | None = None  # in which its person agrees to be rated


class TagStore:
    """Name tags in an open database."""

    def __init__(self, store: Store) -> None:
        self.transact = store.transact

    # ── Acting for a tag ─────────────────────────────────────────────────────
    async def as_tag(self, signer: Signer, work: Callable[[Database, str], "T | Refusal"]) -> T:
        """Do work for the tag of a key. Raises UnknownTag, StaleRequest, StoreTrouble, and a refusal that the work
        returns."""

        def job(database: Database) -> "T | Refusal":
            tag = _use(database, signer)
            return tag if isinstance(tag, Refusal) else work(database, tag)

        return await self.transact(job)

    async def card(self, signer: Signer) -> TagCard:
        return await self.as_tag(signer, card_of)

    async def change(self, signer: Signer, to: ChangeTag) -> TagCard:
        def work(database: Database, tag: str) -> TagCard:
            database.execute(UPDATE_TAG, (to.name, to.bird, to.colour, int(to.shown), tag))
            return card_of(database, tag)

        return await self.as_tag(signer, work)

    async def claim(self, signer: Signer, new: NewSeatTag, look: Claim) -> TagCard | None:
        """Note that a seat is the tag's own; the first seat of a device makes a tag. None: it is another tag's, and
        nothing changed. Raises SeatTaken for a tag that the maker of the table has blocked, CannotRate for a person who
        is to be rated at two seats of a table."""

        def job(database: Database) -> TagCard | Refusal | None:
            owner, own = owner_of(database, new.table, new.seat), _one(database, SELECT_KEY, signer.key)
            if owner is not None and owner != own:
                return None
            if new.rated and database.execute(SELECT_OTHER_SEAT, (new.table, own or "", new.seat)):
                return CannotRate("you have another seat at this rated table, and each name tag sits there once")
            if own is None:
                tag = new_id()  # of no tag before: a career has the id of a tag, and stays with the tag that it joined
                database.execute(INSERT_TAG, (tag, new.made, look.name, look.bird, look.colour))
                if not database.execute(INSERT_KEY, (signer.key, tag, new.made, 0)):  # two claims came at once
                    database.execute(DELETE_TAG, (tag,))
            used = _use(database, signer)
            if isinstance(used, Refusal):
                return used
            return refused_seat(database, new.table, used) or _sit(database, used, new)

        return await self.transact(job)

    async def tag_of(self, signer: Signer) -> str:
        """The id of the tag of a key."""
        return await self.as_tag(signer, lambda database, tag: tag)

    async def check_may_sit(self, signer: Signer, table: str) -> None:
        """Raises SeatTaken for a tag that the maker of the table has blocked."""
        await self.as_tag(signer, lambda database, tag: refused_seat(database, table, tag))

    async def check_owns(self, signer: Signer, table: str, seat: int) -> None:
        """Raises UnknownKey for a seat that is not the tag's."""

        def work(database: Database, tag: str) -> UnknownKey | None:
            own = owner_of(database, table, seat) == tag
            return None if own else UnknownKey("this seat is not one of your name tag")

        await self.as_tag(signer, work)

    # ── Other devices ────────────────────────────────────────────────────────
    async def set_words(self, signer: Signer, digest: str) -> TagCard:
        """Let words open the tag, and no longer those before. `digest`: of their token. Raises NotNow for the words
        of another tag."""

        def work(database: Database, tag: str) -> TagCard | Refusal:
            if _one(database, SELECT_BY_WORDS, digest) not in (None, tag):
                return NotNow("these words open another name tag; please make new ones")
            database.execute(UPDATE_WORDS, (digest, tag))
            return card_of(database, tag)

        return await self.as_tag(signer, work)

    async def add_passkey(self, signer: Signer, passkey: Passkey, now: int) -> TagCard:
        """Raises BadSignature for a passkey that is kept already, for this tag or another one."""

        def work(database: Database, tag: str) -> TagCard | Refusal:
            new = database.execute(INSERT_PASSKEY, (passkey.id, tag, now, passkey.public_key, passkey.uses))
            return card_of(database, tag) if new else BadSignature("this passkey is kept for a name tag already")

        return await self.as_tag(signer, work)

    async def passkey(self, passkey: str) -> Passkey:
        """A passkey by its id. Raises UnknownTag."""
        matches = await self.transact(lambda database: database.execute(SELECT_PASSKEY, (passkey,)))
        if not matches:
            raise UnknownTag("this passkey belongs to no name tag here")
        name, public_key, uses = matches[0]
        return Passkey(name, bytes(public_key), uses)

    async def join_by_words(self, signer: Signer, digest: str, now: int) -> TagCard:
        """Let a device act for the tag of a line of words. Raises UnknownTag."""

        def find(database: Database) -> str | Refusal:
            return _one(database, SELECT_BY_WORDS, digest) or UnknownTag("these words open no name tag here")

        return await self._join(signer, find, now)

    async def join_by_passkey(self, signer: Signer, before: Passkey, after: Passkey, ends: int, now: int) -> TagCard:
        """Let a device act for the tag of a passkey that it has just used. `ends`: of the question that was answered.
        Raises StaleRequest for an answer that counted before."""
        use = after.uses, ends, before.id, before.uses, ends

        def find(database: Database) -> str | Refusal:
            return _one(database, USE_PASSKEY, *use) or StaleRequest("this passkey was used again since; try once more")

        return await self._join(signer, find, now)

    async def _join(self, signer: Signer, find: Callable[[Database], str | Refusal], now: int) -> TagCard:
        """Let a device act for a tag, too. If it had another tag, the two become one."""

        def job(database: Database) -> TagCard | Refusal:
            tag = find(database)
            if isinstance(tag, Refusal):
                return tag
            database.execute(INSERT_KEY, (signer.key, tag, now, 0))
            before = _use(database, signer)
            if isinstance(before, Refusal):
                return before
            if before != tag:
                for statement in MERGE:
                    database.execute(statement, (tag, before))
                rows.change(database, TAGGED_SEATS, lambda row: (*row[:2], tag, *row[3:]), "tag = ?", before)
                database.execute(MERGE_MUTES, (tag, before, tag, tag))
                database.execute(MERGE_MUTES_OF, (tag, before, tag, tag))
                database.execute(DELETE_MUTES, (before, before))
                database.execute(DELETE_TAG, (before,))
            return card_of(database, tag)

        return await self.transact(job)

    async def give_tries(self, to: str, who: str, last: int) -> None:
        """Let the games of the day of one person be another one's, who has not played them: those up to a day, counted
        since 1970. Both are hashes."""

        def given(row: SqlRow) -> SqlRow:
            return (*row[:2], to, *row[3:])

        await self.transact(lambda database: rows.change(database, DAY_TRIES, given, TRIES_TO_GIVE, who, last, to))


# ── In a transaction ─────────────────────────────────────────────────────────
def _use(database: Database, signer: Signer) -> str | Refusal:
    """The tag of a key, for a request that was not accepted before; otherwise a refusal."""
    if (tag := _one(database, USE_KEY, signer.at, signer.key, signer.at)) is not None:
        return str(tag)
    if _one(database, SELECT_KEY, signer.key) is not None:
        return StaleRequest("a later request of this device was here already")
    return UnknownTag("this device has no name tag here")


def refused_seat(database: Database, table: str, tag: str) -> SeatTaken | None:
    """The refusal of a tag that the maker of the table has blocked. It does not say who did so."""
    blocked = database.execute(SELECT_BLOCKED, (table, tag))
    return SeatTaken("you cannot sit down at this table; choose another one") if blocked else None


def _one(database: Database, statement: str, *values: Any) -> Any:
    """The first value that a statement finds; None: nothing."""
    found = database.execute(statement, values)
    return found[0][0] if found else None


def owner_of(database: Database, table: str, seat: int) -> str | None:
    """The tag that has claimed a seat. Raises DamagedTable."""
    found = rows.found(database, TAGGED_SEATS, ONE_SEAT, table, seat)
    return str(found[0][2]) if found else None


def card_of(database: Database, tag: str) -> TagCard:
    """The tag as its owner sees it."""
    ((_, name, bird, colour, shown, made, words),) = database.execute(SELECT_TAG, (tag,))
    devices, passkeys = (
        [at for (at,) in database.execute(statement, (tag,))] for statement in (SELECT_DEVICES, SELECT_PASSKEYS)
    )
    return TagCard(tag, name, bird, colour, bool(shown), made, devices, passkeys, words != "")


def _sit(database: Database, tag: str, new: NewSeatTag) -> TagCard:
    # locked, so that a description of the table comes either before or after
    ((_, _, _, listing, _, summary),) = rows.found(database, "tables.described", f"id = ? {rows.LOCKED}", new.table)
    glance = msgspec.json.decode(summary, type=YourTable) if summary else None
    stands = SeatStanding(IS_RUNNING, "", new.made) if glance is None else standing(glance, new.seat)
    seat = new.table, new.seat, tag, _one(database, SELECT_GAME, new.table), int(listing != ""), ""
    stood = row_digest("tagged_seats.standing", *seat[:2], *stands)
    rows.add(database, TAGGED_SEATS, *seat, **stands._asdict(), standing=stood)
    if new.rated:
        career = career_for(database, tag, new.rated)
        # the first agreement counts: a tag that joins another and agrees again still plays for what it had agreed to
        rows.change(database, TAGGED_SEATS, lambda row: (*row[:-1], row[-1] or career), ONE_SEAT, new.table, new.seat)
    return card_of(database, tag)
