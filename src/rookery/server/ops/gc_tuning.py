"""Schedules garbage collection. Python's full collections would come at any time and block the server, for longer with
more tables in memory. Here usually only young objects are collected, and everything only now and then.
"""

import asyncio
import gc

__all__ = ["begin"]

YOUNG_THRESHOLD = 20_000  # new objects between two collections of the young generation
MIDDLE_THRESHOLD = 25  # collections of the young generation between two of the middle one
OLD_THRESHOLD = 1_000_000_000  # never
FULL_COLLECTION_INTERVAL = 300.0  # seconds between two full collections
FREEZE_DELAY = 5.0  # seconds after which a server has loaded what it keeps for good


def begin() -> None:
    """Set up the process of a server. Must be called inside its event loop."""
    gc.set_threshold(YOUNG_THRESHOLD, MIDDLE_THRESHOLD, OLD_THRESHOLD)
    asyncio.get_running_loop().call_later(FREEZE_DELAY, _settle)


def _settle() -> None:
    """Exclude everything loaded so far, such as libraries and rules, from all collections, because it stays."""
    gc.freeze()
    asyncio.get_running_loop().call_later(FULL_COLLECTION_INTERVAL, _collect)


def _collect() -> None:
    gc.collect()
    asyncio.get_running_loop().call_later(FULL_COLLECTION_INTERVAL, _collect)
