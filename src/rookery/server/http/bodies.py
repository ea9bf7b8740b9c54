"""Reads the bodies of requests, within limits of length and time."""

import asyncio
from collections.abc import Iterable
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from rookery.server.errors import UnreadableMessage

__all__ = ["MAX_BODY_BYTES", "MAX_RECORD_BYTES", "RECORDS_PATH", "read_body", "read_order", "too_long"]

T = TypeVar("T")

MAX_BODY_BYTES = 16_384  # bytes of a JSON body, such as a NewTable
MAX_RECORD_BYTES = 1_048_576  # bytes of a record that is imported
RECORDS_PATH = "/api/records"  # where records are imported
CLOSE_CONNECTION = {"connection": "close"}  # the client need not send the rest of a refused body


def too_long(lengths: Iterable[str], most: int) -> bool:
    """Whether a Content-Length header says more than `most` bytes. `lengths`: the values of these headers."""
    return any(len(length) > len(str(most)) or int(length) > most for length in lengths if length.isdecimal())


async def read_order(request: Request, kind: type[T], wait: float) -> T:
    """A JSON body of a type, read within `wait` seconds. Raises UnreadableMessage, and what `read_body` raises."""
    body = await read_body(request, MAX_BODY_BYTES, wait)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableMessage(f"the server does not understand this request ({error})") from None


async def read_body(request: Request, most: int, wait: float) -> bytes:
    """A body of at most `most` bytes, read within `wait` seconds. Raises HTTPException if it is too long (413) or too
    slow (408), UnreadableMessage if the connection breaks."""
    body = b""
    try:
        async with asyncio.timeout(wait):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise HTTPException(413, f"this may have at most {most} bytes; it has more", CLOSE_CONNECTION)
    except TimeoutError:
        raise HTTPException(408, "the request took too long to arrive", CLOSE_CONNECTION) from None
    except ClientDisconnect:  # nobody reads the answer
        raise UnreadableMessage("the connection broke before the whole request had arrived") from None
    return body
