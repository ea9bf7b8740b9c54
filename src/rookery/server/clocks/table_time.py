"""The time at one table: ms since 1970, counted on from the table's last event by what has passed, so that it does not
jump when the time of day does.

If it has come to differ from the time of day while a clock runs, the table pauses at the one and resumes at the other,
as over a restart (commands/standins.stop): nobody pays for the time between them.

For a clock of less than an hour, time passes only while this process runs. A clock of days goes on while a machine
sleeps or no server runs; it follows the time of day when the table is loaded, but never backwards.
"""

from collections.abc import Sequence

from rookery.server import wall_clock
from rookery.server.clocks import server_time
from rookery.server.clocks.server_time import ServerTime
from rookery.server.table.events import Event, Resumed
from rookery.server.table.table import Table

MAX_LATE_MS = 60_000  # ms by which events of another process are read late, at most


class TableTime:
    """The time at one table."""

    def __init__(self, table: Table, server: ServerTime) -> None:
        self._table = table
        self._server = server
        self._patient = table.times is not None and table.times.clock.patient
        self._follow(self._loaded())

    def _loaded(self) -> int:
        """The time when the table is loaded."""
        wall, times = wall_clock.now_ms(), self._table.times
        if times is None or not self._patient:
            return wall
        believed = self._server.believed()
        # a last event from after a step of the time of day has the new one
        return max(times.since, wall if times.since > believed else min(wall, believed))

    def now(self) -> int:
        """ms since 1970. At a table without clocks it is the time of day, as the server believes it."""
        if self._table.times is None:
            return self._server.believed()
        return self._at + self._counted() - self._counted_then

    def _counted(self) -> int:
        """ms that have passed and count at this table, from any moment."""
        return wall_clock.passed_ms() if self._patient else self._server.ran()

    def _follow(self, now: int) -> None:
        """From here on, time goes on from this one."""
        self._at, self._counted_then, self._passed_then = now, self._counted(), wall_clock.passed_ms()

    def follow_events(self, events: Sequence[Event]) -> None:
        """Go on after events that were added: `Resumed` of this process, or whatever others have written. They may be
        read late, and the time since then has passed here, too."""
        if self._table.times is None:
            return
        now, since = self.now(), self._table.times.since
        if any(isinstance(event, Resumed) for event in events):
            # at the time of day of another machine, perhaps; what it is ahead or behind of this one is nobody's time
            wall = wall_clock.now_ms()
            now = wall if wall - since <= MAX_LATE_MS else since
        self._follow(max(now, since))

    def jump(self, *, held: bool) -> tuple[int, int] | None:
        """The time here and the time of day, if a clock runs and they differ; None: nothing is to be given back.
        `held`: whether this process holds the table. If another one does, the clock has not stopped for a standstill of
        this process, and that one says so if the time of day was set."""
        times = self._table.times
        if times is None:
            return None
        if not held and not self._patient:
            self._follow(self._at + wall_clock.passed_ms() - self._passed_then)
            return None
        now, wall = self.now(), wall_clock.now_ms()
        most = server_time.MAX_GAP_MS
        if wall - now <= most and (self._patient or now - wall <= most):
            return None
        if times.running is None:
            self._follow(wall)
            return None
        return now, wall
