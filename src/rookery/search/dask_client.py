"""Connects to a running dask scheduler and its workers, and reports workers that are lost.

dask.distributed is imported when it is first needed.
"""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import Any

from rookery.core.errors import LostWorker, MissingExtra, Trouble

INSTALL_ARENA = "pip install rookery-lab"
SCHEDULER_TIMEOUT = 10  # seconds until a scheduler must have answered


@contextmanager
def dask_executor(address: str, *, alone: bool = False) -> Iterator[tuple[Any, int]]:
    """An executor on the workers of the scheduler, and how many they are. `alone`: each has one thread, because several
    share a clock. Raises MissingExtra, Trouble if nothing answers or workers are missing or have more threads, and
    LostWorker if one is lost."""
    try:
        import distributed
    except ImportError:
        raise MissingExtra(f"many machines need dask.distributed: {INSTALL_ARENA}") from None
    dask: Any = distributed  # its classes have no types
    try:
        dask.comm.resolve_address(address)  # a client of an address that cannot be would wait for 20 s
        client = dask.Client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Trouble(
            f"no dask scheduler answers at {address} ({error}); start one with `dask scheduler`, and on each machine "
            f"`dask worker {address} --nthreads 1 --nworkers auto`"
        ) from None
    with client, loss_said(dask.KilledWorker):
        workers: dict[str, Any] = client.scheduler_info(n_workers=-1)["workers"]  # by address
        if not workers:
            raise Trouble(f"the scheduler at {address} has no workers; start some: dask worker {address} --nthreads 1")
        if alone and any(worker["nthreads"] > 1 for worker in workers.values()):
            raise Trouble(f"workers must play one game at a time: start them with dask worker {address} --nthreads 1")
        executor = client.get_executor(pure=False)
        try:
            yield executor, len(workers)
        finally:
            executor.shutdown(wait=False)  # cancels what has not begun


@contextmanager
def loss_said(kind: type[Exception] = BrokenExecutor) -> Iterator[None]:
    """Raise LostWorker in place of errors of this kind, by default the error of a broken process pool."""
    try:
        yield
    except kind:
        raise LostWorker("a worker ended before its work was done: it was killed, or it ran out of memory") from None
