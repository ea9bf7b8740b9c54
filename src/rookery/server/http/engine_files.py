"""The files with which a page analyses games itself (page_engine, wasm/build.py)."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable

from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from rookery.core.errors import BrokenModule, CannotPlay, Trouble
from rookery.core.position import Game
from rookery.core.registry import load
from rookery.page_engine.apart import made_apart
from rookery.page_engine.engine_parts import EngineProgram, Files, game_files
from rookery.server.bots.game_codes import code_name
from rookery.server.http.responses import CACHE_IMMUTABLE, CACHE_REVALIDATE, answer, refusal

log = logging.getLogger(__name__)

COMPRESSED = (".packed", ".zip", ".png", ".woff2")  # endings of files that are compressed already
LONGEST_ANSWER = 1.0  # seconds
# The engine's workers compile WebAssembly. No page may do that.
ENGINE_SCRIPT = "assets/engine_worker-"  # the beginning of their script's path
ENGINE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"


class EngineFiles:
    """Serves the engine's files, and the WebAssembly of each game. The former are made or read when the server starts,
    so they fit the rules that it runs; the latter when somebody first asks. All pages that read slowly share one copy
    in memory."""

    def __init__(self, wanted: bool, slugs: Iterable[str]) -> None:
        """`slugs`: of the games that it shall know."""
        self._slugs = slugs
        self._wanted = wanted
        self._made: asyncio.Task[EngineProgram | None] | None = None
        self._files = dict[str, Files | BrokenModule]()  # by slug
        self._locks = defaultdict[str, asyncio.Lock](asyncio.Lock)

    def open(self) -> None:
        """Begin to make the files."""
        if self._wanted:
            self._made = asyncio.create_task(_made(self._slugs))

    async def close(self) -> None:
        """End what is not made yet, with the process that makes it."""
        if self._made:
            self._made.cancel()
            await asyncio.wait([self._made])

    def _engine(self) -> EngineProgram | None:
        return self._made.result() if self._made and self._made.done() else None

    async def names(self, request: Request) -> Response:
        """The names of the engine's files for the page (NamedFiles of web/src/net/server_parlour.ts); null: it has none
        here; null with the status 202: it is not made yet, and the page asks again."""
        if self._made and not self._made.done():
            await asyncio.wait([self._made], timeout=LONGEST_ANSWER)
        engine = self._engine()
        names = engine and {"program": engine.name, "games": engine.games}
        return answer(names, 202 if self._made and not self._made.done() else 200)

    async def program(self, request: Request) -> Response:
        """The engine. Raises HTTPException for another name."""
        engine = self._engine()
        if engine is None or request.path_params["name"] != engine.name:
            raise HTTPException(404)
        return _for_ever(engine.text, "text/javascript")

    async def game(self, request: Request) -> Response:
        """The names of a game's files (page_engine/engine_parts.py)."""
        slug = request.path_params["slug"]
        files = await self._files_of(slug)
        if isinstance(files, BrokenModule):
            return refusal(files, 404)
        return Response(files[f"games/{slug}.json"], 200, {"cache-control": CACHE_REVALIDATE}, "application/json")

    async def module(self, request: Request) -> Response:
        """One of those files. Raises HTTPException for any other name."""
        name = request.path_params["name"]
        files, path = await self._files_of(name.rpartition("-")[0]), f"modules/{name}"
        if isinstance(files, BrokenModule) or path not in files:
            raise HTTPException(404)
        return _for_ever(files[path], "application/wasm" if path.endswith(".wasm") else "application/json")

    async def _files_of(self, slug: str) -> Files | BrokenModule:
        engine = self._engine()
        if engine is None or slug not in engine.games:
            raise HTTPException(404)
        async with self._locks[slug]:
            if slug not in self._files:
                try:
                    self._files[slug] = await asyncio.to_thread(_built, slug, engine.name)
                except OSError as error:  # such as a full disk, which may have room later
                    return _broken(slug, error)
        return self._files[slug]


async def _made(slugs: Iterable[str]) -> EngineProgram | None:
    """None: it cannot be made here, and the log says why."""
    try:
        program = await made_apart(slugs)
    except (Trouble, OSError) as error:
        log.warning("Pages offer no hints and no reviews until the server starts again: %s", error)
        return None
    for words in program.warnings:
        log.warning("%s", words)
    return program


def _built(slug: str, program: str) -> Files | BrokenModule:
    """The files of a game for a program, by their paths; or what to tell if its module cannot be compiled.

    Raises OSError."""
    try:
        return _files(load(slug), program)
    except OSError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever the files of another author raise, once
        return _broken(slug, error)


def _files(game: Game, program: str) -> Files:
    """Raises CannotPlay where the game has no code, and what game_files raises."""
    code = code_name(game)
    if not code:
        raise CannotPlay("pages cannot draw it")
    return game_files(game, f"/code/{code}", program)


def _broken(slug: str, error: Exception) -> BrokenModule:
    log.error("Pages offer no hints and no reviews of %s: %s", slug, str(error) or type(error).__name__)
    told = f"{load(slug).facts.name} cannot be analysed here, because its rules cannot be compiled for pages"
    return BrokenModule(f"{told}; the server's log tells the host why")


def _for_ever(data: bytes, kind: str) -> Response:
    return Response(data, 200, {"cache-control": CACHE_IMMUTABLE}, kind)


class Compression(GZipMiddleware):
    """Compresses responses, except files that are compressed already, and answers to POST: those may hold a key beside
    text that others choose, and the length of both together, compressed, tells something of the key."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        plain = scope["type"] == "http" and (scope["method"] == "POST" or scope["path"].endswith(COMPRESSED))
        await (self.app if plain else super().__call__)(scope, receive, send)
