"""Answers about the games of the day."""

from rookery.days.gathering import Receipt
from rookery.days.opened_day import OpenedDay
from rookery.server.api.exchange import ApiRequest, number_asked
from rookery.server.days.calendar import Calendar
from rookery.server.days.daily_play import DailyPlay, card_of
from rookery.server.rooms.catalog import Catalog
from rookery.server.storage.day_store import DayStore
from rookery.server.wire.day_messages import (
    DayAsked,
    DayBegin,
    DayResult,
    DayResultAsked,
    DaysCard,
    DayWord,
    DayYours,
)
from rookery.server.wire.messages import TableLinks


class DayEndpoints:
    """Answers requests about days."""

    def __init__(
        self, catalog: Catalog, store: DayStore, calendar: Calendar, play: DailyPlay, *, gathers: bool
    ) -> None:
        """`gathers`: whether other people add words here."""
        self._catalog = catalog
        self._store = store
        self._calendar = calendar
        self._play = play
        self._gathers = gathers

    async def days_card(self, request: ApiRequest) -> DaysCard:
        """The games of this day. Raises StoreTrouble."""
        today = await self._calendar.of(self._calendar.today)
        games = [card_of(self._catalog.game(slug).facts, daily) for slug, daily in today.games.items()]
        spoilt = await self._calendar.spoilt(today.day)
        return DaysCard(today.day, today.value.hex(), games, self._calendar.ends_in, spoilt, self._gathers)

    async def add_day_word(self, request: ApiRequest, asked: DayWord) -> Receipt:
        """A word for the next day. Raises TooBusy, NotNow, NeedsServer, StoreTrouble."""
        request.quota.seats.take()
        return await self._store.add_word(self._calendar.today + 1, asked.word)

    async def begin_day(self, request: ApiRequest, asked: DayBegin) -> TableLinks:
        """Begins today's game of a person, or finds the table where it was begun. Raises what `DailyPlay.begin`
        raises."""
        request.quota.tables.take()
        return await self._play.begin(request.params["slug"], asked.who, asked.name)

    async def day_yours(self, request: ApiRequest, asked: DayAsked) -> DayYours:
        """The daily games that a person has played. Raises StoreTrouble."""
        return await self._play.yours(asked.who)

    async def day_result(self, request: ApiRequest, asked: DayResultAsked) -> DayResult | None:
        """A person's result in a game of a day, beside everybody else's; null while that person could still play.
        Raises what `DailyPlay.result` raises."""
        return await self._play.result(request.params["slug"], asked.who, asked.day)

    async def opened_day(self, request: ApiRequest) -> OpenedDay:
        """The facts that are published of a day when it is over. Raises StillSecret."""
        return await self._calendar.opened(number_asked(request.params["day"], 6))
