"""Reminds the people of one table who have no page open there that it is their turn, once a turn."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine

from rookery.core.errors import Refusal, Trouble
from rookery.server import wall_clock
from rookery.server.notify import subscriptions
from rookery.server.notify.notices import notice
from rookery.server.notify.outbox import Outbox
from rookery.server.table.events import Event, Subscribed
from rookery.server.table.table import Seats, Table
from rookery.server.telemetry.redact import short

log = logging.getLogger(__name__)

# seconds within which a dead connection is noticed; until then its page seemed to be open
DEAD_CONNECTION_TIMEOUT = 60.0

Commit = Callable[[Callable[[Table], list[Event]]], Coroutine[None, None, None]]


class TurnNotifier:
    """Rings for each new turn. A turn that had begun before the table was opened got its reminder then."""

    def __init__(self, table: Table, sender: Outbox, here: Callable[[], set[int]], ask: Commit) -> None:
        """`here`: returns the seats whose people have a page open; `ask`: applies a command to the table."""
        self._table = table
        self._sender = sender
        self._here = here
        self._ask = ask
        self._heard = table.turn
        # when the newest turn began, time.monotonic()
        self._began = time.monotonic() - max(0, wall_clock.now_ms() - table.turn.at) / 1000
        self._told: set[int] = set()  # seats that were reminded in this turn
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> bool:
        """Whether a reminder is scheduled."""
        return self._timer is not None

    def table_changed(self, *, own: bool) -> None:
        """Events were added to the table. `own`: this process has written them, so it is the one that rings."""
        if self._table.turn != self._heard:
            self._heard, self._told, self._began = self._table.turn, set(), time.monotonic()
            self._stop()
            if own:
                self._set()

    def nudged(self) -> None:
        """A player nudges: remind people without a page once more, at once."""
        self._told = set()
        self._stop()
        self._ring()

    def connection_lost(self, seats: Seats) -> None:
        """The connection to a page of these seats was dead, so perhaps nobody has seen the newest turn."""
        if self._heard.seat in seats and time.monotonic() - self._began < DEAD_CONNECTION_TIMEOUT:
            self._set()

    def _set(self) -> None:
        """Ring after a grace period, because people who reload the page or reconnect are back in a moment."""
        self._stop()
        if self._table.webhooks or self._table.browsers:
            self._timer = asyncio.get_running_loop().call_later(self._sender.grace, self._ring)

    def _ring(self) -> None:
        self._timer = None
        here, table = self._here() | self._told, self._table
        for seat in range(table.players):
            if seat in here or (news := notice(table, seat)) is None:
                continue
            for to in subscriptions.of(table, seat):
                self._told.add(seat)
                self._sender.send(table, seat, to, news, self._forget)

    async def _forget(self, to: Subscribed) -> None:
        try:
            await self._ask(lambda table: subscriptions.unsubscribe(table, to.seat, to.endpoint))
        except (Refusal, Trouble) as error:
            log.error("A browser of table %s could not be forgotten: %s", short(self._table.id), error)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def close(self) -> None:
        """Ring no more. A subscription that turns out to have ended is removed when the table is open again."""
        self._stop()
        self._here, self._ask = set, _nobody  # they must not keep the table in memory


async def _nobody(decide: Callable[[Table], list[Event]]) -> None:
    """Takes the place of `ask` at a closed table."""
