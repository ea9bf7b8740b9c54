"""Work on several cores or machines: one function applied to many things, in order."""

import concurrent.futures as futures
import multiprocessing
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from rookery.child_process import follow_parent
from rookery.search.dask_client import dask_executor, loss_said

T = TypeVar("T")


class Mapper(NamedTuple):
    """A function that applies another to many things, in order."""

    map: Callable[..., Iterator[Any]]
    workers: int  # that work at the same time


@contextmanager
def mapping(workers: int, dask: str = "") -> Iterator[Mapper]:
    """Workers: this process, several processes, or those of the dask scheduler at an address. Raises LostWorker;
    MissingExtra and Trouble for a scheduler."""
    if workers == 1 and not dask:
        yield Mapper(map, 1)
        return
    with executor_of(workers, dask) as (executor, count):
        yield Mapper(executor.map, count)


@contextmanager
def executor_of(workers: int, dask: str = "", *, alone: bool = False) -> Iterator[tuple[futures.Executor, int]]:
    """Several processes on this machine, or the workers of the dask scheduler at an address, and their number.
    `alone`: see dask_executor. Calls that still run at the end are stopped. Raises LostWorker; MissingExtra and Trouble
    for a scheduler."""
    if dask:
        with dask_executor(dask, alone=alone) as executor:
            yield executor
    else:
        with loss_said(), process_pool(workers) as pool:
            yield pool, workers


def apart(function: Callable[..., T], *given: Any) -> T:
    """Call a function in a process of its own, which a library with threads of its own needs; return its result. Raises
    what it raises, and LostWorker."""
    with executor_of(1) as (executor, _):
        return executor.submit(function, *given).result()


@contextmanager
def process_pool(workers: int) -> Iterator[futures.ProcessPoolExecutor]:
    """Processes that end at once with the block, whatever they do then: Ctrl-C does not wait for them."""
    executor = futures.ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), follow_parent)
    try:
        yield executor
    finally:
        running = list((executor._processes or {}).values())
        executor.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()
