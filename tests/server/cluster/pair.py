"""Two server processes, one PostgreSQL, one Redis: helpers for tests."""

import asyncio
import concurrent.futures
import contextlib
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import psycopg

from rookery.server.storage.store import open_database
from tests.server.cluster.visitors import PATIENCE, Page, kept, new_table, page, until
from tests.server.notify.fake_services import GRACE, Told, listening
from tests.server.storage.stored import forged
from tests.server.support.process import ServerProcess, asked, started
from tests.server.support.services import Redis, new_database, redis_server

MEETING = 60.0  # seconds in which two processes must have met
DAYS: dict[str, Any] = {"kind": "move", "seconds": 7200, "zero": "loss"}  # a clock that goes on while nobody looks
TICK = 0.2  # seconds between two looks for tables that are due


class Pair:
    """The two of them, and what they share."""

    def __init__(
        self, processes: list[ServerProcess], links: list[str], database: str, redis: Redis, service: Told
    ) -> None:
        self.processes = processes
        self.links = links
        self.database = database
        self.redis = redis
        self.service = service  # to which they may send reminders


@contextlib.contextmanager
def two_processes(postgres: str, **more: str) -> Iterator[Pair]:
    """`more`: settings of both."""
    database = new_database(postgres)
    with redis_server() as redis, listening() as service, contextlib.ExitStack() as stack:
        settings = {
            "ROOKERY_BUS": redis.address,
            "ROOKERY_CLOCK_TICK": str(TICK),
            "ROOKERY_WEBHOOKS": service.site,
            "ROOKERY_REMIND_AFTER": str(GRACE),
            **more,
        }
        # they begin at the same moment, on an empty database
        with concurrent.futures.ThreadPoolExecutor() as pool:
            opened = [started(database, **settings) for _ in range(2)]
            both = list(pool.map(stack.enter_context, opened))
            list(pool.map(wait_for_rules, [link for _, link in both]))
        yield Pair([process for process, _ in both], [link for _, link in both], database, redis, service)


def wait_for_rules(link: str) -> None:
    """Games are opened while the server answers already."""
    for _ in range(600):
        with contextlib.suppress(urllib.error.HTTPError):
            asked(link, "ready")
            return
        time.sleep(0.2)
    raise TimeoutError


def figure(link: str, name: str) -> float:
    with urllib.request.urlopen(f"{link}metrics") as answer:
        lines = answer.read().decode().splitlines()
    return next(float(line.split()[1]) for line in lines if line.startswith(f"{name} "))


def overtaken(pair: Pair) -> float:
    """How often writes were decided again because the other process was first, in both processes."""
    return sum(figure(link, "rookery_overtaken_total") for link in pair.links)


def past(database: str, table: str, seconds: int) -> None:
    """Move all events of a table in the database into the past."""
    earlier = "jsonb_set(body::jsonb, '{at}', to_jsonb((body::jsonb ->> 'at')::bigint - ?::bigint))::text"
    with contextlib.closing(open_database(database)) as opened:
        opened.begin()
        forged("UPDATE tables SET due = due - ? WHERE id = ?", 1000 * seconds, table)(opened)
        forged(f"UPDATE events SET body = {earlier} WHERE table_id = ?", 1000 * seconds, table)(opened)
        opened.execute("COMMIT")


def count(pair: Pair, table: str, what: str) -> int:
    """How many events of a kind a table has in the database."""
    return [event["what"] for event in kept(pair.database, table)].count(what)


async def sit_down(link: str, table: str, keys: list[str]) -> None:
    """And leave."""
    async with page(link, table, keys) as everybody:
        await until(lambda: everybody.card["begun"])


def days_left(pair: Pair, table: str) -> bool:
    """Whether the database has a due time for a table that is days away."""
    with psycopg.connect(pair.database) as connection:
        found = connection.execute("SELECT due FROM tables WHERE id = %s", (table,)).fetchone()
    return found is not None and found[0] > 1000 * (time.time() + DAYS["seconds"] / 2)


def left_to(pair: Pair, one: str, other: str, slug: str) -> str:
    """A table with a clock of days, and nobody there, that one process has in memory and the other one has not: until
    it is described that one may look at it, too, and would believe that there is time."""
    while True:
        before = asked(other, "api/status")["tables"]
        table, keys = new_table(one, slug, clock=DAYS)
        asyncio.run(sit_down(one, table, keys))
        wait_for(lambda table=table: days_left(pair, table))  # type: ignore[misc]
        time.sleep(5 * TICK)  # the other one may have found the table due a moment ago, and be opening it now
        if asked(other, "api/status")["tables"] == before:
            return table


def wait_for(true: Callable[[], Any]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(TICK / 4)


# ── Two pages, one at each ───────────────────────────────────────────────────
async def alike(both: tuple[Page, Page]) -> int:
    """Wait until both pages were told the same, and a seat decides or the game is over. Returns the ply."""
    first, second = both
    await until(lambda: first.moves.keys() == second.moves.keys() and settled(both))
    return int(first.moment["ply"])


def settled(both: tuple[Page, Page]) -> bool:
    return bool(both[0].moment["over"] or both[0].decides or both[1].decides)


async def move_on(both: tuple[Page, Page], dice: random.Random) -> None:
    """Let the mover play, and both pages hear of it."""
    stood = await alike(both)
    await next(here for here in both if here.decides).move(dice)
    await until(lambda: all(here.moment["ply"] > stood for here in both))
