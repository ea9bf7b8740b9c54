"""Name tags in the database: who may act for each, and who sits where.

Every change is made by a request that a device has signed. Its time must be later than the newest one that was accepted
from the same key, which is noted in the same transaction: no request counts twice, in any process.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from rookery.core.errors import Refusal
from rookery.server.errors import (
    BadSignature,
    CannotRate,
    Conflict,
    NotNow,
    SeatTaken,
    StaleRequest,
    StoreTrouble,
    UnknownKey,
    UnknownTag,
)
from rookery.server.storage.database import Database, SqlRow
from rookery.server.storage.day_store import UPDATE_TRY_DIGEST
from rookery.server.storage.digests import check_row, covered, intact, renewed, row_damage, row_digest
from rookery.server.storage.event_rows import add_events, checked_events, events_after, rewrite_events
from rookery.server.storage.rating_rows import FORGET, ScaleName, career_for, change_of, ratings_of
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import IS_RUNNING, SeatStanding, standing
from rookery.server.table import erasure
from rookery.server.table.events import Erased, Followed, Made, Sat, encode
from rookery.server.table.keys import new_id
from rookery.server.wire.messages import ListedTable, YourTable
from rookery.server.wire.tag_messages import (
    ChangeTag,
    Claim,
    GamePlace,
    GamesAsked,
    RatingCard,
    RatingChange,
    TagCard,
    Tally,
)

GAMES_PER_PAGE = 24
MAX_ERASE_RETRIES = 8  # attempts to write before other processes do

DESCRIBED_COLUMNS = covered("tables.described")
USE_KEY = "UPDATE tag_keys SET used = ? WHERE id = ? AND used < ? RETURNING tag"
SELECT_KEY = "SELECT tag FROM tag_keys WHERE id = ?"
INSERT_KEY = "INSERT INTO tag_keys (id, tag, made, used) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id"
INSERT_TAG = "INSERT INTO tags (id, made, name, bird, colour) VALUES (?, ?, ?, ?, ?)"
SELECT_TAG = "SELECT id, name, bird, colour, shown, made, words FROM tags WHERE id = ?"
UPDATE_TAG = "UPDATE tags SET name = ?, bird = ?, colour = ?, shown = ? WHERE id = ?"
SELECT_DEVICES = "SELECT made FROM tag_keys WHERE tag = ? ORDER BY made"
SELECT_PASSKEYS = "SELECT made FROM passkeys WHERE tag = ? ORDER BY made"
UPDATE_WORDS = "UPDATE tags SET words = ? WHERE id = ?"
SELECT_BY_WORDS = "SELECT id FROM tags WHERE words = ?"
# it locks the row, so that a device that joins comes either before `lock_out` or after it
FIND_BY_WORDS = "UPDATE tags SET words = words WHERE words = ? RETURNING id"
INSERT_PASSKEY = """\
INSERT INTO passkeys (id, tag, made, public_key, uses) VALUES (?, ?, ?, ?, ?)
ON CONFLICT DO NOTHING RETURNING id"""
SELECT_PASSKEY = "SELECT id, public_key, uses FROM passkeys WHERE id = ?"
# many authenticators count nothing, so a question counts only if it is newer than all that were answered
USE_PASSKEY = "UPDATE passkeys SET uses = ?, asked = ? WHERE id = ? AND uses = ? AND asked < ? RETURNING tag"
# it locks the row, so that a description of the table comes either before or after
SELECT_SUMMARY = f"UPDATE tables SET newest = newest WHERE id = ? RETURNING game, {DESCRIBED_COLUMNS}"
SELECT_OTHER_SEAT = "SELECT seat FROM tagged_seats WHERE table_id = ? AND tag = ? AND seat != ?"
SELECT_OWNER = f"SELECT {covered('tagged_seats.digest')} FROM tagged_seats WHERE table_id = ? AND seat = ?"
INSERT_SEAT = """\
INSERT INTO tagged_seats (table_id, seat, tag, game, public, career, digest, place, result, since, standing)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"""
# the first agreement counts: a tag that joins another one and agrees again still plays for what it had agreed to
AGREE = f"""\
UPDATE tagged_seats SET career = ? WHERE table_id = ? AND seat = ? AND career = ''
RETURNING {covered("tagged_seats.digest")}"""
HISTORY_ORDER = "place, since DESC, table_id"
SELECT_GAMES = """\
SELECT place, since, table_id, seat, {description} FROM
(SELECT place, since, table_id, seat FROM tagged_seats WHERE {where} ORDER BY {order} LIMIT ?) AS page
JOIN tables ON id = table_id ORDER BY {order}"""
SELECT_TALLIES = "SELECT game, result, count(*) FROM tagged_seats WHERE {where} GROUP BY game, result ORDER BY game"
SELECT_SEATS = f"SELECT {covered('tagged_seats.digest')} FROM tagged_seats WHERE tag = ? ORDER BY table_id, seat"
# it locks the row, so that nothing happens at the table meanwhile
SELECT_TEXTS = f"UPDATE tables SET newest = newest WHERE id = ? RETURNING {DESCRIBED_COLUMNS}"
UPDATE_TEXTS = "UPDATE tables SET listing = ?, summary = ?, described = ? WHERE id = ?"
DELETE_SEAT = "DELETE FROM tagged_seats WHERE table_id = ? AND seat = ?"
DELETE_OTHER_KEYS = "DELETE FROM tag_keys WHERE tag = ? AND id != ?"
DELETE_PASSKEYS = "DELETE FROM passkeys WHERE tag = ?"
MERGE = tuple(
    f"UPDATE {table} SET tag = ? WHERE tag = ?" for table in ("tag_keys", "passkeys", "rated_seats", "made_tables")
)
MERGE_SEATS = "UPDATE tagged_seats SET tag = ? WHERE tag = ? RETURNING table_id, seat, game, public, career, digest"
UPDATE_SEAT_DIGEST = "UPDATE tagged_seats SET digest = ? WHERE table_id = ? AND seat = ?"
# who was muted twice stays so once, and nobody mutes oneself
MERGE_MUTES = """\
UPDATE mutes SET tag = ?
WHERE tag = ? AND other != ? AND other NOT IN (SELECT own.other FROM mutes AS own WHERE own.tag = ?)"""
MERGE_MUTES_OF = """\
UPDATE mutes SET other = ?
WHERE other = ? AND tag != ? AND tag NOT IN (SELECT own.tag FROM mutes AS own WHERE own.other = ?)"""
DELETE_MUTES = "DELETE FROM mutes WHERE tag = ? OR other = ?"
DELETE_MAKER = "DELETE FROM made_tables WHERE tag = ?"
SELECT_BLOCKED = """\
SELECT 1 FROM made_tables JOIN mutes ON mutes.tag = made_tables.tag
WHERE made_tables.table_id = ? AND mutes.other = ? AND mutes.blocked = 1"""
# two tries of one game on one day stay two people's
GIVE_TRIES = f"""\
UPDATE day_tries SET who = ? WHERE who = ? AND day <= ? AND NOT EXISTS (
SELECT 1 FROM day_tries AS own WHERE own.who = ? AND own.day = day_tries.day AND own.game = day_tries.game)
RETURNING {covered("day_tries.digest")}"""
SELECT_TRIES_OF_TAG = f"SELECT {covered('day_tries.digest')} FROM day_tries WHERE who = ? ORDER BY day, game"
UNNAME_TRIES = f"UPDATE day_tries SET who = table_id WHERE who = ? RETURNING {covered('day_tries.digest')}"
DELETE_KEYS = "DELETE FROM tag_keys WHERE tag = ?"
DELETE_TAG = "DELETE FROM tags WHERE id = ?"

T = TypeVar("T")


class Signer(NamedTuple):
    """Who has signed a request, and when: its signature is right."""

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


class ErasedSeat(NamedTuple):
    """A seat that no longer names its person."""

    events: int  # how many the table has now
    key_hash: str  # of the seat
    followed: str  # the id of the rematch; "": none
    contest: str  # as in Made


class TagStore:
    """Name tags in an open database."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # ── Acting for a tag ─────────────────────────────────────────────────────
    async def as_tag(self, signer: Signer, work: Callable[[Database, str], "T | Refusal"]) -> T:
        """Do work for the tag of a key. Raises UnknownTag, StaleRequest, StoreTrouble, and a refusal that the work
        returns."""

        def job(database: Database) -> "T | Refusal":
            tag = _use(database, signer)
            return tag if isinstance(tag, Refusal) else work(database, tag)

        return await self._store.transact(job)

    async def card(self, signer: Signer) -> TagCard:
        return await self.as_tag(signer, _card)

    async def change(self, signer: Signer, to: ChangeTag) -> TagCard:
        def work(database: Database, tag: str) -> TagCard:
            database.execute(UPDATE_TAG, (to.name, to.bird, to.colour, int(to.shown), tag))
            return _card(database, tag)

        return await self.as_tag(signer, work)

    async def claim(self, signer: Signer, new: NewSeatTag, look: Claim) -> TagCard | None:
        """Note that a seat is the tag's own; the first seat of a device makes a tag. None: it is another tag's, and
        nothing changed. Raises SeatTaken for a tag that the maker of the table has blocked, CannotRate for a person who
        is to be rated at two seats of a table."""

        def job(database: Database) -> TagCard | Refusal | None:
            owner, own = _owner(database, new.table, new.seat), _one(database, SELECT_KEY, signer.key)
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

        return await self._store.transact(job)

    async def tag_of(self, signer: Signer) -> str:
        """The id of the tag of a key."""
        return await self.as_tag(signer, lambda database, tag: tag)

    async def check_may_sit(self, signer: Signer, table: str) -> None:
        """Raises SeatTaken for a tag that the maker of the table has blocked."""
        await self.as_tag(signer, lambda database, tag: refused_seat(database, table, tag))

    async def check_owns(self, signer: Signer, table: str, seat: int) -> None:
        """Raises UnknownKey for a seat that is not the tag's."""

        def work(database: Database, tag: str) -> UnknownKey | None:
            own = _owner(database, table, seat) == tag
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
            return _card(database, tag)

        return await self.as_tag(signer, work)

    async def add_passkey(self, signer: Signer, passkey: Passkey, now: int) -> TagCard:
        """Raises BadSignature for a passkey that is kept already, for this tag or another one."""

        def work(database: Database, tag: str) -> TagCard | Refusal:
            new = database.execute(INSERT_PASSKEY, (passkey.id, tag, now, passkey.public_key, passkey.uses))
            return _card(database, tag) if new else BadSignature("this passkey is kept for a name tag already")

        return await self.as_tag(signer, work)

    async def passkey(self, passkey: str) -> Passkey:
        """A passkey by its id. Raises UnknownTag."""
        found = await self._store.transact(lambda database: database.execute(SELECT_PASSKEY, (passkey,)))
        if not found:
            raise UnknownTag("this passkey belongs to no name tag here")
        name, public_key, uses = found[0]
        return Passkey(name, bytes(public_key), uses)

    async def join_by_words(self, signer: Signer, digest: str, now: int) -> TagCard:
        """Let a device act for the tag of a line of words. Raises UnknownTag."""

        def find(database: Database) -> str | Refusal:
            return _one(database, FIND_BY_WORDS, digest) or UnknownTag("these words open no name tag here")

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
                _merge_seats(database, tag, before)
                database.execute(MERGE_MUTES, (tag, before, tag, tag))
                database.execute(MERGE_MUTES_OF, (tag, before, tag, tag))
                database.execute(DELETE_MUTES, (before, before))
                database.execute(DELETE_TAG, (before,))
            return _card(database, tag)

        return await self._store.transact(job)

    # ── Games ────────────────────────────────────────────────────────────────
    async def history(
        self, signer: Signer, asked: GamesAsked
    ) -> tuple[list[YourTable], GamePlace | None, list[Tally], list[RatingCard]]:
        """A page of a history, where the next one begins (None: this is the last), and with the first page how many
        games of each kind there are, and the ratings."""

        def work(database: Database, tag: str) -> tuple[list[SqlRow], list[SqlRow], list[RatingCard]]:
            where, values = _filter(tag, asked)
            statement = SELECT_GAMES.format(where=where, order=HISTORY_ORDER, description=DESCRIBED_COLUMNS)
            games = database.execute(statement, (*values, GAMES_PER_PAGE + 1))
            tallies = SELECT_TALLIES.format(where="tag = ?")
            if asked.after is not None:
                return games, [], []
            return games, database.execute(tallies, (tag,)), ratings_of(database, tag)

        games, tallies, ratings = await self.as_tag(signer, work)
        more = GamePlace(*games[GAMES_PER_PAGE - 1][:3]) if len(games) > GAMES_PER_PAGE else None
        return _summaries(games[:GAMES_PER_PAGE]), more, _tallied(tallies), ratings

    async def rating_change(self, signer: Signer, table: str) -> RatingChange | None:
        """What a game did to the rating of the person; None: nothing, or nothing yet."""
        return await self.as_tag(signer, lambda database, tag: change_of(database, tag, table))

    async def profile(self, tag: str) -> tuple[SqlRow, list[YourTable], list[Tally], list[RatingCard]]:
        """The row of a tag whose profile everybody may see, its public games that are over, and its ratings. Raises
        UnknownTag."""
        where = "tag = ? AND public = 1 AND place = 2"

        def job(database: Database) -> tuple[SqlRow, list[SqlRow], list[SqlRow], list[RatingCard]] | UnknownTag:
            row = next((row for row in database.execute(SELECT_TAG, (tag,)) if row[4]), None)
            if row is None:
                return UnknownTag("there is no profile at this address")
            games = SELECT_GAMES.format(where=where, order=HISTORY_ORDER, description=DESCRIBED_COLUMNS)
            tallies = SELECT_TALLIES.format(where="tag = ? AND public = 1 AND result != ''")
            return (
                row,
                database.execute(games, (tag, GAMES_PER_PAGE)),
                database.execute(tallies, (tag,)),
                [replace(rating, others=[]) for rating in ratings_of(database, tag)],
            )

        row, games, tallies, ratings = await self._store.transact(job)
        return row, _summaries(games), _tallied(tallies), ratings

    # ── Leaving ──────────────────────────────────────────────────────────────
    async def all_seats(self, signer: Signer) -> tuple[TagCard, list[tuple[str, int]], int, list[RatingCard]]:
        """The tag, with all its tables and seats, how many more of its seats are damaged, and its ratings."""
        return await self.as_tag(
            signer, lambda database, tag: (_card(database, tag), *_seats(database, tag), ratings_of(database, tag))
        )

    async def tries(self, who: str) -> list[dict[str, Any]]:
        """The games of the day of a person; it is said which of them are damaged. `who`: its hash"""
        rows = await self._store.transact(lambda database: database.execute(SELECT_TRIES_OF_TAG, (who,)))
        return [_told_try(row) for row in rows]

    async def give_tries(self, to: str, who: str, last: int) -> None:
        """Let the games of the day of one person be another one's, who has not played them: those up to a day, counted
        since 1970. Both are hashes."""

        def work(database: Database) -> None:
            _renew_tries(database, who, database.execute(GIVE_TRIES, (to, who, last, to)))

        await self._store.transact(work)

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

        return await self.as_tag(signer, work)

    async def personal(self, table: str, seat: int) -> list[dict[str, Any]]:
        """What the events of a table say about the person of a seat, with the time of each."""
        rows = await self._store.transact(lambda database: events_after(database, table))
        told = [(event, erasure.personal(event, seat)) for event in checked_events(table, rows)]
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
            return None if found is None or _owner(database, table, found) is not None else found

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
            left, damaged = _seats(database, tag)
            if not (left or damaged or keep):
                _renew_tries(database, who, database.execute(UNNAME_TRIES, (who,)))
                database.execute(DELETE_MUTES, (tag, tag))
                for statement in (*FORGET, DELETE_MAKER, DELETE_PASSKEYS, DELETE_KEYS, DELETE_TAG):
                    database.execute(statement, (tag,))
            return left, damaged

        left = await self._store.transact(job)
        await self._store.purge()
        return left


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


