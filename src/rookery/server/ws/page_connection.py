"""The interface of a conversation to the page at the other end."""

from typing import Protocol

from rookery.server.quota.token_bucket import TokenBucket
from rookery.server.rooms.table_actor import Subscriber


class PageConnection(Subscriber, Protocol):
    """A page that sends messages, too."""

    bucket: TokenBucket  # limits its messages
    received: float  # when its newest message came, time.perf_counter()

    @property
    def site(self) -> str:
        """The origin of the page, such as https://example.org."""

    @property
    def gone(self) -> bool:
        """Whether it has left, so that it would receive no answer."""

    async def receive(self) -> str | bytes | None:
        """Its next message; None: it has left."""

    def hang_up(self) -> None:
        """End the connection."""
