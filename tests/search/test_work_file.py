"""Files of long work: one process at a time."""

import json
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from rookery.core.errors import OtherWork
from rookery.search.work_file import WorkFile


def lines(path: Path) -> WorkFile[dict[str, int]]:
    return WorkFile(path, {"rookery_test": 1}, "number", dict, dict)


def test_a_file_that_is_being_written_is_refused_and_stays(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = tmp_path / "work.jsonl"
    with lines(path) as first:
        first.write({"a": 1})
        with pytest.raises(OtherWork, match=r"work.jsonl is being written by another process"):
            lines(path)
        first.write({"b": 2})
    with lines(path) as again:
        assert again.held == [{"a": 1}, {"b": 2}]
        again.write({"c": 3})
    assert [json.loads(line) for line in path.read_text().splitlines()[1:]] == [{"a": 1}, {"b": 2}, {"c": 3}]


class NearlyFull:
    """A file on a disk that takes a few bytes more, and then none."""

    def __init__(self, file: Any, room: int) -> None:
        self._file, self._room = file, room

    def write(self, data: bytes) -> int:
        if not self._room:
            raise OSError(ENOSPC, "No space left on device")
        self._room -= (taken := min(self._room, len(data)))
        return int(self._file.write(data[:taken]))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


def test_a_disk_that_is_nearly_full_leaves_no_part_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "work.jsonl"
    with lines(path) as file:
        file.write({"a": 1})
        file._file = NearlyFull(file._file, 3)  # type: ignore[assignment]
        with pytest.raises(OSError, match="No space left"):
            file.write({"b": 2})
    with lines(path) as again:
        assert again.held == [{"a": 1}]
        again.write({"b": 2})
    with lines(path) as again:
        assert again.held == [{"a": 1}, {"b": 2}]
