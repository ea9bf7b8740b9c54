"""A small queue with one reader."""

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Mailbox(Generic[T]):
    """Messages that wait for the one task that reads them. An asyncio.Queue would take 3 KB even while it is empty."""

    __slots__ = ("_idle", "_waiting")

    def __init__(self) -> None:
        self._waiting: list[T] = []
        self._idle: asyncio.Future[None] | None = None  # of the reader, while it waits

    def __len__(self) -> int:
        return len(self._waiting)

    def empty(self) -> bool:
        return not self._waiting

    def put_nowait(self, message: T) -> None:
        self._waiting.append(message)
        if self._idle is not None and not self._idle.done():
            self._idle.set_result(None)

    async def get(self) -> T:
        """Wait for the next message. Only one task may call this."""
        while not self._waiting:
            self._idle = asyncio.get_running_loop().create_future()
            await self._idle
        return self._waiting.pop(0)
