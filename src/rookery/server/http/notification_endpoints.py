"""HTTP endpoints for people who are away: feeds and calendars of their turns."""

from starlette.requests import Request
from starlette.responses import Response

from rookery.core.errors import one_of
from rookery.server.errors import UnknownKey, UnknownTable, UnreadableMessage
from rookery.server.http import responses
from rookery.server.notify import feed
from rookery.server.quota.addresses import address_of
from rookery.server.quota.rate_limit import RateLimiter
from rookery.server.rooms.table_manager import TableManager


class NotificationEndpoints:
    """Answers feed readers."""

    def __init__(self, manager: TableManager, limiter: RateLimiter, site: str) -> None:
        """`site`: the origin of all links; "": that of each request."""
        self._manager = manager
        self._limiter = limiter
        self._site = site

    async def feed(self, request: Request) -> Response:
        """A feed or calendar. Raises UnreadableMessage, UnknownKey, TooBusy for an address that guesses, and what
        `TableManager.table` raises."""
        if (kind := request.path_params["kind"]) not in feed.FEED_FORMATS:
            raise UnreadableMessage(f"there is no feed of the kind {kind!r}; {one_of(kind, feed.FEED_FORMATS)}")
        make, media = feed.FEED_FORMATS[kind]
        failures = self._limiter.quota(address_of(request)).failures
        failures.check()
        try:
            table = (await self._manager.table(request.path_params["table"])).table
            seat = feed.seat_of(table, request.path_params["token"])
        except (UnknownTable, UnknownKey):
            failures.take()
            raise
        text = make(table, seat, self._site or str(request.base_url).rstrip("/"))
        return responses.fresh(request, text.encode(), media)
