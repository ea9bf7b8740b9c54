"""Answers about games that people made."""

from rookery.server.api.exchange import ApiRequest
from rookery.server.rooms.strangers import StrangersGames
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.events import tables_worth
from rookery.server.wire.made_messages import MadeAllowed, NewMadeTable
from rookery.server.wire.messages import NewTable, TableLinks
from rookery.wasm.given_game import MOST_MODULE, packed

MAX_MADE_BYTES = MOST_MODULE * 4 // 3 + 65_536  # bytes of an order: the module in base64, and the facts


class MadeEndpoints:
    """Answers requests about games that people made."""

    def __init__(self, manager: TableManager, strangers: StrangersGames) -> None:
        self._manager = manager
        self._strangers = strangers

    async def made_allowed(self, request: ApiRequest) -> MadeAllowed:
        """Whether people may bring games here."""
        return MadeAllowed(self._strangers.allowed)

    async def new_made_table(self, request: ApiRequest, asked: NewMadeTable) -> TableLinks:
        """Make a table of a game that somebody made."""
        self._strangers.check_allowed()
        kept = packed(asked.game)
        request.quota.tables.take(tables_worth(kept))
        game = await self._strangers.taken(asked.game, request.quota.address)
        order = NewTable(game.facts.slug, asked.seats, asked.options, clock=asked.clock, delay=asked.delay)
        return await self._manager.create_made(game, kept, order)
