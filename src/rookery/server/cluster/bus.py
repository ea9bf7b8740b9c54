"""The bus by which processes that share a database inform each other.

It carries no events: only how many a table has, and who has pages open at it. Events are read from the database, which
alone decides what happened. A message lost here can make pages late, but never wrong.
"""

from collections.abc import Collection
from typing import Protocol


class Listener(Protocol):
    """Hears the other processes; the table manager implements it."""

    def events_written(self, table: str, events: int) -> None:
        """Another process has written to a table, which now has `events` events."""

    def presence_changed(self, tables: Collection[str]) -> None:
        """Pages opened or closed at these tables in another process."""

    def events_missed(self) -> None:
        """Messages may have been lost, so the database must be read again."""


class Bus:
    """Connects a listener with the other processes. This one is that of a process without others."""

    shared = False  # whether there can be other processes

    @property
    def words(self) -> str:
        """The state of the bus for the status page; "" for one process."""
        return ""

    def open(self, listener: Listener) -> None:
        """Begin. Must be called inside a running event loop."""

    async def close(self) -> None:
        """Tell the other processes that this one leaves, and end."""

    def announce(self, table: str, events: int) -> None:
        """Tell the other processes that a table now has `events` events."""

    def report_pages(self, table: str, seats: Collection[int], watchers: int, held: bool = False) -> None:
        """Tell the other processes which seats have pages here at a table, and how many pages watch. `held`: its clock
        runs here, with pages or without."""

    def elsewhere(self, table: str) -> tuple[Collection[int], int]:
        """The seats that have pages in other processes, and the number of spectators' pages there."""
        return (), 0

    def alone(self, table: str) -> bool:
        """Whether no other process has pages at a table or holds its clock."""
        return True

    def leads(self, table: str) -> bool:
        """Whether this process runs the bots and clocks of a table. Two processes may believe so for a moment; then the
        primary key of the events lets only one of them act."""
        return True

    async def roll_call(self) -> None:
        """Wait until all other processes have had time to report their pages, which a new process does not know yet."""
