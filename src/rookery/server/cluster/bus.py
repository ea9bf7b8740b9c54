"""How processes that share a database tell each other what they did.

Only numbers go over it: that a table stands at so many events, and at which tables a process has pages. Events are
read from the database, which alone decides what happened; what is lost here makes pages late, never wrong.
"""

from collections.abc import Collection
from typing import Protocol

__all__ = ["Bus", "Listener", "LocalBus"]


class Listener(Protocol):
    """Who is told of other processes: the table manager."""

    def events_written(self, table: str, events: int) -> None:
        """Another process has written: the table has so many events."""

    def presence_changed(self, tables: Collection[str]) -> None:
        """People came or went in another process."""

    def events_missed(self) -> None:
        """Something may not have been heard: the database knows."""


class Bus(Protocol):
    """Where a listener hears of other processes, and they hear of this one."""

    shared: bool  # whether there can be others

    @property
    def words(self) -> str:
        """How it is, for the status page; "" where there is nothing to say."""

    def open(self, listener: Listener) -> None:
        """Begin; inside a running event loop."""

    async def close(self) -> None:
        """Say goodbye."""

    def announce(self, table: str, events: int) -> None:
        """What was written here."""

    def here(self, table: str, seats: Collection[int], watchers: int, held: bool = False) -> None:
        """Whose pages this process has at a table now. `held`: and its clock goes on here, with pages or without."""

    def elsewhere(self, table: str) -> tuple[Collection[int], int]:
        """The seats that have pages in other processes, and how many pages only watch there."""

    def alone(self, table: str) -> bool:
        """Whether no other process has pages at a table, or holds its clock."""

    def leads(self, table: str) -> bool:
        """Whether this process is the one that does what nobody asks for at a table: bots, clocks. Two may think so
        for a moment: the primary key of the events lets only one of them act."""

    async def heard(self) -> None:
        """Return when all other processes have had the time to say where they are: a new one knows of nobody yet."""


class LocalBus:
    """One process: it has heard everything."""

    shared = False
    words = ""

    def open(self, listener: Listener) -> None:
        pass

    async def close(self) -> None:
        pass

    def announce(self, table: str, events: int) -> None:
        pass

    def here(self, table: str, seats: Collection[int], watchers: int, held: bool = False) -> None:
        pass

    def elsewhere(self, table: str) -> tuple[Collection[int], int]:
        return (), 0

    def alone(self, table: str) -> bool:
        return True

    def leads(self, table: str) -> bool:
        return True

    async def heard(self) -> None:
        pass
