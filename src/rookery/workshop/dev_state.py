"""What the page of the workshop is told: which edit the game on show is of, what is wrong with a newer one, and whether
the laws hold.

The process that watches the files writes it to a file, and the process that serves the game reads it there.
"""

import asyncio
import os
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from rookery.testing.reports import LawFails, LawsHold

PATH, PAGES = "/api/workshop", "/workshop/"
LOOK_INTERVAL = 0.1  # seconds
LONGEST_WAIT = 5.0  # seconds for which a page is kept waiting for news


class DevState(msgspec.Struct, frozen=True, kw_only=True):
    """`news` grows with each change of this."""

    game: str  # slug
    news: int = 0
    edit: int = 0  # of the game that is served, counted from 1; 0: it could not be opened yet
    failure: LawFails | None = None  # why a newer edit is not served
    laws: LawsHold | LawFails | None = None  # of the edit; None: they are being tried


def write(path: Path, state: DevState) -> None:
    """Write it at once, because another process may be reading."""
    draft = path.with_suffix(".new")
    draft.write_bytes(msgspec.json.encode(state))
    draft.replace(path)


class WorkshopApp:
    """A server of tables that also tells its page what happens in the workshop."""

    def __init__(self, app: ASGIApp, path: Path) -> None:
        self._app, self._path = app, path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["path"].startswith(PAGES):
            scope = {**scope, "path": "/", "raw_path": b"/"}  # the page itself knows its address
        if scope["type"] != "http" or scope["path"] != PATH:
            await self._app(scope, receive, send)
            return
        news = Request(scope).query_params.get("news", "")
        text = await self._told(int(news) if news.isdecimal() else -1)
        await Response(text, 200, {"cache-control": "no-store"}, "application/json")(scope, receive, send)

    async def _told(self, known: int) -> bytes:
        """The state, as soon as it is another than number `known`, or after a while."""
        for _ in range(int(LONGEST_WAIT / LOOK_INTERVAL)):
            text = self._path.read_bytes()
            if msgspec.json.decode(text, type=DevState).news != known:
                break
            await asyncio.sleep(LOOK_INTERVAL)
        return text


def stamp(folder: Path) -> dict[str, tuple[int, int]]:
    """Path -> time and size of every file of a game, so that an edit can be seen."""
    found = dict[str, tuple[int, int]]()
    for root, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith((".", "__"))]
        for name in files:
            path = os.path.join(root, name)
            try:
                at = os.stat(path)
            except FileNotFoundError:  # an editor replaces files
                continue
            found[path] = at.st_mtime_ns, at.st_size
    return found
