"""Two worlds that differ only in what the viewer may not know, at real tables of the real application.

`plans.py` has the games. `There` is a table in one of the worlds with the pages that play it, and keeps what the viewer
is told, by the channel (channels.py) through which it came.
"""

import asyncio
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rookery import Record
from rookery.core.protocol import CHANCE
from rookery.server.wire.messages import PROTOCOL
from tests.server.leaks.plans import Plan, World
from tests.server.leaks.sameness import Alike
from tests.server.support.drawing_page import DrawingPage
from tests.server.support.inside import CLOSED, PATIENCE, Answer, House, Line, ask
from tests.server.support.tag_device import Device

SITE, CLAIM = "http://rookery", "/api/tag/claim"
WORD = "ab"  # what every page adds to chance
LONG = 3_600_000  # ms beyond what any clock of a plan gives
AT_ONCE = 8  # turns of the event loop in which a reminder that is to be sent at once is on its way
BOT = "first"  # its level: what it plays, the worlds say


@dataclass
class There:
    """A table in one of the worlds. `told` keeps all messages to the viewer."""

    house: House
    chance: Alike
    plan: Plan
    world: World
    dice: random.Random  # throws the same in both worlds
    told: list[tuple[str, str | bytes]] = field(default_factory=list)  # channel, what came through it
    channel: str = ""  # the one that is used now
    table: str = ""
    keys: list[str] = field(default_factory=list)
    ply: int = -1  # where the game stands, how often moves were taken back,
    takebacks: int = 0
    choices: list[int] = field(default_factory=list)  # what the viewer may play there, as it was told
    said: set[str] = field(default_factory=set)  # kinds of messages, by the viewer
    heard: Counter[str] = field(default_factory=Counter)  # and those that the server sent to the viewer
    drawing: DrawingPage = field(default_factory=DrawingPage)  # what the viewer's page has
    truth: int = -1  # where it stands, also for who sees it late
    begun: bool = False
    lent: set[int] = field(default_factory=set)  # seats in whose place a bot plays
    bots_played: bool = False  # since something was said last
    news: asyncio.Event = field(default_factory=asyncio.Event)  # something was learnt
    asked: bool = False  # somebody would like to take back
    tarried: bool = False  # somebody has let the time run out
    viewer: Line | None = None  # None: has no page open just now
    others: Line | None = None  # one page for all other seats

    async def open(self) -> None:
        """A new table, or one at which a record stands, and everybody sits down."""
        self.chance.reminded = self.told.append
        start, facts = self.plan.start, self.plan.game.facts
        self.channel = "coming"
        if self.plan.first:
            record = Record(self.plan.game, start.players, start.options)
            for action in self.world.walk.actions[: self.plan.first]:
                record.play(action)
            made = await ask(self.house.app, "POST", "/api/records", record.dumps().encode())
        else:
            seats = [{"open": self.plan.rated and seat > 0} for seat in range(start.players)]
            order = {"game": facts.slug, "seats": seats, "options": start.options, "public": True}
            order |= {"delay": self.plan.late, "clock": self.plan.clock, "rated": self.plan.rated}
            made = await ask(self.house.app, "POST", "/api/tables", json.dumps(order).encode())
        links = json.loads(made.body)
        assert made.status == 201, links
        self.table, self.keys = links["table"], [seat["key"] for seat in links["seats"]]
        await self.come()
        if self.plan.rated:
            await self._agree()

    async def _agree(self) -> None:
        """Everybody agrees that the game is rated, with a name tag of their own."""
        for key in self.keys:
            signed = Device().signed(
                CLAIM, {"table": self.table, "key": key, "rated": True}, site=SITE, at=self.chance.now
            )
            answer = await ask(self.house.app, "POST", CLAIM, msgspec.json.encode(signed))
            assert answer.status == 200, answer.body
            await self._settled()

    async def come(self) -> None:
        """Everybody opens a page."""
        await self.come_back()
        await self.let_others_come()

    async def come_back(self) -> None:
        """The viewer does."""
        self.viewer = Line(self.house.app, f"/ws/{self.table}", self._hear)
        await self.say(
            "hello",
            keys=[self.keys[seat] for seat in self.plan.seats],
            client_seed=WORD,
            draws=self.dice.random() < 0.7,
            protocol=PROTOCOL,
        )

    async def go_away(self) -> None:
        """The viewer does."""
        if self.viewer is not None:
            await self.viewer.close()
        self.viewer = None

    async def let_others_come(self) -> None:
        """With one page for all of them, if there are any."""
        keys = [key for seat, key in enumerate(self.keys) if seat not in self.plan.seats]
        if keys:
            self.others = Line(self.house.app, f"/ws/{self.table}", self._overhear)
            await self.let_others("hello", keys=keys, client_seed=WORD)

    async def let_others_go(self) -> None:
        if self.others is not None:
            await self.others.close()
        self.others = None

    async def close(self) -> None:
        await self.go_away()
        await self.let_others_go()

    async def restart(self) -> None:
        """The server stops, and another one loads the table from the database."""
        await self.close()
        await self.house.close()
        await self.house.open()
        await self.come()

    def _hear(self, text: str) -> None:
        """The viewer."""
        self.told.append((self.channel, text))
        message = msgspec.json.decode(text)
        assert message["type"] != CLOSED, "a fault of the server: its log says which"
        self.heard[message["type"]] += 1
        message = self.drawing.whole(message)
        if message["type"] in ("moved", "welcome"):
            moment = message["moment"]
            self.ply, self.takebacks = moment["ply"], moment["takebacks"]
            self.choices = [choice["action"] for choice in moment["scene"]["choices"]]
        if message["type"] in ("tabled", "welcome"):
            self.asked = message["table"]["asked"] is not None
        if not self.plan.late:
            self._learn(message)

    def _overhear(self, text: str) -> None:
        """The others, where the viewer does not hear it, or later."""
        if self.plan.late or self.viewer is None:
            self._learn(msgspec.json.decode(text))

    def _learn(self, message: Any) -> None:
        if message["type"] == "moved" and any(move["seat"] in self.lent for move in message["moves"]):
            self.bots_played = True
        if message["type"] in ("moved", "welcome"):
            self.truth = message["moment"]["ply"]
        if message["type"] in ("tabled", "welcome"):
            self.begun = message["table"]["begun"]
            self.lent = {seat["index"] for seat in message["table"]["seats"] if seat["level"]}
        self.news.set()

    # ── What is done there ───────────────────────────────────────────────────
    async def say(self, kind: str, **fields: Any) -> None:
        """The viewer sends a message, and hears what follows."""
        if self.viewer is not None:
            self.said.add(kind)
            self.viewer.say(kind, **fields)
            await self._settled()

    async def let_others(self, kind: str, **fields: Any) -> None:
        """The others' page sends a message, and the viewer hears what follows."""
        if self.others is not None:
            self.others.say(kind, **fields)
            await self._settled()

    async def _settled(self) -> None:
        """Everybody has heard what was told, and the bots have played what they play now. However fast they are, the
        server is asked equally often in both worlds."""
        self.bots_played = False
        await self._heard_all()
        if self.bots_played or self._playing:
            async with asyncio.timeout(PATIENCE):
                while self._playing:
                    self.news.clear()
                    await self.news.wait()
            await self._heard_all()

    async def _heard_all(self) -> None:
        for line in (self.others, self.viewer):
            if line is not None:
                await line.settled()

    @property
    def _playing(self) -> bool:
        """Whether something comes by itself yet."""
        return self.begun and self.truth < self.plan.last and self.decides in {CHANCE, *self.lent}

    async def get(self, address: str, method: str = "GET", body: Any = None) -> Answer:
        """The viewer sends an HTTP request. {}: the table's id."""
        data = b"" if body is None else json.dumps(body).encode()
        answer = await ask(self.house.app, method, address.format(self.table), data, accept_encoding="gzip")
        self.told.append((self.channel, f"{method} {address} {answer.status} {sorted(answer.headers.items())}"))
        body = answer.body
        if answer.headers.get("content-encoding") == "gzip":
            body = body[:4] + bytes(4) + body[8:]  # the time at which it was packed
        self.told.append((self.channel, body))
        return answer

    @property
    def mover(self) -> int:
        """The seat that decides, as far as the viewer knows."""
        return self.world.walk.positions[self.ply].mover or 0

    @property
    def decides(self) -> int:
        """The seat that decides, in truth."""
        mover = self.world.walk.positions[self.truth].mover
        return CHANCE if mover is None else mover

    async def play(self) -> None:
        """The next decision of the plan."""
        ply, mover = self.truth, self.decides
        move = {"seat": mover, "ply": ply, "action": self.world.walk.actions[ply]}
        page = self.say if mover in self.plan.seats else self.let_others
        if not self.plan.late:  # the worlds have other decisions there
            self.chance.now += 1000 * self.dice.randint(1, 9)
        await page("move", takebacks=self.takebacks, **move)

    def wait(self, seconds: int) -> None:
        """Let time pass while nobody does anything. A bot plays on if a clock runs out."""
        if self.plan.clock is None or self.plan.clock.get("zero") != "loss":
            self.chance.now += 1000 * seconds

    async def tarry(self) -> None:
        """Let the time of the mover run out; the server notices it with the next request."""
        clock = self.plan.clock
        if clock is None or clock.get("zero") == "loss":  # then all would be told
            return
        self.tarried = True
        self.chance.now += 1000 * clock["seconds"] + LONG
        for page in (self.let_others, self.say):
            await page("begin")
