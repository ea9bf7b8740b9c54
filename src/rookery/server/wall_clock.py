"""The time of day, and the time that passes whatever the time of day is set to. All code asks here, so that a test can
replace one clock for a whole server.

The time of day can be set forwards and backwards; it says when something happened. The passing time says how long
something took (clocks/server_time.py).
"""

import datetime
import time


def now_ms() -> int:
    """The current time in ms since 1970 (UTC)."""
    return time.time_ns() // 1_000_000


def day_of(ms: int) -> str:
    """The day (UTC) of a time in ms since 1970: 2026-11-29."""
    return f"{datetime.datetime.fromtimestamp(ms / 1000, datetime.UTC):%Y-%m-%d}"


def worked_ms() -> int:
    """The CPU time of this thread, ms."""
    return time.thread_time_ns() // 1_000_000


def passed_ms() -> int:
    """ms since a moment in the past. They pass also while the machine sleeps, where it can say so: Linux stops its
    monotonic clock then, and a server that slept would not notice it."""
    return _passed_ns() // 1_000_000


def _sleepless_clock() -> int | None:
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):  # of Linux; of macOS, where it counts sleep, too
        clock = getattr(time, name, None)
        if clock is not None:
            try:
                time.clock_gettime_ns(clock)
            except OSError:  # a browser knows the name alone
                continue
            return int(clock)
    return None


_CLOCK = _sleepless_clock()


def _passed_ns() -> int:
    return time.monotonic_ns() if _CLOCK is None else time.clock_gettime_ns(_CLOCK)
