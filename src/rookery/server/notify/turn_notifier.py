"""Notifies people of one table whose turn it is and who have no page open there: once a turn."""

import asyncio
import logging
from collections.abc import Callable, Coroutine

from rookery.core.errors import Refusal, Trouble
from rookery.server import wall_clock
from rookery.server.notify import subscriptions
from rookery.server.notify.notices import notice
from rookery.server.notify.sender import NotificationSender
from rookery.server.table.events import Event, Subscribed
from rookery.server.table.table import Seats, Table
from rookery.server.telemetry.redact import short

__all__ = ["TurnNotifier"]

log = logging.getLogger(__name__)

DEAD_CONNECTION_MS = 60_000  # ms within which a dead line is found out: until then its page seemed to be there

Ask = Callable[[Callable[[Table], list[Event]]], Coroutine[None, None, None]]


class TurnNotifier:
    """Turns that were there when the table was opened are not rung for: they were, when they began."""

    def __init__(self, table: Table, sender: NotificationSender, here: Callable[[], set[int]], ask: Ask) -> None:
        """`here`: the seats whose people have a page open; `ask`: lets events happen at the table."""
        self._table = table
        self._sender = sender
        self._here = here
        self._ask = ask
        self._heard = table.turn
        self._told: set[int] = set()  # seats, of this turn
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> bool:
        """Whether it is going to ring."""
        return self._timer is not None

    def table_changed(self, *, own: bool) -> None:
        """Something has happened at the table. `own`: and this process has written it, so that no other one rings."""
        if self._table.turn != self._heard:
            self._heard, self._told = self._table.turn, set()
            self._stop()
            if own:
                self._set()

    def nudged(self) -> None:
        """Somebody waits: who has no page open is told once more, at once."""
        self._told = set()
        self._stop()
        self._ring()

    def connection_lost(self, seats: Seats) -> None:
        """The line to a page of these seats is dead: perhaps nobody has seen the newest turn."""
        if self._heard.seat in seats and wall_clock.now_ms() - self._heard.at < DEAD_CONNECTION_MS:
            self._set()

    def _set(self) -> None:
        """People who load their page anew, or whose line comes back, are there again in a moment."""
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
        """It does not ring any more. A browser that turns out to be gone is forgotten when the table is open again."""
        self._stop()
        self._here, self._ask = set, _nobody  # they must not keep the table in memory


async def _nobody(decide: Callable[[Table], list[Event]]) -> None:
    """Whom the notifier of a closed table asks."""
