"""Clocks that go on while nobody looks: tables that are due are opened, and see to it themselves.

A table that cannot be opened, of a game that is not installed any more or damaged in the database, stays due: it is
left alone, longer each time, and those after it do not wait for it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

from rookery.core.errors import Refusal, Trouble
from rookery.server import wall_clock
from rookery.server.errors import NotReady, StoreTrouble, TooBusy
from rookery.server.storage.store import Store
from rookery.server.telemetry.redact import short

__all__ = ["ClockScheduler"]

log = logging.getLogger(__name__)

# seconds until a table is tried again: twice as many each time
MIN_TABLE_RETRY_INTERVAL, MAX_TABLE_RETRY_INTERVAL = 60.0, 3600.0


class ClockScheduler:
    """Of all tables of a store. What could not be opened is remembered in memory alone."""

    def __init__(self, store: Store, wake: Callable[[str], Awaitable[None]]) -> None:
        """`wake`: opens a table, and lets it see to what is due."""
        self._store = store
        self._wake = wake
        self._shut: dict[str, tuple[float, float]] = {}  # when to try again, time.monotonic(), and how long that is

    async def run(self, tick: float) -> None:
        """Look every `tick` seconds."""
        while True:
            await asyncio.sleep(tick)
            with contextlib.suppress(StoreTrouble):  # it stands in the log wherever somebody wanted something
                await self.check_due()

    async def check_due(self) -> None:
        """Once, at every table that is due. Raises StoreTrouble."""
        async for name in self._store.due(wall_clock.now_ms()):
            if name not in self._shut or time.monotonic() >= self._shut[name][0]:
                await self._mind(name)

    async def _mind(self, name: str) -> None:
        try:
            await self._wake(name)
        except (NotReady, TooBusy) as error:
            log.error("The clock of table %s could not be looked at yet: %s", short(name), error)
        except (Refusal, Trouble) as error:
            wait = (
                min(MAX_TABLE_RETRY_INTERVAL, 2 * self._shut[name][1])
                if name in self._shut
                else MIN_TABLE_RETRY_INTERVAL
            )
            self._shut[name] = time.monotonic() + wait, wait
            log.error("The clock of table %s cannot be looked at; again in %d s: %s", short(name), wait, error)
        else:
            self._shut.pop(name, None)
