"""What goes back over plain HTTP: an answer as JSON, or a refusal with the right status."""

import logging
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.core.errors import (
    CannotPlay,
    MissingExtra,
    NotReady,
    Trouble,
    UnknownGame,
    UnknownLevel,
    UnknownOption,
    UnknownRules,
)
from rookery.server.errors import SeatTaken, StoreTrouble, TooBusy, UnknownKey, UnknownTable, UnreadableMessage
from rookery.server.guard import JSON, refusal

__all__ = ["answer", "failed", "refuse", "unfound"]

log = logging.getLogger(__name__)

STATUS: dict[type[Exception], int] = {
    UnknownGame: 404,
    UnknownTable: 404,
    UnknownKey: 404,
    UnknownOption: 422,
    UnknownLevel: 422,
    CannotPlay: 422,
    NotReady: 503,
    TooBusy: 429,
    StoreTrouble: 503,
    UnknownRules: 409,
    SeatTaken: 409,
    MissingExtra: 501,
}


def answer(data: Any, status: int = 200) -> Response:
    return Response(msgspec.json.encode(data), status, {"cache-control": "no-store"}, JSON)


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
