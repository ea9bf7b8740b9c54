"""HTTP responses: JSON, a text that browsers may cache, or a refusal with the right status."""

import functools
import hashlib
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.page_engine.made_files import packed
from rookery.server.api.exchange import ApiAnswer, error_answer, json_answer, nothing_at, refusal_answer, wrong_method
from rookery.server.errors import UnreadableMessage

CACHE_IMMUTABLE = "public, max-age=31536000, immutable"  # for files whose name contains a hash of their contents
CLOSE_CONNECTION = {"connection": "close"}  # the client need not send the rest of a refused body
MAX_FILES = 512  # in memory; the page and a workshop have 390
CACHE_REVALIDATE = "no-cache"  # browsers may keep a copy, and must ask each time whether it is still the newest


def response(answer: ApiAnswer) -> Response:
    """An answer over HTTP."""
    return Response(answer.body, answer.status, dict(answer.headers), answer.media_type)


def answer(data: Any, status: int = 200) -> Response:
    """Data as JSON."""
    return response(json_answer(data, status))


async def refuse(request: Request, error: Exception) -> Response:
    """The response to any error but an HTTPException."""
    return response(error_answer(error))


async def unfound(request: Request, error: Exception) -> Response:
    """An unknown path or method, or another HTTPException."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        answered = response(nothing_at(request.url.path))
    elif error.status_code == 405:
        answered = response(wrong_method(request.method))
    else:
        answered = refusal(UnreadableMessage(error.detail.lower()), error.status_code)
    answered.headers.update(error.headers or {})
    return answered


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


def lasting(request: Request, body: bytes, kind: str) -> Response:
    """A file that browsers may keep for ever, because its name contains a hash of it. It is compressed once for all."""
    headers = {"cache-control": CACHE_IMMUTABLE}
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(_PACKED(body), 200, headers, kind)
    return Response(body, 200, headers, kind)


_PACKED = functools.lru_cache(MAX_FILES)(packed)
