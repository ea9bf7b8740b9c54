"""Files that are made once, of what they are named by."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rookery.page_engine import made_files
from rookery.page_engine.made_files import is_whole, made_file, packed


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(made_files, "cache_root", lambda: tmp_path / "cache")


def test_all_who_ask_at_once_wait_for_the_one_that_makes_it() -> None:
    made, begun = list[bytes](), threading.Event()

    def make() -> bytes:
        begun.wait(0.2)  # the others ask meanwhile
        made.append(b"made")
        return b"made"

    with ThreadPoolExecutor() as people:
        assert [*people.map(lambda _: made_file("a.zip", (b"source",), make), range(4))] == [b"made"] * 4
    assert made == [b"made"]


def test_an_edit_makes_another_one() -> None:
    assert made_file("a.zip", (b"source",), lambda: b"old") == b"old"
    assert made_file("a.zip", (b"edited",), lambda: b"new") == b"new"
    assert made_file("a.zip", (b"source",), lambda: b"again") == b"old"
    assert made_file("a.zip", (b"sour", b"ce"), lambda: b"other") == b"other"


def test_what_fails_is_tried_again() -> None:
    def fails() -> bytes:
        raise OSError("no network")

    with pytest.raises(OSError, match="no network"):
        made_file("a.zip", (b"source",), fails)
    assert made_file("a.zip", (b"source",), lambda: b"made") == b"made"


def test_a_file_of_which_a_part_is_lost_is_made_again(tmp_path: Path) -> None:
    whole = packed(b"made")
    assert made_file("a.gz", (b"source",), lambda: whole, whole=is_whole) == whole
    (kept,) = tmp_path.rglob("a.gz")
    kept.write_bytes(whole[:-3])
    assert made_file("a.gz", (b"source",), lambda: packed(b"again"), whole=is_whole) == packed(b"again")
