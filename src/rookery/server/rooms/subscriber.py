"""What a table needs of a page: whoever is told of what happens there."""

from typing import Protocol

from rookery.server.quota.work_budget import WorkBudget
from rookery.server.table.table import Seats

__all__ = ["Subscriber"]


class Subscriber(Protocol):
    """A page that looks at a table, or anything that takes its messages."""

    seats: Seats  # that it plays; the table sets them when it lets the page in
    lost: bool  # its line died: nobody has closed it

    @property
    def address(self) -> str:
        """Who pays for what is done for it."""

    @property
    def work(self) -> WorkBudget | None:
        """What is paid with; None: without limit."""

    def send(self, message: str) -> None:
        """Never waits and never fails."""
