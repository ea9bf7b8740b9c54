"""Work on several cores or machines: one function applied to many things, in order."""

import concurrent.futures as futures
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from rookery.child_process import follow_parent
from rookery.search.dask_client import connected, loss_said, workers_of

__all__ = ["Mapper", "apart", "mapping"]

T = TypeVar("T")


class Mapper(NamedTuple):
    """What applies a function to many things, in order."""

    map: Callable[..., Iterator[Any]]
    workers: int  # that work at the same time


@contextmanager
def mapping(workers: int, dask: str = "") -> Iterator[Mapper]:
    """Workers: this process, several processes, or those of the dask scheduler at an address. Raises LostWorker;
    MissingExtra and Trouble for a scheduler."""
    if dask:
        with connected(dask) as client:
            executor = client.get_executor(pure=False)
            try:
                yield Mapper(executor.map, len(workers_of(client, dask)))
            finally:
                executor.shutdown(wait=False)  # cancels what has not begun
    elif workers == 1:
        yield Mapper(map, 1)
    else:
        with loss_said(), _pool(workers) as pool:
            yield Mapper(pool.map, workers)


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
