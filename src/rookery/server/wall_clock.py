"""The time of day. Who reads it asks `wall_clock.now_ms()`, so that a test can turn one clock for a whole server."""

import time

__all__ = ["now_ms"]


def now_ms() -> int:
    """ms since 1970."""
    return time.time_ns() // 1_000_000
