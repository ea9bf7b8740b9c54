"""The health of the server: whether games can be played, and the figures of its status page."""

import asyncio
import logging
import time
from datetime import UTC, datetime, timedelta

import rookery
from rookery.core.errors import Refusal, Trouble
from rookery.server.days.calendar import Calendar
from rookery.server.errors import NOTHING_SAVED, NotReady, StoreTrouble
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.store import Store
from rookery.server.telemetry import metrics
from rookery.server.wire.messages import Status

log = logging.getLogger(__name__)

LOOP_LAG_INTERVAL = 0.25  # seconds between two measurements of the event loop's delay
TICKS_PER_SAMPLE = 4  # such measurements between two samples of everything else
HEALTH_CHECK_TTL = 2.0  # seconds for which a check of the database counts
HEALTH_CHECK_TIMEOUT = 5.0  # seconds that the database has to answer
STATUS_WINDOW = 300.0  # seconds over which the status page shows waits


class Health:
    """Observes one server from inside."""

    def __init__(self, manager: TableManager, store: Store, calendar: Calendar) -> None:
        self._manager = manager
        self._calendar = calendar
        self._store = store
        self._started = datetime.now(UTC) - timedelta(seconds=metrics.uptime())
        self._lock = asyncio.Lock()
        self._checked = -HEALTH_CHECK_TTL  # when the database was last checked, time.monotonic()
        self._trouble: Trouble | None = None
        self._chore: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._chore = asyncio.get_running_loop().create_task(self._watch())

    async def close(self) -> None:
        if self._chore is not None:
            self._chore.cancel()
            await asyncio.gather(self._chore, return_exceptions=True)

    async def _watch(self) -> None:
        """Measure the delay of the event loop, which makes everybody wait and shows nowhere else."""
        for tick in range(1 << 62):
            due = time.perf_counter() + LOOP_LAG_INTERVAL
            await asyncio.sleep(LOOP_LAG_INTERVAL)
            metrics.lagged(max(0.0, time.perf_counter() - due))
            if tick % TICKS_PER_SAMPLE == 0:
                metrics.TABLES_IN_MEMORY.set(self._manager.tables)
                metrics.recent.tick()

    async def check(self) -> None:
        """Raises StoreTrouble while nothing can be written, NotReady while games are being opened."""
        async with self._lock:  # simultaneous requests share one check of the database
            if time.monotonic() - self._checked > HEALTH_CHECK_TTL:
                self._trouble = await self._ask_store()
                self._checked = time.monotonic()
        if self._trouble is not None:
            raise self._trouble
        if waiting := self._manager.catalog.awaited():
            names = [self._manager.catalog.game(slug).facts.name for slug in waiting]
            raise NotReady(f"{' and '.join(names)} {'are' if len(names) > 1 else 'is'} being opened")

    async def _ask_store(self) -> Trouble | None:
        try:
            async with asyncio.timeout(HEALTH_CHECK_TIMEOUT):
                await self._store.check()
        except (StoreTrouble, TimeoutError) as error:
            log.error("The database cannot be written: %s", str(error) or "it does not answer")
            return StoreTrouble(NOTHING_SAVED)
        return None

    async def status(self) -> Status:
        """The figures of the status page."""
        words = ""
        try:
            await self.check()
        except (Refusal, Trouble) as error:
            words = str(error)
        recent = metrics.recent
        waits = recent.waits(STATUS_WINDOW, (0.5, 0.99))
        half, most = [round(1000 * wait, 2) for wait in waits] if waits else (None, None)
        return Status(
            version=rookery.__version__,
            started=self._started.isoformat(timespec="seconds"),
            uptime=round(metrics.uptime(), 1),
            ready=not words,
            words=words,
            clock=self._calendar.trouble or self._manager.time.trouble,
            store="; ".join(filter(None, (self._store.words, self._manager.bus.words))),
            tables=self._manager.tables,
            pages=recent.pages,
            tables_made=recent.tables,
            games_over=recent.games,
            moves=recent.moves,
            moves_per_second=round(recent.rate(), 2),
            wait_p50=half,
            wait_p99=most,
            loop_lag=round(1000 * recent.lag, 2),
        )
