"""Answers about duplicate evenings."""

from rookery.server.api.exchange import ApiAnswer, ApiRequest, json_answer, order_of
from rookery.server.days.evenings import Evenings
from rookery.server.wire.evening_messages import EveningAsked, JoinEvening, NewEvening


class EveningEndpoints:
    """Answers requests about evenings. All raise StoreTrouble and UnknownTable, besides what they name."""

    def __init__(self, evenings: Evenings) -> None:
        self._evenings = evenings

    async def make(self, request: ApiRequest) -> ApiAnswer:
        """A new evening. Raises what `Evenings.make` raises, TooBusy."""
        order = await order_of(request, NewEvening)
        for _ in range(order.plan.tables):  # an evening costs what its tables cost
            request.quota.tables.take()
        return json_answer(await self._evenings.make(order), 201)

    async def card(self, request: ApiRequest) -> ApiAnswer:
        """An evening as a person may see it."""
        return json_answer(await self._evenings.card(request.params["evening"], (await _asked(request)).who))

    async def join(self, request: ApiRequest) -> ApiAnswer:
        """A place in an evening. Raises what `Evenings.join` raises, TooBusy."""
        asked = await order_of(request, JoinEvening)
        request.quota.seats.take()
        return json_answer(await self._evenings.join(request.params["evening"], asked), 201)

    async def begin(self, request: ApiRequest) -> ApiAnswer:
        """The beginning of an evening. Raises what `Evenings.begin` raises."""
        return json_answer(await self._evenings.begin(request.params["evening"], (await _asked(request)).who))

    async def opened(self, request: ApiRequest) -> ApiAnswer:
        """What is published of an evening when it is over. Raises StillSecret."""
        return json_answer(await self._evenings.opened(request.params["evening"]))


async def _asked(request: ApiRequest) -> EveningAsked:
    return await order_of(request, EveningAsked)
