"""Files that one process holds at a time."""

from io import FileIO

__all__ = ["locked"]


def locked(file: FileIO) -> bool:
    """Whether nobody else holds the file now; where the system cannot tell (Windows), True. Closing it lets go."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
