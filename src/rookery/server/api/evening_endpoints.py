"""Answers about duplicate evenings."""

from rookery.days.gathering import Receipt
from rookery.days.opened_evening import OpenedEvening
from rookery.server.api.exchange import ApiRequest
from rookery.server.days.evenings import Evenings
from rookery.server.wire.evening_messages import EveningAsked, EveningCard, JoinEvening, NewEvening


class EveningEndpoints:
    """Answers requests about evenings. All raise StoreTrouble and UnknownTable, besides what they name."""

    def __init__(self, evenings: Evenings) -> None:
        self._evenings = evenings

    async def new_evening(self, request: ApiRequest, asked: NewEvening) -> EveningCard:
        """A new evening, as its host sees it. Raises what `Evenings.make` raises, TooBusy."""
        for _ in range(asked.plan.tables):  # an evening costs what its tables cost
            request.quota.tables.take()
        return await self._evenings.make(asked)

    async def evening_card(self, request: ApiRequest, asked: EveningAsked) -> EveningCard:
        """An evening as a person may see it."""
        return await self._evenings.card(request.params["evening"], asked.who)

    async def join_evening(self, request: ApiRequest, asked: JoinEvening) -> Receipt:
        """A place in an evening. Raises what `Evenings.join` raises, TooBusy."""
        request.quota.seats.take()
        return await self._evenings.join(request.params["evening"], asked)

    async def begin_evening(self, request: ApiRequest, asked: EveningAsked) -> EveningCard:
        """Lets an evening begin. Raises what `Evenings.begin` raises."""
        return await self._evenings.begin(request.params["evening"], asked.who)

    async def opened_evening(self, request: ApiRequest) -> OpenedEvening:
        """The facts that are published of an evening when it is over. Raises StillSecret."""
        return await self._evenings.opened(request.params["evening"])
