"""Backups and the doctor: a database can be copied while games go on, restored, and replayed."""

import asyncio
import contextlib
import os
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import rookery
from rookery.server.errors import StoreTrouble
from rookery.server.ops.backups import back_up, restore
from rookery.server.ops.game_doctor import examine
from rookery.server.storage.sqlite import lock_of
from rookery.server.storage.store import Store
from rookery.server.storage.table_store import StoredTable
from tests.cli.conftest import call
from tests.often import KINDS
from tests.server.storage.everything import rewrite
from tests.server.storage.stored import EVENTS, SECRET, come_later, forged, stored
from tests.server.support.app_client import new_table, opened, page
from tests.server.support.services import new_database

ANY = KINDS[0]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite3"


def test_a_copy_is_made_while_games_go_on_and_put_back(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with opened(file) as client:
        table, keys = new_table(client, ANY)
        with page(client, table) as player:
            then = player.move(player.hello(*keys)["moment"])
            assert back_up(file, copy) == 1
            player.move(then)
            new_table(client, ANY)
        with pytest.raises(StoreTrouble, match="in use by another program"):
            restore(copy, file)
    assert restore(copy, file)[0] == 1
    with opened(file) as client, page(client, table) as player:
        assert player.hello(*keys)["moment"] == then


def test_what_was_there_is_kept_beside(file: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    with opened(file) as client:
        new_table(client, ANY)
    back_up(file, copy)
    with opened(file) as client:
        newer, keys = new_table(client, ANY)
    _, former = restore(copy, file)
    assert former is not None
    with opened(former) as client, page(client, newer) as player:
        player.hello(*keys)


def test_only_whose_server_it_is_can_read_what_root_puts_back(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.sqlite3"
    with opened(file) as client:
        new_table(client, ANY)
    back_up(file, copy)
    given: list[tuple[Path, int, int, bool]] = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda *gift, follow_symlinks: given.append((*gift, follow_symlinks)))
    owner = (tmp_path.stat().st_uid, tmp_path.stat().st_gid, False)
    restore(copy, file)
    assert given == [(file, *owner), (lock_of(file), *owner)]
    assert [stat.S_IMODE(kept.stat().st_mode) for kept in (copy, file)] == [0o600, 0o600]


# ── A disk that cannot be written ────────────────────────────────────────────
@contextlib.contextmanager
def read_only(disk: Path, files: Iterable[Path]) -> Iterator[None]:
    """A file system in memory with these files, which nobody can change."""
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "rookery", disk], capture_output=True).returncode:
        pytest.skip("Here no disk can be mounted: that takes root, and a container that may.")
    try:
        for file in files:
            shutil.copy(file, disk)
        subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
        yield
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_database_on_a_read_only_disk_can_be_examined_and_copied(file: Path, tmp_path: Path) -> None:
    with opened(file) as client:
        new_table(client, ANY)
    disk, copy = tmp_path / "disk", tmp_path / "copy.sqlite3"
    with read_only(disk, [file]):
        there = str(disk / file.name)
        result = call("doctor", "--database", there)
        assert (result.exit_code, "1 of 1 games replay" in result.output) == (0, True)
        assert call("backup", str(copy), "--database", there).exit_code == 0
        result = call("backup", str(disk / "copy"), "--database", str(file))
        assert result.exit_code == 1
        assert result.output.count("\n") <= 2
        assert f"the database {disk / 'copy'} cannot be opened; its folder must exist" in result.output
    assert [finding.trouble for finding in examine(copy)] == [""]


def test_nor_are_the_last_moves_before_a_kill_left_out_there(file: Path, tmp_path: Path) -> None:
    with opened(file) as client:
        new_table(client, ANY)
        new_table(client, ANY)
        with read_only(tmp_path / "disk", [file, file.with_name(f"{file.name}-wal")]):
            assert len(list(examine(tmp_path / "disk" / file.name))) == 2


def test_a_copy_is_not_written_over_a_folder(file: Path, tmp_path: Path) -> None:
    with opened(file):
        result = call("backup", str(tmp_path), "--database", str(file))
    assert result.exit_code == 2
    assert "is a directory" in result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("command", ["backup", "restore", "doctor"])
