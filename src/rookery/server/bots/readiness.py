"""The interface through which the catalog has games opened."""

import asyncio
from typing import Protocol


class Readiness(Protocol):
    """Opens games, one after the other."""

    quick: bool  # each is opened as soon as somebody asks for it

    async def run(self) -> None:
        """Open all games. One that fails cannot be played; the others go on."""

    def prioritise(self, slug: str) -> None:
        """Open a game before those that nobody has asked for."""

    def opened(self, slug: str) -> asyncio.Event:
        """The event that is set as soon as the game can be played."""

    def awaited(self) -> list[str]:
        """The slugs of games that are not open yet, except those that never will be."""
