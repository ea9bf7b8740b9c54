"""The built page: index.html at every address that a person sees, and the files that it asks for."""

import mimetypes
import posixpath
import stat
from pathlib import Path

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from rookery.server.http.responses import fresh

__all__ = ["UNBUILT_PAGE", "PageFiles"]

CACHE_IMMUTABLE = "public, max-age=31536000, immutable"  # for files whose name holds a hash of what is in them

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


class PageFiles(StaticFiles):
    """Starlette looks the files up. Each has one address, in which nothing is tidied up, and is read before the answer
    begins: whoever builds the page anew may take it away meanwhile. No thread is asked: that takes longer."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.config_checked = True  # a server may run before its page is built

    async def index(self, request: Request) -> Response:
        """index.html, or a sentence where the page is not built."""
        try:
            return self._file("index.html", request.scope)
        except HTTPException:
            return HTMLResponse(UNBUILT_PAGE, 503, {"cache-control": "no-store"})

    def get_path(self, scope: Scope) -> str:
        return str(scope["path"])[1:]

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            return self._file(path, scope)
        except HTTPException:
            if "text/html" not in Headers(scope=scope).get("accept", ""):
                raise
        # to a person the page says it, and shows a way on; "304 Not Modified" would say that something is there
        answer = await self.index(Request({**scope, "headers": []}))
        answer.status_code = 404 if answer.status_code == 200 else answer.status_code
        return answer

    def _file(self, path: str, scope: Scope) -> Response:
        """Raises HTTPException."""
        if path != posixpath.normpath(path):  # "index.html/", "a//b"
            raise HTTPException(404)
        try:
            name, found = self.lookup_path(path)
            data = Path(name).read_bytes() if found is not None and stat.S_ISREG(found.st_mode) else None
        except (OSError, ValueError):  # no file can have such a name, or it was there a moment ago
            data = None
        if data is None:
            raise HTTPException(404)
        kind = mimetypes.guess_type(path)[0] or "text/plain"
        if path.startswith("assets/"):  # vite's folder of files named by their contents: nobody asks for one again
            return Response(data, 200, {"cache-control": CACHE_IMMUTABLE}, kind)
        return fresh(Request(scope), data, kind)
