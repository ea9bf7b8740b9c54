"""Plays for the bots of one table, with pauses so that people can follow.

A bot's move costs work, because it is written and sent to every page. So it waits its turn among the requests of the
address that pays for the bot, and is charged to it (quota/work_budget.py). With an empty budget, bots play slowly but
go on.
"""

import asyncio
import contextlib
import functools
import logging
from collections.abc import Callable

from rookery.core.position import Position
from rookery.days.daily_game import bot_seed
from rookery.server.bots.table_bots import TableBots
from rookery.server.commands import standins
from rookery.server.errors import StoreTrouble, TooBusy
from rookery.server.quota.work_budget import WorkBudget
from rookery.server.rooms.deadline import SAVE_RETRY_INTERVAL
from rookery.server.rooms.journal import Journal
from rookery.server.table import timing
from rookery.server.table.events import Event
from rookery.server.table.table import Table
from rookery.server.telemetry.redact import short

log = logging.getLogger(__name__)

BOTS_ONLY_PAUSE_FACTOR = 4  # the pause is so much longer where only bots play, so that spectators can follow


class BotPlayer:
    """Plays in one task, which ends when no bot is to move, or bots may not play."""

    def __init__(
        self, journal: Journal, bots: TableBots, pause: float, may: Callable[[], bool], rested: Callable[[], None]
    ) -> None:
        """`pause`: the least seconds before a ply; `may`: returns whether bots play now, in this process; `rested`:
        called when they stop playing."""
        self._journal = journal
        self._advise = bots.advise
        self._payer = bots.payer
        self._pause = pause
        self._may = may
        self._rested = rested
        self._turn: asyncio.Task[None] | None = None

    @property
    def playing(self) -> bool:
        return self._turn is not None

    def wake(self) -> None:
        """Start playing if it is the turn of a bot now."""
        if self._turn is None and self._journal.table.bot and self._may():
            self._turn = asyncio.get_running_loop().create_task(self._play())
            self._turn.add_done_callback(self._rest)

    def _rest(self, turn: asyncio.Task[None]) -> None:
        self._turn = None
        self._rested()
        if turn.cancelled():
            return
        if (error := turn.exception()) is not None:
            log.error("The bots of table %s stopped", short(self._journal.table.id), exc_info=error)
        else:
            self.wake()  # a page may have opened since the last check

    async def _play(self) -> None:
        table = self._journal.table
        while self._may() and (level := table.bot) and (mover := table.mover) is not None:
            payer = self._payer()
            await (self._ply(level, mover, None) if payer is None else payer.spend(self._ply(level, mover, payer)))

    async def _ply(self, level: str, mover: int, payer: WorkBudget | None) -> None:
        clock, table = asyncio.get_running_loop().time, self._journal.table
        start, thought_of = clock(), (level, table.plies, table.takebacks)
        seed = bot_seed(table.secret, table.plies + 1) if table.made.contest else None
        action, remark = await self._advise(table.position.view(mover), level, seed)
        pause = self._pause if timing.people(table) else BOTS_ONLY_PAUSE_FACTOR * self._pause
        await asyncio.sleep(start + pause - clock())
        if payer is not None:
            with contextlib.suppress(TooBusy):  # play anyway after a long wait, because people at the table wait too
                await payer.turn()
        try:
            async with self._journal.lock:
                await self._journal.apply(functools.partial(_thought, thought_of, action, remark))
        except StoreTrouble as error:
            log.error("A bot's move was not saved: %s", error)
            await asyncio.sleep(SAVE_RETRY_INTERVAL)

    def close(self) -> None:
        """Stop playing."""
        if self._turn is not None:
            self._turn.cancel()
        # these would keep the table in memory
        self._may, self._rested, self._advise, self._payer = _never, _nobody, _unasked, _no_payer


def _never() -> bool:
    return False


def _nobody() -> None:
    """Takes the place of `rested` at a closed table."""


async def _unasked(view: Position, level: str, seed: int | None = None) -> tuple[int, str]:
    """Takes the place of `advise` at a closed table."""
    raise asyncio.CancelledError


def _no_payer() -> None:
    """Takes the place of `payer` at a closed table."""


def _thought(of: tuple[str, int, int], action: int, remark: str, table: Table) -> list[Event]:
    """A bot's move; [] if the table has changed since it began to think."""
    return standins.bot_move(table, action, remark) if (table.bot, table.plies, table.takebacks) == of else []
