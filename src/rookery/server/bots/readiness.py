"""What the catalog needs of those who make games ready to be played."""

import asyncio
from typing import Protocol

__all__ = ["Readiness"]


class Readiness(Protocol):
    """Makes games ready, one after the other."""

    async def run(self) -> None:
        """Make all games ready. A game that fails cannot be played; the others go on."""

    def prioritise(self, slug: str) -> None:
        """Make a game ready before those that nobody has asked for."""

    def opened(self, slug: str) -> asyncio.Event:
        """The event that is set as soon as the game can be played."""

    def awaited(self) -> list[str]:
        """The slugs of games that are not quite ready yet, except those that never will be."""

    def progress(self) -> dict[str, float]:
        """How much is done of each game that is not quite ready, from 0 to 1, by slug."""
