"""Answers about people whom somebody does not want to hear or to meet."""

from collections.abc import Mapping

from rookery.server import wall_clock
from rookery.server.api.signed import Endpoint, SentFrom, signed_endpoint
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.tag_store import Signer, TagStore
from rookery.server.tags.mute_store import MuteStore
from rookery.server.wire.messages import NewTable, SeatLink, SitDown, TableLinks
from rookery.server.wire.tag_messages import MuteCard, MuteSeat, Nothing, SeatAsked, SitAsked, TableAsked


class MuteEndpoints:
    """Answers requests about mutes and blocks, and those for tables and seats where they count."""

    def __init__(self, manager: TableManager, tags: TagStore, mutes: MuteStore) -> None:
        self._manager = manager
        self._tags = tags
        self._mutes = mutes
        # those that are POSTs of a Signed, by path
        self.signed: Mapping[str, Endpoint] = {
            "/api/tag/tables": signed_endpoint(NewTable, self._make),
            "/api/tag/sit": signed_endpoint(SitAsked, self._sit),
            "/api/tag/mutes": signed_endpoint(Nothing, lambda asked, signer, sent: mutes.cards(signer)),
            "/api/tag/mute": signed_endpoint(MuteSeat, self._mute),
            "/api/tag/unmute": signed_endpoint(
                SeatAsked, lambda asked, signer, sent: mutes.unmute(signer, asked.table, asked.seat)
            ),
            "/api/tag/muted": signed_endpoint(
                TableAsked, lambda asked, signer, sent: mutes.muted_seats(signer, asked.table)
            ),
        }

    async def _make(self, asked: NewTable, signer: Signer, sent: SentFrom) -> TableLinks:
        """Raises what TableManager.create raises."""
        sent.quota.tables.take()
        tag = await self._tags.tag_of(signer)
        links = await self._manager.create(asked)
        await self._mutes.made(tag, links.table)
        return links

    async def _sit(self, asked: SitAsked, signer: Signer, sent: SentFrom) -> SeatLink:
        """Raises SeatTaken, and what TableManager.sit raises."""
        sent.quota.seats.take()
        await self._tags.check_may_sit(signer, asked.table)
        return await self._manager.sit(asked.table, asked.seat, SitDown(asked.name))

    async def _mute(self, asked: MuteSeat, signer: Signer, sent: SentFrom) -> list[MuteCard]:
        """Raises what MuteStore.mute raises, and UnknownTable."""
        table = (await self._manager.table(asked.table)).table
        name = table.called((asked.seat,))
        return await self._mutes.mute(signer, asked, name, wall_clock.now_ms())
