"""HTTP endpoints of games: their cards, drawings and rules."""

import functools

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.export import rules_page
from rookery.server.http.responses import answer, fresh
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.table_manager import TableManager

__all__ = ["GameEndpoints"]


class GameEndpoints:
    """Answers requests about games."""

    def __init__(self, manager: TableManager) -> None:
        self._manager = manager

    async def games(self, request: Request) -> Response:
        """The cards of all games. `?game=SLUG` is compiled before others."""
        self._manager.catalog.prioritise(request.query_params.get("game", ""))
        return answer(await in_thread(self._manager.catalog.cards))

    async def progress(self, request: Request) -> Response:
        """How much is compiled of each unfinished game, from 0 to 1, by slug."""
        return answer(self._manager.catalog.progress())

    async def seats(self, request: Request) -> Response:
        """The names of the seats at a table with these `players` and options, for option values that no card lists."""
        options = dict(request.query_params)
        players = options.pop("players", "")
        if not players.isdecimal() or len(players) > 2:
            raise HTTPException(404)
        facts = self._manager.catalog.game(request.path_params["slug"]).facts
        facts.settings(int(players), options)
        return answer([role for role, _ in facts.seats_at(int(players), options)])

    # ── Files of the games' folders ──────────────────────────────────────────────
    async def art(self, request: Request) -> Response:
        game = self._manager.catalog.game(request.path_params["slug"])
        return fresh(request, game.art.encode(), "image/svg+xml")

    async def picture(self, request: Request) -> Response:
        # not wanted, because the lobby shows all pictures
        game = await self._manager.catalog.ready(request.path_params["slug"], wanted=False)
        picture = await in_thread(functools.partial(rules_page.picture, game))
        return fresh(request, picture.encode(), "image/svg+xml")

    async def rules(self, request: Request) -> Response:
        game = await self._manager.catalog.ready(request.path_params["slug"])
        try:
            rules = await in_thread(functools.partial(rules_page.rules, game))
        except FileNotFoundError:  # a game from outside the package may have no rules page
            raise HTTPException(404) from None
        return fresh(request, rules.encode(), "text/html")
