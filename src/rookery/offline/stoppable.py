"""Long work for a page, which can rest, go on and be stopped."""

import asyncio
from abc import ABC, abstractmethod


class StoppableRun(ABC):
    """One piece of long work. It waits for `running` between its steps, and then looks whether it was `stopped`."""

    def __init__(self) -> None:
        self.stopped = False
        self.running = asyncio.Event()
        self.running.set()

    @abstractmethod
    async def run(self) -> None:
        """Do the work, and tell what was found, until it is done or stopped."""

    def pause(self, paused: bool) -> None:
        """Rest, or go on."""
        if paused:
            self.running.clear()
        else:
            self.running.set()

    def hear(self, place: int, part: str) -> None:  # noqa: B027 - most work is not shared
        """Take the findings of another worker, if several share the work."""

    def lose(self, place: int) -> None:  # noqa: B027 - most work is not shared
        """Another worker has failed."""

    def stop(self) -> None:
        """Tell nothing more."""
        self.stopped = True
        self.running.set()
