"""The doctor: replays all stored games under the installed rules, and checks all rows that have a digest."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from rookery.core.errors import Refusal
from rookery.core.registry import load
from rookery.server.errors import StoreTrouble
from rookery.server.ops.backups import ReadOnlyDatabase, reading
from rookery.server.storage import schema
from rookery.server.storage.database import SqlRow, is_postgres
from rookery.server.storage.digests import COVERED, EventRow, covered, row_damage
from rookery.server.storage.event_rows import checked_table
from rookery.server.table.events import given_of, slug_of
from rookery.server.table.table import Table
from rookery.wasm.given_game import unpacked
from rookery.wasm.module_game import module_game

SELECT_HOMELESS = "SELECT DISTINCT table_id FROM {} WHERE table_id NOT IN (SELECT id FROM tables)"


class Finding(NamedTuple):
    """The result for one table."""

    table: str
    game: str
    plies: int  # that replay as they were played; 0 with trouble
    trouble: str  # "" if the whole game replays
    migrated: bool  # begun under an earlier version of the rules, and goes on under the installed one


def examine(address: str | Path, told: Callable[[int, int], object] = lambda done, total: None) -> Iterator[Finding]:
    """Replay every table of a database, also while a server runs. At the end check the file for damage, which can cut a
    game short without a trace. `told`: called with how many of how many tables are done. Raises StoreTrouble."""
    with reading(address) as database:
        rows = list(database.execute(f"{schema.SELECT_TABLES} ORDER BY id"))
        for done, row in enumerate(rows):
            told(done, len(rows))
            yield _replayed(row, list(database.execute(schema.SELECT_EVENTS_FROM, (row[0], 1))))
        if not is_postgres(address):
            _check_file(address, database)


def damaged_rows(database: ReadOnlyDatabase) -> Iterator[str]:
    """The damage to rows other than those of the games that `examine` replays, a sentence each."""
    for table, digests in COVERED.items():
        for digest in digests:
            column = f"{table}.{digest}"
            if column != "tables.digest":
                rows = database.execute(f"SELECT {covered(column)} FROM {table}")
                yield from filter(None, (row_damage(column, row) for row in rows))
    for table in ("events", "tagged_seats"):
        for (name,) in database.execute(SELECT_HOMELESS.format(table)):
            yield f"the database is damaged: rows of {table} belong to table {name}, which does not exist"


def _check_file(address: str | Path, database: ReadOnlyDatabase) -> None:
    """Raises StoreTrouble if SQLite's integrity check finds damage."""
    lines = [str(text) for (text,) in database.execute("PRAGMA integrity_check(3)")]
    if lines != ["ok"]:
        words = " ".join("; ".join(lines).split())
        raise StoreTrouble(f"the file {address} is damaged, and games in it may have lost their last moves: {words}")


def _replayed(row: SqlRow, rows: list[EventRow]) -> Finding:
    table_id, slug, *_ = row
    try:
        secret, events = checked_table(row, rows)
        given = given_of(events)
        game = module_game(unpacked(given)) if given else load(slug_of(events) or slug)
        table = Table(game, table_id, secret, events[:1])
        for _ in table.check_secret():
            pass
        for _ in table.replay(events[1:]):
            pass
    except (Refusal, StoreTrouble) as error:
        return Finding(table_id, slug, 0, str(error), False)
    return Finding(table_id, slug, table.plies, "", table.made.rules != game.facts.rules_version)
