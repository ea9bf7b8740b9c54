"""Answers requests that are still waiting when the server stops."""

import asyncio
from collections.abc import Awaitable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from rookery.server.errors import Stopping
from rookery.server.http.responses import refusal


class ShutdownMiddleware:
    """Refuses requests that the server cancels when it stops, such as one that waits for a game to be opened. The
    client gets a reason, and the log shows no error."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """WebSockets are passed on directly, because a stack frame here would stay in memory for every page."""
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
            await refusal(Stopping("the server is stopping; try again in a moment"), 503)(scope, receive, send)
