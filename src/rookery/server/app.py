"""The addresses of the server, and how a refusal becomes an answer."""

import asyncio
import contextlib
import hmac
import logging
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import msgspec
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from rookery.core import errors
from rookery.core.errors import (
    MissingExtra,
    NotReady,
    OtherSite,
    Refusal,
    StoreTrouble,
    TooBusy,
    Trouble,
    UnreadableMessage,
    one_of,
)
from rookery.server import figures, pages
from rookery.server.config import Config
from rookery.server.exports import KINDS, Exports
from rookery.server.gate import Caller, Gate, address_of, is_local
from rookery.server.guard import JSON, MAX_ORDER, MAX_RECORD, RECORDS, Guarded, refusal, straight
from rookery.server.mailroom import Mailroom
from rookery.server.parlour import Parlour
from rookery.server.standing import Standing
from rookery.server.store import Store
from rookery.server.talk import talk
from rookery.server.wire import NewTable, SitDown

__all__ = ["create_app"]

log = logging.getLogger(__name__)

T = TypeVar("T")
HANG_UP = {"connection": "close"}  # what follows of a body that nobody reads need not be sent
STATUS: dict[type[Exception], int] = {
    errors.UnknownGame: 404,
    errors.UnknownTable: 404,
    errors.UnknownKey: 404,
    errors.UnknownOption: 422,
    errors.UnknownLevel: 422,
    errors.CannotPlay: 422,
    errors.NotReady: 503,
    errors.TooBusy: 429,
    errors.StoreTrouble: 503,
    errors.UnknownRules: 409,
    errors.SeatTaken: 409,
    errors.MissingExtra: 501,
}


def create_app(config: Config, store: Store) -> ASGIApp:
    """The server as an ASGI application. The store is the caller's to close."""
    parlour = Parlour(config, store)
    gate = Gate(config)
    standing = Standing(parlour)
    desk = Desk(parlour, pages.Page(config.page), gate)
    mailroom = Mailroom(parlour, gate)
    office = Office(standing, config.metrics_token)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        parlour.open()
        standing.open()
        yield
        await standing.close()
        desk.close()
        await parlour.close()

    async def socket(websocket: WebSocket) -> None:
        address = address_of(websocket)
        try:
            gate.check_origin(websocket.headers)
            await gate.request(address)
            await gate.knocked(address)
            with gate.socket(address), figures.connected():
                websocket.state.caller = Caller(gate, address)
                await talk(websocket, parlour)
        except OtherSite as error:
            await websocket.send_denial_response(refusal(error, 403))
        except TooBusy as error:
            await websocket.send_denial_response(refusal(error, 429))

    routes = [
        Route("/api/games", desk.games),
        Route("/api/tables", desk.tables),
        Route("/api/tables", desk.create, methods=["POST"]),
        Route("/api/tables/{table}/seats/{seat}", desk.sit, methods=["POST"]),
        Route("/api/tables/{table}", desk.table),
        Route("/api/tables/{table}/record", desk.record),
        Route("/api/tables/{table}/export.{kind}", desk.export),
        Route("/api/reminders", mailroom.reminders),
        Route("/feed/{table}/{token}.{kind}", mailroom.feed),
        Route(RECORDS, desk.take_in, methods=["POST"]),
        Route("/art/{title}.svg", desk.art),
        Route("/games/{title}/picture.svg", desk.picture),
        Route("/rules/{title}", desk.rules),
        Route("/api/status", office.status),
        Route("/health", office.health),
        Route("/ready", office.ready),
        Route("/metrics", office.metrics),
        Route("/", desk.index),
        Route("/status", desk.index),
        Route("/t/{table}", desk.index),
        Route("/{path:path}", desk.file),
    ]
    handlers: dict[Any, Any] = {
        Refusal: refuse,
        StoreTrouble: refuse,
        MissingExtra: refuse,
        HTTPException: unfound,
        Exception: failed,
    }
    middleware = [Middleware(GZipMiddleware, minimum_size=1024, compresslevel=5)]
    app = Starlette(routes=routes, middleware=middleware, exception_handlers=handlers, lifespan=lifespan)
    return Guarded(straight("/ws/{table}", socket, app), gate, config.slow)


