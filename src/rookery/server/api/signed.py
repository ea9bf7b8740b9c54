"""Endpoints for requests that a device has signed (tags/statements.py)."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

import msgspec

from rookery.server import wall_clock
from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer, order_of
from rookery.server.errors import UnreadableMessage
from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.storage.tag_store import Signer
from rookery.server.tags import statements
from rookery.server.wire.tag_messages import Signed

T = TypeVar("T")
Endpoint = Callable[[ApiRequest], Awaitable[ApiAnswer]]


class SentFrom(NamedTuple):
    """Where a signed request comes from."""

    quota: AddressQuota
    site: str  # the origin of the page


def signed_endpoint(kind: type[T], answer: Callable[[T, Signer, SentFrom], Awaitable[Any]]) -> Endpoint:
    """An endpoint for requests whose body is of a kind. It raises what `statements.check` raises."""

    async def endpoint(request: ApiRequest) -> ApiAnswer:
        signed = await order_of(request, Signed)
        statements.check(signed, request.path, request.sites, wall_clock.now_ms())
        try:
            asked = msgspec.json.decode(signed.body, type=kind)
        except msgspec.DecodeError as error:
            raise UnreadableMessage(f"the server does not understand this request ({error})") from None
        found = await answer(asked, Signer(signed.key, signed.at), SentFrom(request.quota, signed.site))
        return found if isinstance(found, ApiAnswer) else json_answer(found)

    return endpoint