def _owner(database: Database, table: str, seat: int) -> str | None:
    """The tag that has claimed a seat. Raises DamagedTable."""
    if not (found := database.execute(SELECT_OWNER, (table, seat))):
        return None
    check_row("tagged_seats.digest", found[0])
    return str(found[0][2])


def _merge_seats(database: Database, tag: str, before: str) -> None:
    """Let the seats of a tag be another one's."""
    digests = []
    for table, seat, *others, digest in database.execute(MERGE_SEATS, (tag, before)):
        was, row = ((table, seat, owner, *others) for owner in (before, tag))
        digests.append((renewed("tagged_seats.digest", was, row, digest), table, seat))
    database.executemany(UPDATE_SEAT_DIGEST, digests)


def _renew_tries(database: Database, before: str, tries: Sequence[SqlRow]) -> None:
    """Renew the digests of the games of the day of a person who is called something else now. `tries`: their rows
    since; `before`: what the person was called."""
    digests = []
    for *row, digest in tries:
        day, game, who, *others = row
        if not row_damage("day_tries.digest", (day, game, before, *others, digest)):  # a wrong one stays wrong
            digests.append((row_digest("day_tries.digest", *row), day, game, who))
    database.executemany(UPDATE_TRY_DIGEST, digests)


def _seats(database: Database, tag: str) -> tuple[list[tuple[str, int]], int]:
    """The tables and seats of a tag, and how many more there are whose row is damaged: it may name somebody else's."""
    rows = database.execute(SELECT_SEATS, (tag,))
    seats = [(table, seat) for table, seat, *_ in intact("tagged_seats.digest", rows)]
    return seats, len(rows) - len(seats)


