"""What a process that works for another one does first."""

import multiprocessing
import os
import signal
import threading

__all__ = ["follow_parent"]


def follow_parent() -> None:
    """Leave Ctrl-C to the process that started this one, and end when that has ended, however: one that was killed
    cannot stop its workers, and nobody would hear what they find."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
