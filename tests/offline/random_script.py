"""Plays a random script at a server or a parlour: tables, conversations, requests, and clocks that go on.

What is drawn depends on the seed and on the answers so far, so equal answers lead to equal scripts. Each step waits for
all that follows from it.
"""

import asyncio
import json
import random
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple, cast
from urllib.parse import quote, urlencode

import msgspec

import rookery
from rookery.core.position import Game
from rookery.server.api.day_endpoints import DayEndpoints
from rookery.server.api.exchange import ApiRoute
from rookery.server.api.game_endpoints import GameEndpoints
from rookery.server.api.puzzle_endpoints import PuzzleEndpoints
from rookery.server.api.routes import RECORDS_PATH, api_routes
from rookery.server.api.table_endpoints import TableEndpoints
from rookery.server.wire import messages
from tests.offline.random_values import RandomValues
from tests.offline.two_sides import Clocks, Side, Talk, Told
from tests.server.support import inside

MOST_TABLES, MOST_PAGES = 5, 4  # of a script; of a table
PATIENCE = 60.0  # seconds for a bot
LEVELS = ("easy", "middle", "last")  # of sure_brain
# ms by which clocks go on, and by which the time of day alone is set; a page or a server that hears nothing for longer
# than MAX_GAP_MS (clocks/server_time.py) stood still
GOES_ON, IS_SET = [1, 400, 1900, 2500, 20_000, 600_000, 86_400_000], [0, 0, 0, 0, 1500, -60_000, 7_200_000]
SAID: list[msgspec.inspect.StructType] = list(cast(Any, msgspec.inspect.type_info(messages.Client)).types)
OFTEN = {"move": 16, "hello": 3, "take back": 3, "look": 3, "answer": 2}  # other messages: 1

# The paths that a parlour has, and why some of a server's answers are not compared. What is asked with POST: as ORDERS.
_ENDPOINTS: Any = (GameEndpoints, PuzzleEndpoints, TableEndpoints, DayEndpoints)
NOT_COMPARED = {
    "/api/games/{slug}/lessons": "a site has lessons as files",
    "/api/games/{slug}/lessons/{lesson}": "the same",
    "/api/games/{slug}/puzzles": "a site has puzzles as files",
    "/api/games/{slug}/puzzles/{key}": "the same",
    "/games/{slug}/picture.svg": "a site has pictures as files",
    "/rules/{slug}": "a site has rules as files",
    "/art/{slug}.svg": "a site has drawings as files",
    "/api/days/words": "words are gathered by a server",
    "/api/reminders": "reminders are sent by a server, which tells its key",
}
ROUTES: list[ApiRoute] = [route for route in api_routes(*_ENDPOINTS) if route.path not in NOT_COMPARED]
ORDERS: Mapping[str, Any] = {route.path: route.takes for route in ROUTES if route.takes is not None}
NOWHERE = [
    *[("GET", "/api/nothing", b""), ("GET", "/api/yours", b""), ("PUT", "/api/tables", b"")],
    *[("GET", "/api/tables/a/b/c", b""), ("POST", RECORDS_PATH, b"x" * 1_048_577)],
    ("POST", "/api/tables", b'{"game": "' + b"x" * 20_000 + b'"}'),
]


class Step(NamedTuple):
    """What was done, and what was answered."""

    what: str
    told: Told | None  # to a request
    heard: list[tuple[int, str]]  # by pages, in the order of each


class RandomPage:
    """A page at a table, and what it knows."""

    def __init__(self, table: "RandomTable", talk: Talk) -> None:
        self.table, self.talk = table, talk
        self.read = 0
        self.moment: dict[str, Any] = {"ply": 0, "takebacks": 0, "mover": None, "scene": None, "over": False}
        self.alone = False  # neither bots nor a clock do anything at any time

    def news(self) -> list[str]:
        """What it heard since the last call."""
        news, self.read = self.talk.heard[self.read :], len(self.talk.heard)
        for message in map(json.loads, news):
            if message["type"] in ("welcome", "moved"):
                self.moment = message["moment"]
            if (card := message.get("table")) is not None:
                self.alone = card["clock"] is None and not any(seat["level"] for seat in card["seats"])
        return news

    @property
    def welcome(self) -> bool:
        """Whether it was let in."""
        return any('"type":"welcome"' in text for text in self.talk.heard)

    @property
    def gone(self) -> bool:
        return any(json.loads(text)["type"] == inside.CLOSED for text in self.talk.heard[-1:])

    @property
    def actions(self) -> list[int]:
        return [choice["action"] for choice in (self.moment["scene"] or {"choices": []})["choices"]]


