"""Answers about people whom somebody does not want to hear or to meet."""

from rookery.server import wall_clock
from rookery.server.api.signed import SentFrom
from rookery.server.rooms.table_manager import TableManager
from rookery.server.tags.mute_store import MuteStore
from rookery.server.tags.tag_store import Signer, TagStore
from rookery.server.wire.messages import NewTable, SeatLink, SitDown, TableLinks
from rookery.server.wire.tag_messages import MuteCard, MuteSeat, Nothing, SeatAsked, SitAsked, TableAsked


class MuteEndpoints:
    """Answers requests about mutes and blocks, and those for tables and seats where they count."""

    def __init__(self, manager: TableManager, tags: TagStore, mutes: MuteStore) -> None:
        self._manager = manager
        self._tags = tags
        self._mutes = mutes

    async def new_table(self, asked: NewTable, signer: Signer, sent: SentFrom) -> TableLinks:
        """A table of the tag: who is blocked cannot sit down. Raises what TableManager.create raises."""
        sent.quota.tables.take()
        tag = await self._tags.tag_of(signer)
        links = await self._manager.create(asked)
        await self._mutes.made(tag, links.table)
        return links

    async def sit(self, asked: SitAsked, signer: Signer, sent: SentFrom) -> SeatLink:
        """An open seat, for a tag that is not blocked there. Raises SeatTaken, and what TableManager.sit raises."""
        sent.quota.seats.take()
        await self._tags.check_may_sit(signer, asked.table)
        return await self._manager.sit(asked.table, asked.seat, SitDown(asked.name))

    async def cards(self, asked: Nothing, signer: Signer, sent: SentFrom) -> list[MuteCard]:
        return await self._mutes.cards(signer)

    async def mute(self, asked: MuteSeat, signer: Signer, sent: SentFrom) -> list[MuteCard]:
        """Mute or block the person of a seat, where one has a seat, too. Raises what MuteStore.mute raises, and
        UnknownTable."""
        table = (await self._manager.table(asked.table)).table
        name = table.called((asked.seat,))
        return await self._mutes.mute(signer, asked, name, wall_clock.now_ms())

    async def unmute(self, asked: SeatAsked, signer: Signer, sent: SentFrom) -> list[MuteCard]:
        return await self._mutes.unmute(signer, asked.table, asked.seat)

    async def muted_seats(self, asked: TableAsked, signer: Signer, sent: SentFrom) -> list[int]:
        return await self._mutes.muted_seats(signer, asked.table)
