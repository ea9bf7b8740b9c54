"""One changed bit anywhere in a database file: the doctor names it, it has no effect, or it is counted here."""

import asyncio
import contextlib
import random
import sqlite3
from collections import Counter
from pathlib import Path

import pytest

import rookery
from rookery.server.errors import StoreTrouble
from rookery.server.ops.backups import reading
from rookery.server.ops.game_doctor import damaged_rows, examine
from rookery.server.storage.database import SqlRow
from rookery.server.storage.digests import COVERED
from rookery.server.storage.upgrades import ALL_COLUMNS
from tests.server.storage.test_digests import filled
from tests.server.support.app_client import new_table, opened, page

PLACES = 200
MOVES = 12  # at each table


def rows_of(file: Path) -> dict[str, list[SqlRow]]:
    with reading(file) as database:
        return {
            table: sorted(database.execute(f"SELECT {columns} FROM {table}"), key=repr)
            for table, columns in ALL_COLUMNS.items()
        }


def named(file: Path) -> bool:
    """Whether the doctor finds anything wrong."""
    try:
        ill = any(finding.trouble for finding in examine(file))
        with reading(file) as database:
            return ill or any(True for _ in damaged_rows(database))
    except StoreTrouble:
        return True


@pytest.mark.soak
def test_a_bit_anywhere_in_a_file(tmp_path: Path) -> None:
    file, other, dice = tmp_path / "t.sqlite3", tmp_path / "other.sqlite3", random.Random(2026)
    with opened(file) as client:
        for slug in rookery.slugs():
            for _ in range(3):
                table, keys = new_table(client, slug)
                with page(client, table) as player:
                    moment = player.hello(*keys)["moment"]
                    for _ in range(MOVES):
                        if not moment["over"]:
                            moment = player.move(moment)
    asyncio.run(filled(file, games=False)).close()
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("VACUUM")  # so that few of the bytes belong to nothing
    data, whole = file.read_bytes(), rows_of(file)
    assert not named(file)
    found, unseen = Counter[str](), Counter[str]()
    for _ in range(PLACES):
        changed = bytearray(data)
        place = dice.randrange(len(data))
        changed[place] ^= 1 << dice.randrange(8)
        other.write_bytes(changed)
        if named(other):
            found["named"] += 1
            continue
        now = rows_of(other)
        tables = [table for table, rows in now.items() if rows != whole[table]]
        found["unseen" if tables else "without effect"] += 1
        unseen.update(tables)
    print(f"{PLACES} bits in {len(data):,} bytes: {dict(found)}; rows that changed unseen: {dict(unseen)}")
    assert not {*unseen} & {*COVERED, "events"}
