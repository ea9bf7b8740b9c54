"""The interface of a browser's storage to the parlour, and a storage in memory."""

from collections.abc import Sequence
from typing import Protocol


class Storage(Protocol):
    """Values by key. Over IndexedDB, it is written in TypeScript.

    Only one parlour at a time may use it, so a browser with several pages must let them share a parlour, or let the
    second one wait. A method that fails raises StorageFull, StorageForbidden or StorageTrouble (server/errors.py), or
    any exception whose `name` is that of a DOMException, such as "QuotaExceededError"."""

    async def put(self, entries: Sequence[tuple[str, bytes]]) -> None:
        """Store values, all of them or none. They are durable when it returns."""

    async def get(self, prefix: str) -> list[tuple[str, bytes]]:
        """All keys that begin with the prefix, in order, with their values."""

    async def remove(self, keys: Sequence[str]) -> None:
        """Remove values; unknown keys are ignored."""


class MemoryStorage:
    """A Storage that is gone when the program ends."""

    def __init__(self) -> None:
        self.values: dict[str, bytes] = {}

    async def put(self, entries: Sequence[tuple[str, bytes]]) -> None:
        self.values.update(entries)

    async def get(self, prefix: str) -> list[tuple[str, bytes]]:
        return sorted((key, value) for key, value in self.values.items() if key.startswith(prefix))

    async def remove(self, keys: Sequence[str]) -> None:
        for key in keys:
            self.values.pop(key, None)
