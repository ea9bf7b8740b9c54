"""The parlour in a worker of a page: what JavaScript hands over, as Python, and back (web/src/worker/worker.ts).

The only file that knows Pyodide. JavaScript's own objects stay behind two classes: `PageStorage` for Python, `Counter`
for JavaScript."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from pyodide.ffi import JsException, to_js

from rookery.offline.parlour import Conversation, Parlour
from rookery.server.errors import StoreTrouble

__all__ = ["Counter", "PageStorage", "start"]


async def start(storage: Any, module: Callable[[str], Awaitable[Any]]) -> "Counter":
    """Open the parlour. `storage`: a BrowserStorage of web/src/worker/storage.ts. `module` reads a file of a game's
    WebAssembly by its name: "SLUG-rules.wasm", "SLUG-search.json"."""

    async def read(name: str) -> bytes:
        return bytes((await module(name)).to_py())

    return Counter(Parlour(PageStorage(storage), read))


class PageStorage:
    """Keys and bytes in the page's IndexedDB (offline/storage.py). All methods raise StoreTrouble, with a sentence."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    async def put(self, entries: Iterable[tuple[str, bytes]]) -> None:
        await _done(self._storage.put(to_js([[key, data] for key, data in entries])))

    async def get(self, prefix: str) -> list[tuple[str, bytes]]:
        found = await _done(self._storage.get(prefix))
        return [(key, bytes(data)) for key, data in found.to_py()]

    async def remove(self, keys: Sequence[str]) -> None:
        await _done(self._storage.remove(to_js(list(keys))))


class Counter:
    """Where JavaScript asks."""

    def __init__(self, parlour: Parlour) -> None:
        self._parlour = parlour

    async def request(self, method: str, path: str, body: str) -> tuple[int, dict[str, str], bytes]:
        reply = await self._parlour.request(method, path, body.encode())
        return reply.status, dict(reply.headers), bytes(reply.body)

    def connect(self, table: str, send: Callable[[str], None], closed: Callable[[], None]) -> Conversation:
        return self._parlour.connect(table, send, closed)


async def _done(promise: Awaitable[Any]) -> Any:
    try:
        return await promise
    except JsException as error:
        raise StoreTrouble(str(getattr(error, "message", error)).rstrip(".")) from None
