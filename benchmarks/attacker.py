"""An attacker at one address that uses as much of a server as its limits allow. worst_address.py measures its effect.

    python -m benchmarks.attacker ATTACK ADDRESS RECORD

RECORD is the file of a long game. When the attack has begun, and then once a second, it prints a line with the time and
the number of answers. It imports nothing of Rookery, so that it starts at once.
"""

import asyncio
import itertools
import json
import os
import sys
import time
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ADDRESS = {"X-Forwarded-For": "192.0.2.66"}
AHEAD = 10  # requests that are sent before the first is answered
DRAWN = "gameshire"  # a game with many draws that one player can play
CHECKED = 20  # tables of it
TRIES, WAIT = 40, 0.25  # attempts to open a table, and seconds between them, when over the limit
CONTROLS = ("nobody", "spinning")  # the noise of the measurement, and the load of an attacker's process
ATTACKS = (
    "hello",
    "look",
    "check",
    "visits",
    "audience",
    "bots",
    "volleys",
    "frames",
    "record",
    "export",
    "records",
    "tables",
    "health",
    "flood",
    "everything",
)
BOT_TABLES, FOUR = 150, "blockers"  # tables with bots; a game of four
VOLLEY = 2.0  # seconds between simultaneous moves at all tables
EMPTY = b"\x81\x80\0\0\0\0" * 10_000  # empty messages, sent at once
AUDIENCE, TEMPO = 200, 0.06  # spectators; seconds between two moves, the fastest that a page may send


class Attacker:
    """The attacks. Each continues until the process is ended."""

    def __init__(self, address: str, record: bytes) -> None:
        self.host = urlsplit(address).netloc
        self.address = address.rstrip("/")
        self.record_text = record
        self.answered = 0

    # ── Controls: no requests ────────────────────────────────────────────────
    async def nobody(self) -> None:
        self.answered = 1
        await asyncio.Event().wait()

    async def spinning(self) -> None:
        """Only use the processor, as an attacker's own program does."""
        self.answered = 1
        for _ in itertools.repeat(None):
            await asyncio.sleep(0)

    # ── Attacks ──────────────────────────────────────────────────────────────
    async def hello(self) -> None:
        """Say hello from many pages at one long game, each as often as allowed."""
        table = await self.long_table()
        await asyncio.gather(*(self._page(table, [{"type": "hello"}], 1.0) for _ in range(200)))

    async def look(self) -> None:
        looks: list[dict[str, Any]] = [{"type": "hello"}, *({"type": "look", "ply": ply} for ply in range(0, 60, 7))]
        table = await self.long_table()
        await asyncio.gather(*(self._page(table, looks, 0.05) for _ in range(20)))

    async def check(self) -> None:
        """Check draws, at more tables than a server might cache hashes for."""
        tables = [await self.made({"game": DRAWN, "seats": [{}]}) for _ in range(CHECKED)]
        checks: list[dict[str, Any]] = [{"type": "check", "ply": 1}] * 100
        pages = (
            self._page(table["table"], [{"type": "hello", "keys": [table["seats"][0]["key"]]}, *checks], 0.05)
            for table in tables
        )
        await asyncio.gather(*pages)

    async def visits(self) -> None:
        """Connect, say hello, and disconnect before the answer."""
        table = await self.long_table()

        async def come_and_go() -> None:
            while True:
                async with self._line(table) as page:
                    await page.send('{"type": "hello"}')
                self.answered += 1

        await asyncio.gather(*(_again(come_and_go) for _ in range(20)))

    async def audience(self) -> None:
        """Move fast at a table with many spectators, each of whom receives every move."""
        table = await self.made({"game": DRAWN, "seats": [{}]})

        async def look_on() -> None:
            async with self._line(table["table"]) as page:
                await page.send('{"type": "hello"}')
                await self._read(page)

        async def play() -> None:
            async for page, moment in self._moments(table):
                await asyncio.sleep(TEMPO)
                await page.send(json.dumps(_first_move(moment)))

        await asyncio.gather(*(_again(look_on) for _ in range(AUDIENCE)), _again(play))

    async def bots(self) -> None:
        """Play at many tables against bots."""
        bot = {"kind": "bot", "level": "random"}

        async def play() -> None:
            async for page, moment in self._moments(await self.made({"game": FOUR, "seats": [{}, bot, bot, bot]})):
                if moment["over"]:
                    return
                if moment["scene"]["choices"]:
                    await page.send(json.dumps(_first_move(moment)))

        await asyncio.gather(*(_again(play) for _ in range(BOT_TABLES)))

    async def volleys(self) -> None:
        """Move at many tables at the same moment."""

        async def play() -> None:
            async for page, moment in self._moments(await self.made({"game": FOUR, "seats": [{}] * 4})):
                if moment["scene"]["choices"]:
                    await asyncio.sleep(VOLLEY - time.time() % VOLLEY)
                    await page.send(json.dumps(_first_move(moment)))

        await asyncio.gather(*(_again(play) for _ in range(BOT_TABLES)))

    async def frames(self) -> None:
        """Connect, send ten thousand empty messages, and disconnect."""
        table, (host, port) = await self.long_table(), self.host.split(":")
        head = f"GET /ws/{table} HTTP/1.1\r\nHost: {self.host}\r\nX-Forwarded-For: {ADDRESS['X-Forwarded-For']}\r\n"
        head += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"

        async def come_and_go() -> None:
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                writer.write(head.encode())
                await reader.readuntil(b"\r\n\r\n")
                writer.write(EMPTY)
                await writer.drain()
                self.answered += 1
            finally:
                writer.close()

        await asyncio.gather(*(_again(come_and_go) for _ in range(20)))

    async def record(self) -> None:
        await self._ask(20, f"GET /api/tables/{await self.long_table()}/record", gzip=True)

    async def export(self) -> None:
        await self._ask(20, f"GET /api/tables/{await self.long_table()}/export.txt")

    async def records(self) -> None:
        await self._ask(16, "POST /api/records", self.record_text)

    async def tables(self) -> None:
        await self._ask(16, "POST /api/tables", json.dumps({"game": DRAWN, "seats": [{}]}).encode())

    async def health(self) -> None:
        await self._ask(50, "GET /health", ahead=AHEAD)

    async def flood(self) -> None:
        """Send requests far above the limit: refusing them takes time as well."""
        await self._ask(50, "GET /api/games", gzip=True)

    async def everything(self) -> None:
        await asyncio.gather(*(getattr(self, attack)() for attack in ATTACKS if attack != "everything"))

    # ── Requests ─────────────────────────────────────────────────────────────
    async def made(self, order: Any, path: str = "/api/tables") -> Any:
        body = order if isinstance(order, bytes) else json.dumps(order).encode()
        for _ in range(TRIES):
            try:
                return await asyncio.to_thread(self._posted, path, body)
            except OSError:  # over the limit
                await asyncio.sleep(WAIT)
        raise SystemExit("could not open a table to attack")

    def _posted(self, path: str, body: bytes) -> Any:
        with urllib.request.urlopen(urllib.request.Request(f"{self.address}{path}", body, ADDRESS)) as answer:
            return json.load(answer)

    async def long_table(self) -> str:
        return str((await self.made(self.record_text, "/api/records"))["table"])

    def _line(self, table: str) -> connect:
        return connect(f"ws://{self.host}/ws/{table}", additional_headers=ADDRESS, max_size=None)

    async def _moments(self, made: Any) -> AsyncIterator[tuple[Any, dict[str, Any]]]:
        """A page that has all seats of a table which are for people, and each position that it is told of."""
        async with self._line(made["table"]) as page:
            await page.send(json.dumps({"type": "hello", "keys": [seat["key"] for seat in made["seats"]]}))
            async for text in page:
                self.answered += 1
                if (moment := json.loads(text).get("moment")) is not None:
                    yield page, moment

    async def _page(self, table: str, messages: list[dict[str, Any]], pause: float) -> None:
        """A page that repeats its messages. The first message is sent once, if there are others."""

        async def talk() -> None:
            async with self._line(table) as page:
                reader = asyncio.create_task(self._read(page))
                try:
                    await page.send(json.dumps(messages[0]))
                    for message in itertools.cycle(messages[1:] or messages):
                        await asyncio.sleep(pause)
                        await page.send(json.dumps(message))
                finally:
                    reader.cancel()

        await _again(talk)

    async def _read(self, page: Any) -> None:
        async for _ in page:
            self.answered += 1

    async def _ask(self, lines: int, what: str, body: bytes = b"", gzip: bool = False, ahead: int = 1) -> None:
        """Send plain HTTP requests on several connections, each as fast as they are answered."""
        head = f"{what} HTTP/1.1\r\nHost: {self.host}\r\nX-Forwarded-For: {ADDRESS['X-Forwarded-For']}\r\n"
        head += "Accept-Encoding: gzip\r\n" * gzip + f"Content-Length: {len(body)}\r\n\r\n"

        async def talk() -> None:
            host, port = self.host.split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                while True:
                    writer.write((head.encode() + body) * ahead)
                    for _ in range(ahead):
                        header = await reader.readuntil(b"\r\n\r\n")
                        await _body(reader, header.lower())
                        self.answered += 1
            finally:
                writer.close()

        await asyncio.gather(*(_again(talk) for _ in range(lines)))


