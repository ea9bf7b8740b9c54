"""Locks on files between processes."""

from io import FileIO


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


def unlock(file: FileIO) -> None:
    """Let others lock a file. Closing it does so, too, but not while a child made by a fork has it open."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_UN)