class RandomTable(NamedTuple):
    """A table, and the keys of its people."""

    id: str
    game: Game
    keys: list[str]
    players: int


class RandomScript:
    """See above."""

    def __init__(self, side: Side, clocks: Clocks, seed: int, noted: Callable[[Step], None]) -> None:
        """`noted`: called with each step when it is over."""
        self._side, self._clocks, self._noted = side, clocks, noted
        self._dice = dice = random.Random(seed)
        self._values = RandomValues(dice, self._known())
        self._tables: list[RandomTable] = []
        self._pages: list[RandomPage] = []
        self._records: list[bytes] = []
        self._page: RandomPage | None = None  # which speaks
        self._steps = 0

    async def play(self, steps: int) -> None:
        """So many steps, and what belongs to the last one."""
        await self._make()
        while self._steps < steps:
            doing = {self._say: 60, self._ask: 25, self._make: 6, self._come: 12, self._go: 2, self._burst: 6}
            doing |= {self._go_on: 3, self._import: 3}
            await self._dice.choices([*doing], [*doing.values()])[0]()
        for page in self._pages:
            await page.talk.end()

    # ── What is drawn ────────────────────────────────────────────────────────
    def _known(self) -> dict[str, Callable[[], Any]]:
        pick = self._dice.choice
        return {
            "seat": lambda: pick([self._moment["mover"] or 0, *range(self._table.players)]),
            "ply": self._ply,
            "takebacks": lambda: self._moment["takebacks"],
            "action": lambda: pick((self._page and self._page.actions) or [0, 1, 7]),
            "keys": self._keys,
            "level": lambda: pick([*LEVELS, ""]),
            "protocol": lambda: messages.PROTOCOL,
            "game": lambda: self._table.game.facts.slug,
            "rated": lambda: False,
            "table": lambda: self._table.id,
            "id": lambda: pick([self._table.id, "gone"]),
            "who": lambda: "w" * 16,  # in a browser there is one person
            "day": self._day,
            "webhook": lambda: pick(["", "https://hooks.slack.com/x"]),
            "delay": lambda: pick([0, 0, 0, 2]),
            "name": lambda: pick(["Ann", "Bea", ""]),
            "public": lambda: pick([True, True, False]),
        }

    @property
    def _table(self) -> RandomTable:
        if self._page is not None:
            return self._page.table
        return self._dice.choice(self._tables) if self._tables else RandomTable("none", self._any_game(), [], 2)

    @property
    def _moment(self) -> dict[str, Any]:
        page = self._page or (self._dice.choice(self._pages) if self._pages else None)
        return {"ply": 0, "takebacks": 0, "mover": None} if page is None else page.moment

    def _any_game(self) -> Game:
        return rookery.load(self._dice.choice(rookery.slugs()))

    def _ply(self) -> int:
        ply = self._moment["ply"]
        return int(self._dice.choice([ply, ply, ply, ply + 1, max(0, ply - 1), 0, 1]))

    def _day(self) -> int:
        return self._clocks.now // 86_400_000 + self._dice.choice([0, 0, -1, 1])

    def _keys(self) -> list[str]:
        keys = self._table.keys
        match self._dice.randrange(6):
            case 0 | 1:
                return keys
            case 2:
                return []
            case 3:
                return [*keys[-1:], "no key"]
        return self._dice.sample(keys, min(1, len(keys)))

    def _order(self) -> dict[str, Any]:
        """Of a table, mostly one that can be made."""
        game = self._any_game()
        players = self._dice.choice(game.facts.players)
        order = self._values.fields(cast(Any, msgspec.inspect.type_info(messages.NewTable)))
        seats: list[dict[str, Any]] = [{} for _ in range(players)]
        for seat in seats[1:]:
            if self._values.some(0.3):
                seat |= {"kind": "bot", "level": self._dice.choice([*LEVELS, *LEVELS, "none"])}
            elif self._values.some(0.3):
                seat |= {"open": True}
        order |= {"game": game.facts.slug, "seats": seats, "options": self._options(game)}
        if self._values.some(0.8):
            order.pop("after", None)
        return order

    def _options(self, game: Game) -> dict[str, str]:
        chosen = {option.name: self._dice.choice(option.choices) for option in game.facts.options}
        if self._values.some(0.1):
            chosen[self._dice.choice(["grues", "colour"])] = "red"
        return {name: value for name, value in chosen.items() if self._values.some(0.4)}

    # ── What is done ─────────────────────────────────────────────────────────
    async def _request(self, method: str, path: str, body: bytes = b"") -> Told:
        told = await self._side.ask(method, path, body)
        await self._bots_done(self._tables)
        self._note(f"{method} {path} {body[:600]!r}", told)
        return told

    def _note(self, what: str, told: Told | None = None) -> None:
        heard = [(number, text) for number, page in enumerate(self._pages) for text in page.news()]
        self._steps += 1
        self._noted(Step(what, told, heard))

    async def _make(self) -> None:
        if len(self._tables) >= MOST_TABLES:
            return await self._say()
        self._page = None
        order = self._order()
        if self._values.some(0.2):
            order = self._values.spoilt(order)
        if order.get("rated") is True:
            del order["rated"]  # a server makes it, and a parlour does not
        told = await self._request("POST", "/api/tables", self._values.text(order).encode("utf-8", "replace"))
        await self._found(told)

    async def _found(self, told: Told) -> None:
        """A table that was made: a page opens there."""
        if told.status != 201 or b'"watch"' not in told.body:
            return
        links = json.loads(told.body)
        card = json.loads((await self._side.ask("GET", f"/api/tables/{links['table']}")).body)
        if "game" not in card:  # nobody else sees it
            return
        keys = [seat["key"] for seat in links["seats"]]
        game = rookery.load(card["game"]["slug"])
        self._tables.append(RandomTable(links["table"], game, keys, card["players"]))
        await self._open(self._tables[-1], keys if self._values.some(0.7) else keys[:1])

    async def _open(self, table: RandomTable, keys: list[str]) -> None:
        page = RandomPage(table, self._side.open(table.id))
        # who draws is told no actions, so at a table somebody else moves
        draws = self._values.some(0.6) and any(one.table is table for one in self._here())
        self._pages.append(page)
        text = json.dumps({"type": "hello", "keys": keys, "draws": draws, "protocol": messages.PROTOCOL})
        await self._tell(page, text)

    async def _come(self) -> None:
        if not self._tables:
            return
        self._page = None
        table = self._table
        if sum(page.table is table for page in self._here()) < MOST_PAGES:
            self._page = next(page for page in self._pages if page.table is table)
            await self._open(table, self._keys())

    def _here(self) -> list[RandomPage]:
        return [page for page in self._pages if not page.gone]

    async def _go(self) -> None:
        """A page leaves, unless it is the last one of its table: bots play while one is there."""
        pages = self._here()
        page = self._dice.choice(pages) if pages else None
        if page is None or sum(one.table is page.table and one.welcome for one in pages) < 3:
            return
        await page.talk.end()
        self._pages.remove(page)
        self._note("a page leaves")
        await self._request("GET", f"/api/tables/{page.table.id}")

    async def _say(self) -> None:
        pages = self._here()
        if not pages:
            return await self._ask()
        deciding = [page for page in pages if page.actions]
        self._page = self._dice.choice(deciding if deciding and self._values.some(0.6) else pages)
        await self._tell(self._page, self._message())

    def _message(self, but: Collection[Any] = ()) -> str:
        kinds = [kind for kind in SAID if kind.tag not in but]
        kind = self._dice.choices(kinds, [OFTEN.get(str(kind.tag), 1) for kind in kinds])[0]
        page = self._page
        if kind.tag == "move" and page is not None and page.actions and self._values.some(0.8):
            moment = page.moment
            made = {
                "type": "move",
                "seat": moment["mover"],
                "ply": moment["ply"],
                "action": self._dice.choice(page.actions),
            }
            return json.dumps(made | {"takebacks": moment["takebacks"]})
        made = self._values.fields(kind)
        return self._values.text(self._values.spoilt(made) if self._values.some(0.2) else made)

    async def _tell(self, *said: Any) -> None:
        """Pairs of a page and what it says, all at once."""
        pairs = list(zip(said[::2], said[1::2], strict=True))
        for page, text in pairs:
            page.talk.tell(text)
        tables = [page.table for page, _ in pairs]
        await self._settled(tables)
        await self._bots_done(tables)
        self._note("; ".join(f"page {self._pages.index(page)}: {text[:600]!r}" for page, text in pairs))

    async def _settled(self, tables: Iterable[RandomTable]) -> None:
        tables = list(tables)
        for _ in range(2):  # the second time for what the answers to others were
            for page in self._here():
                if page.table in tables:
                    await page.talk.settled()

    async def _burst(self) -> None:
        """Several tables at once, several messages each."""
        pages: dict[str, RandomPage] = {}
        for page in self._dice.sample(self._here(), len(self._here())):
            pages.setdefault(page.table.id, page)
        said: list[Any] = []
        for page in pages.values():
            self._page = page
            for _ in range(self._dice.randint(1, 3) if page.alone else 1):
                said += [page, self._message(but=["rematch", "lend", "replace"])]  # ids are counted
        if said:
            await self._tell(*said)

    async def _ask(self) -> None:
        self._page = None
        if self._values.some(0.1):
            await self._request(*self._dice.choice(NOWHERE))
            return
        route = self._dice.choice(ROUTES)
        path = route.path
        for name, value in self._parts().items():
            path = path.replace(f"{{{name}}}", quote(str(value)))
        body = b""
        if route.method == "GET":
            path += self._query()
        elif route.path == RECORDS_PATH:
            return await self._import()
        else:
            made = self._values.fields(cast(Any, msgspec.inspect.type_info(ORDERS[route.path])))
            if route.path in ("/api/tables", "/api/rated"):
                return await self._make()
            made = self._values.spoilt(made) if self._values.some(0.2) else made
            body = self._values.text(made).encode("utf-8", "replace")  # as browsers write what they ask
        told = await self._request(route.method, path, body)
        if route.path.endswith("/record") and told.status == 200:
            self._records.append(told.body)
        if len(self._tables) < MOST_TABLES:
            await self._found(told)

    def _parts(self) -> dict[str, Any]:
        slug = self._table.game.facts.slug
        return {
            "slug": self._dice.choice([slug, slug, slug, slug[:-1] + "q", "é/"]),
            "table": self._dice.choice([self._table.id] * 5 + ["nowhere"]),
            "seat": self._dice.choice([0, 1, 1, 2, 99, "x", "٣", "-1"]),
            "kind": self._dice.choice(["txt", "svg", "doc"]),
            "day": self._dice.choice([self._day(), self._day(), "x", 10**6]),
        }

    def _query(self) -> str:
        game = self._table.game
        asked: dict[str, Any] = {"players": self._dice.choice([*game.facts.players, 99, "two", ""])}
        asked |= self._options(game) | {"max": self._dice.choice([100, 10_000, "٣", -1]), "game": game.facts.slug}
        chosen = {name: value for name, value in asked.items() if self._values.some(0.7 if name == "players" else 0.3)}
        return f"?{urlencode(chosen)}" if chosen else ""

    async def _import(self) -> None:
        """A record that was saved, sometimes with changes."""
        self._page = None
        record = self._dice.choice(self._records) if self._records else b"no record"
        if self._values.some(0.4):
            at = self._dice.randrange(len(record))
            record = self._dice.choice(
                [record[:at], record[:at] + b"0" + record[at + 1 :], record + record, b"\xff" + record, record[:at] * 2]
            )
        if len(self._tables) < MOST_TABLES:
            await self._found(await self._request("POST", RECORDS_PATH, record))

    async def _go_on(self) -> None:
        """Time passes, or the time of day is set. Both sides notice at once."""
        on, to = self._dice.choice(GOES_ON), self._dice.choice(IS_SET)
        self._clocks.passed += on
        self._clocks.now += on + to
        await self._request("GET", "/api/days")
        for table in self._tables:
            await self._request("GET", f"/api/tables/{table.id}")

    async def _bots_done(self, tables: Iterable[RandomTable]) -> None:
        """Wait until no bot is to move where a page is open."""
        for table in tables:
            if not any(page.table is table and page.welcome for page in self._pages):
                continue
            async with asyncio.timeout(PATIENCE):
                waited = False
                while await self._bot_to_move(table):
                    waited = True
                    await asyncio.sleep(0.002)
            if waited:
                await self._settled([table])

    async def _bot_to_move(self, table: RandomTable) -> bool:
        asked = json.dumps({"tables": [{"id": table.id, "keys": table.keys}]}).encode()
        stood = json.loads((await self._side.ask("POST", "/api/yours", asked)).body)["tables"]
        turn = stood[0]["turn"] if stood else None
        return turn is not None and bool(stood[0]["seats"][turn]["level"])
