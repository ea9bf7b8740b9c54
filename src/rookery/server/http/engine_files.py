"""What a page needs to analyse games itself (page_engine, wasm/build.py)."""

import asyncio
import logging
from collections import defaultdict

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rookery.core.errors import BrokenModule, Trouble
from rookery.core.registry import load
from rookery.page_engine.apart import made_apart
from rookery.page_engine.engine_parts import LICENCES, PYTHON_FOLDER, EngineParts, Files
from rookery.server.http.responses import CACHE_IMMUTABLE, CACHE_REVALIDATE, answer, refusal
from rookery.wasm.build import build

__all__ = ["ENGINE_POLICY", "ENGINE_SCRIPT", "Compression", "EngineFiles"]

log = logging.getLogger(__name__)

LONGEST_ANSWER = 1.0  # seconds
PACKED = f"/engine/{PYTHON_FOLDER}"
# The engine's workers compile WebAssembly, and CPython's script comes to them as a blob. No page may do either.
ENGINE_SCRIPT = "assets/engine_worker-"  # how the path of their script begins
ENGINE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; connect-src 'self' blob:"


class EngineFiles:
    """Serves the engine's files, and the WebAssembly of each game. The former are made or read when the server starts,
    so they fit the rules that it runs; the latter when somebody first asks. All pages that read slowly share one copy
    in memory."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._made: asyncio.Task[EngineParts | None] | None = None
        self._modules = dict[str, Files | BrokenModule]()  # by slug
        self._locks = defaultdict[str, asyncio.Lock](asyncio.Lock)

    def open(self) -> None:
        """Begin to make the files."""
        if self._wanted:
            self._made = asyncio.create_task(_made())

    async def close(self) -> None:
        """End what is not made yet, with the process that makes it."""
        if self._made:
            self._made.cancel()
            await asyncio.wait([self._made])

    def _engine(self) -> EngineParts | None:
        return self._made.result() if self._made and self._made.done() else None

    async def names(self, request: Request) -> Response:
        """What the page must know of the files (NamedFiles of web/src/net/server_parlour.ts); null: it has no engine
        here; null with the status 202: they are not made yet, and the page asks again."""
        if self._made and not self._made.done():
            await asyncio.wait([self._made], timeout=LONGEST_ANSWER)
        made = self._engine()
        return answer(made and made.named, 202 if self._made and not self._made.done() else 200)

    async def file(self, request: Request) -> Response:
        """One of the files. Raises HTTPException for any other path."""
        made, path = self._engine(), request.path_params["path"]
        if made is None or path not in made.files:
            raise HTTPException(404)
        if path == LICENCES:
            return Response(made.files[path], 200, {"cache-control": CACHE_REVALIDATE}, "text/plain")
        return _for_ever(made.files[path])

    async def modules(self, request: Request) -> Response:
        """The names of the files of a game's modules: what wasm/page/browser.py asks for."""
        found = await self._modules_of(request.path_params["slug"])
        return refusal(found, 404) if isinstance(found, BrokenModule) else answer(sorted(found))

    async def module(self, request: Request) -> Response:
        """One of those files. Raises HTTPException for any other name."""
        name = request.path_params["name"]
        found = await self._modules_of(name.rsplit("-", 2)[0])
        if isinstance(found, BrokenModule) or name not in found:
            raise HTTPException(404)
        return _for_ever(found[name])

    async def _modules_of(self, slug: str) -> Files | BrokenModule:
        made = self._engine()
        if made is None or slug not in made.named["games"]:
            raise HTTPException(404)
        async with self._locks[slug]:
            if slug not in self._modules:
                try:
                    self._modules[slug] = await asyncio.to_thread(_modules, slug)
                except OSError as error:  # such as a full disk, which may have room later
                    return _broken(slug, error)
        return self._modules[slug]


async def _made() -> EngineParts | None:
    """None: it cannot be made here, and the log says why."""
    try:
        return await made_apart()
    except (Trouble, OSError) as error:
        log.warning("Pages offer no hints and no reviews until the server starts again: %s", error)
        return None


def _modules(slug: str) -> Files | BrokenModule:
    """The files of a game's modules by their names; or what to tell if they cannot be compiled. Raises OSError."""
    try:
        return {path.name: path.read_bytes() for built in build(load(slug)).values() for path in built}
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever the files of another author raise, once
        return _broken(slug, error)


def _broken(slug: str, error: Exception) -> BrokenModule:
    log.error("Pages offer no hints and no reviews of %s: %s", slug, error or type(error).__name__)
    told = f"{load(slug).facts.name} cannot be analysed here, because its rules cannot be compiled for pages"
    return BrokenModule(f"{told}; the server's log tells the host why")


def _for_ever(data: bytes) -> Response:
    return Response(data, 200, {"cache-control": CACHE_IMMUTABLE}, "application/octet-stream")


class Compression(GZipMiddleware):
    """Compresses responses, but for the engine's files that are compressed, and for answers to POST: they may hold a
    key beside text that others choose, and the length of both together, compressed, tells something of the key."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        plain = scope["type"] == "http" and (scope["method"] == "POST" or scope["path"].startswith(PACKED))
        await (self.app if plain else super().__call__)(scope, receive, send)
