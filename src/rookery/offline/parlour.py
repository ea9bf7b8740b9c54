"""The parlour that a page without a server asks, and through which it talks about tables.

    parlour = await Parlour.open(storage, pages, notice=notice)

    reply = await parlour.request("POST", "/api/tables", body)      what fetch() is to a server (server/api/routes.py)
    await parlour.request("DELETE", "/api/tables/ID")               no server does this: removes a table for good
    conversation = parlour.connect(table_id, send, closed)          what a WebSocket at /ws/ID is (wire/messages.py)
    conversation.receive(text)                                      the page says something
    conversation.end()                                              the page has left the table

Everything is called in one event loop. `notice` is called with a sentence when the browser keeps nothing any more, and
with "" when it does again.
"""

import hashlib
import logging
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol
from urllib.parse import parse_qsl, unquote

from rookery.core.errors import Refusal, Trouble
from rookery.core.position import Game
from rookery.offline.brain import Brain, BrainBots
from rookery.offline.browser_days import BrowserDays
from rookery.offline.browser_store import BrowserStore
from rookery.offline.conversation import Conversation
from rookery.offline.no_server import AllReady, NoReminders, OwnFiles, no_limits
from rookery.offline.spare_storage import SpareStorage
from rookery.offline.storage import Storage
from rookery.server.api.day_endpoints import DayEndpoints
from rookery.server.api.exchange import (
    ApiAnswer,
    ApiRequest,
    error_answer,
    json_answer,
    nothing_at,
    too_long_answer,
    wrong_method,
)
from rookery.server.api.game_endpoints import GameEndpoints, GamePages
from rookery.server.api.puzzle_endpoints import PuzzleEndpoints
from rookery.server.api.routes import api_routes, max_body
from rookery.server.api.table_endpoints import TableEndpoints
from rookery.server.bots.readiness import Readiness
from rookery.server.clocks.server_time import ServerTime
from rookery.server.cluster.bus import Bus
from rookery.server.config import Config
from rookery.server.days.calendar import Calendar
from rookery.server.days.daily_play import DailyPlay
from rookery.server.errors import NeedsServer
from rookery.server.rooms.services import Services
from rookery.server.rooms.table_manager import TableManager

log = logging.getLogger(__name__)

# of a server's settings, those that have a meaning here; which games there are was decided when the page was built
PAGE_CONFIG = Config(database="", examples=True, max_tables=64)
# paths of which only a server knows anything: what it says there
SERVER_ONLY = {
    "/api/status": "the state of a server is shown where there is one; this page plays without a server",
    "/api/tag": "a server knows name tags on all devices; this page plays without one, and keeps yours in this browser",
    "/api/evenings": "an evening needs people at other screens, and this page plays without a server",
    "/api/made": "a game that you made can be played at other screens on a server; this page plays without one",
    "/feed/": "feeds and calendars are sent by a server, and this page plays without one",
}


class Reply(NamedTuple):
    """The answer to a request."""

    status: int
    headers: dict[str, str]  # names in small letters
    body: bytes


class SitePages(GamePages, Protocol):
    """The files that were made of the games when the page was built."""

    def levels(self, game: Game) -> tuple[str, ...]:
        """The names of the levels that play a game, weakest first."""

    def code(self, game: Game) -> str:
        """The name of the code of a game; "" if there is none."""


