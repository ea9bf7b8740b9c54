"""Schedules garbage collection. Python begins one when so many more objects were made than freed. Tables replace their
scenes, so they free about as much as they make: the objects of thousands of moves would pile up until a collection,
which then stops the server for a quarter of a second. Here young objects are collected by the clock, few at a time, and
everything only now and then.
"""

import asyncio
import gc

YOUNG_COLLECTION_INTERVAL = 0.05  # seconds between two collections of young objects
YOUNG_PER_MIDDLE = 5  # one collection in so many takes the objects of middle age, too
FULL_COLLECTION_INTERVAL = 300.0  # seconds between two full collections
FREEZE_DELAY = 5.0  # seconds after which a server has loaded what it keeps for good


def begin() -> None:
    """Set up the process of a server. Must be called inside its event loop."""
    gc.disable()
    loop = asyncio.get_running_loop()
    loop.call_later(YOUNG_COLLECTION_INTERVAL, _collect_young, 1)
    loop.call_later(FREEZE_DELAY, _settle)


def _collect_young(turn: int) -> None:
    gc.collect(1 if turn % YOUNG_PER_MIDDLE == 0 else 0)
    asyncio.get_running_loop().call_later(YOUNG_COLLECTION_INTERVAL, _collect_young, turn + 1)


def _settle() -> None:
    """Exclude everything loaded so far, such as libraries and rules, from all collections, because it stays."""
    gc.freeze()
    asyncio.get_running_loop().call_later(FULL_COLLECTION_INTERVAL, _collect_all)


def _collect_all() -> None:
    gc.collect()
    asyncio.get_running_loop().call_later(FULL_COLLECTION_INTERVAL, _collect_all)
