"""The parlour in a worker of a page: what JavaScript hands over, as Python, and back (web/src/worker/worker.ts).

The only file that knows Pyodide."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pyodide.ffi import to_js

from rookery.offline.conversation import Conversation
from rookery.offline.parlour import Parlour

__all__ = ["Counter", "PageStorage", "start"]

PAGES = Path(__file__).with_name("pages")  # put there by site/build.py


async def start(storage: Any, notice: Callable[[str], None]) -> "Counter":
    """Open the parlour. `storage`: a BrowserStorage of web/src/worker/storage.ts; `notice`: see Parlour.open."""
    return Counter(await Parlour.open(PageStorage(storage), PAGES, notice=notice))


class PageStorage:
    """The page's IndexedDB as a Storage (storage.py). Its methods raise what JavaScript says: a DOMException."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    async def put(self, entries: Sequence[tuple[str, bytes]]) -> None:
        await self._storage.put(to_js([[key, data] for key, data in entries]))

    async def get(self, prefix: str) -> list[tuple[str, bytes]]:
        found = await self._storage.get(prefix)
        return [(key, bytes(data)) for key, data in found.to_py()]

    async def remove(self, keys: Sequence[str]) -> None:
        await self._storage.remove(to_js(list(keys)))


class Counter:
    """Where JavaScript asks."""

    def __init__(self, parlour: Parlour) -> None:
        self._parlour = parlour

    async def request(self, method: str, path: str, body: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer; `path`: with its query."""
        reply = await self._parlour.request(method, path, body.encode())
        return reply.status, reply.headers, reply.body

    def connect(self, table: str, send: Callable[[str], None], closed: Callable[[int], None]) -> Conversation:
        """See Parlour.connect."""
        return self._parlour.connect(table, send, closed)
