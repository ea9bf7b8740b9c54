"""What tables need of their surroundings."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from rookery.core.position import Game
from rookery.server.bots.readiness import Readiness
from rookery.server.bots.table_bots import BotService
from rookery.server.cluster.bus import Bus
from rookery.server.notify.outbox import Outbox
from rookery.server.storage.table_store import TableStore
from rookery.server.table.table import Seats

__all__ = ["Services"]


class Services(NamedTuple):
    """Where tables are kept, who hears of them, who thinks for them."""

    store: TableStore
    bus: Bus
    sender: Outbox
    bots: BotService
    readiness: Callable[[Mapping[str, Game]], Readiness]  # makes what makes games ready
    avoided: Callable[[str, Seats], Awaitable[bool]] | None = None  # whether somebody there has blocked these seats
