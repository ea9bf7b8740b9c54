"""The application: its routes, and how a refusal becomes a response."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Coroutine
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from rookery.core.errors import Refusal, Trouble
from rookery.server.config import Config
from rookery.server.errors import OtherSite, TooBusy
from rookery.server.http.bodies import RECORDS_PATH
from rookery.server.http.game_endpoints import GameEndpoints
from rookery.server.http.middleware import GuardMiddleware, route_socket
from rookery.server.http.notification_endpoints import NotificationEndpoints
from rookery.server.http.ops_endpoints import OpsEndpoints
from rookery.server.http.page_files import PageFiles
from rookery.server.http.responses import failed, refusal, refuse, unfound
from rookery.server.http.table_endpoints import TableEndpoints
from rookery.server.ops.health import Health
from rookery.server.quota.addresses import address_of
from rookery.server.quota.rate_limit import Caller, RateLimiter
from rookery.server.quota.work_budget import SOCKET_COST
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.store import Store
from rookery.server.telemetry import metrics
from rookery.server.wire.view_cache import GZIP_LEVEL
from rookery.server.ws.page_session import serve_page
from rookery.server.ws.peer import gone

__all__ = ["create_app"]

log = logging.getLogger(__name__)


def create_app(config: Config, store: Store) -> ASGIApp:
    """The server as an ASGI application. The caller closes the store. Raises UnknownOption, MissingExtra."""
    manager = TableManager(config, store)
    limiter = RateLimiter(config)
    health = Health(manager)
    games = GameEndpoints(manager)
    tables = TableEndpoints(manager, limiter)
    notifications = NotificationEndpoints(manager, limiter)
    operators = OpsEndpoints(health, config.metrics_token)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        manager.open()
        health.open()
        yield
        await health.close()
        tables.close()
        await manager.close()

    handlers: dict[Any, Any] = dict.fromkeys((Refusal, Trouble), refuse)
    handlers |= {HTTPException: unfound, Exception: failed}
    middleware = [Middleware(GZipMiddleware, minimum_size=1024, compresslevel=GZIP_LEVEL)]
    app = Starlette(
        routes=_routes(games, tables, notifications, operators, PageFiles(config.page)),
        middleware=middleware,
        exception_handlers=handlers,
        lifespan=lifespan,
    )

    # not async, which would keep a stack frame for every page
    def socket(websocket: WebSocket) -> Coroutine[Any, Any, None]:
        return _serve_socket(websocket, manager, limiter)

    return GuardMiddleware(route_socket("/ws/{table}", socket, app), limiter, config.slow_request)


def _routes(
    games: GameEndpoints,
    tables: TableEndpoints,
    notifications: NotificationEndpoints,
    operators: OpsEndpoints,
    page_files: PageFiles,
) -> list[Route]:
    return [
        Route("/api/games", games.games),
        Route("/api/games/{slug}/seats", games.seats),
        Route("/api/progress", games.progress),
        Route("/api/tables", tables.tables),
        Route("/api/tables", tables.create, methods=["POST"]),
        Route("/api/tables/{table}/seats/{seat}", tables.sit, methods=["POST"]),
        Route("/api/tables/{table}", tables.table),
        Route("/api/tables/{table}/record", tables.record),
        Route("/api/tables/{table}/export.{kind}", tables.export),
        Route("/api/yours", tables.yours, methods=["POST"]),
        Route("/api/reminders", notifications.reminders),
        Route("/feed/{table}/{token}.{kind}", notifications.feed),
        Route(RECORDS_PATH, tables.import_record, methods=["POST"]),
        Route("/art/{slug}.svg", games.art),
        Route("/games/{slug}/picture.svg", games.picture),
        Route("/rules/{slug}", games.rules),
        Route("/games/{slug}/rules", page_files.index),
        Route("/api/status", operators.status),
        Route("/health", operators.health),
        Route("/ready", operators.ready),
        Route("/metrics", operators.metrics),
        Route("/", page_files.index),
        Route("/status", page_files.index),
        Route("/t/{table}", page_files.index),
        Route("/{path:path}", page_files.file),
    ]


async def _serve_socket(websocket: WebSocket, manager: TableManager, limiter: RateLimiter) -> None:
    """Serve the WebSocket of one page, if the limits of its address allow it."""
    address = address_of(websocket)
    try:
        if (work := limiter.quota(address).work) is not None:
            await work.turn()
            work.charge(SOCKET_COST)
        if gone(websocket.scope):
            with contextlib.suppress(WebSocketDisconnect):
                await websocket.close()  # otherwise the log would show an error
            return
        limiter.check_origin(websocket.headers, websocket.scope["scheme"] == "wss")
        await limiter.request(address)
        await limiter.check_failures(address)
        with limiter.socket(address), metrics.connected():
            websocket.state.caller = Caller(limiter, address)
            await serve_page(websocket, manager)
    except OtherSite as error:
        await websocket.send_denial_response(refusal(error, 403))
    except TooBusy as error:
        await websocket.send_denial_response(refusal(error, 429))
    except asyncio.CancelledError:
        pass  # the server stops, and has already closed the connection
