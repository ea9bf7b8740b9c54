"""Locks on files between processes."""

from io import FileIO

__all__ = ["locked"]


def locked(file: FileIO) -> bool:
    """Try to lock a file for this process; False if another process holds the lock.

    Closing the file releases the lock. Always True on Windows, which has no `fcntl`."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
