"""HTTP endpoints of tables."""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from rookery.core.errors import StillSecret, one_of
from rookery.server.errors import UnreadableMessage
from rookery.server.http.bodies import MAX_RECORD_BYTES, read_body, read_order
from rookery.server.http.exports import MEDIA_TYPES, Exports, file_name
from rookery.server.http.responses import answer
from rookery.server.quota.addresses import address_of
from rookery.server.quota.rate_limit import RateLimiter
from rookery.server.quota.slots import Slots
from rookery.server.rooms.summaries import TableSummaries
from rookery.server.rooms.table_manager import TableManager
from rookery.server.table.table import Table
from rookery.server.wire.messages import NewTable, SitDown, YoursAsked

__all__ = ["MAX_UPLOADS_PER_ADDRESS", "TableEndpoints"]

MAX_UPLOADS_PER_ADDRESS = 3  # records that one address may be sending or importing at a time


class TableEndpoints:
    """Answers requests about tables."""

    def __init__(self, manager: TableManager, limiter: RateLimiter) -> None:
        self._manager = manager
        self._limiter = limiter
        self._wait = manager.config.body_timeout
        self._exports = Exports()
        self._summaries = TableSummaries(manager, limiter)
        # each may take a megabyte of memory while it arrives, waits and is replayed
        words = f"{MAX_UPLOADS_PER_ADDRESS} of your games are already being imported; please wait until they are done"
        self._records = Slots(MAX_UPLOADS_PER_ADDRESS, words, 5)

    def close(self) -> None:
        self._exports.close()

    async def create(self, request: Request) -> Response:
        order = await read_order(request, NewTable, self._wait)
        await self._limiter.table(address_of(request))
        return answer(await self._manager.create(order), 201)

    async def tables(self, request: Request) -> Response:
        return answer(await self._manager.listed())

    async def yours(self, request: Request) -> Response:
        asked = await read_order(request, YoursAsked, self._wait)
        return answer(await self._summaries.of(asked.tables, address_of(request)))

    async def sit(self, request: Request) -> Response:
        table_id, seat = request.path_params["table"], request.path_params["seat"]
        if not seat.isdecimal() or len(seat) > 2:  # int() refuses thousands of digits with another error
            raise HTTPException(404)
        order = await read_order(request, SitDown, self._wait)
        await self._limiter.seat(address_of(request))
        return answer(await self._manager.sit(table_id, int(seat), order), 201)

    async def table(self, request: Request) -> Response:
        return answer((await self._manager.table(request.path_params["table"])).card(()))

    async def record(self, request: Request) -> Response:
        actor = await self._manager.table(request.path_params["table"])
        _check_told(actor.table)
        name = f"{actor.table.made.game}-{actor.table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        headers["vary"] = "accept-encoding"
        body: str | bytes
        if "gzip" in request.headers.get("accept-encoding", ""):
            body = await actor.views.packed_record()
            headers["content-encoding"] = "gzip"
        else:
            body = await actor.views.record()
        _check_told(actor.table)  # again, because the table may have changed meanwhile
        return Response(body, headers=headers, media_type="application/jsonl")

    async def export(self, request: Request) -> Response:
        """The game as a file, as everybody may see it."""
        if (kind := request.path_params["kind"]) not in MEDIA_TYPES:
            raise UnreadableMessage(f"a game cannot be exported as {kind!r}; {one_of(kind, MEDIA_TYPES)}")
        actor = await self._manager.table(request.path_params["table"])
        table = actor.table
        _check_shown(table)
        text = await actor.views.record()
        _check_shown(table)  # again, because a player may have moved meanwhile
        name = file_name(table, kind)
        data = await self._exports.file(text, kind, address_of(request))
        headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
        return Response(data, headers=headers, media_type=MEDIA_TYPES[kind])

    async def import_record(self, request: Request) -> Response:
        address = address_of(request)
        with self._records.one(address):
            text = await read_body(request, MAX_RECORD_BYTES, self._wait)
            await self._limiter.table(address)
            return answer(await self._manager.import_record(text), 201)


def _check_told(table: Table) -> None:
    """Raises StillSecret if the record would reveal secrets."""
    if not table.all_told:
        raise StillSecret("parts of this game are still secret; you can download its record when it is over")


def _check_shown(table: Table) -> None:
    """Raises StillSecret if spectators see the game with a delay."""
    if table.shown(()) < table.plies:
        raise StillSecret("spectators see this game with a delay; you can download it when it is over")
