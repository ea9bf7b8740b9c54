"""What a table needs of a page that receives its messages."""

from typing import Protocol

from rookery.server.quota.rate_limit import AddressQuota
from rookery.server.table.table import Seats


class Subscriber(Protocol):
    """A page at a table, or anything else that receives its messages."""

    seats: Seats  # that it plays; the table sets them when it lets the page in
    draws: bool  # whether it is sent views in place of pictures; the table sets it, too
    lost: bool  # whether its connection died, instead of being closed
    quota: AddressQuota  # of the address that pays for the work done for the page

    def send(self, message: str) -> None:
        """Send a message (JSON). It never waits and never fails."""
