"""A timer for the moment when a clock reaches zero."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from rookery.server.errors import StoreTrouble
from rookery.server.table.clock import CLOCK_GRACE_MS

log = logging.getLogger(__name__)

MAX_TIMER_DELAY = 60.0  # seconds; timers stop while a computer sleeps, so none is longer
SAVE_RETRY_INTERVAL = 5.0  # seconds until an automatic event that could not be saved is tried again


class DeadlineTimer:
    """Calls `ring` once, CLOCK_GRACE_MS after the time that was set, or at the latest MAX_TIMER_DELAY from now."""

    def __init__(self, ring: Callable[[], Awaitable[None]]) -> None:
        self._ring = ring
        self._timer: asyncio.TimerHandle | None = None
        self._ringing: asyncio.Task[None] | None = None

    def set(self, left: int | None) -> None:
        """Set the timer to `left` ms from now; None: switch it off."""
        self._stop()
        if left is not None:
            self._wait(min(MAX_TIMER_DELAY, max(0.0, (left + CLOCK_GRACE_MS) / 1000)))

    def ring_now(self) -> None:
        """Ring at once."""
        self._stop()
        self._start()

    def _wait(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._start)

    def _start(self) -> None:
        self._ringing = asyncio.get_running_loop().create_task(self._answer())

    async def _answer(self) -> None:
        try:
            await self._ring()
        except StoreTrouble as error:
            log.error("The end of a player's time was not saved: %s", error)
            self._wait(SAVE_RETRY_INTERVAL)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Ring no more."""
        self._stop()
        if self._ringing is not None:
            self._ringing.cancel()
        self._ring = _nobody


async def _nobody() -> None:
    """Takes the place of `ring` in a closed timer, which must not keep its owner in memory."""
