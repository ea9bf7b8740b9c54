"""The built page: index.html at every address that a person sees, and the files that it asks for."""

import mimetypes
from pathlib import Path

from starlette.responses import HTMLResponse, Response

from rookery.server.http.responses import ASK_FIRST

__all__ = ["UNBUILT", "PageFiles"]

FOREVER = "public, max-age=31536000, immutable"  # for files whose name holds a hash of what is in them

UNBUILT = """<!doctype html>
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
    """The built page: index.html for every address that a person sees, and the files that it asks for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def index(self, status: int = 200) -> Response:
        found = _whole(self._folder / "index.html", status, ASK_FIRST)
        return found or HTMLResponse(UNBUILT, 503, {"cache-control": "no-store"})

    def file(self, name: str) -> Response | None:
        """A file of the page, or None. It must be called just that, so no name leads outside."""
        folder = self._folder.resolve()
        try:
            path = (folder / name).resolve()
            if path.relative_to(folder).as_posix() != name:
                return None
        except (OSError, ValueError):  # it lies outside, or no file can have such a name
            return None
        hashed = path.parent.name == "assets"  # vite's folder of files named by their contents
        return _whole(path, 200, FOREVER if hashed else ASK_FIRST)


def _whole(path: Path, status: int, keep: str) -> Response | None:
    """A file, or None. It is read before the answer begins: whoever builds the page anew may take it away meanwhile."""
    try:
        data = path.read_bytes() if path.is_file() else None
    except OSError:
        return None
    kind = mimetypes.guess_type(path.name)[0]
    return None if data is None else Response(data, status, {"cache-control": keep}, kind or "text/plain")
