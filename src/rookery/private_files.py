"""Files and folders that only their owner can read, from the first byte on and whatever the umask."""

import os
from collections.abc import Iterable
from pathlib import Path

OTHERS = 0o077  # the rights of the group and of everybody else


def private_opener(path: str, flags: int) -> int:
    """For `open` and `FileIO`: a file that this makes is its owner's alone."""
    return os.open(path, flags, 0o600)


def make_private_file(path: Path) -> None:
    """Make an empty file. Raises FileExistsError, OSError."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def make_private_folder(path: Path) -> None:
    """Make a folder and those above it that are missing. Raises OSError."""
    if not path.is_dir():
        make_private_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def open_to_others(paths: Iterable[Path]) -> list[Path]:
    """Those of these files that exist and that other users of this machine may read or write."""
    if os.name != "posix":
        return []
    return [path for path in paths if path.exists() and path.stat().st_mode & OTHERS]
