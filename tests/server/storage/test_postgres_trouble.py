"""PostgreSQL becomes unreachable or read-only, or its disk fills up, while games are played: the same law as for an
SQLite file (test_trouble.py)."""

import contextlib
import itertools
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from rookery.server.storage import schema
from rookery.server.storage.postgres import RECONNECT_INTERVAL
from rookery.server.storage.upgrades import in_postgres
from tests.server.storage.test_postgres import CUT, looked
from tests.server.storage.test_trouble import Trouble, stopped_and_gone_on
from tests.server.support.services import Postgres, new_database

MANY = 2000  # moves at a table; by then what was begun has happened
SIZE = 16_000_000  # bytes: of them an empty database takes the half


def test_postgres_that_is_stopped_and_one_that_may_not_be_written(postgres_house: Postgres) -> None:
    """The second is a replica, to which an address led for a while."""
    database = new_database(postgres_house.address)
    name = database.rpartition("/")[2]

    def start(_: object) -> None:
        postgres_house.start()
        time.sleep(RECONNECT_INTERVAL)  # it was asked for a moment ago

    def forbid(_: object) -> None:
        postgres_house.told(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        looked(database, CUT)  # it holds for new lines

    def allow(_: object) -> None:
        postgres_house.told(f"ALTER DATABASE {name} RESET default_transaction_read_only")

    stopped = Trouble(lambda _: postgres_house.stop(), start, MANY)
    stopped_and_gone_on(database, stopped, Trouble(forbid, allow, MANY))


@contextlib.contextmanager
def small_room(house: Postgres) -> Iterator[tuple[str, Path]]:
    """The address of a database on a small disk, and where that is: a place that another user reaches."""
    with tempfile.TemporaryDirectory(prefix="rookery-disk-") as name:
        Path(name).chmod(0o711)
        with mounted(house, Path(name) / "disk") as disk:
            yield f"{house.address}/small", disk


@contextlib.contextmanager
def mounted(house: Postgres, disk: Path) -> Iterator[Path]:
    disk.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "rookery", disk], capture_output=True)
    if done.returncode or house.user is None:
        pytest.skip("Here no small disk can be mounted: that takes root, and a container that may.")
    try:
        rooms = disk / "rooms"
        rooms.mkdir()
        shutil.chown(rooms, house.user, house.user)
        house.told(f"CREATE TABLESPACE small LOCATION '{rooms}'")
        house.told("CREATE DATABASE small TABLESPACE small")
        yield disk
    finally:  # else PostgreSQL would go on writing to a disk that is not there, and other tests' databases with it
        house.told("DROP DATABASE IF EXISTS small WITH (FORCE)")
        house.told("DROP TABLESPACE IF EXISTS small")
        subprocess.run(["umount", disk], check=True)


def fill(database: str, disk: Path) -> None:
    """The disk, and then the room that PostgreSQL has in pages already: the next thirty events would fit there."""
    number = itertools.count(1)
    with psycopg.connect(database, autocommit=True) as other:
        other.execute(in_postgres(schema.INSERT_TABLE), ("filler", "no game", bytes(32), b"", b""))
        with contextlib.suppress(OSError):  # play has taken some of the room
            (disk / "filler").write_bytes(b"x" * shutil.disk_usage(disk).free)
        for letters in (1000, 100, 1):
            with contextlib.suppress(psycopg.errors.DiskFull):
                while True:
                    other.execute(in_postgres(schema.INSERT_EVENT), ("filler", next(number), "x" * letters, b""))


def test_postgres_whose_disk_is_full(postgres_house: Postgres) -> None:
    with small_room(postgres_house) as (database, disk):
        full = Trouble(lambda _: fill(database, disk), lambda _: (disk / "filler").unlink(), MANY, found=False)
        stopped_and_gone_on(database, full)  # what proves that the database can be written takes no new room there
