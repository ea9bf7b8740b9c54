"""Answers about the games of the day."""

from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer, nothing_at, number_asked, order_of
from rookery.server.days.calendar import Calendar
from rookery.server.days.daily_play import DailyPlay, card_of
from rookery.server.rooms.catalog import Catalog
from rookery.server.storage.day_store import DayStore
from rookery.server.wire.day_messages import (
    DayAsked,
    DayBegin,
    DayResultAsked,
    DaysCard,
    DayWord,
)


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

    async def today(self, request: ApiRequest) -> ApiAnswer:
        """The tables of this day. Raises StoreTrouble."""
        played = await self._calendar.of(self._calendar.today)
        games = [card_of(self._catalog.game(slug).facts, daily) for slug, daily in played.games.items()]
        spoilt = await self._calendar.spoilt(played.day)
        ends_in = self._calendar.ends_in
        return json_answer(DaysCard(played.day, played.value.hex(), games, ends_in, spoilt, self._gathers))

    async def word(self, request: ApiRequest) -> ApiAnswer:
        """A word for the next day. Raises TooBusy, NotNow, NeedsServer, StoreTrouble."""
        asked = await order_of(request, DayWord)
        request.quota.seats.take()
        return json_answer(await self._store.add_word(self._calendar.today + 1, asked.word), 201)

    async def begin(self, request: ApiRequest) -> ApiAnswer:
        """Today's game of a person. Raises what `DailyPlay.begin` raises."""
        asked = await order_of(request, DayBegin)
        request.quota.tables.take()
        return json_answer(await self._play.begin(request.params["slug"], asked.who, asked.name), 201)

    async def yours(self, request: ApiRequest) -> ApiAnswer:
        """What a person has played. Raises StoreTrouble."""
        return json_answer(await self._play.yours((await order_of(request, DayAsked)).who))

    async def result(self, request: ApiRequest) -> ApiAnswer:
        """What a person did; null while that person could still play. Raises what `DailyPlay.result` raises."""
        asked = await order_of(request, DayResultAsked)
        return json_answer(await self._play.result(request.params["slug"], asked.who, asked.day))

    async def opened(self, request: ApiRequest) -> ApiAnswer:
        """What is published of a day when it is over. Raises StillSecret."""
        if (day := number_asked(request.params["day"], 6)) is None:
            return nothing_at(request.path)
        return json_answer(await self._calendar.opened(day))
