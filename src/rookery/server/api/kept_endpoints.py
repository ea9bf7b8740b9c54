"""Answers about all that is kept about a person: downloaded or deleted. Each reads every table of the person, part by
part, as the budget of the address allows (quota/work_budget.py).
"""

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from rookery.server import wall_clock
from rookery.server.api.exchange import JSON_MEDIA_TYPE, ApiAnswer
from rookery.server.api.signed import SentFrom
from rookery.server.days.daily_play import who_of
from rookery.server.days.evenings import guest_key
from rookery.server.errors import DamagedEvening, DamagedTable, UnknownTable
from rookery.server.quota.work_budget import next_part
from rookery.server.rooms.table_manager import TableManager
from rookery.server.storage.evening_store import Evening, EveningStore
from rookery.server.table.keys import digest
from rookery.server.tags.mute_store import MuteStore
from rookery.server.tags.personal_data import ErasedSeat, PersonalData
from rookery.server.tags.tag_store import Signer
from rookery.server.wire.tag_messages import Nothing

DaysRoot = Callable[[], Awaitable[bytes]]


class KeptEndpoints:
    """Downloads and deletes what is kept about a person."""

    def __init__(
        self, manager: TableManager, people: PersonalData, mutes: MuteStore, evenings: EveningStore, days: DaysRoot
    ) -> None:
        """`days`: from which the names of tags at games of the day follow."""
        self._manager = manager
        self._people = people
        self._mutes = mutes
        self._evenings = evenings
        self._days = days

    async def data(self, asked: Nothing, signer: Signer, sent: SentFrom) -> ApiAnswer:
        """All that is kept about a person, as a file."""
        card, seats, unknown, ratings = await self._people.all_seats(signer)
        items = list[Any]()
        for table, seat in seats:
            await next_part()
            try:
                items.append({"table": table, "seat": seat, "said": await self._people.personal(table, seat)})
            except DamagedTable as error:
                items.append({"table": table, "seat": seat, "damaged": error.told})
        items.extend({"damaged": "what was kept of this seat is damaged"} for _ in range(unknown))
        tries = await self._people.tries(digest(who_of(await self._days(), card.id)))
        muted = await self._mutes.cards_of(card.id)
        content = {"tag": card, "seats": items, "ratings": ratings, "days": tries, "muted": muted}
        body = msgspec.json.format(msgspec.json.encode(content), indent=2)
        headers = {"content-disposition": 'attachment; filename="rookery-tag.json"', "cache-control": "no-store"}
        return ApiAnswer(body, JSON_MEDIA_TYPE, headers=headers)

    async def leave(self, asked: Nothing, signer: Signer, sent: SentFrom) -> None:
        """Delete the tag, and blank all that names the person at the tables where the tag sat. If the server stops in
        the middle, or the address has used up its budget, the tag and all its seats are there, to be deleted again.
        Raises DamagedTable in the end, if a table or the row of a seat is: then the tag and this seat are there. Raises
        DamagedEvening if only an evening is, that may name the person: then the tag is there."""
        tag, seats = await self._people.lock_out(signer)
        who = who_of(await self._days(), tag)
        evenings = await self._take_name_off(who)
        damaged = set[tuple[str, int]]()
        unread = dict[tuple[str, int], str]()  # seats of damaged evenings -> what is wrong
        while True:
            for table, seat in seats:
                try:
                    await self._erase(table, seat)
                except DamagedEvening as error:
                    unread[table, seat] = str(error)  # it names the evening
                except DamagedTable:
                    damaged.add((table, seat))
            erased = [seat for seat in seats if seat not in damaged and seat not in unread]
            left, unknown = await self._people.delete(tag, erased, digest(who), keep=evenings > 0)
            if not (seats := [seat for seat in left if seat not in damaged and seat not in unread]):
                break
        evenings += len({*unread.values()})
        reasons = []
        if tables := len({table for table, _ in damaged}):
            reasons.append(f"damaged tables ({tables}) keep")
        if unknown:
            reasons.append(f"damaged seats ({unknown}) may keep")
        if evenings:
            reasons.append(f"damaged duplicate evenings ({evenings}) may keep")
        if reasons:
            what = " and what ".join(reasons)
            kind = DamagedTable if damaged or unknown else DamagedEvening
            trouble = kind(f"{what} the name of somebody who leaves")
            trouble.told = (
                f"your name tag is still there, and so is what {what} of you; please leave again when the owner of "
                "this server has repaired them"
            )
            raise trouble

    async def _take_name_off(self, who: str) -> int:
        """Blank the name of a person in the lists of guests of evenings that have not begun. Returns how many of them
        are damaged; they stay as they are."""

        def blanked(evening: Evening) -> Evening:
            if all(one.key != key for one in evening.guests):
                return evening
            guests = [replace(one, name="") if one.key == key else one for one in evening.guests]
            return replace(evening, guests=tuple(guests))

        evenings, damaged = await self._evenings.unbegun()
        for evening_id, secret in evenings:
            await next_part()
            key = digest(guest_key(secret, who))
            with contextlib.suppress(UnknownTable):  # it was forgotten meanwhile
                await self._evenings.change(evening_id, blanked)
        return damaged

    async def _erase(self, table: str, seat: int | None) -> None:
        """Blank what names the person of a seat, also at rematches where the person has not come."""
        while seat is not None:
            await next_part()
            erased = await self._blank(table, seat)
            for other in await self._rounds(erased.contest):
                if other != table and (there := await self._people.seat_of(other, erased.key_hash)) is not None:
                    await self._blank(other, there)
            table = erased.followed
            seat = await self._people.seat_of(table, erased.key_hash) if table else None

    async def _blank(self, table: str, seat: int) -> ErasedSeat:
        erased = await self._people.erase(table, seat, wall_clock.now_ms())
        self._manager.bus.announce(table, erased.events)
        self._manager.events_written(table, erased.events)
        return erased

    async def _rounds(self, contest: str) -> list[str]:
        """The tables of all rounds of an evening: a name goes on to rounds that the person never opened."""
        if not contest.startswith("evening "):
            return []
        try:
            evening = (await self._evenings.load(contest.split()[1])).evening
        except UnknownTable:  # it is gone
            return []
        return [table for deal in evening.deals for table in deal.tables]
