"""The time of day. All code calls `wall_clock.now_ms()`, so that a test can replace one clock for a whole server."""

import time

__all__ = ["now_ms"]


def now_ms() -> int:
    """The current time in ms since 1970 (UTC)."""
    return time.time_ns() // 1_000_000
