"""Two worlds that differ in nothing but what somebody may not know, at real tables of the real application.

`plans.py` has the games. `There` is a table in one of the worlds with the pages that play it, and keeps what the viewer
is told, by the channel (channels.py) through which it came.
"""

import contextlib
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.types import ASGIApp

from rookery import Record
from rookery.core import fair
from rookery.core.protocol import CHANCE
from tests.server.inside import CLOSED, Answer, Line, ask
from tests.server.plans import Plan, World

__all__ = ["There", "alike"]

WORD = "ab"  # what every page adds to chance


# ── What is made alike ───────────────────────────────────────────────────────
# All that differs between any two tables and tells nothing, because it is random or a time. It is made the same in both
# worlds, so that sizes, compressed ones too, can be compared. (channels.py lists what of the log is not compared.)
ALIKE = {
    "rookery.server.parlour.new_id": "ids of tables are random",
    "rookery.server.parlour.new_key": "keys are random",
    "rookery.server.live.now_ms": "times",
    "rookery.server.ledger.now_ms": "times",
    "rookery.server.live.GATHERING": "a time: who comes and goes is told of a little later, or together",
    "rookery.server.guard.secrets": "numbers of requests are random",
    "rookery.server.parlour.fair": "a promise is a hash of what nobody knows",
    "rookery.server.looks.fair": "hashes beside a ticket are such, too; a ticket itself is made to tell all (World)",
    "rookery.server.table.Table.draw": "the worlds say what is drawn",
    "rookery.server.parlour.new_secret": "and which secret the house has: another one in the other world",
}


class Alike:
    """Who says all that while a table is there."""

    def __init__(self) -> None:
        self.worlds: dict[bytes, World] = {}  # by the house's secret
        self.next: World | None = None
        self.dice = random.Random()

    def enter(self, world: World, turn: int) -> None:
        """`turn`: the same number for both worlds, and for no others."""
        self.next, self.dice = world, random.Random(turn)
        self.worlds = {world.secret: world}

    def secret(self) -> bytes:
        assert self.next is not None
        return self.next.secret

    def values(self) -> dict[str, Any]:
        def text(length: int) -> Any:
            return lambda: "".join(self.dice.choices("abcdefghijklmnopqrstuvwxyz", k=length))

        chance = SimpleNamespace(
            tickets=fair.tickets,
            promise=lambda secret, tickets: "0" * 64,
            ticket=lambda secret, ply: self.worlds[secret].ticket(ply),
            branch=lambda secret, tickets, ply: ["0" * 64] * (tickets.bit_length() - 1),
        )
        return {
            "rookery.server.parlour.new_id": text(16),
            "rookery.server.parlour.new_key": text(32),
            "rookery.server.live.now_ms": lambda: 1_790_000_000_000,
            "rookery.server.ledger.now_ms": lambda: 1_790_000_000_000,
            "rookery.server.live.GATHERING": 1e6,
            "rookery.server.guard.secrets": SimpleNamespace(token_hex=lambda size: "0" * 2 * size),
            "rookery.server.parlour.fair": chance,
            "rookery.server.looks.fair": chance,
            "rookery.server.table.Table.draw": lambda table, position, ply, words: self.worlds[table.secret].draw(ply),
            "rookery.server.parlour.new_secret": self.secret,
        }


@contextlib.contextmanager
def alike() -> Iterator[Alike]:
    one = Alike()
    values = one.values()
    assert set(values) == set(ALIKE), "each with its reason"
    with pytest.MonkeyPatch.context() as patch:
        for name, value in values.items():
            patch.setattr(name, value)
        yield one