def test_databases_that_are_not_there_or_not_ours(command: str, tmp_path: Path) -> None:
    out = tmp_path / "out.sqlite3"
    text = tmp_path / "shopping.sqlite3"
    text.write_text("a shopping list, long enough to look at" * 40)
    other = tmp_path / "other.sqlite3"
    friends = sqlite3.connect(other)
    friends.execute("CREATE TABLE friends (name TEXT)")
    friends.commit()
    friends.close()
    for source, words in [(tmp_path / "no", "there is no"), (text, "is not a database"), (other, "another program")]:
        given = {"backup": [out, "--database", source], "restore": [source, "--database", out]}
        result = call(command, *map(str, given.get(command, ["--database", source])))
        assert result.exit_code == 1
        assert words in result.output
        assert result.output.count("\n") <= 2
        assert not out.exists()
    assert text.read_text().startswith("a shopping list")


def test_a_copy_does_not_take_the_place_of_its_original(file: Path) -> None:
    with opened(file) as client:
        new_table(client, ANY)
        with pytest.raises(StoreTrouble, match="the database itself"):
            back_up(file, file)


def test_a_copy_does_not_take_the_place_of_a_folder(file: Path, tmp_path: Path) -> None:
    Store(file).close()
    copy, folder = tmp_path / "copy.sqlite3", tmp_path / "folder"
    back_up(file, copy)
    folder.mkdir()
    with pytest.raises(StoreTrouble, match="is a folder; name a file in it"):
        restore(copy, folder)
    assert folder.is_dir()


def test_a_damaged_database_is_replaced_and_kept(file: Path, tmp_path: Path) -> None:
    with opened(file) as client:
        table, keys = new_table(client, ANY)
    copy = tmp_path / "copy.sqlite3"
    back_up(file, copy)
    file.write_bytes(b"SQLite format 3\0" + b"\xff" * 9000)
    _, former = restore(copy, file)
    assert former is not None
    assert former.read_bytes().endswith(b"\xff")
    with opened(file) as client, page(client, table) as player:
        player.hello(*keys)


def test_a_damaged_copy_is_not_put_back(file: Path, tmp_path: Path) -> None:
    with opened(file) as client:
        for _ in range(20):
            new_table(client, ANY)
    copy = tmp_path / "copy.sqlite3"
    back_up(file, copy)
    before, data = file.read_bytes(), bytearray(copy.read_bytes())
    data[4096 * 2 : 4096 * 2 + 64] = b"\xff" * 64
    copy.write_bytes(data)
    with pytest.raises(StoreTrouble, match="damaged"):
        restore(copy, file)
    assert file.read_bytes() == before


def test_the_doctor_replays_everything_and_names_what_differs(file: Path) -> None:
    with opened(file) as client:
        tables = []
        for slug in rookery.slugs():
            table, keys = new_table(client, slug)
            tables.append(table)
            with page(client, table) as player:
                player.move(player.move(player.hello(*keys)["moment"]))
        assert [finding.trouble for finding in examine(file)] == [""] * len(tables), "also while the server runs"
    result = call("doctor", "--database", str(file))
    assert result.exit_code == 0
    assert f"{len(tables)} of {len(tables)} games replay as they were played;" in result.output
    store = Store(file)
    flaws = [("key", "'x'"), ("game", "'chess'"), ("rules", "0")]
    for table, (field, value) in zip(tables, flaws, strict=False):
        change = f"UPDATE events SET body = json_replace(body, '$.{field}', {value}) WHERE table_id = '{table}'"
        asyncio.run(store.transact(forged(change)))
    store.close()
    ill = {finding.table for finding in examine(file) if finding.trouble}
    assert ill == {*tables[:2]}
    assert [finding.table for finding in examine(file) if finding.migrated] == [tables[2]]
    result = call("doctor", "--database", str(file))
    assert result.exit_code == 1
    assert "1 of which began under earlier rules" in result.output
    assert all(table in result.output for table in ill)


