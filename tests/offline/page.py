"""A page that plays without a server, in tests: an event loop as a browser's, a parlour, and what the page says."""

import asyncio
import json
import random
from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

import rookery
from rookery.core.position import Position
from rookery.offline.brain import Brain
from rookery.offline.parlour import Reply
from rookery.offline.storage import MemoryStorage, Storage
from tests.offline.page_process import QUICK_PAGE, PageProcess
from tests.server.support.app_client import few

__all__ = ["QUICK_PAGE", "AnyBrain", "OwnTable", "in_page", "new_table", "parlour", "play_out", "said"]

PATIENCE = 60.0  # seconds
MOST_SECONDS = 60.0  # of a test
MAX_DECISIONS = 600  # of a random game in these tests
T = TypeVar("T")


def in_page(work: Coroutine[Any, Any, T]) -> T:
    """Run work in such a loop."""

    async def whole() -> T:
        try:
            return await asyncio.wait_for(work, MOST_SECONDS)
        finally:
            await PageProcess.close_all()

    return asyncio.run(whole())


class AnyBrain:
    """Plays at random; a Brain."""

    def __init__(self) -> None:
        self.views: list[Position] = []

    async def advise(self, view: Position, level: str, seed: int) -> tuple[int, str]:
        await asyncio.sleep(0)
        self.views.append(view)
        return view.legal_actions[seed % len(view.legal_actions)], ""


async def parlour(storage: Storage | None = None, brain: Brain | None = None, **given: Any) -> PageProcess:
    return await PageProcess.open(storage or MemoryStorage(), brain or AnyBrain(), **given)


def said(reply: Reply, status: int = 200) -> Any:
    """The JSON of an answer that has this status."""
    assert reply.status == status, reply
    return json.loads(reply.body)


async def new_table(own: PageProcess, slug: str, bots: Sequence[str] = (), **order: Any) -> tuple[str, list[str]]:
    """A table's id and the keys of its people; the last seats are those of bots."""
    people = [{"kind": "person"}] * (few(rookery.load(slug)) - len(bots))
    seats = [*people, *({"kind": "bot", "level": level} for level in bots)]
    body = json.dumps({"game": slug, "seats": seats, **order}).encode()
    links = said(await own.request("POST", "/api/tables", body), 201)
    return links["table"], [seat["key"] for seat in links["seats"]]


class OwnTable:
    """A page at a table. `heard`: all messages so far; `closed`: the codes with which the parlour ended it."""

    def __init__(self, own: PageProcess, table: str, seed: int = 0) -> None:
        self.heard: list[Any] = []
        self.closed: list[int] = []
        self._read = 0
        self._news = asyncio.Event()
        self._dice = random.Random(seed)
        self.talk = own.connect(table, self._send, self._closed)

    def _send(self, text: str) -> None:
        self.heard.append(json.loads(text))
        self._news.set()

    def _closed(self, code: int) -> None:
        self.closed.append(code)
        self._news.set()

    def say(self, kind: str, **fields: Any) -> None:
        self.talk.receive(json.dumps({"type": kind, **fields}))

    async def hear(self, *kinds: str) -> Any:
        """The next message of one of these kinds. Messages that may come at any time are skipped."""
        async with asyncio.timeout(PATIENCE):
            while True:
                while self._read == len(self.heard):
                    assert not self.closed, self.closed
                    self._news.clear()
                    await self._news.wait()
                message = self.heard[self._read]
                self._read += 1
                if message["type"] in kinds:
                    return message
                assert message["type"] in ("moved", "tabled"), message["type"]

    async def ended(self) -> int:
        """The code with which the parlour ends the conversation."""
        async with asyncio.timeout(PATIENCE):
            while not self.closed:
                self._news.clear()
                await self._news.wait()
        return self.closed[0]

    async def hello(self, *keys: str) -> Any:
        self.say("hello", keys=keys)
        return await self.hear("welcome")

    async def refused(self, kind: str, **fields: Any) -> tuple[str, str]:
        """Say something that is refused: the code and the words."""
        self.say(kind, **fields)
        message = await self.hear("refused")
        return message["code"], message["words"]

    async def move(self, moment: Any, action: int | None = None) -> Any:
        """Play an action, else one at random. The moment when somebody decides again, or at the end."""
        choices = [choice["action"] for choice in moment["scene"]["choices"]]
        self.say(
            "move",
            seat=moment["mover"],
            ply=moment["ply"],
            takebacks=moment["takebacks"],
            action=self._dice.choice(choices) if action is None else action,
        )
        return await self.settled()

    async def settled(self) -> Any:
        while True:
            moment = (await self.hear("moved"))["moment"]
            if moment["over"] or moment["mover"] is not None:
                return moment


async def play_out(player: OwnTable, moment: Any) -> Any:
    """Play the page's seats at random to the end, while bots play the others: the last moment."""
    for _ in range(MAX_DECISIONS):
        if moment["over"]:
            return moment
        mine = bool(moment["scene"]["choices"])
        moment = await (player.move(moment) if mine else player.settled())
    raise AssertionError("this game does not end")
