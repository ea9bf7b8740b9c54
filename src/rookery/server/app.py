"""The addresses of the server, and how a refusal becomes an answer."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from rookery.core import errors
from rookery.core.errors import NotReady, Refusal, StoreTrouble, Trouble, UnreadableMessage
from rookery.server import pages
from rookery.server.config import Config
from rookery.server.parlour import Parlour
from rookery.server.store import Store
from rookery.server.talk import talk
from rookery.server.wire import NewTable, Refused, SitDown

__all__ = ["create_app"]

log = logging.getLogger(__name__)

T = TypeVar("T")
MAX_ORDER = 16_384  # bytes of a NewTable
JSON = "application/json"

# the page brings its own scripts and styles; art and markdown are inlined with styles of their own
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
SECURITY = {
    b"content-security-policy": POLICY.encode(),
    b"referrer-policy": b"no-referrer",
    b"x-content-type-options": b"nosniff",
    b"cross-origin-opener-policy": b"same-origin",
}
STATUS: dict[type[Exception], int] = {
    errors.UnknownGame: 404,
    errors.UnknownTable: 404,
    errors.UnknownOption: 422,
    errors.UnknownLevel: 422,
    errors.CannotPlay: 422,
    errors.NotReady: 503,
    errors.TooBusy: 429,
    errors.StoreTrouble: 503,
    errors.UnknownRules: 409,
    errors.SeatTaken: 409,
}


def create_app(config: Config, store: Store) -> ASGIApp:
    """The server as an ASGI application. The store is the caller's to close."""
    parlour = Parlour(config, store)
    desk = Desk(parlour, pages.Page(config.page))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        parlour.open()
        yield
        await parlour.close()

    async def socket(websocket: WebSocket) -> None:
        await talk(websocket, parlour)

    routes = [
        Route("/api/games", desk.games),
        Route("/api/tables", desk.tables),
        Route("/api/tables", desk.create, methods=["POST"]),
        Route("/api/tables/{table}/seats/{seat:int}", desk.sit, methods=["POST"]),
        Route("/api/tables/{table}", desk.table),
        Route("/api/tables/{table}/record", desk.record),
        Route("/art/{title}.svg", desk.art),
        Route("/games/{title}/picture.svg", desk.picture),
        Route("/rules/{title}", desk.rules),
        Route("/health", desk.health),
        Route("/", desk.index),
        Route("/t/{table}", desk.index),
        WebSocketRoute("/ws/{table}", socket),
        Route("/{path:path}", desk.file),
    ]
    handlers: dict[Any, Any] = {
        Refusal: refuse,
        StoreTrouble: refuse,
        HTTPException: unfound,
        Exception: failed,
    }
    middleware = [Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)]
    return Guarded(Starlette(routes=routes, middleware=middleware, exception_handlers=handlers, lifespan=lifespan))


class Desk:
    """Plain HTTP."""

    def __init__(self, parlour: Parlour, page: pages.Page) -> None:
        self._parlour = parlour
        self._page = page

    # ── Games and tables ─────────────────────────────────────────────────────
    async def games(self, request: Request) -> Response:
        return answer(await asyncio.to_thread(self._parlour.shelf.cards))

    async def create(self, request: Request) -> Response:
        return answer(await self._parlour.create(await ordered(request, NewTable)), 201)

    async def tables(self, request: Request) -> Response:
        return answer(await self._parlour.listed())

    async def sit(self, request: Request) -> Response:
        name, seat = request.path_params["table"], request.path_params["seat"]
        return answer(await self._parlour.sit(name, seat, await ordered(request, SitDown)), 201)

    async def table(self, request: Request) -> Response:
        live = await self._parlour.table(request.path_params["table"])
        return answer(live.card(()))

    async def record(self, request: Request) -> Response:
        live = await self._parlour.table(request.path_params["table"])
        if live.table.game.facts.hidden and live.table.mover is not None:
            raise NotReady("this game has secrets; its record can be had when it is over")
        name = f"{live.table.made.game}-{live.table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(live.table.recorded().dumps(), headers=headers, media_type="application/jsonl")

    # ── What the games' folders hold ─────────────────────────────────────────
    async def art(self, request: Request) -> Response:
        game = self._parlour.shelf.game(request.path_params["title"])
        return pages.fresh(request, game.art, "image/svg+xml")

    async def picture(self, request: Request) -> Response:
        game = await self._parlour.shelf.ready(request.path_params["title"])
        return pages.fresh(request, pages.picture(game), "image/svg+xml")

    async def rules(self, request: Request) -> Response:
        game = await self._parlour.shelf.ready(request.path_params["title"])
        try:
            return pages.fresh(request, pages.rules(game), "text/html")
        except FileNotFoundError:  # an outside game may have no book
            raise HTTPException(404) from None

    # ── The page ─────────────────────────────────────────────────────────────
    async def health(self, request: Request) -> Response:
        return answer({"ok": True})

    async def index(self, request: Request) -> Response:
        return self._page.index()

    async def file(self, request: Request) -> Response:
        found = self._page.file(request.path_params["path"])
        if found is not None:
            return found
        if "text/html" in request.headers.get("accept", ""):
            return self._page.index(404)  # to a person the page says it, and shows a way on
        raise HTTPException(404)


async def ordered(request: Request, kind: type[T]) -> T:
    """The body of a request. Raises UnreadableMessage."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > MAX_ORDER:
            raise UnreadableMessage(f"an order may have {MAX_ORDER} bytes; this one has more")
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableMessage(f"this is no {kind.__name__}: {error}") from None


def answer(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, {"cache-control": "no-store"}, JSON)


# ── Refusals ─────────────────────────────────────────────────────────────────
async def refuse(request: Request, error: Exception) -> Response:
    """A named refusal."""
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)
    return answer(Refused(type(error).__name__, str(error), -1), status)


async def unfound(request: Request, error: Exception) -> Response:
    """An address or a method that we do not have."""
    assert isinstance(error, HTTPException)
    words = f"nothing is found at {request.url.path}" if error.status_code == 404 else f"{error.detail.lower()}"
    return answer(Refused(UnreadableMessage.__name__, words, -1), error.status_code)


async def failed(request: Request, error: Exception) -> Response:
    """A fault of ours: it stands in the log, and whoever asked hears only that."""
    return answer(Refused(Trouble.__name__, "something went wrong in the server; its log says what", -1), 500)


class Guarded:
    """Adds the security headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *SECURITY.items()]
            await send(message)

        await self._app(scope, receive, guarded)
