"""The code with which pages draw the games (rookery.javascript)."""

import asyncio

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.core.errors import UnknownGame
from rookery.javascript.game_module import code_of
from rookery.server.http.responses import CACHE_IMMUTABLE
from rookery.server.rooms.catalog import Catalog

__all__ = ["CodeFiles"]


class CodeFiles:
    """Serves the code of each game, by a name that holds its hash: a page keeps it for ever."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog

    async def file(self, request: Request) -> Response:
        """The code of that name. Raises HTTPException for any other."""
        name = request.path_params["name"]
        try:
            game = self._catalog.game(name.rpartition("-")[0])
        except UnknownGame:
            raise HTTPException(404) from None
        code = await asyncio.to_thread(code_of, game)
        if code is None or code.name != name:
            raise HTTPException(404)
        return Response(code.text, 200, {"cache-control": CACHE_IMMUTABLE}, "text/javascript; charset=utf-8")
