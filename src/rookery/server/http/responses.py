"""HTTP responses: JSON, a text that browsers may cache, or a refusal with the right status."""

import hashlib
import logging
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.core.errors import BrokenKernel, MissingExtra, Trouble
from rookery.server.api.exchange import ApiAnswer, json_answer, nothing_at, refusal_answer, status_of
from rookery.server.errors import Stopping, UnreadableMessage

__all__ = ["CACHE_REVALIDATE", "answer", "failed", "fresh", "refusal", "refuse", "response", "unfound"]

log = logging.getLogger(__name__)

CACHE_REVALIDATE = "no-cache"  # browsers may keep a copy, and must ask each time whether it is still the newest


def response(answer: ApiAnswer) -> Response:
    """An answer over HTTP."""
    return Response(answer.body, answer.status, dict(answer.headers), answer.media_type)


def answer(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return response(json_answer(data, status))


async def refuse(request: Request, error: Exception) -> Response:
    """A named refusal, with the status of its class."""
    if isinstance(error, BrokenKernel):  # it names files of this machine
        log.error("A kernel is broken: %s", error)
        return await failed(request, error)
    if isinstance(error, Trouble) and not isinstance(error, MissingExtra | Stopping):
        log.error("A request was refused: %s", error)
    return refusal(error, status_of(error))


async def unfound(request: Request, error: Exception) -> Response:
    """An unknown path or method, or another HTTPException."""
    assert isinstance(error, HTTPException)
    missing = error.status_code == 404
    answered = (
        response(nothing_at(request.url.path))
        if missing
        else refusal(UnreadableMessage(error.detail.lower()), error.status_code)
    )
    answered.headers.update(error.headers or {})
    return answered


async def failed(request: Request, error: Exception) -> Response:
    """An unexpected error. The log has the details; the client learns only that it happened."""
    return refusal(Trouble("something went wrong in the server; please try again"), 500)


def refusal(error: Exception, status: int) -> Response:
    """A named refusal as a response. It is counted in the metrics."""
    return response(refusal_answer(error, status))


def fresh(request: Request, body: bytes, kind: str) -> Response:
    """A file with an ETag, or "304 Not Modified" if the client has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": CACHE_REVALIDATE}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type=kind)
