"""Reads the record that a command is given."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rookery.core.record import Record

__all__ = ["read"]


def read(file: Path) -> "Record":
    """Read a record from a file, and replay it to check it. Raises Refusal, BrokenRecord, UnknownGame."""
    from rookery.cli.console import progress
    from rookery.core.errors import BrokenRecord, Refusal, one_of

    if not file.exists():
        near = [path.name for path in file.parent.iterdir() if path.is_file()] if file.parent.is_dir() else []
        likely = one_of(file.name, near).partition("? allowed")[0]
        hint = f"; {likely}?" if likely.startswith("did you mean") else ""
        raise Refusal(f"there is no file {file}{hint}")
    with progress("Replaying the record", 1):
        from rookery import Record

        try:
            return Record.load(file)
        except OSError as error:
            raise BrokenRecord(f"{file} cannot be read: {error.strerror}") from None
