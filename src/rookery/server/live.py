"""A table in play: the pages that look at it, moves made durable and told to everybody, bots in their turn.

One lock a table: a move is checked, made durable and played while no other move of that table can come between.
"""

import asyncio
import functools
import logging
import time
from collections.abc import Callable

import msgspec
import numpy as np

from rookery.core.errors import StoreTrouble
from rookery.server import figures, looks
from rookery.server.bots import Bots
from rookery.server.connection import Connection
from rookery.server.logs import short
from rookery.server.sheet import Played
from rookery.server.store import Store
from rookery.server.table import Seats, Table
from rookery.server.wire import (
    GameCard,
    Look,
    Looked,
    Move,
    Moved,
    Preview,
    Previewed,
    Rename,
    Server,
    TableCard,
    Tabled,
    Welcome,
    encode,
)  # fmt: skip

__all__ = ["LiveTable"]

log = logging.getLogger(__name__)

GATHERING = 0.1  # seconds in which people who come and go are told of together
AFTER_TROUBLE = 5.0  # seconds until a bot tries again to play what could not be saved


class LiveTable:
    """One table in memory."""

    def __init__(self, table: Table, card: Callable[[], GameCard], store: Store, bots: Bots, bot_pause: float) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.used = time.monotonic()  # when somebody last asked for this table
        self._card = card
        self._store = store
        self._bots = bots
        self._bot_pause = bot_pause
        self._pages: set[Connection] = set()
        self._bot_turn: asyncio.Task[None] | None = None
        self._gathering: asyncio.TimerHandle | None = None

    @property
    def busy(self) -> bool:
        """Whether it must stay in memory."""
        return bool(self._pages) or self.lock.locked() or self._bot_turn is not None

    # ── Pages come and go ────────────────────────────────────────────────────
    def join(self, page: Connection, keys: list[str]) -> None:
        """Let a page in, or let it say anew which seats it plays. Raises UnknownKey."""
        seats = self.table.seats_of(keys)
        moves = [looks.entry(self.table, seats, ply) for ply in range(1, self.table.plies + 1)]
        moment = looks.moment(self.table, seats)
        page.seats = seats  # from here on nothing can fail: a page is in, or it is not
        self._pages.add(page)
        page.send(encode(Welcome(self.card(seats), moves, moment)))
        self._gather()
        self._wake_bots()

    def leave(self, page: Connection) -> None:
        """A page is gone; the table stays as it is."""
        self._pages.discard(page)
        self.used = time.monotonic()
        self._gather()

    def card(self, seats: Seats) -> TableCard:
        """The table as a page with these seats sees it."""
        here = {seat for page in self._pages for seat in page.seats}
        watchers = sum(not page.seats for page in self._pages)
        return looks.table_card(self.table, self._card(), seats, here, watchers)

    def _gather(self) -> None:
        """Tell everybody soon who is here."""
        if self._gathering is None:
            self._gathering = asyncio.get_running_loop().call_later(GATHERING, self.tell_card)

    def tell_card(self) -> None:
        """Tell everybody who sits here, and what comes next."""
        if self._gathering is not None:
            self._gathering.cancel()
            self._gathering = None
        self._tell(lambda seats: Tabled(self.card(seats)))

    def _tell(self, message: Callable[[Seats], Server]) -> None:
        """Send everybody a message; it is made once for all pages that play the same seats."""
        made: dict[Seats, str] = {}
        for page in list(self._pages):
            if page.seats not in made:
                made[page.seats] = encode(message(page.seats))
            page.send(made[page.seats])

    # ── What pages ask ───────────────────────────────────────────────────────
    def look(self, page: Connection, asked: Look) -> None:
        """Raises NoSuchPly."""
        page.send(encode(Looked(looks.look_back(self.table, page.seats, asked.ply))))

    def preview(self, page: Connection, asked: Preview) -> None:
        """Raises what may_preview raises, and IllegalAction."""
        seat = self.table.may_preview(page.seats, asked.ply)
        self.table.position.after(asked.action)  # the guard of legality
        scene = looks.preview(self.table, page.seats, seat, asked.action)
        page.send(encode(Previewed(asked.ply, asked.action, scene)))

    async def move(self, page: Connection, asked: Move) -> None:
        """Raises what may_move raises, IllegalAction, and StoreTrouble when the move could not be made durable."""
        async with self.lock:
            self.table.may_move(page.seats, asked.seat, asked.ply)
            await self._commit(self.table.answer(asked.action, fresh_luck()))
        self._wake_bots()

    async def rename(self, page: Connection, asked: Rename) -> None:
        """Raises UnknownKey, UnreadableMessage, StoreTrouble."""
        async with self.lock:
            seats = self.table.renamed(page.seats, asked.seat, asked.name)
            await self._store.seat(self.table.sheet.id, seats)
            self.table.sheet = msgspec.structs.replace(self.table.sheet, seats=seats)
        self.tell_card()

    async def _commit(self, played: list[Played]) -> None:
        """Make plies durable, then play them, then tell everybody. The lock is held."""
        await self._store.append(self.table.sheet.id, played)
        self.table.play(played)
        figures.played(self.table.sheet.game, played, over=self.table.mover is None)
        for ply in played:
            self._tell(functools.partial(self._moved, ply.ply))

    def _moved(self, ply: int, seats: Seats) -> Moved:
        return Moved(looks.entry(self.table, seats, ply), looks.moment(self.table, seats, ply))

    # ── Bots ─────────────────────────────────────────────────────────────────
    def _wake_bots(self) -> None:
        """Bots play as long as somebody is there to see it."""
        if self.table.bot is not None and self._bot_turn is None:
            self._bot_turn = asyncio.get_running_loop().create_task(self._play_bots())
            self._bot_turn.add_done_callback(self._bots_rest)

    def _bots_rest(self, turn: asyncio.Task[None]) -> None:
        self._bot_turn = None
        self.used = time.monotonic()
        if turn.cancelled():
            return
        if (error := turn.exception()) is not None:
            log.error("The bots of table %s stopped", short(self.table.sheet.id), exc_info=error)
        elif self._pages:  # somebody came after they had looked for the last time
            self._wake_bots()

    async def _play_bots(self) -> None:
        clock = asyncio.get_running_loop().time
        while self._pages and (bot := self.table.bot) is not None and self.table.mover is not None:
            start = clock()
            action, remark = await self._bots.advise(self.table.position.view(self.table.mover), bot.level)
            await asyncio.sleep(start + self._bot_pause - clock())
            try:
                async with self.lock:
                    await self._commit(self.table.answer(action, fresh_luck(), remark))
            except StoreTrouble as error:
                log.error("A bot's move was not saved: %s", error)
                await asyncio.sleep(AFTER_TROUBLE)

    def close(self) -> None:
        """Stop what goes on; the database has everything."""
        if self._bot_turn is not None:
            self._bot_turn.cancel()
        if self._gathering is not None:
            self._gathering.cancel()


def fresh_luck() -> np.random.Generator:
    """Dice that nobody can foresee: seeded by the operating system for every throw."""
    return np.random.default_rng()
