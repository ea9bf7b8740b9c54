"""Somebody at one address who asks for as much as is allowed: what worst_address.py measures the others under.

    python -m benchmarks.attacker ATTACK ADDRESS RECORD

RECORD is the file of a long game. Once the attack goes on, and then each second, a line says how much was answered.
It imports nothing of Rookery's, so that it starts at once.
"""

import asyncio
import functools
import itertools
import json
import os
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

ADDRESS = {"X-Forwarded-For": "192.0.2.66"}
AHEAD = 10  # requests that are sent before the first is answered
DRAWN = "gameshire"  # a game of many draws, that one can play alone
CHECKED = 20  # tables of it
TRIES, WAIT = 40, 0.25  # to make a table: over the limit, one waits so many seconds
CONTROLS = ("nobody", "spinning")  # what the measurement itself brings, and an attacker's process on the same machine
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
VOLLEY = 2.0  # seconds between moves at all of them
EMPTY = b"\x81\x80\0\0\0\0" * 10_000  # messages of nothing, sent at once
AUDIENCE, TEMPO = 200, 0.06  # pages that look on; seconds between two moves, as many as a page may send


class Attacker:
    """Every attack goes on until the process is ended."""

    def __init__(self, address: str, record: bytes) -> None:
        self.host = urlsplit(address).netloc
        self.address = address.rstrip("/")
        self.record_text = record
        self.answered = 0

    # ── Controls: nothing is asked ───────────────────────────────────────────
    async def nobody(self) -> None:
        self.answered = 1
        await asyncio.Event().wait()

    async def spinning(self) -> None:
        """Only to use a processor, as an attacker's own program does."""
        self.answered = 1
        for _ in itertools.repeat(None):
            await asyncio.sleep(0)

    # ── What is asked ────────────────────────────────────────────────────────
    async def hello(self) -> None:
        """Many pages at one long game, each as often as it may."""
        table = await self.long_table()
        await asyncio.gather(*(self._page(table, [{"type": "hello"}], 1.0) for _ in range(200)))

    async def look(self) -> None:
        looks: list[dict[str, Any]] = [{"type": "hello"}, *({"type": "look", "ply": ply} for ply in range(0, 60, 7))]
        table = await self.long_table()
        await asyncio.gather(*(self._page(table, looks, 0.05) for _ in range(20)))

    async def check(self) -> None:
        """At more tables than a server might keep the hashes of."""
        tables = [await self.made({"game": DRAWN, "seats": [{}]}) for _ in range(CHECKED)]
        checks: list[dict[str, Any]] = [{"type": "check", "ply": 1}] * 100
        pages = (
            self._page(made["table"], [{"type": "hello", "keys": [made["seats"][0]["key"]]}, *checks], 0.05)
            for made in tables
        )
        await asyncio.gather(*pages)

    async def visits(self) -> None:
        """To come, say hello, and leave without the answer."""
        table = await self.long_table()

        async def come_and_go() -> None:
            while True:
                async with connect(f"ws://{self.host}/ws/{table}", additional_headers=ADDRESS) as page:
                    await page.send('{"type": "hello"}')
                self.answered += 1

        await asyncio.gather(*(_again(come_and_go) for _ in range(20)))

    async def audience(self) -> None:
        """Every page at a table hears of every move."""
        made = await self.made({"game": DRAWN, "seats": [{}]})
        line = functools.partial(connect, f"ws://{self.host}/ws/{made['table']}", additional_headers=ADDRESS)

        async def look_on() -> None:
            async with line(max_size=None) as page:
                await page.send('{"type": "hello"}')
                await self._read(page)

        async def play() -> None:
            async with line(max_size=None) as page:
                await page.send(json.dumps({"type": "hello", "keys": [made["seats"][0]["key"]]}))
                async for text in page:
                    if (moment := json.loads(text).get("moment")) is not None:
                        await asyncio.sleep(TEMPO)
                        await page.send(json.dumps(_first_move(moment)))

        await asyncio.gather(*(_again(look_on) for _ in range(AUDIENCE)), _again(play))

    async def bots(self) -> None:
        """One seat at many tables, and bots that play with it."""
        bot = {"kind": "bot", "level": "random"}

        async def play() -> None:
            made = await self.made({"game": FOUR, "seats": [{}, bot, bot, bot]})
            address = f"ws://{self.host}/ws/{made['table']}"
            async with connect(address, additional_headers=ADDRESS, max_size=None) as page:
                await page.send(json.dumps({"type": "hello", "keys": [made["seats"][0]["key"]]}))
                async for text in page:
                    self.answered += 1
                    if (moment := json.loads(text).get("moment")) is not None and moment["over"]:
                        return
                    if moment is not None and moment["scene"]["choices"]:
                        await page.send(json.dumps(_first_move(moment)))

        await asyncio.gather(*(_again(play) for _ in range(BOT_TABLES)))

    async def volleys(self) -> None:
        """A move at many tables, all at the same moment."""

        async def play() -> None:
            made = await self.made({"game": FOUR, "seats": [{}] * 4})
            address = f"ws://{self.host}/ws/{made['table']}"
            async with connect(address, additional_headers=ADDRESS, max_size=None) as page:
                await page.send(json.dumps({"type": "hello", "keys": [seat["key"] for seat in made["seats"]]}))
                async for text in page:
                    self.answered += 1
                    if (moment := json.loads(text).get("moment")) is not None and moment["scene"]["choices"]:
                        await asyncio.sleep(VOLLEY - time.time() % VOLLEY)
                        await page.send(json.dumps(_first_move(moment)))

        await asyncio.gather(*(_again(play) for _ in range(BOT_TABLES)))

    async def frames(self) -> None:
        """To come, say nothing in ten thousand messages, and leave."""
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
        """Far above the limit: to refuse takes time, too."""
        await self._ask(50, "GET /api/games", gzip=True)

    async def everything(self) -> None:
        await asyncio.gather(*(getattr(self, attack)() for attack in ATTACKS if attack != "everything"))

    # ── How ──────────────────────────────────────────────────────────────────
    async def made(self, order: Any, path: str = "/api/tables") -> Any:
        body = order if isinstance(order, bytes) else json.dumps(order).encode()
        for _ in range(TRIES):
            try:
                return await asyncio.to_thread(self._posted, path, body)
            except OSError:  # over the limit
                await asyncio.sleep(WAIT)
        raise SystemExit("no table could be made to attack")

    def _posted(self, path: str, body: bytes) -> Any:
        with urllib.request.urlopen(urllib.request.Request(f"{self.address}{path}", body, ADDRESS)) as answer:
            return json.load(answer)

    async def long_table(self) -> str:
        return str((await self.made(self.record_text, "/api/records"))["table"])

    async def _page(self, table: str, messages: list[dict[str, Any]], pause: float) -> None:
        """A page that says something again and again: the first message once, if there are others."""

        async def talk() -> None:
            address = f"ws://{self.host}/ws/{table}"
            async with connect(address, additional_headers=ADDRESS, max_size=None) as page:
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
        """Plain HTTP on so many connections, each as fast as it is answered."""
        head = f"{what} HTTP/1.1\r\nHost: {self.host}\r\nX-Forwarded-For: {ADDRESS['X-Forwarded-For']}\r\n"
        head += "Accept-Encoding: gzip\r\n" * gzip + f"Content-Length: {len(body)}\r\n\r\n"

        async def talk() -> None:
            host, port = self.host.split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            try:
                while True:
                    writer.write((head.encode() + body) * ahead)
                    for _ in range(ahead):
                        said = await reader.readuntil(b"\r\n\r\n")
                        await _body(reader, said.lower())
                        self.answered += 1
            finally:
                writer.close()

        await asyncio.gather(*(_again(talk) for _ in range(lines)))


def _first_move(moment: dict[str, Any]) -> dict[str, Any]:
    """Where the game is over, the newest move is taken back, and made again."""
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
    """Whenever the server hangs up."""
    while True:
        try:
            await attack()
        except (OSError, EOFError, WebSocketException, ValueError, IndexError):
            await asyncio.sleep(0.01)


async def going_on(attacker: Attacker, attack: str) -> None:
    work = asyncio.create_task(getattr(attacker, attack)())
    while not attacker.answered and not work.done():  # noqa: ASYNC110
        await asyncio.sleep(0.05)
    while not work.done():
        print(f"{time.monotonic()} {attacker.answered}", flush=True)
        await asyncio.sleep(1.0)
    work.result()


def step_back() -> None:
    """It may give the server work, but take no processor from it or from the crowd: a real attacker has another
    computer. Nice 19 alone does not do that: who runs may go on for a millisecond or two when others are woken."""
    os.nice(19)
    if hasattr(os, "SCHED_IDLE"):  # Linux
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


if __name__ == "__main__":
    step_back()
    _, asked, at, file = sys.argv
    asyncio.run(going_on(Attacker(at, Path(file).read_bytes()), asked))
