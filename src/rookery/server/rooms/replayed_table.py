"""Makes a table from its events without blocking other work."""

from collections.abc import Sequence

from rookery.core.position import Game
from rookery.server.quota.work_budget import in_slices
from rookery.server.table.events import Event
from rookery.server.table.table import Table


async def replayed(game: Game, table_id: str, secret: bytes, events: Sequence[Event]) -> Table:
    """The table that follows from these events. `secret`: [32]. Raises StoreTrouble, also for a secret that is not the
    promised one and for draws that do not follow from it; UnknownRules."""
    table = Table(game, table_id, secret, events[:1])
    await in_slices(table.check_secret())
    await in_slices(table.replay(events[1:]))
    return table
