"""What was asked and is not answered yet when the server stops."""

import asyncio
from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookery.server.errors import Stopping
from rookery.server.http.responses import refusal

__all__ = ["ShutdownMiddleware"]


class ShutdownMiddleware:
    """The application. The server gives up what has not ended in time when it stops, for example a request that waits
    for rules: whoever asked hears why, and it is no fault that the log has to show."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Pages' lines go straight on (middleware.py): a frame here would be kept for every page."""
        return self._answer(scope, receive, send) if scope["type"] == "http" else self._app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, noted)
        except asyncio.CancelledError:
            if begun:
                raise
            await refusal(Stopping("the server stops; ask again in a moment"), 503)(scope, receive, send)
