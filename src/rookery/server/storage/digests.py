"""Digests of rows: whatever changes a bit of a row that decides a game, other than Rookery, is noticed.

A digest covers columns of its row, and that of an event also covers the event before it, so that a table's events are
a chain which begins at the row of the table. A change by Rookery itself renews the digest in the same transaction.

Digests have no key. They show damage: a disk that forgets a bit, a copy that was cut short, a hand that meant well.
Anybody who may write to the database can renew them, too, and is stopped by file permissions alone.
"""

import functools
import hashlib
import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from rookery.server.errors import DamagedEvening, DamagedTable, StoreTrouble

log = logging.getLogger(__name__)

DIGEST_BYTES = 16
MOST_SAID = 1_000  # damaged rows that the log has named and is silent about
# table -> its columns that hold digests -> what each of them covers. If one row has two, the columns of the second are
# changed together, often, and by code that does not know the others
COVERED = {
    "tables": {"digest": "id, game, secret", "described": "id, state, changed, listing, due, summary"},
    "tagged_seats": {
        "digest": "table_id, seat, tag, game, public, career",
        "standing": "table_id, seat, place, result, since",
    },
    "secrets": {"digest": "name, secret"},
    "day_words": {"digest": "day, number, word, head"},
    "begun_days": {"digest": "day, words, head"},
    "spoilt_days": {"digest": "day, later"},
    "day_tries": {"digest": "day, game, who, table_id, achieved"},
    "day_runs": {"digest": "day, game, person, achieved"},
    "evenings": {"digest": "id, secret, made, changes, begun, body"},
}
DAMAGED = {"tables": DamagedTable, "tagged_seats": DamagedTable, "evenings": DamagedEvening}  # else StoreTrouble
KEY_COLUMNS = {"tagged_seats": 2, "day_words": 2, "day_tries": 3, "day_runs": 3}  # that begin a row, of 1 elsewhere

_encoder = msgspec.msgpack.Encoder()

EventRow = tuple[int, str, bytes]  # number, body and digest of an event


def row_digest(covered: str, *values: Any) -> bytes:
    """The digest of some columns of a row. `covered`: the column of the digest, as "tables.described"; `values`: what
    it covers, in that order."""
    try:
        return hashlib.blake2b(_encoder.encode((covered, *values)), digest_size=DIGEST_BYTES).digest()
    except UnicodeEncodeError:  # the text in the file is no UTF-8, so Rookery did not write it
        return b""


def chained(before: bytes, table: str, number: int, body: str) -> bytes:
    """The digest of an event. `before`: that of the event before it, or for the first one that of the table's row."""
    return row_digest("events.digest", before, table, number, body)


def covered(column: str) -> str:
    """The columns that a digest covers and then the digest itself, for a SELECT. `column`: as "tables.described"."""
    table, _, digest = column.partition(".")
    return f"{COVERED[table][digest]}, {digest}"


def key_columns(table: str) -> list[str]:
    """The columns that tell its rows apart; every digest covers them, before all others."""
    first = next(iter(COVERED[table].values())).split(", ")
    return first[: KEY_COLUMNS.get(table, 1)]


def check_row(column: str, row: Sequence[Any]) -> None:
    """Check a row of `covered(column)`. Raises StoreTrouble; DamagedTable (DamagedEvening) if nothing else suffers."""
    if damage := row_damage(column, row):
        raise DAMAGED.get(column.partition(".")[0], StoreTrouble)(damage)


def row_damage(column: str, row: Sequence[Any]) -> str:
    """The damage to a row of `covered(column)`, in words; "" if there is none."""
    *values, found = row
    if found == row_digest(column, *values):
        return ""
    table, _, digest = column.partition(".")
    names = COVERED[table][digest].split(", ")
    keys = ", ".join(f"{name} {value}" for name, value in zip(key_columns(table), values))
    where = f"in the row of {keys} (table {table}), {', '.join(names)} or {digest}"
    words = f"the database is damaged: {where} is not what was written; a backup may have it"
    return words.encode(errors="replace").decode()  # text that is no UTF-8 cannot be logged or sent


def intact(column: str, rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Those of many rows that are not damaged; of the others, the log says what is wrong."""
    for row in rows:
        if damage := row_damage(column, row):
            _say(damage)
        else:
            yield row


@functools.lru_cache(MOST_SAID)
def _say(damage: str) -> None:
    """Once each: a lobby reads the same rows every few seconds."""
    log.error("A row was left out: %s", damage)


def renewed(column: str, before: Sequence[Any], values: Sequence[Any], digest: bytes) -> bytes:
    """The digest of a row whose values are changed. A wrong one stays wrong, so that damage is still noticed.
    `before`: the values so far; `digest`: theirs."""
    return row_digest(column, *values) if digest == row_digest(column, *before) else digest


def event_damage(table: str, before: bytes, after: int, rows: Sequence[EventRow]) -> str:
    """The damage to the events after number `after`, in words; "" if there is none. `before`: as in `chained`."""
    digest = before
    for place, (number, body, found) in enumerate(rows):
        if number != after + 1 + place:
            return f"table {table} has lost events in the database; a backup may have them"
        digest = chained(digest, table, number, body)
        if digest != found:
            # its successor tells whether the event or the digest was changed
            later = rows[place + 1 : place + 2]
            own = any(chained(digest, table, at, text) == other for at, text, other in later)
            what = "digest" if own else "body, number or digest"
            return (
                f"table {table} is damaged in the database: the {what} of its event {number} (table events) is not "
                "what was written; a backup may have it"
            )
    return ""