def _card(database: Database, tag: str) -> TagCard:
    ((_, name, bird, colour, shown, made, words),) = database.execute(SELECT_TAG, (tag,))
    devices, passkeys = (
        [at for (at,) in database.execute(statement, (tag,))] for statement in (SELECT_DEVICES, SELECT_PASSKEYS)
    )
    return TagCard(tag, name, bird, colour, bool(shown), made, devices, passkeys, words != "")


def _sit(database: Database, tag: str, new: NewSeatTag) -> TagCard:
    game, *description = database.execute(SELECT_SUMMARY, (new.table,))[0]
    check_row("tables.described", description)
    _, _, _, listing, _, summary, _ = description
    known = msgspec.json.decode(summary, type=YourTable) if summary else None
    stands = SeatStanding(IS_RUNNING, "", new.made) if known is None else standing(known, new.seat)
    seat = new.table, new.seat, tag, game, int(listing != ""), ""
    digests = row_digest("tagged_seats.digest", *seat), row_digest("tagged_seats.standing", *seat[:2], *stands)
    database.execute(INSERT_SEAT, (*seat, digests[0], *stands, digests[1]))
    if new.rated:
        agreed = database.execute(AGREE, (career_for(database, tag, new.rated), new.table, new.seat))
        for *row, digest in agreed:
            digest = renewed("tagged_seats.digest", (*row[:-1], ""), row, digest)
            database.execute(UPDATE_SEAT_DIGEST, (digest, new.table, new.seat))
    return _card(database, tag)


