"""A table made from its stored events, while others go on."""

from collections.abc import Sequence

from rookery.core.position import Game
from rookery.server.quota.work_budget import in_slices
from rookery.server.table.events import Event
from rookery.server.table.table import Table

__all__ = ["replayed"]


async def replayed(game: Game, name: str, secret: bytes, events: Sequence[Event]) -> Table:
    """A table at which all this has happened; others go on meanwhile. Raises StoreTrouble, UnknownRules."""
    table = Table(game, name, secret, events[:1])
    await in_slices(table.replay(events[1:]))
    return table
