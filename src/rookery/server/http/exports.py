"""Exports a table's game as a file, made from what everybody may see, in a separate process, and cached."""

import asyncio
import collections
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from rookery.core.errors import Trouble
from rookery.server.api.export_files import drawn
from rookery.server.bots.worker_process import kill_pool, lower_priority
from rookery.server.quota.slots import Slots

EXPORT_CACHE_SIZE = 32  # files
EXPORT_TIMEOUT = 300.0  # seconds for one file
MAX_EXPORTS_PER_ADDRESS = 3  # files that one address may wait for


class Exports:
    """Makes files one at a time, because drawing keeps a CPU busy for seconds; a FileMaker."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._one = asyncio.Lock()
        self._kept: collections.OrderedDict[tuple[str, str], bytes] = collections.OrderedDict()
        # files are made one after the other for everybody
        words = f"{MAX_EXPORTS_PER_ADDRESS} files are already being made for you; please wait until they are done"
        self._waiting = Slots(MAX_EXPORTS_PER_ADDRESS, words, 5)

    async def file(self, text: str, kind: str, address: str) -> bytes:
        """See FileMaker. Raises TooBusy, MissingExtra, Trouble."""
        key = (kind, text)
        if key not in self._kept:
            with self._waiting.one(address):
                async with self._one:
                    if key not in self._kept:  # otherwise a simultaneous request has made it
                        self._kept[key] = await self._made(text, kind)
        self._kept.move_to_end(key)
        data = self._kept[key]
        while len(self._kept) > EXPORT_CACHE_SIZE:
            self._kept.popitem(last=False)
        return data

    async def _made(self, text: str, kind: str) -> bytes:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=lower_priority)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self._pool.submit(drawn, text, kind)), EXPORT_TIMEOUT)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            raise Trouble("the file could not be made; download the record and use `rookery export`") from None

    def close(self) -> None:
        """Stop the process, and give up the file in progress."""
        pool, self._pool = self._pool, None
        if pool is not None:
            kill_pool(pool)
