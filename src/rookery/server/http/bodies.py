"""What is sent with a request: how long it may be, and how it is read."""

import asyncio
from collections.abc import Iterable
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from rookery.server.errors import UnreadableMessage

__all__ = ["MAX_BODY_BYTES", "MAX_RECORD_BYTES", "RECORDS_PATH", "read_body", "read_order", "too_long"]

T = TypeVar("T")

MAX_BODY_BYTES = 16_384  # bytes of a body: of the order of a table, of a name
MAX_RECORD_BYTES = 1_048_576  # bytes of a game that is taken in
RECORDS_PATH = "/api/records"  # where it is taken in
CLOSE_CONNECTION = {"connection": "close"}  # what follows of a body that nobody reads need not be sent


def too_long(lengths: Iterable[str], most: int) -> bool:
    return any(len(length) > len(str(most)) or int(length) > most for length in lengths if length.isdecimal())


async def read_order(request: Request, kind: type[T], wait: float) -> T:
    """What is asked for, in JSON; `wait`: seconds. Raises UnreadableMessage, and what `read_body` raises."""
    body = await read_body(request, MAX_BODY_BYTES, wait)
    try:
        return msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableMessage(f"the server cannot read what this page asks for ({error})") from None


async def read_body(request: Request, most: int, wait: float) -> bytes:
    """`most`: bytes; `wait`: seconds. Raises HTTPException when it is too long or too slow, UnreadableMessage when the
    line broke before."""
    body = b""
    try:
        async with asyncio.timeout(wait):
            async for part in request.stream():
                body += part
                if len(body) > most:
                    raise HTTPException(413, f"this may have {most} bytes, and has more", CLOSE_CONNECTION)
    except TimeoutError:
        raise HTTPException(408, "it did not come in time", CLOSE_CONNECTION) from None
    except ClientDisconnect:  # nobody reads the answer
        raise UnreadableMessage("the line broke before the whole request had come") from None
    return body
