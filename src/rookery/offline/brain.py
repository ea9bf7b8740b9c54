"""Those who think for the bots of a page without a server."""

import asyncio
import functools
import secrets
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Protocol

from rookery.core.position import Game, Position
from rookery.server.bots.table_bots import advice_from

if TYPE_CHECKING:
    from rookery.bots import Advice

__all__ = ["Brain", "BrainBots", "OwnBrain"]


class Brain(Protocol):
    """Thinks for a bot, here or in another worker."""

    async def advise(self, view: Position, level: str, seed: int) -> "Advice":
        """What the bot of a level plays. `view`: of the seat that decides, and nothing more; `seed`: 63 bits."""


class OwnBrain:
    """Thinks in this process. Everything else waits meanwhile; a Brain."""

    async def advise(self, view: Position, level: str, seed: int) -> "Advice":
        from rookery.bots import advise  # imported here because searches take long to import

        await asyncio.sleep(0)  # what happened before is told first
        return advise(view, level, seed)


class BrainBots:
    """The bots of a parlour; a BotService."""

    def __init__(self, brain: Brain, levels: Callable[[Game], tuple[str, ...]], pause: float) -> None:
        """`levels`: as in BotService; `pause`: seconds before each ply of a bot, so that people can follow."""
        self.pause = pause
        self.levels = functools.cache(levels)
        self._brain = brain

    async def advise(self, view: Position, level: str, payers: Collection[str] = ()) -> tuple[int, str]:
        """See BotService. Nobody pays."""
        return await advice_from(self._ask, view, level, self.levels(view.game)[0])

    async def _ask(self, view: Position, level: str) -> tuple[int, str]:
        advice = await self._brain.advise(view, level, secrets.randbits(63))
        return int(advice.action), str(advice.words)

    def close(self) -> None:
        """See BotService; a brain stops by itself."""
