"""A storage with a spare: memory takes what the browser does not.

A write that fails is refused, and the page is told why. After that the parlour plays on in memory, and says that it
cannot keep what is played. With each further write it tries to store all that is in memory.
"""

import asyncio
from collections.abc import Callable, Sequence

from rookery.offline.storage import MemoryStorage, Storage
from rookery.server.errors import StorageForbidden, StorageFull, StorageTrouble

FULL, FORBIDDEN = (  # DOMException.name; the last two: there is no IndexedDB, or it never opens
    ("QuotaExceededError",),
    ("SecurityError", "NotAllowedError", "InvalidStateError", "NotSupportedError", "TimeoutError"),
)
FULL_WORDS = "this browser has no room left"
FORBIDDEN_WORDS = "this browser does not allow this page to keep anything"
LOST_LATER = "what you play from now on is lost when you close the page"


class SpareStorage:
    """A Storage that plays on in memory when the one below cannot be used. Its methods raise StorageTrouble alone."""

    def __init__(self, below: Storage, notice: Callable[[str], None]) -> None:
        """`notice`: called with a sentence when nothing can be kept any more, and with "" when it can be again."""
        self._below = below
        self._notice = notice
        self._spare = MemoryStorage()  # entries that are not stored below
        self._in_use = False  # whether it takes what the storage below does not
        # the spare is emptied after a write below: what another call puts there meanwhile would be lost, and a read
        # would find it in neither
        self._one = asyncio.Lock()

    async def get(self, prefix: str) -> list[tuple[str, bytes]]:
        """See Storage. If reading is forbidden, there is nothing yet, and nothing will be kept."""
        async with self._one:
            return await self._get(prefix)

    async def _get(self, prefix: str) -> list[tuple[str, bytes]]:
        try:
            entries = await self._below.get(prefix)
        except Exception as error:
            trouble = _trouble_of(error)
            if not isinstance(trouble, StorageForbidden):
                raise trouble from error
            self._give_up(trouble)
            entries = []
        return sorted({**dict(entries), **dict(await self._spare.get(prefix))}.items())

    async def put(self, entries: Sequence[tuple[str, bytes]]) -> None:
        """See Storage. The first time that the browser is full or refuses, this is refused, too; later it is kept in
        memory."""
        async with self._one:
            await self._put(entries)

    async def _put(self, entries: Sequence[tuple[str, bytes]]) -> None:
        try:
            await self._below.put([*self._spare.values.items(), *entries])
        except Exception as error:
            if not self._in_use:
                trouble = _trouble_of(error)
                if isinstance(trouble, StorageFull | StorageForbidden):
                    self._give_up(trouble)
                raise trouble from error
            await self._spare.put(entries)
        else:
            self._spare.values.clear()
            if self._in_use:
                self._in_use = False
                self._notice("")

    async def remove(self, keys: Sequence[str]) -> None:
        """See Storage."""
        async with self._one:
            try:
                await self._below.remove(keys)
            except Exception as error:
                trouble = _trouble_of(error)
                if not (self._in_use and isinstance(trouble, StorageForbidden)):  # otherwise nothing was kept below
                    raise trouble from error
            await self._spare.remove(keys)

    def _give_up(self, trouble: StorageTrouble) -> None:
        if not self._in_use:
            self._in_use = True
            words = FORBIDDEN_WORDS if isinstance(trouble, StorageForbidden) else FULL_WORDS
            self._notice(f"{words}, so {LOST_LATER}")


def _trouble_of(error: Exception) -> StorageTrouble:
    """The failure of a storage, as a StorageTrouble. An exception from JavaScript has the name of the DOMException."""
    if isinstance(error, StorageTrouble):
        return error
    name = getattr(error, "name", "")
    if name in FULL:
        return StorageFull(f"{FULL_WORDS}, so nothing was changed; try again to go on without keeping the game")
    if name in FORBIDDEN:
        return StorageForbidden(
            f"{FORBIDDEN_WORDS}, so nothing was changed; try again to go on without keeping the game"
        )
    return StorageTrouble("this browser could not keep what you did, so nothing was changed; please try again")
