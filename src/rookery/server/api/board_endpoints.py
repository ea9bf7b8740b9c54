"""Answers about boards on which games are studied."""

from collections.abc import Callable

from rookery.core.position import Game
from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer, nothing_at, settings_asked
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.catalog import Catalog
from rookery.server.wire.board_views import board_card

__all__ = ["BoardEndpoints"]


class BoardEndpoints:
    """Answers requests about boards."""

    def __init__(self, catalog: Catalog, code: Callable[[Game], str]) -> None:
        """`code`: see Services."""
        self._catalog = catalog
        self._code = code

    async def board(self, request: ApiRequest) -> ApiAnswer:
        """The position before the first ply of a game with these `players` and options. Raises UnknownOption."""
        game = await self._catalog.ready(request.params["slug"])
        if (asked := settings_asked(request)) is None:
            return nothing_at(request.path)
        position = game.start_with(game.facts.settings(*asked))
        return json_answer(await in_thread(lambda: board_card(position, self._code)))
