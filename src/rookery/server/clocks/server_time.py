"""The time that has passed for one server, and the time of day that it believes.

A process stands still when its laptop is closed, its virtual machine is paused, or somebody stops it: its event loop
has a gap. Nobody could move in that time, so no clock of a game counts it. A loop that was busy for so long did not
stand still: otherwise somebody who keeps it busy would stop all clocks. And the time of day may be set, by hand or over
the network, by seconds or by years. A decision that follows from a step of it, such as that a day has begun, cannot be
taken back, so a step is not believed at once.
"""

import logging

from rookery.server import wall_clock
from rookery.server.text import duration

log = logging.getLogger(__name__)

PULSE_INTERVAL = 0.25  # seconds between two calls of `jumped`
MAX_GAP_MS = 2000  # ms; a longer gap in the event loop is a standstill, a larger difference of two clocks a step
STEP_DOUBT_MS = 3_600_000  # ms until a step of the time of day is believed


class ServerTime:
    """The time of one server. Something calls `jumped` every PULSE_INTERVAL."""

    def __init__(self) -> None:
        self._seen, self._worked = wall_clock.passed_ms(), wall_clock.worked_ms()
        self._stood = 0  # ms, altogether
        self._ahead = wall_clock.now_ms() - self._seen  # ms by which the time of day is ahead of what has passed
        self._stepped: int | None = None  # when the time of day stepped, in ms that have passed
        self._known = 0, self._ahead  # of `jumped`: how long it had stood, and what the time of day was ahead

    @property
    def trouble(self) -> str:
        """The trouble with the time of day, in words; "": none."""
        if self._stepped is None:
            return ""
        return "the clock of this machine was set; days and clocks of days ignore that for an hour"

    def ran(self) -> int:
        """ms that have passed, from any moment, without standstills."""
        now, worked = wall_clock.passed_ms(), wall_clock.worked_ms()
        gap, busy = now - self._seen, worked - self._worked
        if gap > MAX_GAP_MS and busy < gap / 2:
            log.warning("This process stood still for %s", duration(gap // 1000))
            self._stood += gap
        self._seen, self._worked = now, worked
        return now - self._stood

    def believed(self) -> int:
        """The time of day, ms since 1970; for STEP_DOUBT_MS after a step of it, what it would be without the step."""
        wall, passed = wall_clock.now_ms(), wall_clock.passed_ms()
        if abs(wall - passed - self._ahead) <= MAX_GAP_MS:
            self._ahead, self._stepped = wall - passed, None  # small corrections are normal
        elif self._stepped is None:
            self._stepped = passed
            log.error(
                "The clock of this machine was set by %s; for %s, days and clocks of days ignore that",
                f"{(wall - passed - self._ahead) / 1000:+.0f} seconds",
                duration(STEP_DOUBT_MS // 1000),
            )
        elif passed - self._stepped >= STEP_DOUBT_MS:
            self._ahead, self._stepped = wall - passed, None
        return passed + self._ahead

    def jumped(self) -> bool:
        """Whether the process stood still, or the time of day was set, since the last call."""
        self.ran()
        self.believed()
        known, ahead = self._known, wall_clock.now_ms() - wall_clock.passed_ms()
        self._known = self._stood, ahead
        return self._stood > known[0] or abs(ahead - known[1]) > MAX_GAP_MS
