"""A dask scheduler that somebody has started, and its workers. dask.distributed is imported when it is asked for."""

from typing import Any

from rookery.core.errors import MissingExtra, Trouble

__all__ = ["INSTALL", "connected", "workers_of"]

INSTALL = "pip install 'rookery[arena]'"
SECONDS = 10  # until a scheduler must have answered


def connected(address: str) -> Any:
    """A client of the scheduler, to be closed after use. Raises MissingExtra, Trouble."""
    try:
        import distributed
    except ImportError:
        raise MissingExtra(f"many machines need dask.distributed: {INSTALL}") from None
    dask: Any = distributed  # its classes have no types
    try:
        return dask.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise Trouble(
            f"no dask scheduler answers at {address} ({error}); start one with `dask scheduler`, and on each machine "
            f"`dask worker {address} --nthreads 1 --nworkers auto`"
        ) from None


def workers_of(client: Any, address: str) -> dict[str, Any]:
    """What the scheduler says of each worker. Raises Trouble where there are none."""
    workers: dict[str, Any] = client.scheduler_info(n_workers=-1)["workers"]
    if not workers:
        raise Trouble(f"the scheduler at {address} has no workers; start some: dask worker {address} --nthreads 1")
    return workers
