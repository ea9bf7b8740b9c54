"""The threats of others, for a page."""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from rookery.core.position import Position
from rookery.offline.questions import written
from rookery.offline.stoppable import StoppableRun
from rookery.reviews.threats import GrowingThreat, Threat


class ThreatQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A view in which a seat decides."""

    view: str  # as Position.to_json writes it


class ThreatAnswer(Struct, frozen=True):
    """The threats in the position."""

    threat: Threat | None  # None: nothing clearly
    chance: float  # of the seat after its best action
    done: bool = True  # there is only one answer


class ThreatRun(StoppableRun):
    """One look for threats. Equal questions have equal answers."""

    def __init__(self, view: Position, tell: Callable[[str, str], None]) -> None:
        """`tell`: gets "threat" and the ThreatAnswer. Raises Refusal."""
        super().__init__()
        self._growing, self._tell = GrowingThreat(view), tell

    async def run(self) -> None:
        while not self._growing.is_done:
            await self.running.wait()
            if self.stopped:
                return
            self._growing.step()
            await asyncio.sleep(0)
        if not self.stopped:
            self._tell("threat", written(ThreatAnswer(self._growing.found, self._growing.chance)))
