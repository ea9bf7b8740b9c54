"""The addresses of the server, and how a refusal becomes an answer."""

import asyncio
import contextlib
import functools
import logging
from collections.abc import AsyncIterator
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from rookery.core.errors import MissingExtra, NotReady, Refusal, one_of
from rookery.export import rules_page
from rookery.server import figures, pages
from rookery.server.answers import answer, failed, refuse, unfound
from rookery.server.config import Config
from rookery.server.errors import OtherSite, StoreTrouble, TooBusy, UnreadableMessage
from rookery.server.exports import KINDS, Exports, file_name
from rookery.server.gate import Caller, Gate, Places, address_of
from rookery.server.guard import MAX_ORDER, MAX_RECORD, RECORDS, Guarded, gone, refusal, straight
from rookery.server.mailroom import Mailroom
from rookery.server.office import Office
from rookery.server.parlour import Parlour
from rookery.server.standing import Standing
from rookery.server.store import Store
from rookery.server.table import Table
from rookery.server.talk import talk
from rookery.server.texts import COMPRESSION
from rookery.server.wire import NewTable, SitDown, YoursAsked
from rookery.server.work import OPENING, in_thread
from rookery.server.yours import Glances

__all__ = ["MOST_RECORDS", "create_app"]

log = logging.getLogger(__name__)

T = TypeVar("T")
MOST_RECORDS = 3  # that one address may be sending, or having read
HANG_UP = {"connection": "close"}  # what follows of a body that nobody reads need not be sent


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
            if (work := gate.home(address).work) is not None:
                await work.turn()
                work.charge(OPENING)
            if gone(websocket.scope):
                with contextlib.suppress(WebSocketDisconnect):
                    await websocket.close()  # nobody hears it; without it the line would be called an error in the log
                return
            gate.check_origin(websocket.headers, websocket.scope["scheme"] == "wss")
            await gate.request(address)
            await gate.knocked(address)
            with gate.socket(address), figures.connected():
                websocket.state.caller = Caller(gate, address)
                await talk(websocket, parlour)
        except OtherSite as error:
            await websocket.send_denial_response(refusal(error, 403))
        except TooBusy as error:
            await websocket.send_denial_response(refusal(error, 429))
        except asyncio.CancelledError:
            pass  # the server stops, and the page knows: its line is closed already

    routes = [
        Route("/api/games", desk.games),
        Route("/api/games/{title}/seats", desk.seats),
        Route("/api/progress", desk.progress),
        Route("/api/tables", desk.tables),
        Route("/api/tables", desk.create, methods=["POST"]),
        Route("/api/tables/{table}/seats/{seat}", desk.sit, methods=["POST"]),
        Route("/api/tables/{table}", desk.table),
        Route("/api/tables/{table}/record", desk.record),
        Route("/api/tables/{table}/export.{kind}", desk.export),
        Route("/api/yours", desk.yours, methods=["POST"]),
        Route("/api/reminders", mailroom.reminders),
        Route("/feed/{table}/{token}.{kind}", mailroom.feed),
        Route(RECORDS, desk.take_in, methods=["POST"]),
        Route("/art/{title}.svg", desk.art),
        Route("/games/{title}/picture.svg", desk.picture),
        Route("/rules/{title}", desk.rules),
        Route("/games/{title}/rules", desk.index),
        Route("/api/status", office.status),
        Route("/health", office.health),
        Route("/ready", office.ready),
        Route("/metrics", office.metrics),
        Route("/", desk.index),
        Route("/status", desk.index),
        Route("/t/{table}", desk.index),
        Route("/{path:path}", desk.file),
    ]
    handlers: dict[Any, Any] = dict.fromkeys((Refusal, StoreTrouble, MissingExtra), refuse)
    handlers |= {HTTPException: unfound, Exception: failed}
    middleware = [Middleware(GZipMiddleware, minimum_size=1024, compresslevel=COMPRESSION)]
    app = Starlette(routes=routes, middleware=middleware, exception_handlers=handlers, lifespan=lifespan)
    return Guarded(straight("/ws/{table}", socket, app), gate, config.slow)


