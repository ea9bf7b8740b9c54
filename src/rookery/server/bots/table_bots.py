"""The interface through which a table has its bots think, and the substitute when they fail."""

import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Protocol

from rookery.core.position import Game, Position
from rookery.server.quota.work_budget import WorkBudget
from rookery.server.telemetry import metrics

log = logging.getLogger(__name__)

FAILED_REMARK = "I could not think, so I made a random move."


class BotService(Protocol):
    """Thinks for bots."""

    pause: float  # seconds before each ply of a bot, so that people can follow

    def levels(self, game: Game) -> tuple[str, ...]:
        """The names of the bots that can play a game, weakest first."""

    async def advise(
        self, view: Position, level: str, payers: Collection[str] = (), seed: int | None = None
    ) -> tuple[int, str]:
        """A legal action of the view's mover, and the bot's remark. `payers`: the addresses of which one is charged;
        `seed`: 63 bits, from which the action follows; None: any."""

    def close(self) -> None:
        """Stop thinking."""


async def advice_from(
    ask: Callable[[Position, str], Awaitable[tuple[int, str]]],
    view: Position,
    level: str,
    weakest: str,
    *,
    lost: tuple[type[Exception], ...] = (),
) -> tuple[int, str]:
    """A legal action of the view's mover, and the bot's remark, whatever happens: a bot that fails is asked again. Then
    the weakest one is asked, then chance plays, and the remark says so. `lost`: what `ask` raises through no fault of
    the bot."""
    slug = view.game.facts.slug
    for name in (level, level, weakest):
        start = time.perf_counter()
        try:
            action, remark = await ask(view, name)
        except lost as error:
            log.error("A bot (%s, %s) was lost: %r; it is asked again", slug, name, error)
        except Exception:
            log.exception("A bot (%s, %s) failed; it is asked again", slug, name)
        else:
            metrics.thought(name, time.perf_counter() - start)
            if action in view.legal_actions:
                return action, remark if name == level else FAILED_REMARK
            log.error("A bot (%s, %s) answered %r, which is not legal", slug, name, action)
    return secrets.choice(view.legal_actions), FAILED_REMARK


class TableBots:
    """The bots of one table."""

    def __init__(self, bots: BotService, payers: Callable[[], Mapping[str, WorkBudget | None]]) -> None:
        """`payers`: returns the addresses of which one is charged when a bot plays now, with their budgets."""
        self._bots = bots
        self._payers = payers

    async def advise(self, view: Position, level: str, seed: int | None = None) -> tuple[int, str]:
        """See BotService.advise."""
        return await self._bots.advise(view, level, self._payers(), seed)

    def payer(self) -> WorkBudget | None:
        """The budget that pays for playing a bot's move: that of the address that has used the least, as in
        bot_queue.py. None: nobody pays, or work has no limit."""
        budgets = (budget for budget in self._payers().values() if budget is not None)
        return max(budgets, key=lambda budget: budget.left, default=None)
