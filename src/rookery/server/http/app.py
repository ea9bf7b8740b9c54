"""The application: its routes, and how a refusal becomes a response."""

import asyncio
import contextlib
import functools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.routing import Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from rookery.core.errors import Refusal, Trouble
from rookery.server.api.day_endpoints import DayEndpoints
from rookery.server.api.evening_endpoints import EveningEndpoints
from rookery.server.api.exchange import ApiRoute
from rookery.server.api.game_endpoints import GameEndpoints
from rookery.server.api.kept_endpoints import KeptEndpoints
from rookery.server.api.made_endpoints import MadeEndpoints
from rookery.server.api.mute_endpoints import MuteEndpoints
from rookery.server.api.puzzle_endpoints import PuzzleEndpoints
from rookery.server.api.routes import SOCKET_PATH, api_routes, evening_routes, made_routes, tag_routes
from rookery.server.api.signed import SignedRoute
from rookery.server.api.table_endpoints import TableEndpoints
from rookery.server.api.tag_endpoints import TagEndpoints
from rookery.server.config import Config
from rookery.server.days.calendar import Calendar
from rookery.server.days.daily_play import DailyPlay
from rookery.server.days.evenings import Evenings
from rookery.server.errors import OtherSite, TooBusy
from rookery.server.http.api_adapter import DrawnPages, http_route
from rookery.server.http.engine_files import Compression, EngineFiles
from rookery.server.http.exports import Exports
from rookery.server.http.middleware import GuardMiddleware, route_socket
from rookery.server.http.notification_endpoints import NotificationEndpoints
from rookery.server.http.ops_endpoints import OpsEndpoints
from rookery.server.http.page_files import CodeFiles, PageFiles, WorkshopFiles, with_tags
from rookery.server.http.previews import Previews
from rookery.server.http.responses import refusal, refuse, unfound
from rookery.server.ops.health import Health
from rookery.server.quota.addresses import address_of
from rookery.server.quota.rate_limit import RateLimiter
from rookery.server.quota.work_budget import SOCKET_COST
from rookery.server.rooms.open_manager import open_manager
from rookery.server.rooms.strangers import StrangersGames
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.day_store import SqlDays
from rookery.server.storage.evening_store import EveningStore
from rookery.server.storage.store import Store
from rookery.server.tags.mute_store import MuteStore
from rookery.server.tags.personal_data import PersonalData
from rookery.server.tags.tag_store import TagStore
from rookery.server.telemetry import metrics
from rookery.server.wire.view_cache import GZIP_LEVEL
from rookery.server.ws.peer import gone
from rookery.server.ws.serve_page import serve_page

PUZZLES_SECRET, PASSKEYS_SECRET = "puzzles of the day", "passkeys"  # their names in the database

log = logging.getLogger(__name__)


def create_app(config: Config, store: Store) -> ASGIApp:
    """The server as an ASGI application. The caller closes the store. Raises UnknownOption, MissingExtra."""
    strangers = StrangersGames(allowed=config.strangers_games)
    manager = open_manager(config, store, strangers)
    limiter = RateLimiter(config)
    exports = Exports()
    catalog = manager.catalog
    games = GameEndpoints(catalog, DrawnPages())
    root = functools.partial(store.secret, PUZZLES_SECRET)
    tables = TableEndpoints(manager, exports)
    day_store = SqlDays(store.transact)
    calendar = Calendar(catalog, day_store, root, manager.time.believed)
    health, engine_files = Health(manager, store, calendar), EngineFiles(config.engine, catalog.slugs)
    puzzles = PuzzleEndpoints(catalog, calendar)
    play = DailyPlay(manager, day_store, calendar, root)
    days = DayEndpoints(catalog, day_store, calendar, play, gathers=True)
    shared = [*api_routes(games, puzzles, tables, days), *_people_routes(manager, store, root)]
    shared += made_routes(MadeEndpoints(manager, strangers))

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        manager.open()
        health.open()
        engine_files.open()
        yield
        await engine_files.close()
        await health.close()
        await play.close()
        exports.close()
        await manager.close()

    handlers: dict[Any, Any] = dict.fromkeys((Refusal, Trouble, Exception), refuse)
    handlers[HTTPException] = unfound
    app = Starlette(
        routes=[
            *(http_route(route, limiter, config.body_timeout, config.site) for route in shared),
            *_routes(NotificationEndpoints(manager, limiter, config.site), OpsEndpoints(health, config.metrics_token)),
            *_file_routes(config, manager, engine_files, Previews(manager, store, exports, config.site)),
        ],
        middleware=[Middleware(Compression, minimum_size=1024, compresslevel=GZIP_LEVEL)],
        exception_handlers=handlers,
        lifespan=lifespan,
    )

    # not async, which would keep a stack frame for every page
    def socket(websocket: WebSocket) -> Coroutine[Any, Any, None]:
        return _serve_socket(websocket, manager, limiter)

    return GuardMiddleware(route_socket(SOCKET_PATH, socket, app), limiter, config.slow_request)


