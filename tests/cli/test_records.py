"""The records that a command is given."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import rookery
from rookery.cli import records
from rookery.cli.records import read_all
from rookery.core.record import Record
from tests.cli.conftest import SLUGS


def test_no_bar_is_shown_while_the_records_are_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar redirects the standard output to the standard error at a terminal."""
    shown: list[bool] = []

    @contextmanager
    def progress(words: str, total: int) -> Iterator[None]:
        shown.append(True)
        yield
        shown.append(False)

    monkeypatch.setattr(records, "progress", progress)
    file = tmp_path / "games.jsonl"
    file.write_text(2 * Record(rookery.load(SLUGS[0])).dumps(), "utf-8")
    assert [shown[-1] for _ in read_all(file)] == [False, False]
