"""The built page: index.html at every address that a person sees, and the files that it asks for."""

import mimetypes
import posixpath
import stat
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

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


class PageFiles:
    """The addresses of the files. Each file has one, in which nothing is tidied up, and is read before the answer
    begins: whoever builds the page anew may take it away meanwhile. No thread is asked: that takes longer. A tag is a
    hash of the contents, because all files of an installed page may have one date."""

    def __init__(self, folder: Path) -> None:
        self._files = StaticFiles(directory=folder, check_dir=False)  # a server may run before its page is built

    async def index(self, request: Request) -> Response:
        """index.html, or a sentence where the page is not built."""
        try:
            return self._answer("index.html", request)
        except HTTPException:
            return HTMLResponse(UNBUILT_PAGE, 503, {"cache-control": "no-store"})

    async def file(self, request: Request) -> Response:
        """Raises HTTPException where there is none; a person is answered with the page."""
        try:
            return self._answer(request.path_params["path"], request)
        except HTTPException:
            if "text/html" not in request.headers.get("accept", ""):
                raise
        # to a person the page says it, and shows a way on; "304 Not Modified" would say that something is there
        answer = await self.index(Request({**request.scope, "headers": []}))
        answer.status_code = 404 if answer.status_code == 200 else answer.status_code
        return answer

    def _answer(self, path: str, request: Request) -> Response:
        """Raises HTTPException."""
        data = self._read(path)
        if data is None:
            raise HTTPException(404)
        kind = mimetypes.guess_type(path)[0] or "text/plain"
        if path.startswith("assets/"):  # vite's folder of files named by their contents: nobody asks for one again
            return Response(data, 200, {"cache-control": CACHE_IMMUTABLE}, kind)
        return fresh(request, data, kind)

    def _read(self, path: str) -> bytes | None:
        """None where no file of the folder has exactly this path: "index.html/" and "a//b" are none."""
        if path != posixpath.normpath(path):
            return None
        try:
            name, found = self._files.lookup_path(path)  # Starlette keeps it inside the folder
            return Path(name).read_bytes() if found is not None and stat.S_ISREG(found.st_mode) else None
        except (OSError, ValueError):  # no file can have such a name, or it was there a moment ago
            return None
