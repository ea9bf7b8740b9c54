"""Substitutes, in a page, for parts of a server: shared time, clocks, files, and what counts for its owner."""

import asyncio
import time
import zlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

from rookery.core.record import Record
from rookery.export.raster import svg
from rookery.export.transcript import notation

T = TypeVar("T")
WORK_SLICE = 0.02  # seconds of long work after which the page is answered


async def in_slices(steps: Iterable[T]) -> T | None:
    """See work_budget.in_slices."""
    start = time.perf_counter()
    last: T | None = None
    for step in steps:
        last = step
        if time.perf_counter() - start > WORK_SLICE:
            await asyncio.sleep(0)
            start = time.perf_counter()
    return last


async def in_thread(work: Callable[[], T]) -> T:
    """See work_budget.in_thread."""
    return work()


async def shared(work: Awaitable[T]) -> T:
    """See work_budget.shared."""
    return await work


async def at_once() -> None:
    """See work_budget.one_at_a_time: nobody else waits."""


def now_ms() -> int:
    """See wall_clock.now_ms."""
    return int(time.time() * 1000)


def day_of(ms: int) -> str:
    """See wall_clock.day_of: civil from days, after Howard Hinnant (chrono-compatible date algorithms)."""
    days = ms // 86_400_000 + 719_468
    era, day = divmod(days, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    day -= 365 * year + year // 4 - year // 100
    month = (5 * day + 2) // 153
    after = month // 10  # January and February belong to the year before
    return f"{400 * era + year + after:04}-{month + 3 - 12 * after:02}-{day - (153 * month + 2) // 5 + 1:02}"


def passed_ms() -> int:
    """See wall_clock.passed_ms."""
    return int(time.monotonic() * 1000)


def no_time() -> int:
    """See wall_clock.worked_ms: a browser does not tell it."""
    return 0


def drawn(text: str, kind: str) -> bytes:
    """See export_files.drawn; OwnFiles asks for no others."""
    record = Record.loads(text)
    return notation(record).encode() if kind == "txt" else svg(record, theme="light").encode()


def absent(*given: object, **named: object) -> Any:
    """Takes the place of what nobody reaches in a page."""
    raise NotImplementedError("a page has no such thing")


def nothing(*told: object, **named: object) -> None:
    """Takes the place of what counts for a server's owner."""


def runs(before: bytes, after: bytes) -> bytes:
    """See view_runs.runs, byte by byte."""
    data: bytes = zlib.adler32(after).to_bytes(4, "little")
    at = 0
    while at < len(after):
        if before[at] == after[at]:
            at += 1
            continue
        end, equal = at + 1, 0
        while end + equal < len(after) and end + equal - at < 255 and equal < 4:
            if before[end + equal] == after[end + equal]:
                equal += 1
            else:
                end, equal = end + equal + 1, 0
        data += bytes([at % 256, at // 256, end - at]) + after[at:end]
        at = end
    return data
