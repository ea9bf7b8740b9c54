"""Answers about any position of a game, which the page describes by its actions."""

import secrets
from collections.abc import Callable
from typing import Any, TypeVar

from rookery.core.generator import Generator
from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer, order_of
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.catalog import Catalog
from rookery.server.wire.board_messages import BoardAsked, BoardPreviewAsked, BoardWhyAsked
from rookery.server.wire.board_views import StudyBoard

__all__ = ["BoardEndpoints"]

AboutBoard = TypeVar("AboutBoard", BoardAsked, BoardPreviewAsked, BoardWhyAsked)


class BoardEndpoints:
    """Answers requests about boards on which a game is studied."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    async def board(self, request: ApiRequest) -> ApiAnswer:
        return await self._told(request, BoardAsked, lambda board, asked: board.shown())

    async def moves(self, request: ApiRequest) -> ApiAnswer:
        return await self._told(request, BoardAsked, lambda board, asked: board.moves())

    async def draw(self, request: ApiRequest) -> ApiAnswer:
        """No game depends on these draws, so nobody has to be able to check them."""
        return await self._told(request, BoardAsked, lambda board, asked: board.drawn(Generator(secrets.randbits(63))))

    async def preview(self, request: ApiRequest) -> ApiAnswer:
        return await self._told(request, BoardPreviewAsked, lambda board, asked: board.preview(asked.action))

    async def why(self, request: ApiRequest) -> ApiAnswer:
        return await self._told(request, BoardWhyAsked, lambda board, asked: board.why(asked.path, asked.spot))

    async def _told(
        self, request: ApiRequest, kind: type[AboutBoard], tell: Callable[[StudyBoard, AboutBoard], Any]
    ) -> ApiAnswer:
        """What `tell` says of the position. Raises UnknownOption, IllegalAction."""
        asked = await order_of(request, kind)
        game = await self._catalog.ready(request.params["slug"])
        return json_answer(await in_thread(lambda: tell(StudyBoard(game, asked), asked)))
