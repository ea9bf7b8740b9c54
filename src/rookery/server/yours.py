"""How somebody's tables stand: whose turn it is, who won. Asked of many tables at once, and none is opened for it."""

import asyncio
import functools
from collections import OrderedDict
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from rookery.core.errors import NotReady, Refusal, Trouble
from rookery.server import looks
from rookery.server.keys import digest
from rookery.server.orders import title_of
from rookery.server.parlour import Parlour
from rookery.server.table import Table
from rookery.server.wire import HeldTable, Yours, YourTable
from rookery.server.work import in_thread

__all__ = ["Glances"]

MOST_KEPT = 5_000  # glances, of some 2 KB


class _Glance(Struct, frozen=True):
    """A table after so many events: all that an answer needs, without its game."""

    events: int
    doors: tuple[str, ...]  # [P] the hash of each seat's key; "" of a bot
    inside: YourTable  # as its players see it
    outside: YourTable  # as spectators do


class Glances:
    """Looks at tables from outside. A table to which nothing happened is not looked at again."""

    def __init__(self, parlour: Parlour) -> None:
        self._parlour = parlour
        self._kept: OrderedDict[str, _Glance] = OrderedDict()
        self._one = asyncio.Lock()  # who asks for many tables waits for them, and nobody else does

    async def of(self, asked: Sequence[HeldTable]) -> Yours:
        """What the holder of these keys may know. A table whose rules cannot be used now is left out. Raises
        StoreTrouble."""
        newest = await self._parlour.store.newest([table.id for table in asked])
        found = [
            _seen(glance, table.keys)
            for table in asked
            if table.id in newest and (glance := await self._glance(table.id, newest[table.id])) is not None
        ]
        return Yours(found, [table.id for table in asked if table.id not in newest])

    async def _glance(self, name: str, events: int) -> _Glance | None:
        async with self._one:
            glance = self._kept.get(name)
            if glance is None or glance.events < events:
                try:
                    table = await self._table(name)
                except (Refusal, Trouble):  # it was thrown away just now, or is one of other rules
                    return None
                doors = tuple(seat.key for seat in table.seats)
                everybody = tuple(range(table.players))
                glance = _Glance(table.events, doors, looks.glance(table, everybody), looks.glance(table, ()))
                self._kept[name] = glance
            self._kept.move_to_end(name)
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            return glance

    async def _table(self, name: str) -> Table:
        """It is not opened: nobody's bot or clock goes on because somebody looked. Raises UnknownTable, UnknownGame,
        UnknownRules, NotReady, StoreTrouble."""
        if (table := self._parlour.in_memory(name)) is not None:
            return table
        secret, events = await self._parlour.store.load(name)
        title, shelf = title_of(events), self._parlour.shelf
        if not shelf.is_open(title):
            raise NotReady(f"the rules of {title} are not ready")
        return await in_thread(functools.partial(Table, shelf.game(title), name, secret, events))


def _seen(glance: _Glance, keys: Sequence[str]) -> YourTable:
    """A key that opens no seat is as good as none."""
    held = {digest(key) for key in keys}
    seats = [seat for seat, door in enumerate(glance.doors) if door and door in held]
    return replace(glance.inside, yours=seats) if seats else glance.outside
