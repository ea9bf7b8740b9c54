"""How a worker process is tied to its parent."""

import multiprocessing
import os
import signal
import threading


def follow_parent() -> None:
    """Ignore Ctrl-C, which the parent process handles, and exit when the parent ends.

    A parent that is killed cannot stop its workers, and nobody would receive their results."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
