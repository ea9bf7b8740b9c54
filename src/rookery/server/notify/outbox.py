"""The interface through which tables send reminders."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from rookery.server.notify.notices import Notice
from rookery.server.table.events import Reminds, Subscribed
from rookery.server.table.table import Table

Forget = Callable[[Subscribed], Awaitable[None]]


class Hosts(Protocol):
    """The hosts to which reminders may be sent."""

    @property
    def names(self) -> list[str]:
        """As the settings name them."""

    def check(self, address: str) -> None:
        """Raises ForbiddenAddress for an address that is not allowed, NeedsServer where nothing is sent at all."""


class Outbox(Protocol):
    """Sends reminders to people who have no page open."""

    grace: float  # seconds from the beginning of a turn to its reminder

    @property
    def webhooks(self) -> Hosts:
        """Of webhooks."""

    @property
    def services(self) -> Hosts:
        """Of web push."""

    @property
    def push_key(self) -> str:
        """The public key for web push, base64url; "": there is none."""

    def send(self, table: Table, seat: int, to: Reminds | Subscribed, news: Notice, forget: Forget) -> None:
        """Send a reminder in the background. `forget`: called with a subscription that has ended."""

    async def close(self) -> None:
        """Give up the reminders that are still being sent."""
