"""Work on several cores: one function applied to many things, in order."""

import concurrent.futures as futures
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from rookery.child_process import follow_parent
from rookery.search.dask_client import loss_said

__all__ = ["mapping"]


@contextmanager
def mapping(workers: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """What applies a function to many things, in order: in this process, or in several. Raises LostWorker."""
    if workers == 1:
        yield map
        return
    executor = futures.ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), follow_parent)
    try:
        with loss_said():
            yield executor.map
    finally:
        running = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()
