"""The waiting time for a random bot while another address has sixty tables at which four master bots play.

    python -m benchmarks.many_bots            about a minute and a half

It starts its own server with the usual limits and pauses. A player at one address plays against a random bot, first
alone, then while a page at another address watches each of the sixty tables. The goal is that no answer takes more than
2 seconds.
"""

import argparse
import asyncio
import json
import sys
import urllib.request
from random import Random
from statistics import median
from time import perf_counter
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

import rookery
from rookery.bench import load_server
from rookery.bench.report import machine_words
from rookery.bots import levels

LIMITED = {"ROOKERY_TRUSTED_PROXIES": "127.0.0.1", "ROOKERY_LOG_LEVEL": "error"}
PERSON, MANY = {"X-Forwarded-For": "192.0.2.1"}, {"X-Forwarded-For": "192.0.2.66"}
STRONG, WEAK = "master", "random"
BOTS = 4  # at each of the many tables
DUEL = "connect_four"  # the player's game
GOAL = 2.0  # seconds
SETTLING = 5.0  # seconds until the bots of all tables are thinking


class House:
    """The server, as its guests see it."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")
        self.host = urlsplit(address).netloc

    async def made(self, slug: str, seats: list[dict[str, str]], who: dict[str, str]) -> dict[str, Any]:
        body = json.dumps({"game": slug, "seats": seats}).encode()
        request = urllib.request.Request(f"{self.address}/api/tables", body, who)
        return dict(json.loads(await asyncio.to_thread(lambda: urllib.request.urlopen(request).read())))

    def line(self, table: str, who: dict[str, str]) -> connect:
        return connect(f"ws://{self.host}/ws/{table}", additional_headers=who, max_size=None)

    async def answers(self, how_many: int) -> list[float]:
        """The seconds from a player's move to the random bot's move, for `how_many` moves."""
        found, dice = list[float](), Random(1)
        while len(found) < how_many:
            table = await self.made(DUEL, [{}, {"kind": "bot", "level": WEAK}], PERSON)
            async with self.line(table["table"], PERSON) as page:
                await page.send(json.dumps({"type": "hello", "keys": [table["seats"][0]["key"]]}))
                moment = await _mine(page)
                while not moment["over"] and len(found) < how_many:
                    action = dice.choice(moment["scene"]["choices"])["action"]
                    await page.send(json.dumps({"type": "move", "seat": 0, "ply": moment["ply"], "action": action}))
                    start = perf_counter()
                    moment = await _mine(page, moment["ply"] + 2)
                    if not moment["over"]:
                        found.append(perf_counter() - start)
        return found

    async def watch(self, slug: str) -> None:
        """Watch a table of strong bots."""
        table = await self.made(slug, [{"kind": "bot", "level": STRONG}] * BOTS, MANY)
        async with self.line(table["table"], MANY) as page:
            await page.send('{"type": "hello"}')
            async for _ in page:
                pass


async def _mine(page: ClientConnection, ply: int = 0) -> Any:
    """The next message, after at least `ply` plies, in which the player is to move or the game is over."""
    async for text in page:
        moment = json.loads(text).get("moment")
        if moment is not None and (moment["over"] or (moment["mover"] == 0 and moment["ply"] >= ply)):
            return moment
    raise SystemExit("the server closed the connection")


async def measured(address: str, tables: int, how_many: int) -> bool:
    house = House(address)
    slug = next(slug for slug in rookery.slugs() if BOTS in rookery.load(slug).facts.players)
    assert STRONG in levels(rookery.load(slug))
    first = max(await house.answers(1))
    print(f"| nobody, the very first answer: a process starts | {first:.2f} | {first:.2f} |", flush=True)
    alone = await house.answers(how_many)
    print(f"| nobody | {median(alone):.2f} | {max(alone):.2f} |", flush=True)
    watching = [asyncio.create_task(house.watch(slug)) for _ in range(tables)]
    await asyncio.sleep(SETTLING)
    beside = await house.answers(how_many)
    gone = [task for task in watching if task.done()]
    print(f"| {tables} tables of {BOTS} {STRONG} bots ({slug}) | {median(beside):.2f} | {max(beside):.2f} |")
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    if gone:
        raise SystemExit(f"{len(gone)} of the tables were lost: {gone[0].exception()}")
    return max(beside) <= GOAL


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--answers", type=int, default=30, help="answers to measure, without and with the tables")
    asked = parser.parse_args()
    print(machine_words())
    print("| who else plays | median s | longest s |")
    print("|---|---|---|", flush=True)
    with load_server.opened(settings=LIMITED) as house:
        sys.exit(0 if asyncio.run(measured(house.address, asked.tables, asked.answers)) else 1)


if __name__ == "__main__":
    main()
