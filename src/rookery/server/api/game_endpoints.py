"""Answers about games: their cards, first positions, drawings and rules."""

from typing import Protocol

from rookery.core.position import Game
from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer, nothing_at, settings_asked
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.table_manager import TableManager
from rookery.server.wire.board_views import board_card


class GamePages(Protocol):
    """What is drawn and written of a game."""

    async def picture(self, game: Game) -> str:
        """Its picture for the front page, as SVG. Raises FileNotFoundError if there is none."""

    async def rules(self, game: Game) -> str:
        """Its rules as an HTML fragment. Raises FileNotFoundError if there are none."""


class GameEndpoints:
    """Answers requests about games."""

    def __init__(self, manager: TableManager, pages: GamePages) -> None:
        self._manager = manager
        self._pages = pages

    async def games(self, request: ApiRequest) -> ApiAnswer:
        """The cards of all games. `?game=SLUG` is opened before others."""
        self._manager.catalog.prioritise(request.query.get("game", ""))
        return json_answer(await in_thread(self._manager.catalog.cards))

    async def seats(self, request: ApiRequest) -> ApiAnswer:
        """The names of the seats at a table with these `players` and options, for option values that no card lists."""
        if (asked := settings_asked(request)) is None:
            return nothing_at(request.path)
        facts = self._manager.catalog.game(request.params["slug"]).facts
        facts.settings(*asked)
        return json_answer([role for role, _ in facts.seats_at(*asked)])

    async def board(self, request: ApiRequest) -> ApiAnswer:
        """The position before the first ply of a game with these `players` and options. Raises UnknownOption."""
        catalog = self._manager.catalog
        game = await catalog.ready(request.params["slug"])
        if (asked := settings_asked(request)) is None:
            return nothing_at(request.path)
        position = game.start_with(game.facts.settings(*asked))
        return json_answer(await in_thread(lambda: board_card(position, catalog.code(game))))

    # ── Files of the games' folders ──────────────────────────────────────────────
    async def art(self, request: ApiRequest) -> ApiAnswer:
        game = self._manager.catalog.game(request.params["slug"])
        return _file(game.art, "image/svg+xml")

    async def picture(self, request: ApiRequest) -> ApiAnswer:
        # not wanted, because the lobby shows all pictures
        game = await self._manager.catalog.ready(request.params["slug"], wanted=False)
        try:
            return _file(await self._pages.picture(game), "image/svg+xml")
        except FileNotFoundError:
            return nothing_at(request.path)

    async def rules(self, request: ApiRequest) -> ApiAnswer:
        game = await self._manager.catalog.ready(request.params["slug"])
        try:
            return _file(await self._pages.rules(game), "text/html")
        except FileNotFoundError:  # a game from outside the package may have no rules page
            return nothing_at(request.path)


def _file(text: str, media_type: str) -> ApiAnswer:
    return ApiAnswer(text.encode(), media_type, file=True)