def _people_routes(
    manager: TableManager, store: Store, days: Callable[[], Awaitable[bytes]]
) -> list[ApiRoute | SignedRoute]:
    """The routes of evenings and name tags. `days`: the root of the days' values."""
    tags, mutes, evenings = TagStore(store), MuteStore(store), EveningStore(store)
    return [
        *evening_routes(EveningEndpoints(Evenings(manager, evenings))),
        *tag_routes(
            TagEndpoints(manager, tags, lambda: store.secret(PASSKEYS_SECRET), days),
            MuteEndpoints(manager, tags, mutes),
            KeptEndpoints(manager, PersonalData(store), mutes, evenings, days),
        ),
    ]


def _routes(notifications: NotificationEndpoints, operators: OpsEndpoints) -> list[Route]:
    """The routes that only a server has."""
    return [
        Route("/feed/{table}/{token}.{kind}", notifications.feed),
        Route("/api/status", operators.status),
        Route("/health", operators.health),
        Route("/ready", operators.ready),
        Route("/metrics", operators.metrics),
    ]


def _file_routes(config: Config, manager: TableManager, engine_files: EngineFiles, previews: Previews) -> list[Route]:
    """The routes of files, and of the addresses that people see."""
    workshop, code_files = WorkshopFiles(config.workshop), CodeFiles(manager.catalog)

    def told(html: bytes, request: Request) -> Awaitable[bytes]:
        return previews.page(with_tags(html, workshop.there, config.sandboxed), request)

    page_files = PageFiles(config.page, told)
    return [
        *workshop.routes(page_files),
        Route("/code/{name}", code_files.file),
        Route("/api/engine", engine_files.names),
        Route("/engine/games/{slug}.json", engine_files.game),
        Route("/engine/modules/{name}", engine_files.module),
        Route("/engine/{name}", engine_files.program),
        Route("/preview/{slug}.png", previews.picture),
        Route("/games/{slug}/rules", page_files.index),
        Route("/games/{slug}/learn", page_files.index),
        Route("/games/{slug}/analysis", page_files.index),
        Route("/games/{slug}/puzzles", page_files.index),
        Route("/learn", page_files.index),
        Route("/puzzles", page_files.index),
        Route("/today", page_files.index),
        Route("/today/{slug}", page_files.index),
        Route("/evening/{evening}", page_files.index),
        Route("/", page_files.index),
        Route("/practice", page_files.index),
        Route("/mine", page_files.index),
        Route("/settings", page_files.index),
        Route("/me", page_files.index),
        Route("/p/{tag}", page_files.index),
        Route("/status", page_files.index),
        Route("/given", page_files.index),
        Route("/t/{table}", page_files.index),
        Route("/t/{table}/review", page_files.index),
        Route("/{path:path}", page_files.file),
    ]


async def _serve_socket(websocket: WebSocket, manager: TableManager, limiter: RateLimiter) -> None:
    """Serve the WebSocket of one page, if the limits of its address allow it."""
    quota = limiter.quota(address_of(websocket))
    try:
        if quota.work is not None:
            await quota.work.turn()
            quota.work.charge(SOCKET_COST)
        if gone(websocket.scope):
            with contextlib.suppress(WebSocketDisconnect):
                await websocket.close()  # otherwise the log would show an error
            return
        limiter.check_origin(websocket.headers, websocket.scope["scheme"] == "wss")
        quota.requests.take()
        quota.failures.check()
        with limiter.sockets.one(quota.address), metrics.connected():
            await serve_page(websocket, manager, quota)
    except OtherSite as error:
        await websocket.send_denial_response(refusal(error, 403))
    except TooBusy as error:
        await websocket.send_denial_response(refusal(error, 429))
    except asyncio.CancelledError:
        pass  # the server stops, and has already closed the connection
