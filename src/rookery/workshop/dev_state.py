"""What the page of the workshop is told: which edit the game on show is of, what is wrong with a newer one, and whether
the laws hold.

The process that watches the files writes it to a file, and the process that serves the game reads it there.
"""

import asyncio
import json
import os
from pathlib import Path

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from rookery.core.errors import Refusal
from rookery.core.position import Game
from rookery.server.bots.game_codes import code_name
from rookery.server.http.responses import answer, refusal
from rookery.server.wire.board_views import board_card
from rookery.testing.reports import LawFails, LawsHold
from rookery.workshop.page.made_in_page import replayed

NEWS_PATH, BOARD_PATH, FAULT_PATH = "/api/workshop", "/api/workshop/board", "/api/workshop/fault"
PAGE_PATHS = "/workshop/"
LOOK_INTERVAL = 0.1  # seconds
LONGEST_POLL = 5.0  # seconds for which a page is kept waiting for news


class DevState(msgspec.Struct, frozen=True, kw_only=True):
    """`news` grows with each change of this."""

    game: str  # slug
    news: int = 0
    edit: int = 0  # of the game that is served, counted from 1; 0: it could not be opened yet
    failure: LawFails | None = None  # why a newer edit is not served
    fault: LawFails | None = None  # why the process that serves the edit was stopped
    laws: LawsHold | LawFails | None = None  # of the edit; None: they are being tried


def write(path: Path, state: DevState) -> None:
    """Write it at once, because another process may be reading."""
    draft = path.with_suffix(".new")
    draft.write_bytes(msgspec.json.encode(state))
    draft.replace(path)


class WorkshopApp:
    """A server of tables that also tells its page what happens in the workshop."""

    def __init__(self, app: ASGIApp, path: Path, game: Game) -> None:
        """`path`: the file of the DevState."""
        self._app, self._path, self._game = app, path, game
        self._options = {option.name for option in game.facts.options}
        self._players = {str(count) for count in game.facts.players}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if path.startswith(PAGE_PATHS):
            scope = {**scope, "path": "/", "raw_path": b"/"}  # the page itself knows its address
        answers = {NEWS_PATH: self._news, BOARD_PATH: self._board, FAULT_PATH: self._fault}
        if path not in answers:
            await self._app(scope, receive, send)
            return
        answer = await answers[path](Request(scope))
        await answer(scope, receive, send)

    async def _news(self, request: Request) -> Response:
        known = request.query_params.get("news", "")
        text = await self._told(int(known) if known.isdecimal() else -1)
        return Response(text, 200, {"cache-control": "no-store"}, "application/json")

    async def _board(self, request: Request) -> Response:
        """The position of a text. A refusal is an answer for the person who wrote it."""
        text, players, options = self._asked(request)
        try:
            return answer(board_card(self._game.position(text, players, **options), code_name(self._game)))
        except Refusal as error:
            return refusal(error, 400)

    async def _fault(self, request: Request) -> Response:
        """What goes wrong where actions are played; null if nothing does. If that never ends, the process is stopped,
        and the state tells why."""
        text, players, options = self._asked(request)
        actions = request.query_params.get("actions", "[]")
        slug, usual = self._game.facts.slug, self._game.facts.players[0]
        found = replayed(slug, players or usual, json.dumps(options), text, actions)
        return Response(found, 200, {"cache-control": "no-store"}, "application/json")

    def _asked(self, request: Request) -> tuple[str, int | None, dict[str, str]]:
        """The text of a position, the number of players (None: the usual one), options."""
        asked = request.query_params
        options = {name: value for name, value in asked.items() if name in self._options}
        players = asked.get("players", "")
        return asked.get("position", ""), int(players) if players in self._players else None, options

    async def _told(self, known: int) -> bytes:
        """The state, as soon as it is another than number `known`, or after a while."""
        for _ in range(int(LONGEST_POLL / LOOK_INTERVAL)):
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
