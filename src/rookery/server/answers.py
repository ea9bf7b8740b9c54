"""What goes back over plain HTTP: an answer as JSON, or a refusal with the right status."""

import logging
from typing import Any

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.core import errors
from rookery.core.errors import StoreTrouble, Trouble, UnreadableMessage
from rookery.server.guard import JSON, refusal

__all__ = ["answer", "failed", "refuse", "unfound"]

log = logging.getLogger(__name__)

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
