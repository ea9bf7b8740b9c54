"""The doctor: replays all stored games under the installed rules."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from rookery.core.errors import Refusal
from rookery.core.registry import load
from rookery.server.errors import StoreTrouble
from rookery.server.ops.backups import ReadOnlyDatabase, reading
from rookery.server.storage import schema
from rookery.server.storage.database import is_postgres
from rookery.server.storage.table_store import lost
from rookery.server.table.events import Made, decode
from rookery.server.table.table import Table

__all__ = ["Finding", "examine"]


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
        rows = list(database.execute("SELECT id, game, secret, newest FROM tables ORDER BY id"))
        for done, (table_id, game, secret, newest) in enumerate(rows):
            told(done, len(rows))
            bodies = [body for _, body in database.execute(schema.SELECT_EVENTS_AFTER, (table_id, 0))]
            finding = _replayed(table_id, game, secret, bodies)
            if not finding.trouble and len(bodies) < newest:  # more may have been written meanwhile
                finding = finding._replace(trouble=lost(table_id, len(bodies), newest))
            yield finding
        if not is_postgres(address):
            _check_file(address, database)


def _check_file(address: str | Path, database: ReadOnlyDatabase) -> None:
    """Raises StoreTrouble if SQLite's integrity check finds damage."""
    found = [str(text) for (text,) in database.execute("PRAGMA integrity_check(3)")]
    if found != ["ok"]:
        said = " ".join("; ".join(found).split())
        raise StoreTrouble(f"the file {address} is damaged, and games in it may have lost their last moves: {said}")


def _replayed(table_id: str, slug: str, secret: bytes, bodies: list[str]) -> Finding:
    try:
        events = [decode(body) for body in bodies]
        made = next((event for event in events if isinstance(event, Made)), None)
        game = load(made.game if made else slug)
        table = Table(game, table_id, secret, events)
    except msgspec.DecodeError as error:
        return Finding(table_id, slug, 0, f"an event cannot be read: {error}", False)
    except (Refusal, StoreTrouble) as error:
        return Finding(table_id, slug, 0, str(error), False)
    return Finding(table_id, slug, table.plies, "", table.made.rules != game.facts.rules_version)
