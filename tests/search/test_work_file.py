"""Files of long work: one process at a time."""

import json
from pathlib import Path

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
