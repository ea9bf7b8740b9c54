"""Pages over real sockets, and what the database has of their tables."""

import asyncio
import contextlib
import json
import random
from collections.abc import AsyncIterator, Callable
from typing import Any

import psycopg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import rookery
from tests.server.support.app_client import few
from tests.server.support.process import asked

LOOK = 0.002  # seconds between two looks at a page's messages
PATIENCE = 30.0  # seconds for what happens at once, on a busy machine


def new_table(link: str, slug: str, bots: int = 0, **order: Any) -> tuple[str, list[str]]:
    """Its name, and the keys of its people; the last seats are bots'."""
    people = few(rookery.load(slug)) - bots
    seats: list[dict[str, str]] = [{}] * people + [{"kind": "bot", "level": "first"}] * bots
    links = asked(link, "api/tables", {"game": slug, "seats": seats, **order})
    return links["table"], [seat["key"] for seat in links["seats"]]


async def until(true: Callable[[], Any], seconds: float = PATIENCE) -> None:
    """Wait for it."""
    for _ in range(int(seconds / LOOK)):
        if true():
            return
        await asyncio.sleep(LOOK)
    raise TimeoutError


class Page:
    """A page over a real socket, with its messages so far."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.moves: dict[int, Any] = {}  # ply -> entry
        self.moment: Any = None
        self.card: Any = None
        self.times: Any = None
        self.talk: list[str] = []
        self.refused: list[str] = []
        self.listening: asyncio.Task[None]

    async def listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self.socket:
                message = json.loads(text)
                if message["type"] == "refused":
                    self.refused.append(message["code"])
                elif message["type"] == "welcome":
                    self.moves = {move["ply"]: move for move in message["moves"]}
                elif message["type"] == "moved":
                    told = {move["ply"]: move for move in message["moves"]}
                    assert told.keys().isdisjoint(self.moves), "a move is told once"
                    self.moves |= told
                elif message["type"] == "chat":
                    self.talk.append(message["line"]["text"])
                self.moment = message.get("moment", self.moment)
                self.card = message.get("table", self.card)
                self.times = message["times"] if "times" in message else self.card and self.card["times"]

    async def say(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"type": kind, **fields}))

    @property
    def closed(self) -> bool:
        return self.listening.done()

    @property
    def decides(self) -> bool:
        return self.moment is not None and bool(self.moment["scene"]["choices"])

    async def move(self, dice: random.Random) -> None:
        """Play a legal move without waiting for the answer."""
        action = dice.choice(self.moment["scene"]["choices"])["action"]
        stood = {name: self.moment[name] for name in ("ply", "takebacks")}
        await self.say("move", seat=self.moment["mover"], action=action, **stood)


@contextlib.asynccontextmanager
async def page(link: str, table: str, keys: list[str]) -> AsyncIterator[Page]:
    address = link.replace("http", "ws") + f"ws/{table}"
    async with connect(address, compression=None, open_timeout=PATIENCE) as socket:
        visitor = Page(socket)
        listening = visitor.listening = asyncio.create_task(visitor.listen())
        await visitor.say("hello", keys=keys)
        await until(lambda: visitor.moment)
        try:
            yield visitor
        finally:
            listening.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await listening  # its messages made sense


def kept(database: str, table: str) -> list[Any]:
    """The events of a table, from the database."""
    with psycopg.connect(database) as connection:
        rows = connection.execute("SELECT number, body FROM events WHERE table_id = %s ORDER BY number", (table,))
        found = rows.fetchall()
    assert [number for number, _ in found] == list(range(1, len(found) + 1))
    return [json.loads(body) for _, body in found]


def plies(database: str, table: str) -> list[int]:
    return [event["ply"] for event in kept(database, table) if event["what"] == "played"]
