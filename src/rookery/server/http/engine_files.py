"""What a page needs to analyse games itself (ops/page_engine.py)."""

import functools
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.types import Receive, Scope, Send

from rookery.server.http.responses import CACHE_IMMUTABLE, answer
from rookery.server.ops.page_engine import PYTHON_FOLDER, named_files

__all__ = ["ENGINE_POLICY", "ENGINE_SCRIPT", "Compression", "EngineFiles"]

ENGINE_PATH = "/engine/"
# The engine's workers compile WebAssembly, and CPython's script comes to them as a blob. No page may do either.
ENGINE_SCRIPT = "assets/engine_worker-"  # how the path of their script begins
ENGINE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' blob:; connect-src 'self' blob:"


class EngineFiles:
    """Serves the engine's files, which are too large to be held in memory for each page that reads slowly."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def names(self, request: Request) -> Response:
        """What the page must know of the files; null: it has no engine here."""
        return answer(self._named)

    async def file(self, request: Request) -> Response:
        """One of the files. Raises HTTPException for any other path."""
        path = f"{PYTHON_FOLDER}{request.path_params['name']}"
        if path not in self._paths:
            raise HTTPException(404)
        return FileResponse(
            self._folder / path, headers={"cache-control": CACHE_IMMUTABLE}, media_type="application/octet-stream"
        )

    @functools.cached_property
    def _named(self) -> dict[str, Any] | None:
        return named_files(self._folder)

    @functools.cached_property
    def _paths(self) -> frozenset[str]:
        named = self._named or {}
        parts = [named.get(part) for part in ("wasm", "script", "library")] + [*named.get("packages", ())]
        return frozenset(part["path"] for part in parts if part)


class Compression(GZipMiddleware):
    """Compresses responses, but for the engine's files, which are compressed."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        inner = scope["type"] == "http" and scope["path"].startswith(ENGINE_PATH)
        await (self.app if inner else super().__call__)(scope, receive, send)
