"""Makes the tables of a contest. They have begun when they are made, because their words came before."""

from collections.abc import Sequence

import msgspec

from rookery.core.position import Game
from rookery.server.commands import people
from rookery.server.errors import StoreTrouble
from rookery.server.rooms.journal import stamped
from rookery.server.rooms.new_table import planned
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.events import Came, Event, Made
from rookery.server.table.table import Table


async def found_contest_table(
    manager: TableManager, game: Game, table_id: str, secret: bytes, made: Made, seeds: Sequence[str]
) -> None:
    """Make a table, unless another process is faster. `secret`: [32]; `seeds`: [P] client seeds, "" for a seat without
    one. A person for whom `made` names a level begins with a stand-in. Raises TooBusy, StoreTrouble."""
    made = msgspec.structs.replace(made, pledge=(await planned(game, [made], table_id, secret)).pledge)
    table = Table(game, table_id, secret, [made])
    came = [Came(seat, seeds[seat]) for seat, sitter in enumerate(made.seats) if sitter.kind == "person"]
    events: list[Event] = [made, *came, *people.begun(table, dict(enumerate(seeds)))]
    try:
        await manager.found(game, table_id, secret, stamped(events))
    except StoreTrouble:
        await manager.table(table_id)  # another process was faster; otherwise this raises, too