def test_the_doctor_misses_what_was_written(file: Path) -> None:
    """Games replay without it, if it is their last move or the time of an event."""
    newest = "(SELECT max(number) FROM events AS own WHERE own.table_id = events.table_id)"
    flaws = {
        "has lost events": f"DELETE FROM events WHERE number = {newest}",
        "event 2 (table events) is": "UPDATE events SET body = replace(body, '\"at\":1', '\"at\":2') WHERE number = 2",
    }
    with opened(file) as client:
        tables = {}
        for said in flaws:
            table, keys = new_table(client, ANY)
            tables[table] = said
            with page(client, table) as player:
                player.move(player.hello(*keys)["moment"])
    for table, said in tables.items():
        rewrite(str(file), f"{flaws[said]} AND table_id = ?", table)
    found = {one.table: one.trouble for one in examine(file)}
    assert found.keys() == tables.keys()
    for table, said in tables.items():
        assert said in found[table]


def test_the_doctor_finds_a_damaged_file_whose_games_replay(file: Path) -> None:
    """Here the file claims a page that it does not have. Keys out of order are found in the same way."""
    with opened(file) as client:
        new_table(client, ANY)
    with file.open("r+b") as damaged:
        damaged.seek(36)  # how many pages are free
        damaged.write((1).to_bytes(4, "big"))
    result = call("doctor", "--database", str(file))
    assert result.exit_code == 1
    assert "1 of 1 games replay" in result.output
    assert "is damaged" in result.output


def test_a_parlour_moves_to_postgres_and_back(file: Path, tmp_path: Path, postgres: str) -> None:
    """By way of a backup. Players find the table as it was, and the doctor reads both."""
    there, again, copy = new_database(postgres), new_database(postgres), tmp_path / "copy.sqlite3"
    with opened(file) as client:
        tables = [new_table(client, slug) for slug in rookery.slugs()]
        with page(client, tables[0][0]) as player:
            then = player.move(player.hello(*tables[0][1])["moment"])
        value = client.get("/api/puzzles").json()["value"]
    back_up(file, copy)
    assert restore(copy, there) == (len(tables), None)
    with opened(there) as client:
        with page(client, tables[0][0]) as player:
            assert player.hello(*tables[0][1])["moment"] == then
            newer = player.move(then)
        result = call("backup", str(copy), "--database", there)  # while it runs
        assert f"Copied {len(tables)} tables from {there} to" in result.output
        with page(client, tables[0][0]) as player:
            player.move(player.hello(*tables[0][1])["moment"])
    with pytest.raises(StoreTrouble, match="has tables already"):
        restore(copy, there)
    assert restore(copy, again) == (len(tables), None)
    assert [finding.trouble for finding in examine(again)] == [""] * len(tables)
    assert restore(copy, file)[0] == len(tables)
    for place in (again, file):
        with opened(place) as client, page(client, tables[0][0]) as player:
            assert player.hello(*tables[0][1])["moment"] == newer
            assert client.get("/api/puzzles").json()["value"] == value, "what was promised moves with the games"


def test_a_backup_of_an_earlier_schema_goes_into_postgres(
    tmp_path: Path, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path / "old.sqlite3")
    asyncio.run(stored(store))
    store.close()
    come_later(monkeypatch)
    assert restore(tmp_path / "old.sqlite3", postgres_database) == (1, None)
    store = Store(postgres_database)
    assert asyncio.run(store.load("t1")) == StoredTable(SECRET, EVENTS)
    store.close()


def test_the_servers_secrets_move_with_the_tables(file: Path, tmp_path: Path, postgres_database: str) -> None:
    """Whoever has kept a value of the puzzles of the day can still check it. A secret that was drawn in the empty
    database before goes."""
    store, there = Store(file), Store(postgres_database)
    drawn, other = asyncio.run(store.secret("one")), asyncio.run(there.secret("one"))
    asyncio.run(stored(store))
    store.close()
    there.close()
    assert drawn != other
    assert restore(file, postgres_database) == (1, None)
    back_up(postgres_database, tmp_path / "copy.sqlite3")
    for place in (postgres_database, tmp_path / "copy.sqlite3"):
        store = Store(place)
        assert asyncio.run(store.secret("one")) == drawn
        store.close()


@pytest.mark.parametrize("command", ["backup", "doctor"])
def test_a_postgres_database_that_is_not_ours_is_named(command: str, tmp_path: Path, postgres_database: str) -> None:
    out = [str(tmp_path / "out.sqlite3")] if command == "backup" else []
    result = call(command, *out, "--database", postgres_database)
    assert result.exit_code == 1
    assert "a server brings" in result.output
    assert not list(tmp_path.iterdir())
