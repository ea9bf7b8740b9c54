"""The layers that every request passes through: a request number, limits, security headers, and a log line if it
failed."""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable

import structlog
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from rookery.server.api.exchange import too_long_answer
from rookery.server.api.routes import max_body
from rookery.server.errors import OtherSite, Stopping, TooBusy, UnreadableMessage
from rookery.server.http.responses import CLOSE_CONNECTION, refusal, response
from rookery.server.quota.addresses import address_of, is_local
from rookery.server.quota.rate_limit import AddressQuota, RateLimiter
from rookery.server.telemetry.log_pace import LogPace
from rookery.server.telemetry.redact import redact
from rookery.server.ws.peer import gone

log = logging.getLogger(__name__)
MONITORING_PATHS = ("/health", "/ready", "/metrics")  # not limited for this machine itself, which polls them
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
MAX_LOGGED_PATH = 120  # characters of a path in the log
TOO_MANY_REQUESTS = 429  # status
NO_FAULTS = (501, 503)  # statuses of what this server cannot do, and of what it cannot do now

# Scripts come only from our own files. Inline styles are allowed, because the drawings of games are SVG with their own
# styles inside the page; a style can do little harm where pictures and fonts come only from our own address.
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
DENIED_FEATURES = ("camera", "display-capture", "geolocation", "gyroscope", "microphone", "midi", "payment", "usb")
SECURITY_HEADERS = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", ", ".join(f"{name}=()" for name in DENIED_FEATURES).encode()),
]
# for half a year; without subdomains, which may belong to other owners
HTTPS_SECURITY_HEADERS = [*SECURITY_HEADERS, (b"strict-transport-security", b"max-age=15768000")]


def route_socket(path: str, serve: Callable[[WebSocket], Awaitable[None]], app: ASGIApp) -> ASGIApp:
    """The application, except that WebSockets at this path go straight to `serve`: each layer of the application would
    keep a stack frame in memory for every page."""
    route = WebSocketRoute(path, serve)

    async def front(scope: Scope, receive: Receive, send: Send) -> None:
        match, child = route.matches(scope)
        if match is Match.FULL:
            await serve(WebSocket({**scope, **child}, receive, send))
        else:
            await app(scope, receive, send)

    return front


class GuardMiddleware:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter, slow: float) -> None:
        """`slow`: seconds after which a request is logged as slow."""
        self._app = app
        self._limiter = limiter
        self._slow = slow
        self._too_many = LogPace()  # of lines about too many requests

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        number = secrets.token_hex(6)
        structlog.contextvars.bind_contextvars(request=number)  # in the log lines of this task and its subtasks
        start = time.perf_counter()
        status = 0
        extra = [
            *(HTTPS_SECURITY_HEADERS if scope["scheme"] in ("https", "wss") else SECURITY_HEADERS),
            (b"x-request-id", number.encode()),
        ]

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                there = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(header for header in extra if header[0] not in there)]
            await send(message)

        try:
            if scope["type"] == "http":
                await self._answer(Request(scope), receive, guarded)
            else:
                await self._app(scope, receive, guarded)
        except asyncio.CancelledError:  # the server stops, and a request waits, such as for a game to be opened
            if status or scope["type"] != "http":
                raise
            await refusal(Stopping("the server is stopping; try again in a moment"), 503)(scope, receive, guarded)
        finally:
            seconds = time.perf_counter() - start
            if scope["type"] == "http" or status:
                self._note(scope, status, seconds)

    async def _answer(self, request: Request, receive: Receive, send: Send) -> None:
        """Answer an HTTP request when the work budget of its address allows it."""
        watches = request.url.path in MONITORING_PATHS and is_local(request)
        quota = None if watches else self._limiter.quota(address_of(request))
        work = quota and quota.work
        if work is None:
            await self._answer_now(request, quota, receive, send)
            return
        try:
            await work.turn()
        except TooBusy as error:
            await work.spend(refusal(error, TOO_MANY_REQUESTS)(request.scope, receive, send))
            return
        if not gone(request.scope):
            await work.spend(self._answer_now(request, quota, receive, send))

    async def _answer_now(self, request: Request, quota: AddressQuota | None, receive: Receive, send: Send) -> None:
        refused = self._refused(request, quota)
        await (refused or self._app)(request.scope, receive, send)

    def _refused(self, request: Request, quota: AddressQuota | None) -> Response | None:
        """The refusal of a request before it is read; None: it may go on. `quota`: None for what is not limited."""
        if not _names_one_host(request):
            return refusal(UnreadableMessage("a request must have exactly one Host header"), 400)
        if quota is None:
            return None
        try:
            quota.requests.take()
            if request.method not in SAFE_METHODS:
                self._limiter.check_origin(request.headers, request.scope["scheme"] == "https")
        except TooBusy as error:
            return refusal(error, TOO_MANY_REQUESTS)
        except OtherSite as error:
            return refusal(error, 403)
        most = max_body(request.url.path)
        lengths = filter(str.isdecimal, request.headers.getlist("content-length"))
        if any(len(length) > len(str(most)) or int(length) > most for length in lengths):
            answer = response(too_long_answer(most))
            answer.headers.update(CLOSE_CONNECTION)
            return answer
        return None

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        if status == TOO_MANY_REQUESTS and not self._too_many.due():
            return
        failed, slow = status == 0 or status >= 400, seconds > self._slow and scope["type"] == "http"
        if failed or slow:
            ours = status >= 500 and status not in NO_FAULTS
            level = logging.ERROR if ours else logging.WARNING if slow else logging.INFO
            fields = {
                "method": scope.get("method", "GET"),
                "path": redact(scope["path"])[:MAX_LOGGED_PATH],
                "status": status,
                "ms": round(1000 * seconds, 1),
            }
            log.log(level, "A request failed" if failed else "A request was slow", extra=fields)


def _names_one_host(request: Request) -> bool:
    """Whether a request has one Host header, or none with HTTP/1.0."""
    hosts = len(request.headers.getlist("host"))
    return hosts == 1 or (hosts == 0 and request.scope["http_version"] == "1.0")
