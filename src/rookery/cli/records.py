"""Reads the records that a command is given, from a file or from the standard input."""

import sys
from collections.abc import Iterator
from pathlib import Path

from rookery.cli.console import progress
from rookery.core.errors import BrokenRecord, Refusal, one_of
from rookery.core.reading.record_lines import lines_of
from rookery.core.record import Record

STANDARD_INPUT = Path("-")


def read(file: Path) -> Record:
    """Read a record from a file, and replay it to check it. Raises Refusal, BrokenRecord, UnknownGame."""
    return read_with_text(file)[0]


def read_with_text(file: Path) -> tuple[Record, bytes]:
    """The same, and the text as it was read."""

    text, name = _text(file)
    with progress("Replaying the record", 1):
        return Record.loads(text, name), text


def read_all(file: Path) -> Iterator[Record]:
    """Read the records of a file that holds one or many. The first is read at once. Raises the same."""

    text, name = _text(file)
    with progress("Replaying the record", 1):
        from rookery.core.reading.record_reader import Records, read

        records = Records(iter(lines_of(text, name)), name)
        first = next(records, None) or read(text, name)  # which refuses an empty file
    yield first  # after the bar: as long as it is shown, it takes what is printed to the standard error
    yield from records


def _text(file: Path) -> tuple[bytes, str]:
    """The content of a file, and its name in messages. Raises Refusal, BrokenRecord."""

    if file == STANDARD_INPUT:
        return sys.stdin.buffer.read(), "the standard input"
    if not file.exists():
        near = [path.name for path in file.parent.iterdir() if path.is_file()] if file.parent.is_dir() else []
        likely = one_of(file.name, near).partition("? allowed")[0]
        hint = f"; {likely}?" if likely.startswith("did you mean") else ""
        raise Refusal(f"there is no file {file}{hint}")
    try:
        return file.read_bytes(), str(file)
    except OSError as error:
        raise BrokenRecord(f"{file} cannot be read: {error.strerror}") from None