class Parlour:
    """Tables in one browser."""

    def __init__(
        self,
        storage: Storage,
        store: BrowserStore,
        pages: SitePages,
        brain: Brain,
        config: Config,
        readiness: Callable[[Mapping[str, Game]], Readiness],
    ) -> None:
        """Use `open`, which also reads what was kept."""
        self._store = store
        self._quota = no_limits()
        bots = BrainBots(brain, pages.levels, config.bot_pause)
        self._manager = TableManager(
            config, Services(store, Bus(), NoReminders(), bots, readiness, ServerTime(), pages.code)
        )
        catalog = self._manager.catalog
        games = GameEndpoints(catalog, pages)
        tables = TableEndpoints(self._manager, OwnFiles())
        day_store = BrowserDays(storage, store.over)
        calendar = Calendar(catalog, day_store, _public_root, self._manager.time.believed)
        puzzles = PuzzleEndpoints(catalog, calendar)
        self._play = DailyPlay(self._manager, day_store, calendar, _public_root)
        days = DayEndpoints(catalog, day_store, calendar, self._play, gathers=False)
        self._a_table = _pattern("/api/tables/{table}")
        routes = api_routes(games, puzzles, tables, days)
        self._routes = [(_pattern(route.path), route) for route in routes]

    @classmethod
    async def open(
        cls,
        storage: Storage,
        pages: SitePages,
        *,
        brain: Brain,
        notice: Callable[[str], None] = lambda words: None,
        config: Config = PAGE_CONFIG,
        readiness: Callable[[Mapping[str, Game]], Readiness] = AllReady,
    ) -> "Parlour":
        """Read what was kept, and begin. `pages`: what is known of the games; `readiness`: see Services. Raises
        StorageTrouble if what was kept cannot be read now."""
        spare = SpareStorage(storage, notice)
        store = BrowserStore(spare)
        await store.open()
        parlour = cls(spare, store, pages, brain, config, readiness)
        parlour._manager.open()
        return parlour

    async def close(self) -> None:
        """Stop all clocks and bots. A page need not wait for this: all that it was told is kept."""
        await self._play.close()
        await self._manager.close()

    async def request(self, method: str, path: str, body: bytes = b"") -> Reply:
        """Answer a plain request. `path`: with its query."""
        path, _, query = path.partition("?")
        try:
            answer = await self._answer(method, unquote(path), dict(parse_qsl(query, keep_blank_values=True)), body)
        except Exception as error:
            if not isinstance(error, Refusal | Trouble):
                log.exception("A request failed")
            answer = error_answer(error)
        return Reply(answer.status, {"content-type": answer.media_type, **answer.headers}, answer.body)

    async def _answer(self, method: str, path: str, query: Mapping[str, str], body: bytes) -> ApiAnswer:
        if len(body) > (most := max_body(path)):
            return too_long_answer(most)

        async def read(most: int) -> bytes:
            return body

        for pattern, route in self._routes:
            if route.method == method and (match := pattern.fullmatch(path)) is not None:
                return await route.respond(ApiRequest(path, match.groupdict(), query, self._quota, read))
        if method == "DELETE" and (match := self._a_table.fullmatch(path)) is not None:
            await self._forget(match["table"])
            return json_answer({})
        for start, words in SERVER_ONLY.items():
            if path.startswith(start):
                raise NeedsServer(words)
        return nothing_at(path) if method == "GET" else wrong_method(method)

    def connect(self, table_id: str, send: Callable[[str], None], closed: Callable[[int], None]) -> Conversation:
        """Open a conversation about a table. `send`, `closed`: see Conversation. Messages may arrive before this
        returns."""
        return Conversation(self._manager, self._quota, table_id, send, closed)

    async def _forget(self, table_id: str) -> None:
        """Remove a table for good, and end what goes on there. Raises StorageTrouble."""
        self._manager.evict(table_id)
        await self._store.forget(table_id)


async def _public_root() -> bytes:
    """The root of the days' puzzles (puzzles/daily.py). All that a page without a server has can be read by everybody,
    so this is no secret, and the same everywhere."""
    return hashlib.sha256(b"rookery puzzles of the day").digest()


def _pattern(template: str) -> re.Pattern[str]:
    """Matches the paths of a route."""
    return re.compile(_PART.sub(lambda found: f"(?P<{found[1]}>[^/]+)", template.replace(".", "\\.")))


_PART = re.compile(r"\{(\w+)\}")
