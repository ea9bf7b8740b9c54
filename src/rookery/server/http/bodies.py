"""Reads the bodies of requests, within limits of length and time."""

import asyncio
from collections.abc import Iterable

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from rookery.server.errors import UnreadableMessage

CLOSE_CONNECTION = {"connection": "close"}  # the client need not send the rest of a refused body


def too_long(lengths: Iterable[str], most: int) -> bool:
    """Whether a Content-Length header says more than `most` bytes. `lengths`: the values of these headers."""
    return any(len(length) > len(str(most)) or int(length) > most for length in lengths if length.isdecimal())


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
