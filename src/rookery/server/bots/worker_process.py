"""What every process that works for the server does first, and how it is ended."""

import os
from concurrent.futures import ProcessPoolExecutor

from rookery.child_process import follow_parent

__all__ = ["kill_pool", "lower_priority"]


def kill_pool(pool: ProcessPoolExecutor) -> None:
    """Shut a pool down without waiting for what its workers think about; who waits for them gets BrokenProcessPool."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):  # Python 3.14 has kill_workers() for this
        process.kill()
    pool.shutdown(wait=False)


def lower_priority() -> None:
    """A worker lets the server go first, and ends with it."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)
    follow_parent()