class Desk:
    """Plain HTTP."""

    def __init__(self, parlour: Parlour, page: pages.Page, gate: Gate) -> None:
        self._parlour = parlour
        self._page = page
        self._gate = gate
        self._exports = Exports()
        self._glances = Glances(parlour, gate)
        # each may be a megabyte, which stays in memory while it comes, waits for its turn and is read
        words = f"{MOST_RECORDS} records from your address are being read; send another when they are"
        self._records = Places(MOST_RECORDS, words, 5)

    def close(self) -> None:
        self._exports.close()

    # ── Games and tables ─────────────────────────────────────────────────────
    async def games(self, request: Request) -> Response:
        self._parlour.shelf.want(request.query_params.get("game", ""))
        return answer(await in_thread(self._parlour.shelf.cards))

    async def progress(self, request: Request) -> Response:
        """Of games of which not all is compiled: how much is, 0 .. 1, by title."""
        return answer(self._parlour.shelf.progress())

    async def seats(self, request: Request) -> Response:
        """What the seats are called at a table of so many players with these options, for values that no card lists."""
        options = dict(request.query_params)
        players = options.pop("players", "")
        if not players.isdecimal() or len(players) > 2:
            raise HTTPException(404)
        facts = self._parlour.shelf.game(request.path_params["title"]).facts
        facts.settings(int(players), options)
        return answer([role for role, _ in facts.seats_at(int(players), options)])

    async def create(self, request: Request) -> Response:
        order = await self._ordered(request, NewTable)
        await self._gate.table(address_of(request))
        return answer(await self._parlour.create(order), 201)

    async def tables(self, request: Request) -> Response:
        return answer(await self._parlour.listed())

    async def yours(self, request: Request) -> Response:
        asked = await self._ordered(request, YoursAsked)
        return answer(await self._glances.of(asked.tables, address_of(request)))

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
            raise UnreadableMessage(f"the server cannot read what this page asks for ({error})") from None

    async def _body(self, request: Request, most: int) -> bytes:
        """Raises HTTPException when it is too long or too slow, UnreadableMessage when the line broke before."""
        body = b""
        try:
            async with asyncio.timeout(self._parlour.config.body_wait):
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        raise HTTPException(413, f"this may have {most} bytes, and has more", HANG_UP)
        except TimeoutError:
            raise HTTPException(408, "it did not come in time", HANG_UP) from None
        except ClientDisconnect:  # nobody reads the answer
            raise UnreadableMessage("the line broke before the whole request had come") from None
        return body

    async def table(self, request: Request) -> Response:
        return answer((await self._parlour.table(request.path_params["table"])).card(()))

    async def record(self, request: Request) -> Response:
        live = await self._parlour.table(request.path_params["table"])
        _check_told(live.table)
        name = f"{live.table.made.game}-{live.table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        headers["vary"] = "accept-encoding"
        body: str | bytes
        if "gzip" in request.headers.get("accept-encoding", ""):
            body = await live.texts.packed_record()
            headers["content-encoding"] = "gzip"
        else:
            body = await live.texts.record()
        _check_told(live.table)  # again: while it was written, somebody may have moved
        return Response(body, headers=headers, media_type="application/jsonl")

    async def export(self, request: Request) -> Response:
        """As everybody may see the game."""
        if (kind := request.path_params["kind"]) not in KINDS:
            raise UnreadableMessage(f"a game is no {kind!r} file; {one_of(kind, KINDS)}")
        live = await self._parlour.table(request.path_params["table"])
        table = live.table
        _check_shown(table)
        text = await live.texts.record()
        _check_shown(table)  # the same
        name = file_name(table, kind)
        data = await self._exports.file(text, kind, address_of(request))
        headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
        return Response(data, headers=headers, media_type=KINDS[kind])

    async def take_in(self, request: Request) -> Response:
        address = address_of(request)
        with self._records.one(address):
            text = await self._body(request, MAX_RECORD)
            await self._gate.table(address)
            return answer(await self._parlour.take_in(text), 201)

    # ── What the games' folders hold ─────────────────────────────────────────
    async def art(self, request: Request) -> Response:
        game = self._parlour.shelf.game(request.path_params["title"])
        return pages.fresh(request, game.art, "image/svg+xml")

    async def picture(self, request: Request) -> Response:
        game = await self._parlour.shelf.ready(request.path_params["title"], wanted=False)  # the lobby shows them all
        return pages.fresh(request, await in_thread(functools.partial(rules_page.picture, game)), "image/svg+xml")

    async def rules(self, request: Request) -> Response:
        game = await self._parlour.shelf.ready(request.path_params["title"])
        try:
            return pages.fresh(request, await in_thread(functools.partial(rules_page.rules, game)), "text/html")
        except FileNotFoundError:  # an outside game may have no book
            raise HTTPException(404) from None

    # ── The page ─────────────────────────────────────────────────────────────
    async def index(self, request: Request) -> Response:
        return self._page.index()

    async def file(self, request: Request) -> Response:
        if (found := self._page.file(request.path_params["path"])) is not None:
            return found
        if "text/html" in request.headers.get("accept", ""):
            return self._page.index(404)  # to a person the page says it, and shows a way on
        raise HTTPException(404)


def _check_told(table: Table) -> None:
    """Raises NotReady."""
    if not table.all_told:
        raise NotReady("not all of this game is told to everybody; its record can be had when it is over")


def _check_shown(table: Table) -> None:
    """Raises NotReady."""
    if table.shown(()) < table.plies:
        raise NotReady("spectators see this game late; its pictures can be had when it is over")
