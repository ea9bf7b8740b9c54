"""A dask scheduler that somebody has started, and its workers; and workers that are lost, wherever they run.

dask.distributed is imported when it is asked for.
"""

from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from typing import Any

from rookery.core.errors import LostWorker, MissingExtra, Trouble

__all__ = ["INSTALL_ARENA", "connected", "loss_said", "workers_of"]

INSTALL_ARENA = "pip install 'rookery-games[arena]'"
SCHEDULER_TIMEOUT = 10  # until a scheduler must have answered


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """A client of the scheduler. Raises MissingExtra, Trouble, and LostWorker for machines that were lost meanwhile."""
    try:
        import distributed
    except ImportError:
        raise MissingExtra(f"many machines need dask.distributed: {INSTALL_ARENA}") from None
    dask: Any = distributed  # its classes have no types
    try:
        client = dask.Client(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Trouble(
            f"no dask scheduler answers at {address} ({error}); start one with `dask scheduler`, and on each machine "
            f"`dask worker {address} --nthreads 1 --nworkers auto`"
        ) from None
    with client, loss_said(dask.KilledWorker):
        yield client


@contextmanager
def loss_said(kind: type[Exception] = BrokenExecutor) -> Iterator[None]:
    """Raises LostWorker for errors of that kind; the usual one is what broken pools of processes raise."""
    try:
        yield
    except kind:
        raise LostWorker("a worker ended in the middle of its work: it was killed, or its memory ran out") from None


def workers_of(client: Any, address: str) -> dict[str, Any]:
    """What the scheduler says of each worker. Raises Trouble where there are none."""
    workers: dict[str, Any] = client.scheduler_info(n_workers=-1)["workers"]
    if not workers:
        raise Trouble(f"the scheduler at {address} has no workers; start some: dask worker {address} --nthreads 1")
    return workers
