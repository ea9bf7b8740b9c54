"""What a table needs of a page that receives its messages."""

from typing import Protocol

from rookery.server.quota.work_budget import WorkBudget
from rookery.server.table.table import Seats


class Subscriber(Protocol):
    """A page at a table, or anything else that receives its messages."""

    seats: Seats  # that it plays; the table sets them when it lets the page in
    draws: bool  # whether it is sent views in place of pictures; the table sets it, too
    lost: bool  # whether its connection died, instead of being closed

    @property
    def address(self) -> str:
        """The address that pays for the work done for the page."""

    @property
    def work(self) -> WorkBudget | None:
        """The work budget of that address; None: without limit."""

    def send(self, message: str) -> None:
        """Send a message (JSON). It never waits and never fails."""
