"""The setup and the end of every worker process of the server."""

import os
from concurrent.futures import ProcessPoolExecutor

from rookery.child_process import follow_parent

WORKER_PRIORITY = 5  # as `nice` counts: beside other busy programs, a bot still gets a third of what each of them gets


def kill_pool(pool: ProcessPoolExecutor) -> None:
    """Shut a pool down without waiting for its workers. Callers that wait for a result get BrokenProcessPool."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):  # Python 3.14 has kill_workers() for this
        process.kill()
    pool.shutdown(wait=False)


def lower_priority() -> None:
    """Give the server priority over this worker process, and end the process when the server ends."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(WORKER_PRIORITY)
    follow_parent()