def _filter(tag: str, asked: GamesAsked) -> tuple[str, list[Any]]:
    """The condition of a page of a history, and its values."""
    parts: list[tuple[str, tuple[Any, ...]]] = [("tag = ?", (tag,))]
    if asked.game:
        parts.append(("game = ?", (asked.game,)))
    if asked.result == "running":
        parts.append(("place < 2", ()))
    elif asked.result:
        parts.append(("result = ?", (asked.result,)))
    if (after := asked.after) is not None:
        later = "(place > ? OR (place = ? AND (since < ? OR (since = ? AND table_id > ?))))"
        parts.append((later, (after.place, after.place, after.since, after.since, after.table)))
    return " AND ".join(text for text, _ in parts), [value for _, values in parts for value in values]


def _summaries(rows: list[SqlRow]) -> list[YourTable]:
    found = []
    for _, _, _, seat, *description in rows:
        for *_, summary, _ in intact("tables.described", [description]):
            found.append(replace(msgspec.json.decode(summary, type=YourTable), yours=[seat]))
    return found


def _told_try(row: SqlRow) -> dict[str, Any]:
    day, game, _, table, achieved, _ = row
    if not any(intact("day_tries.digest", [row])):
        game = game.encode(errors="replace").decode()  # its text may be no UTF-8
        return {"day": day, "game": game, "damaged": "what was kept of this game of the day is damaged"}
    return {"day": day, "game": game, "table": table, "achieved": msgspec.Raw(achieved.encode() or b"null")}


