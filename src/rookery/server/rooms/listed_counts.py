"""How many tables the lobby shows: counted once for all pages that ask within a few seconds."""

import asyncio
import time

from rookery.server.storage.table_store import ListedCount, TableStore

LISTED_COUNTS_TTL = 3.0  # seconds for which a count serves all pages


class ListedCounts:
    """The counts of the tables in a store."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._counts: list[ListedCount] = []
        self._counted = -LISTED_COUNTS_TTL  # when, time.monotonic()
        self._counting = asyncio.Lock()  # pages that ask while the store counts wait for that count

    async def now(self) -> list[ListedCount]:
        """The counts, at most LISTED_COUNTS_TTL old. Raises StoreTrouble."""
        async with self._counting:
            if (now := time.monotonic()) - self._counted >= LISTED_COUNTS_TTL:
                self._counts, self._counted = await self._store.count_listed(), now
        return self._counts
