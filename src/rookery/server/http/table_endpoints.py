"""The addresses of games and tables."""

import asyncio
import functools
from typing import TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from rookery.core.errors import NotReady, one_of
from rookery.export import rules_page
from rookery.server.errors import UnreadableMessage
from rookery.server.http import page_files, responses
from rookery.server.http.bodies import MAX_ORDER, MAX_RECORD
from rookery.server.http.exports import KINDS, Exports, file_name
from rookery.server.http.responses import answer
from rookery.server.quota.addresses import address_of
from rookery.server.quota.rate_limit import Gate
from rookery.server.quota.slots import Places
from rookery.server.quota.work_budget import in_thread
from rookery.server.rooms.summaries import Glances
from rookery.server.rooms.table_manager import Parlour
from rookery.server.table.table import Table
from rookery.server.wire.messages import NewTable, SitDown, YoursAsked

__all__ = ["MOST_RECORDS", "Desk"]

T = TypeVar("T")
MOST_RECORDS = 3  # that one address may be sending, or having read
HANG_UP = {"connection": "close"}  # what follows of a body that nobody reads need not be sent


class Desk:
    """Plain HTTP."""

    def __init__(self, parlour: Parlour, page: page_files.Page, gate: Gate) -> None:
        self._parlour = parlour
        self._page = page
        self._gate = gate
        self._exports = Exports()
        self._glances = Glances(parlour, gate)
        # each may be a megabyte, which stays in memory while it comes, waits for its turn and is read
        words = f"{MOST_RECORDS} records from your address are being read; send another when they are"
        self._records = Places(MOST_RECORDS, words, 5)

    def close(self) -> None:
        self._exports.close()

    # ── Games and tables ─────────────────────────────────────────────────────
    async def games(self, request: Request) -> Response:
        self._parlour.shelf.want(request.query_params.get("game", ""))
        return answer(await in_thread(self._parlour.shelf.cards))

    async def progress(self, request: Request) -> Response:
        """Of games of which not all is compiled: how much is, 0 .. 1, by title."""
        return answer(self._parlour.shelf.progress())

    async def seats(self, request: Request) -> Response:
        """What the seats are called at a table of so many players with these options, for values that no card lists."""
        options = dict(request.query_params)
        players = options.pop("players", "")
        if not players.isdecimal() or len(players) > 2:
            raise HTTPException(404)
        facts = self._parlour.shelf.game(request.path_params["title"]).facts
        facts.settings(int(players), options)
        return answer([role for role, _ in facts.seats_at(int(players), options)])

    async def create(self, request: Request) -> Response:
        order = await self._ordered(request, NewTable)
        await self._gate.table(address_of(request))
        return answer(await self._parlour.create(order), 201)

    async def tables(self, request: Request) -> Response:
        return answer(await self._parlour.listed())

    async def yours(self, request: Request) -> Response:
        asked = await self._ordered(request, YoursAsked)
        return answer(await self._glances.of(asked.tables, address_of(request)))

    async def sit(self, request: Request) -> Response:
        name, seat = request.path_params["table"], request.path_params["seat"]
        if not seat.isdecimal() or len(seat) > 2:  # Python reads no number of thousands of digits
            raise HTTPException(404)
        order = await self._ordered(request, SitDown)
        await self._gate.seat(address_of(request))
        return answer(await self._parlour.sit(name, int(seat), order), 201)

    async def _ordered(self, request: Request, kind: type[T]) -> T:
        """What is asked for. Raises UnreadableMessage, and what `_body` raises."""
        body = await self._body(request, MAX_ORDER)
        try:
            return msgspec.json.decode(body, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise UnreadableMessage(f"the server cannot read what this page asks for ({error})") from None

    async def _body(self, request: Request, most: int) -> bytes:
        """Raises HTTPException when it is too long or too slow, UnreadableMessage when the line broke before."""
        body = b""
        try:
            async with asyncio.timeout(self._parlour.config.body_wait):
                async for part in request.stream():
                    body += part
                    if len(body) > most:
                        raise HTTPException(413, f"this may have {most} bytes, and has more", HANG_UP)
        except TimeoutError:
            raise HTTPException(408, "it did not come in time", HANG_UP) from None
        except ClientDisconnect:  # nobody reads the answer
            raise UnreadableMessage("the line broke before the whole request had come") from None
        return body

    async def table(self, request: Request) -> Response:
        return answer((await self._parlour.table(request.path_params["table"])).card(()))

    async def record(self, request: Request) -> Response:
        live = await self._parlour.table(request.path_params["table"])
        _check_told(live.table)
        name = f"{live.table.made.game}-{live.table.id}.jsonl"
        headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
        headers["vary"] = "accept-encoding"
        body: str | bytes
        if "gzip" in request.headers.get("accept-encoding", ""):
            body = await live.texts.packed_record()
            headers["content-encoding"] = "gzip"
        else:
            body = await live.texts.record()
        _check_told(live.table)  # again: while it was written, somebody may have moved
        return Response(body, headers=headers, media_type="application/jsonl")

    async def export(self, request: Request) -> Response:
        """As everybody may see the game."""
        if (kind := request.path_params["kind"]) not in KINDS:
            raise UnreadableMessage(f"a game is no {kind!r} file; {one_of(kind, KINDS)}")
        live = await self._parlour.table(request.path_params["table"])
        table = live.table
        _check_shown(table)
        text = await live.texts.record()
        _check_shown(table)  # the same
        name = file_name(table, kind)
        data = await self._exports.file(text, kind, address_of(request))
        headers = {"content-disposition": f'inline; filename="{name}"', "cache-control": "no-store"}
        return Response(data, headers=headers, media_type=KINDS[kind])

    async def take_in(self, request: Request) -> Response:
        address = address_of(request)
        with self._records.one(address):
            text = await self._body(request, MAX_RECORD)
            await self._gate.table(address)
            return answer(await self._parlour.take_in(text), 201)

    # ── What the games' folders hold ─────────────────────────────────────────
    async def art(self, request: Request) -> Response:
        game = self._parlour.shelf.game(request.path_params["title"])
        return responses.fresh(request, game.art, "image/svg+xml")

    async def picture(self, request: Request) -> Response:
        game = await self._parlour.shelf.ready(request.path_params["title"], wanted=False)  # the lobby shows them all
        return responses.fresh(request, await in_thread(functools.partial(rules_page.picture, game)), "image/svg+xml")

    async def rules(self, request: Request) -> Response:
        game = await self._parlour.shelf.ready(request.path_params["title"])
        try:
            return responses.fresh(request, await in_thread(functools.partial(rules_page.rules, game)), "text/html")
        except FileNotFoundError:  # an outside game may have no book
            raise HTTPException(404) from None

    # ── The page ─────────────────────────────────────────────────────────────
    async def index(self, request: Request) -> Response:
        return self._page.index()

    async def file(self, request: Request) -> Response:
        if (found := self._page.file(request.path_params["path"])) is not None:
            return found
        if "text/html" in request.headers.get("accept", ""):
            return self._page.index(404)  # to a person the page says it, and shows a way on
        raise HTTPException(404)


def _check_told(table: Table) -> None:
    """Raises NotReady."""
    if not table.all_told:
        raise NotReady("not all of this game is told to everybody; its record can be had when it is over")


def _check_shown(table: Table) -> None:
    """Raises NotReady."""
    if table.shown(()) < table.plies:
        raise NotReady("spectators see this game late; its pictures can be had when it is over")
