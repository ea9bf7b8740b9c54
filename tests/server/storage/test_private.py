"""Only its owner can read a database and what belongs to it, whatever the umask."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rookery.private_files import make_private_folder
from rookery.server.notify.web_push import open_push
from rookery.server.ops.backups import back_up, restore
from rookery.server.storage.sqlite import Sqlite

SQLITE_CONNECT = sqlite3.connect

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Here files have no such rights.")


@pytest.fixture(autouse=True)
def _umask() -> Iterator[None]:
    """Of a machine on which everybody may do anything."""
    before = os.umask(0)
    yield
    os.umask(before)


def rights(folder: Path) -> dict[str, str]:
    return {path.name: oct(stat.S_IMODE(path.stat().st_mode)) for path in sorted(folder.rglob("*"))}


def test_everything_that_is_made_is_private(tmp_path: Path) -> None:
    make_private_folder(tmp_path / "new" / "folder")
    file = tmp_path / "new" / "folder" / "t.sqlite3"
    database = Sqlite(file)
    database.begin()
    database.prove()
    database.execute("COMMIT")
    back_up(file, tmp_path / "copy")
    open_push("", file)
    beside = {f"t.sqlite3{end}": "0o600" for end in ("", "-lock", "-shm", "-wal")} | {"t.push-key": "0o600"}
    folders = {"new": "0o700", "folder": "0o700"}
    assert rights(tmp_path) == beside | folders | {"copy": "0o600"}
    database.close()
    restore(tmp_path / "copy", tmp_path / "restored" / "t.sqlite3")
    assert rights(tmp_path / "restored") == {"t.sqlite3": "0o600", "t.sqlite3-lock": "0o600"}
    assert rights(tmp_path)["restored"] == "0o700"


def test_a_database_is_private_before_anything_is_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    def connect(path: Any, *given: Any, **named: Any) -> Any:
        seen.append((Path(path).stat().st_size, stat.S_IMODE(Path(path).stat().st_mode)))
        return SQLITE_CONNECT(path, *given, **named)

    monkeypatch.setattr(sqlite3, "connect", connect)
    Sqlite(tmp_path / "t.sqlite3").close()
    assert seen == [(0, 0o600)]