def _first_move(moment: dict[str, Any]) -> dict[str, Any]:
    """A message with a legal move. If the game is over, it takes back the last move, which can then be played again."""
    if moment["over"] or not moment["scene"]["choices"]:
        return {"type": "take back"}
    at = {name: moment[name] for name in ("ply", "takebacks")}
    return {"type": "move", "seat": moment["mover"], "action": moment["scene"]["choices"][0]["action"], **at}


async def _body(reader: asyncio.StreamReader, head: bytes) -> None:
    if b"content-length: " in head:
        await reader.readexactly(int(head.split(b"content-length: ")[1].split(b"\r\n")[0]))
    else:
        while size := int(await reader.readline(), 16):
            await reader.readexactly(size + 2)
        await reader.readline()


async def _again(attack: Callable[[], Awaitable[None]]) -> None:
    """Repeat an attack whenever the server closes the connection."""
    while True:
        try:
            await attack()
        except (OSError, EOFError, WebSocketException, ValueError, IndexError):
            await asyncio.sleep(0.01)


async def report(attacker: Attacker, attack: str) -> None:
    work = asyncio.create_task(getattr(attacker, attack)())
    while not attacker.answered and not work.done():  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    while not work.done():
        print(f"{time.monotonic()} {attacker.answered}", flush=True)
        await asyncio.sleep(1.0)
    work.result()


def step_back() -> None:
    """Give this process the lowest priority, because a real attacker has another computer: it may give the server work,
    but must not take processor time from the server or the crowd. Nice 19 alone is not enough: a running process may
    continue for a millisecond or two after others wake up."""
    os.nice(19)
    if hasattr(os, "SCHED_IDLE"):  # Linux
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    step_back()
    _, asked, at, file = sys.argv
    asyncio.run(report(Attacker(at, Path(file).read_bytes()), asked))
