"""The brains that think for the bots of a page without a server."""

import functools
import secrets
from collections.abc import Awaitable, Callable, Collection
from typing import Protocol

import msgspec

from rookery.core.position import Game, Position
from rookery.offline.questions import BotAdvice, BotQuestion
from rookery.server.bots.table_bots import advice_from


class Brain(Protocol):
    """Thinks for a bot, here or in another worker."""

    async def advise(self, view: Position, level: str, seed: int) -> tuple[int, str]:
        """The action that the bot of a level plays, and its remark. `view`: of the seat that decides, and nothing more;
        `seed`: 63 bits."""


class EngineBrain:
    """Asks the page's engine, which thinks in another worker, so that this one stays free; a Brain."""

    def __init__(self, ask: Callable[[str], Awaitable[str]]) -> None:
        """`ask`: from a BotQuestion to its BotAdvice, both as JSON."""
        self._ask = ask

    async def advise(self, view: Position, level: str, seed: int) -> tuple[int, str]:
        question = BotQuestion(view.to_json(), level, seed)
        found = msgspec.json.decode(await self._ask(msgspec.json.encode(question).decode()), type=BotAdvice)
        return found.action, found.words


class BrainBots:
    """The bots of a parlour; a BotService."""

    def __init__(self, brain: Brain, levels: Callable[[Game], tuple[str, ...]], pause: float) -> None:
        """`levels`: as in BotService; `pause`: seconds before each ply of a bot, so that people can follow."""
        self.pause = pause
        self.levels = functools.cache(levels)
        self._brain = brain

    async def advise(
        self, view: Position, level: str, payers: Collection[str] = (), seed: int | None = None
    ) -> tuple[int, str]:
        """See BotService. Nobody pays."""

        async def ask(view: Position, level: str) -> tuple[int, str]:
            return await self._brain.advise(view, level, secrets.randbits(63) if seed is None else seed)

        return await advice_from(ask, view, level, self.levels(view.game)[0])

    def close(self) -> None:
        """See BotService; a brain stops by itself."""