class Desk:
    """Plain HTTP."""

    def __init__(self, parlour: Parlour, page: pages.Page, gate: Gate) -> None:
        self._parlour = parlour
        self._page = page
        self._gate = gate
        self._exports = Exports()

    def close(self) -> None:
        self._exports.close()

    # ── Games and tables ─────────────────────────────────────────────────────
    async def games(self, request: Request) -> Response:
        return answer(await asyncio.to_thread(self._parlour.shelf.cards))

    async def create(self, request: Request) -> Response:
        order = await self._ordered(request, NewTable)
        await self._gate.table(address_of(request))
        return answer(await self._parlour.create(order), 201)

    async def tables(self, request: Request) -> Response:
        return answer(await self._parlour.listed())

    async def sit(self, request: Request) -> Response:
        name, seat = request.path_params["table"], request.path_params["seat"]
        if not seat.isdecimal() or len(seat) > 2:  # Python reads no number of thousands of digits
            raise HTTPException(404)
        order = await self._ordered(request, SitDown)
        await self._gate.seat(address_of(request))
        return answer(await self._parlour.sit(name, int(seat), order), 201)

    async def _ordered(self, request: Request, kind: type[T]) -> T:
        """What is asked for. Raises UnreadableMessage, and what `_body` raises."""
        body = await self._body(request, MAX_ORDER)
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnreadableMessage(f"this is no {kind.__name__}: {error}") from None

    async def _body(self, request: Request, most: int) -> bytes:
        """Raises HTTPException when it is too long or too slow."""
        body = b""
        try:
            async with asyncio.timeout(self._parlour.config.body_wait):
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        raise HTTPException(413, f"this may have {most} bytes, and has more", HANG_UP)
        except TimeoutError:
            raise HTTPException(408, "it did not come in time", HANG_UP) from None
        return body

    async def table(self, request: Request) -> Response:
        live = await self._parlour.table(request.path_params["table"])
        return answer(live.card(()))

    async def record(self, request: Request) -> Response:
        live = await self._parlour.table(request.path_params["table"])
        if not live.table.all_told:
            raise NotReady("not all of this game is told to everybody; its record can be had when it is over")
        name = f"{live.table.made.game}-{live.table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        return Response(live.table.recorded().dumps(), headers=headers, media_type="application/jsonl")

    async def export(self, request: Request) -> Response:
        """As everybody may see the game."""
        if (kind := request.path_params["kind"]) not in KINDS:
            raise UnreadableMessage(f"a game is no {kind!r} file; {one_of(kind, KINDS)}")
        table = (await self._parlour.table(request.path_params["table"])).table
        if table.shown(()) < table.plies:
            raise NotReady("spectators see this game late; its pictures can be had when it is over")
        data = await self._exports.file(table.recorded(), kind, address_of(request))
        name = f"{table.made.game}-{table.plies}.{kind}"
        headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
        return Response(data, headers=headers, media_type=KINDS[kind])

    async def take_in(self, request: Request) -> Response:
        text = await self._body(request, MAX_RECORD)
        await self._gate.table(address_of(request))
        return answer(await self._parlour.take_in(text), 201)

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
    async def index(self, request: Request) -> Response:
        return self._page.index()

    async def file(self, request: Request) -> Response:
        found = self._page.file(request.path_params["path"])
        if found is not None:
            return found
        if "text/html" in request.headers.get("accept", ""):
            return self._page.index(404)  # to a person the page says it, and shows a way on
        raise HTTPException(404)


class Office:
    """What operators and their machines ask."""

    def __init__(self, standing: Standing, token: str) -> None:
        """`token`: opens /metrics to who is not on this machine; "" to nobody."""
        self._standing = standing
        self._token = token

    async def health(self, request: Request) -> Response:
        """The process answers."""
        return answer({"ok": True})

    async def ready(self, request: Request) -> Response:
        """It can be played here. Raises NotReady, StoreTrouble."""
        await self._standing.check()
        return answer({"ready": True})

    async def status(self, request: Request) -> Response:
        return answer(await self._standing.status())

    async def metrics(self, request: Request) -> Response:
        said = request.headers.get("authorization", "").encode()
        known = bool(self._token) and hmac.compare_digest(said, f"Bearer {self._token}".encode())
        if not known and not is_local(request):
            raise HTTPException(404)  # nobody else need know that it is there
        return Response(figures.scrape(), headers={"cache-control": "no-store"}, media_type=CONTENT_TYPE_LATEST)


def answer(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, {"cache-control": "no-store"}, JSON)


# ── Refusals ─────────────────────────────────────────────────────────────────
async def refuse(request: Request, error: Exception) -> Response:
    """A named refusal."""
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)
    if isinstance(error, StoreTrouble):
        log.error("A request was refused: %s", error)
    return refusal(error, status)


async def unfound(request: Request, error: Exception) -> Response:
    """An address or a method that we do not have."""
    assert isinstance(error, HTTPException)
    words = f"nothing is found at {request.url.path}" if error.status_code == 404 else f"{error.detail.lower()}"
    answered = refusal(UnreadableMessage(words), error.status_code)
    answered.headers.update(error.headers or {})
    return answered


async def failed(request: Request, error: Exception) -> Response:
    """A fault of ours: it stands in the log, and whoever asked hears only that."""
    return refusal(Trouble("something went wrong in the server; its log says what"), 500)
