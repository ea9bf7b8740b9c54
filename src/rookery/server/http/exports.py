"""Exports a table's game as a file, made from what everybody may see, in a separate process, and cached."""

import asyncio
import collections
import datetime
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from rookery.core.errors import Refusal, Trouble
from rookery.core.record import Record
from rookery.server.bots.worker_process import kill_pool, lower_priority
from rookery.server.quota.slots import Slots
from rookery.server.table.table import Table

__all__ = ["MAX_EXPORTS_PER_ADDRESS", "MEDIA_TYPES", "Exports", "file_name"]

MEDIA_TYPES = {  # file name extension -> media type
    "txt": "text/plain; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "gif": "image/gif",
    "pdf": "application/pdf",
}
EXPORT_CACHE_SIZE = 32  # files
EXPORT_TIMEOUT = 300.0  # seconds for one file
MAX_EXPORTS_PER_ADDRESS = 3  # files that one address may wait for
EXPORT_GIF_WIDTH = 640  # pixels of an animation


def file_name(table: Table, kind: str) -> str:
    """A file name made of the game, the day (UTC) on which the table was made, and the number of moves as the page
    counts them, so that the files of a game sort by day and then by moves."""
    made = datetime.datetime.fromtimestamp(table.made.at / 1000, datetime.UTC)
    return f"{table.made.game}-{made:%Y-%m-%d}-move-{table.record.moves}.{kind}"


class Exports:
    """Makes files one at a time, because drawing keeps a CPU busy for seconds."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._one = asyncio.Lock()
        self._kept: collections.OrderedDict[tuple[str, str], bytes] = collections.OrderedDict()
        # files are made one after the other for everybody
        words = f"{MAX_EXPORTS_PER_ADDRESS} files are already being made for you; please wait until they are done"
        self._waiting = Slots(MAX_EXPORTS_PER_ADDRESS, words, 5)

    async def file(self, text: str, kind: str, address: str) -> bytes:
        """The game of a record as a file. `text`: the record; `kind`: a key of MEDIA_TYPES; `address`: of the client.
        Raises TooBusy, MissingExtra, Trouble."""
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
            return await asyncio.wait_for(asyncio.wrap_future(self._pool.submit(_drawn, text, kind)), EXPORT_TIMEOUT)
        except (BrokenProcessPool, TimeoutError):
            self.close()
            raise Trouble("the file could not be made; download the record and use `rookery export`") from None

    def close(self) -> None:
        """Stop the process, and give up the file in progress."""
        pool, self._pool = self._pool, None
        if pool is not None:
            kill_pool(pool)


def _drawn(text: str, kind: str) -> bytes:
    """Make a file. Runs in the worker process. Raises Trouble, MissingExtra."""
    from rookery import export

    try:
        record = Record.loads(text)
    except Refusal as error:
        raise Trouble(f"the game does not replay: {error}") from None
    if kind == "txt":
        return export.notation(record).encode()
    if kind == "svg":
        return export.svg(record, theme="light").encode()
    if kind == "png":
        return export.png(record)
    return export.pdf(record) if kind == "pdf" else export.gif(record, width=EXPORT_GIF_WIDTH)
