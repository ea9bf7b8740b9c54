"""Routes for requests that a device has signed (tags/statements.py)."""

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec

from rookery.server import wall_clock
from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer, order_of
from rookery.server.errors import UnreadableMessage
from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.tags import statements
from rookery.server.tags.tag_store import Signer
from rookery.server.wire.tag_messages import Signed


class SentFrom(NamedTuple):
    """The origin of a signed request."""

    quota: AddressQuota
    site: str  # the origin of the page


class SignedRoute(NamedTuple):
    """A path, and what answers there a POST of a Signed."""

    path: str
    answer: Callable[[Any, Signer, SentFrom], Awaitable[Any]]  # to an answer or what is told as JSON
    takes: type[Any]  # the type of the signed body, as JSON
    method: str = "POST"

    async def respond(self, request: ApiRequest) -> ApiAnswer:
        """Answer a request. Raises what `order_of`, `statements.check` and the answerer raise."""
        signed = await order_of(request, Signed)
        statements.check(signed, request.path, request.sites, wall_clock.now_ms())
        try:
            message = msgspec.json.decode(signed.body, type=self.takes)
        except msgspec.DecodeError as error:
            raise UnreadableMessage(f"the server does not understand this request ({error})") from None
        result = await self.answer(message, Signer(signed.key, signed.at), SentFrom(request.quota, signed.site))
        return result if isinstance(result, ApiAnswer) else json_answer(result)
