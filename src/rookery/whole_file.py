"""Writes a file at once."""

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file at once: if that fails, or the process is killed, an older file stays as it was. A symbolic link
    stays one. Raises OSError."""
    path = path.resolve()
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise
