"""Opens tables whose clock runs out while no page is open; the tables then act by themselves.

A table that cannot be opened, because its game is no longer installed or its events are damaged, stays due. It is tried
again after a pause that doubles each time, and other tables do not wait for it.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable

from rookery.core.errors import Refusal, Trouble
from rookery.server import wall_clock
from rookery.server.errors import NotReady, StoreTrouble, TooBusy
from rookery.server.storage.table_store import TableStore
from rookery.server.telemetry.redact import short

log = logging.getLogger(__name__)

# seconds until a table is tried again: the first pause, which doubles each time, and the longest
MIN_TABLE_RETRY_INTERVAL, MAX_TABLE_RETRY_INTERVAL = 60.0, 3600.0


class ClockScheduler:
    """Watches all tables of a store. Tables that could not be opened are remembered in memory only."""

    def __init__(self, store: TableStore, wake: Callable[[str], Awaitable[None]]) -> None:
        """`wake`: opens a table and lets it do what is due."""
        self._store = store
        self._wake = wake
        # by table: when to try again, time.monotonic(), and the pause in seconds
        self._shut: dict[str, tuple[float, float]] = {}

    async def run(self, tick: float) -> None:
        """Call `check_due` every `tick` seconds."""
        while True:
            await asyncio.sleep(tick)
            with contextlib.suppress(StoreTrouble):  # it is logged wherever a request fails
                await self.check_due()

    async def check_due(self) -> None:
        """Wake every table that is due. Raises StoreTrouble."""
        for table_id in await self._store.due(wall_clock.now_ms()):
            if table_id not in self._shut or time.monotonic() >= self._shut[table_id][0]:
                await self._mind(table_id)

    async def _mind(self, table_id: str) -> None:
        try:
            await self._wake(table_id)
        except (NotReady, TooBusy) as error:
            log.error("Table %s is due but could not be opened yet: %s", short(table_id), error)
        except (Refusal, Trouble) as error:
            last = self._shut.get(table_id)
            wait = MIN_TABLE_RETRY_INTERVAL if last is None else min(MAX_TABLE_RETRY_INTERVAL, 2 * last[1])
            self._shut[table_id] = time.monotonic() + wait, wait
            log.error("Table %s is due but cannot be opened; next attempt in %d s: %s", short(table_id), wait, error)
        else:
            self._shut.pop(table_id, None)
