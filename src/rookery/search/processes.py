"""Work on several cores: one function applied to many things, in order."""

import concurrent.futures as futures
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from rookery.child_process import follow_parent
from rookery.search.dask_client import loss_said

__all__ = ["apart", "mapping"]

T = TypeVar("T")


@contextmanager
def mapping(workers: int) -> Iterator[Callable[..., Iterator[Any]]]:
    """What applies a function to many things, in order: in this process, or in several. Raises LostWorker."""
    if workers == 1:
        yield map
        return
    with loss_said(), _pool(workers) as executor:
        yield executor.map


def apart(function: Callable[..., T], *given: Any) -> T:
    """What a function returns or raises in a process of its own, which a library with threads of its own needs. Raises
    LostWorker."""
    with loss_said(), _pool(1) as executor:
        return executor.submit(function, *given).result()


@contextmanager
def _pool(workers: int) -> Iterator[futures.ProcessPoolExecutor]:
    """Processes that end at once with the block, whatever they do then: Ctrl-C does not wait for them."""
    executor = futures.ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), follow_parent)
    try:
        yield executor
    finally:
        running = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()
