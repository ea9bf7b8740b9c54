"""The built page: index.html at every address that people see, and the files that it loads; the code of the games."""

import functools
import logging
import posixpath
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from rookery.core.errors import Refusal, Trouble, UnknownGame
from rookery.server.bots.game_codes import code_of
from rookery.server.http.engine_files import ENGINE_POLICY, ENGINE_SCRIPT
from rookery.server.http.responses import MAX_FILES, fresh, lasting
from rookery.server.rooms.catalog import Catalog

log = logging.getLogger(__name__)

# Programs of people whom nobody knows run in a frame of the page. Its file says itself what it may reach: nothing.
SANDBOX_FILE = "sandbox.html"
SANDBOX_POLICY = "sandbox allow-scripts; frame-ancestors 'self'"

WORKSHOP_PATH = "/make/"
WORKSHOP_TAG = f'<meta name="workshop" content="{WORKSHOP_PATH}" />'.encode()  # read by web/src/net/server_parlour.ts
SANDBOXED_TAG = b'<meta name="sandboxed" />'  # the same
HEAD_END = b"</head>"

# A machine's own table is not asked: on some, the registry says that a script is plain text, and no browser runs that
TYPES_BY_ENDING = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".mjs": "text/javascript",
    ".packed": "application/octet-stream",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
UNBUILT_PAGE = """<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Rookery: the page is not built</title></head>
  <body>
    <h1>The server runs, but its page is not built</h1>
    <p>In a checkout, <code>make play</code> builds it (it needs Node 20.19 or newer) and opens it here.
    A released wheel or sdist has it built in.</p>
  </body>
</html>
"""


class PageFiles:
    """Serves the files of the page. Each file has exactly one path, which is not normalised. It is read before the
    response begins, because a rebuild may remove it meanwhile, and without a thread, which would take longer; all
    clients that read it slowly share one copy in memory. The ETag is a hash of the contents, because all files of an
    installed page may have the same date."""

    def __init__(self, folder: Path, told: Callable[[bytes, Request], Awaitable[bytes]]) -> None:
        """`told`: index.html with what machines are told of the address of a request."""
        self._told = told
        self._files = StaticFiles(directory=folder, check_dir=False)  # a server may run before its page is built

    async def index(self, request: Request) -> Response:
        """index.html, or an explanation if the page is not built."""
        if (html := self._read("index.html")) is None:
            return HTMLResponse(UNBUILT_PAGE, 503, {"cache-control": "no-store"})
        try:
            html = await self._told(html, request)
        except (Refusal, Trouble) as error:  # the page itself says what is wrong
            log.warning("An address is shown without its preview: %s", error)
        return fresh(request, html, TYPES_BY_ENDING[".html"])

    async def file(self, request: Request) -> Response:
        """A file of the page, or what `nothing_here` answers."""
        try:
            return self.found(request)
        except HTTPException:
            return await self.nothing_here(request)

    async def nothing_here(self, request: Request) -> Response:
        """For an unknown path, people get the page with status 404; raises HTTPException for programs."""
        if "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404)
        # the page tells people that there is nothing here; without headers, so that the answer is never a 304
        answer = await self.index(Request({**request.scope, "headers": []}))
        answer.status_code = 404 if answer.status_code == 200 else answer.status_code
        return answer

    def found(self, request: Request) -> Response:
        """A file. Raises HTTPException if there is none."""
        path = request.path_params["path"]
        data = self._read(path)
        if data is None:
            raise HTTPException(404)
        kind = TYPES_BY_ENDING.get(posixpath.splitext(path)[1].lower(), "text/plain")
        if path.startswith("assets/"):  # Vite names these files by a hash of their contents
            answer = lasting(request, data, kind)
            if path.startswith(ENGINE_SCRIPT):
                answer.headers["content-security-policy"] = ENGINE_POLICY
            return answer
        answer = fresh(request, data, kind)
        if path == SANDBOX_FILE:
            answer.headers["content-security-policy"] = SANDBOX_POLICY
        return answer

    def _read(self, path: str) -> bytes | None:
        """The contents of the file at exactly this path, or None; "index.html/" and "a//b" are never files. A hidden
        file is not part of a page."""
        if path != posixpath.normpath(path) or any(part.startswith(".") for part in path.split("/")):
            return None
        try:
            name, status = self._files.lookup_path(path)  # Starlette keeps it inside the folder
            return _shared(Path(name).read_bytes()) if status is not None and stat.S_ISREG(status.st_mode) else None
        except (OSError, ValueError):  # such a name is impossible, or the file has just vanished
            return None


@functools.lru_cache(MAX_FILES)
def _shared(data: bytes) -> bytes:
    """The first bytes that were the same."""
    return data


class WorkshopFiles:
    """Serves a site (rookery.site) in which people make games, below WORKSHOP_PATH, if there is one."""

    def __init__(self, folder: Path) -> None:
        self.there = (folder / "index.html").is_file()
        self._files = PageFiles(folder, _unchanged)

    def routes(self, page: PageFiles) -> list[Route]:
        """An empty list if there is no workshop. `page`: the server's, which says where nothing is; the addresses in a
        site's page are relative, and lead astray from any path but its own."""

        async def file(request: Request) -> Response:
            try:
                return self._files.found(request)
            except HTTPException:
                return await page.nothing_here(request)

        files = [
            Route(WORKSHOP_PATH.rstrip("/"), _to_workshop),
            Route(WORKSHOP_PATH, self._files.index),
            Route(f"{WORKSHOP_PATH}{{path:path}}", file),
        ]
        return files if self.there else []


async def _unchanged(html: bytes, request: Request) -> bytes:
    return html


async def _to_workshop(request: Request) -> Response:
    return RedirectResponse(WORKSHOP_PATH)


def with_tags(html: bytes, workshop: bool, sandboxed: bool) -> bytes:
    """The server's index.html, with tags. `workshop`: whether there is one; `sandboxed`: a setting (config.py)."""
    tags = WORKSHOP_TAG * workshop + SANDBOXED_TAG * sandboxed
    return html.replace(HEAD_END, tags + HEAD_END, 1)


class CodeFiles:
    """Serves the code of each game, by a name that holds its hash: a page keeps it for ever."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    async def file(self, request: Request) -> Response:
        """The code of that name. Raises HTTPException for any other, and NotReady."""
        name = request.path_params["name"]
        try:
            game = await self._catalog.ready(name.partition(".")[0])
        except UnknownGame:
            raise HTTPException(404) from None
        code = code_of(game)  # it was made when the game was opened
        if code is None or code.name != name:
            raise HTTPException(404)
        return lasting(request, code.text, "text/javascript; charset=utf-8")
