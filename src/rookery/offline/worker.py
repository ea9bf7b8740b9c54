"""The parlour, or the engine, in a worker of a page: what JavaScript hands over, as Python, and back
(web/src/worker/worker.ts, web/src/engine/engine_worker.ts).

The only file of this folder that knows Pyodide. The worker imports it first, because the stand-ins for NumPy and Numba
must be in place before anything else of the library."""

import functools
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rookery.offline.conversation import Conversation
    from rookery.offline.engine import PageEngine
    from rookery.offline.parlour import Parlour

__all__ = ["Bridge", "PageStorage", "start", "start_engine"]

# put beside this file by site/assemble.py: what built_pages.py reads, and the games' WebAssembly
PAGES, PAGE_MODULES = (Path(__file__).with_name(name) for name in ("pages", "modules"))


async def start(storage: Any, notice: Callable[[str], None], ask: Callable[[str], Awaitable[str]]) -> "Bridge":
    """Open the parlour. `storage`: a BrowserStorage of web/src/worker/browser_storage.ts; `notice`: see Parlour.open;
    `ask`: see EngineBrain."""
    _put_in_place()
    from rookery.offline.brain import EngineBrain
    from rookery.offline.parlour import Parlour

    return Bridge(await Parlour.open(PageStorage(storage), PAGES, brain=EngineBrain(ask), notice=notice))


def start_engine(tell: Callable[[int, str, str], None], base: str) -> "PageEngine":
    """`tell`: see PageEngine; `base`: the address below which a server has the games' WebAssembly."""
    _put_in_place(base)
    from rookery.offline.engine import PageEngine

    return PageEngine(tell)


def _put_in_place(base: str = "") -> None:
    from rookery.wasm.page.browser import modules_from, modules_in
    from rookery.wasm.page.install import install

    here = PAGE_MODULES.is_dir()
    install(functools.partial(modules_in, PAGE_MODULES) if here else functools.partial(modules_from, base))


class PageStorage:
    """The page's IndexedDB as a Storage (storage.py). Its methods raise what JavaScript says: a DOMException."""

    def __init__(self, storage: Any) -> None:
        self._storage = storage

    async def put(self, entries: Sequence[tuple[str, bytes]]) -> None:
        await self._storage.put(_for_javascript([[key, data] for key, data in entries]))

    async def get(self, prefix: str) -> list[tuple[str, bytes]]:
        found = await self._storage.get(prefix)
        return [(key, bytes(data)) for key, data in found.to_py()]

    async def remove(self, keys: Sequence[str]) -> None:
        await self._storage.remove(_for_javascript(list(keys)))


class Bridge:
    """Where JavaScript asks."""

    def __init__(self, parlour: "Parlour") -> None:
        self._parlour = parlour

    async def request(self, method: str, path: str, body: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of the answer; `path`: with its query."""
        reply = await self._parlour.request(method, path, body.encode())
        return reply.status, reply.headers, reply.body

    def connect(self, table: str, send: Callable[[str], None], closed: Callable[[int], None]) -> "Conversation":
        """See Parlour.connect."""
        return self._parlour.connect(table, send, closed)


def _for_javascript(value: object) -> Any:
    """Lists and bytes as arrays of JavaScript."""
    from pyodide.ffi import to_js  # imported here because it is there in a browser only

    return to_js(value)