# ── A table there ────────────────────────────────────────────────────────────
@dataclass
class There:
    """A table in one of the worlds. Whatever the viewer is told is kept in `told`."""

    app: ASGIApp
    plan: Plan
    world: World
    dice: random.Random  # throws the same in both worlds
    told: list[tuple[str, str | bytes]] = field(default_factory=list)  # channel, what came through it
    channel: str = ""  # the one that is used now
    table: str = ""
    keys: list[str] = field(default_factory=list)
    ply: int = -1  # where the game stands, how often moves were taken back,
    takebacks: int = 0
    settled: int = 0  # where it stands in truth, for who sees it late
    choices: list[int] = field(default_factory=list)  # and what the viewer may play there: all as the viewer was told
    asked: bool = False  # somebody would like to take back
    viewer: Line = field(init=False)
    others: Line | None = None  # one page for all other seats

    async def open(self) -> None:
        """A new table, or one at which a record stands, and everybody sits down."""
        start, facts = self.plan.start, self.plan.game.facts
        self.channel = "coming"
        if self.plan.first:
            record = Record(self.plan.game, start.players, start.options)
            for action in self.world.walk.actions[: self.plan.first]:
                record.play(action)
            made = await ask(self.app, "POST", "/api/records", record.dumps().encode())
        else:
            order = {"game": facts.title, "seats": [{}] * start.players, "options": start.options, "public": True}
            order |= {"delay": self.plan.late}
            made = await ask(self.app, "POST", "/api/tables", json.dumps(order).encode())
        links = json.loads(made.body)
        assert made.status == 201, links
        self.table, self.keys = links["table"], [seat["key"] for seat in links["seats"]]
        self.viewer = Line(self.app, f"/ws/{self.table}", self._hear)
        others = [key for seat, key in enumerate(self.keys) if seat not in self.plan.seats]
        await self.say("hello", keys=[self.keys[seat] for seat in self.plan.seats], word=WORD)
        if others:
            self.others = Line(self.app, f"/ws/{self.table}", lambda text: None)
            await self.let_others("hello", keys=others, word=WORD)
        self._settle(0)

    async def close(self) -> None:
        for line in (self.viewer, self.others):
            if line is not None:
                await line.close()

    def _hear(self, text: str) -> None:
        self.told.append((self.channel, text))
        message = json.loads(text)
        assert message["type"] != CLOSED, "a fault of the server: its log says which"
        if message["type"] in ("moved", "welcome"):
            moment = message["moment"]
            self.ply, self.takebacks = moment["ply"], moment["takebacks"]
            self.choices = [choice["action"] for choice in moment["scene"]["choices"]]
        if message["type"] in ("tabled", "welcome"):
            self.asked = message["table"]["asked"] is not None

    # ── What is done there ───────────────────────────────────────────────────
    async def say(self, kind: str, **fields: Any) -> None:
        """The viewer says something, and hears what follows."""
        self.viewer.say(kind, **fields)
        await self.viewer.settled()

    async def let_others(self, kind: str, **fields: Any) -> None:
        """The others' page says something, and the viewer hears what follows."""
        if self.others is not None:
            self.others.say(kind, **fields)
            await self.others.settled()
            await self.viewer.settled()

    async def get(self, address: str, method: str = "GET", body: Any = None) -> Answer:
        """The viewer asks plain HTTP. {}: the table's id."""
        data = b"" if body is None else json.dumps(body).encode()
        answer = await ask(self.app, method, address.format(self.table), data, accept_encoding="gzip")
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
    def played(self) -> int:
        """How many plies, in truth."""
        return self.settled if self.plan.late else self.ply

    def _settle(self, ply: int) -> None:
        """Chance plays on from there by itself."""
        while self.world.walk.positions[ply].mover == CHANCE:
            ply += 1
        self.settled = ply

    async def play(self) -> None:
        """The next decision of the plan."""
        ply, walk = self.played, self.world.walk
        mover = walk.positions[ply].mover or 0
        move = {"seat": mover, "ply": ply, "action": walk.actions[ply]}
        page = self.say if mover in self.plan.seats else self.let_others
        await page("move", takebacks=self.takebacks, **move)
        self._settle(ply + 1)
