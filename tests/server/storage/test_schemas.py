"""Files and PostgreSQL databases of others, of other versions and of earlier schemas: refused as they are, or brought
up."""

import contextlib
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from rookery.server.errors import StoreTrouble
from rookery.server.storage import upgrades
from rookery.server.storage.database import is_postgres
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import StoredTable
from tests.server.storage.stored import EVENTS, SECRET, come_later, stored
from tests.server.storage.test_postgres import looked
from tests.server.support.services import new_database

COLUMNS = """\
SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
WHERE table_schema = 'public' ORDER BY 1, 2"""
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
PARTS = "SELECT name FROM sqlite_master ORDER BY name"


def told(database: str, *statements: str) -> list[Any]:
    """What statements find that Rookery does not execute."""
    if is_postgres(database):
        return looked(database, *statements)
    with contextlib.closing(sqlite3.connect(database)) as other:
        return [other.execute(statement).fetchall() for statement in statements]


def state(database: str) -> Any:
    """All of a file; the columns and indexes of PostgreSQL."""
    return looked(database, COLUMNS, INDEXES) if is_postgres(database) else Path(database).read_bytes()


def refused(database: str, words: str) -> None:
    before = state(database)
    with pytest.raises(StoreTrouble, match=words):
        Store(database)
    assert state(database) == before


def later_version(database: str) -> None:
    told(database, "UPDATE schema_version SET version = 99" if is_postgres(database) else "PRAGMA user_version = 99")


def test_the_database_of_another_program_stays_as_it_is(database: str) -> None:
    told(database, "CREATE TABLE friends (name TEXT)")
    refused(database, "another program")


def test_a_database_of_this_schema_with_other_columns_is_refused(database: str) -> None:
    """As those before the first release had, whose schemas were numbered in the same way."""
    Store(database).close()
    told(database, "ALTER TABLE tables ADD COLUMN another INTEGER")
    kind = "database" if is_postgres(database) else "file"
    refused(database, rf"another Rookery \(its table tables has other columns\); name a new {kind}$")


def test_a_database_of_another_version_is_refused(database: str) -> None:
    Store(database).close()
    later_version(database)
    refused(database, r"another Rookery \(schema 99\); this one reads schema 1$")


def drawn(database: str) -> list[Any]:
    """The columns and indexes of a database, whichever way it came to have them."""
    if is_postgres(database):
        return looked(database, COLUMNS, INDEXES)
    (parts,) = told(database, PARTS)
    return [(name, *told(database, f"PRAGMA table_xinfo({name})")) for (name,) in parts]


@pytest.mark.anyio
async def test_a_database_of_an_earlier_schema_is_brought_up_to_date(
    database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    with contextlib.closing(Store(database)) as store:
        await stored(store)
    come_later(monkeypatch)
    fresh = str(tmp_path / "fresh.sqlite3")
    if is_postgres(database):
        fresh = new_database(request.getfixturevalue("postgres"))
    Store(fresh).close()
    for _ in range(2):  # once is enough
        with contextlib.closing(Store(database)) as store:
            assert await store.load("t1") == StoredTable(SECRET, EVENTS)
        assert drawn(database) == drawn(fresh)
    version = "SELECT version FROM schema_version" if is_postgres(database) else "PRAGMA user_version"
    assert told(database, version) == [[(upgrades.SCHEMA_VERSION,)]]
