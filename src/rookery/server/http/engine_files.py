"""What a page needs to analyse games itself (ops/page_engine.py)."""

from collections.abc import Mapping
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rookery.server.http.responses import CACHE_IMMUTABLE, CACHE_REVALIDATE, answer
from rookery.server.ops.page_engine import LICENCES, named_files, page_files

__all__ = ["ENGINE_POLICY", "ENGINE_SCRIPT", "Compression", "EngineFiles"]

ENGINE_PATH = "/engine/"
# The engine's workers compile WebAssembly, and CPython's script comes to them as a blob. No page may do either.
ENGINE_SCRIPT = "assets/engine_worker-"  # how the path of their script begins
ENGINE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; connect-src 'self' blob:"


class EngineFiles:
    """Serves the engine's files. They are read when the server starts, so they fit the rules that it runs, and all
    pages that read slowly share one copy in memory."""

    def __init__(self, folder: Path) -> None:
        self._named = named_files(folder)
        self._files: Mapping[str, bytes] = page_files(folder, self._named) if self._named else {}

    async def names(self, request: Request) -> Response:
        """What the page must know of the files; null: it has no engine here."""
        return answer(self._named)

    async def file(self, request: Request) -> Response:
        """One of the files. Raises HTTPException for any other path."""
        path = request.path_params["path"]
        if path not in self._files:
            raise HTTPException(404)
        if path == LICENCES:
            return Response(self._files[path], 200, {"cache-control": CACHE_REVALIDATE}, "text/plain")
        return Response(self._files[path], 200, {"cache-control": CACHE_IMMUTABLE}, "application/octet-stream")


class Compression(GZipMiddleware):
    """Compresses responses, but for the engine's files, which are compressed, and for answers to POST: they may hold a
    key beside text that others choose, and the length of both together, compressed, tells something of the key."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        plain = scope["type"] == "http" and (scope["method"] == "POST" or scope["path"].startswith(ENGINE_PATH))
        await (self.app if plain else super().__call__)(scope, receive, send)
