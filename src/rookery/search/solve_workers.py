"""Workers that prove the units of a solution: this process, processes on all cores, or other machines through dask."""

import concurrent.futures as futures
import functools
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any, Protocol

from rookery.core.errors import Trouble
from rookery.core.position import Game, Position
from rookery.search.exact import Prover
from rookery.search.processes import executor_of

UnitResult = tuple[float, float, int, float]  # bounds of seat 0's utility, positions searched, seconds of CPU time


class Workers(Protocol):
    """Processes that prove units."""

    @property
    def slots(self) -> int:
        """The number of units that are proved side by side."""

    def begin(self, position: Position, low: float, high: float, limit: int) -> Any:
        """Start a unit; return a future, whose `result()` is a UnitResult once `finished` has returned it."""

    def finished(self, seconds: float) -> Iterable[Any]:
        """Wait at most so many seconds; return the futures that have ended."""


def prove_unit(position: Position, low: float, high: float, limit: int, table_bits: int) -> UnitResult:
    """Prove one unit, in any process. Raises Trouble if the table does not fit into memory."""
    with _ONE_AT_A_TIME:
        began = process_time()
        try:
            prover = _prover(position.game, position.players, table_bits)
        except MemoryError:
            table = f"a table of 2**{table_bits} entries, {2.0 ** (table_bits + 5 - 30):,.1f} GiB,"
            raise Trouble(f"{table} does not fit into memory; choose fewer table bits") from None
        return *prover.within(position, low, high, limit), process_time() - began


_ONE_AT_A_TIME = threading.Lock()  # a prover is not thread-safe


@functools.lru_cache(maxsize=1)
def _prover(game: Game, players: int, table_bits: int) -> Prover:
    """The prover, kept with its table from unit to unit, because units have many positions in common."""
    return Prover(game, players, table_bits)


class SerialWorkers:
    """Proves units in this process, one after another, in `finished`, so that callers can first report what has
    started."""

    slots = 1

    def __init__(self, table_bits: int) -> None:
        self._bits = table_bits
        self._begun: list[tuple[futures.Future[UnitResult], tuple[Position, float, float, int]]] = []

    def begin(self, position: Position, low: float, high: float, limit: int) -> futures.Future[UnitResult]:
        future: futures.Future[UnitResult] = futures.Future()
        self._begun.append((future, (position, low, high, limit)))
        return future

    def finished(self, seconds: float) -> Iterable[futures.Future[UnitResult]]:
        begun, self._begun = self._begun, []
        for future, asked in begun:
            future.set_result(prove_unit(*asked, self._bits))
        return [future for future, _ in begun]


class _Pool:
    def __init__(self, executor: futures.Executor, slots: int, table_bits: int) -> None:
        self._executor, self.slots, self._bits = executor, slots, table_bits
        self._running: set[futures.Future[UnitResult]] = set()

    def begin(self, position: Position, low: float, high: float, limit: int) -> futures.Future[UnitResult]:
        future = self._executor.submit(prove_unit, position, low, high, limit, self._bits)
        self._running.add(future)
        return future

    def finished(self, seconds: float) -> Iterable[futures.Future[UnitResult]]:
        done, self._running = futures.wait(self._running, seconds, futures.FIRST_COMPLETED)
        return done


@contextmanager
def provers(count: int, table_bits: int, dask: str = "") -> Iterator[Workers]:
    """`count` processes on this machine, or the workers of the dask scheduler at an address. Raises LostWorker,
    Trouble, MissingExtra for a scheduler."""
    if count == 1 and not dask:
        yield SerialWorkers(table_bits)
        return
    with executor_of(count, dask) as (executor, slots):
        yield _Pool(executor, slots, table_bits)
