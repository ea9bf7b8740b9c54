"""HTTP responses: JSON, a text that browsers may cache, or a refusal with the right status."""

import hashlib
import logging
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.core.errors import (
    BrokenKernel,
    CannotPlay,
    MissingExtra,
    StillSecret,
    Trouble,
    UnknownGame,
    UnknownLevel,
    UnknownOption,
    UnknownRules,
)
from rookery.server.errors import (
    CannotReplace,
    NotDrawn,
    NotNow,
    NotReady,
    SeatTaken,
    Stopping,
    StoreTrouble,
    TooBusy,
    UnknownKey,
    UnknownTable,
    UnreadableMessage,
)
from rookery.server.telemetry import metrics
from rookery.server.wire.messages import refused

__all__ = ["CACHE_REVALIDATE", "JSON_MEDIA_TYPE", "answer", "failed", "fresh", "refusal", "refuse", "unfound"]

log = logging.getLogger(__name__)

JSON_MEDIA_TYPE = "application/json"
CACHE_REVALIDATE = "no-cache"  # browsers may keep a copy, and must ask each time whether it is still the newest

STATUS: dict[type[Exception], int] = {
    UnknownGame: 404,
    UnknownTable: 404,
    UnknownKey: 404,
    UnknownOption: 422,
    UnknownLevel: 422,
    CannotPlay: 422,
    StillSecret: 403,
    NotNow: 409,
    CannotReplace: 409,
    NotDrawn: 409,
    TooBusy: 429,
    NotReady: 503,
    Stopping: 503,
    StoreTrouble: 503,
    UnknownRules: 409,
    SeatTaken: 409,
    MissingExtra: 501,
    Trouble: 500,
}


def answer(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return Response(msgspec.json.encode(data), status, {"cache-control": "no-store"}, JSON_MEDIA_TYPE)


async def refuse(request: Request, error: Exception) -> Response:
    """A named refusal, with the status of its class in STATUS, or 400."""
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)
    if isinstance(error, BrokenKernel):  # it names files of this machine
        log.error("A kernel is broken: %s", error)
        return await failed(request, error)
    if isinstance(error, Trouble) and not isinstance(error, MissingExtra | Stopping):
        log.error("A request was refused: %s", error)
    return refusal(error, status)


async def unfound(request: Request, error: Exception) -> Response:
    """An unknown path or method, or another HTTPException."""
    assert isinstance(error, HTTPException)
    words = f"there is nothing at {request.url.path}" if error.status_code == 404 else f"{error.detail.lower()}"
    answered = refusal(UnreadableMessage(words), error.status_code)
    answered.headers.update(error.headers or {})
    return answered


async def failed(request: Request, error: Exception) -> Response:
    """An unexpected error. The log has the details; the client learns only that it happened."""
    return refusal(Trouble("something went wrong in the server; please try again"), 500)


def refusal(error: Exception, status: int) -> Response:
    """A named refusal as a response. It is counted in the metrics."""
    metrics.refused(type(error).__name__)
    headers = {"cache-control": "no-store"}
    if isinstance(error, TooBusy):
        headers["retry-after"] = str(error.wait)
    return Response(msgspec.json.encode(refused(error)), status, headers, JSON_MEDIA_TYPE)


def fresh(request: Request, body: bytes, kind: str) -> Response:
    """A file with an ETag, or "304 Not Modified" if the client has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": CACHE_REVALIDATE}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=kind)