def _tallied(rows: list[SqlRow]) -> list[Tally]:
    counts: dict[str, dict[str, int]] = {}
    for game, result, count in rows:
        counts.setdefault(game, {})[result or "running"] = count
    kinds = ("running", "won", "lost", "drawn")
    return [Tally(game, *(found.get(kind, 0) for kind in kinds)) for game, found in counts.items()]


def _erase(database: Database, table: str, seat: int, now: int) -> ErasedSeat:
    (description,) = database.execute(SELECT_TEXTS, (table,))
    check_row("tables.described", description)
    _, state, changed, listing, due, summary, _ = description
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
        listing, summary = _unnamed(listing, ListedTable, seat), _unnamed(summary, YourTable, seat)
        described = row_digest("tables.described", table, state, changed, listing, due, summary)
        database.execute(UPDATE_TEXTS, (listing, summary, described, table))
    made = events[0]
    assert isinstance(made, Made)
    keys = [made.seats[seat].key_hash, *(it.key_hash for it in events if isinstance(it, Sat) and it.seat == seat)]
    followed = next((it.table for it in events if isinstance(it, Followed)), "")
    return ErasedSeat(newest, keys[-1], followed, made.contest)


def _unnamed(text: str, kind: type[ListedTable] | type[YourTable], seat: int) -> str:
    """A listing or a summary (JSON, or empty) without the name of the person of a seat."""
    if not text:
        return text
    told = msgspec.json.decode(text, type=kind)
    seats = [replace(one, name="") if index == seat else one for index, one in enumerate(told.seats)]
    return msgspec.json.encode(replace(told, seats=seats)).decode()
