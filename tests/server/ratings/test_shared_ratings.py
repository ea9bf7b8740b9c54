"""Rated games at two server processes with one database."""

import asyncio
import json
import urllib.request
from typing import Any

import msgspec
import psycopg

import rookery
from rookery.ratings import Skill, scale_of
from rookery.server.ratings.rating_rows import ScaleName
from rookery.server.storage.store import Store
from tests.server.cluster.pair import Pair
from tests.server.cluster.visitors import page, until
from tests.server.ratings.rated_tables import DUEL, LIMIT
from tests.server.ratings.replay import replayed
from tests.server.support.process import asked
from tests.server.support.tag_device import Device

GAMES = 4  # at the same time
KEPT = "SELECT player, after FROM rated_seats ORDER BY number"


def ask(link: str, device: Device, path: str, body: Any) -> Any:
    signed = device.signed(path, body, site=link.rstrip("/"))
    with urllib.request.urlopen(urllib.request.Request(link.rstrip("/") + path, msgspec.json.encode(signed))) as answer:
        return json.load(answer)


def test_each_result_counts_once(pair: Pair) -> None:
    """Everybody sits and agrees at another process than the opponent, and all games end at once."""
    devices = Device(), Device()
    signing = asyncio.Lock()  # a later request of a device must not come first

    async def play() -> str:
        order = {"game": DUEL, "seats": [{}, {"open": True}], "rated": True, "clock": LIMIT}
        made = asked(pair.links[0], "api/tables", order)
        table, keys = made["table"], [seat["key"] for seat in made["seats"]]
        async with page(pair.links[0], table, keys[:1]) as one, page(pair.links[1], table, keys[1:]) as other:
            for link, key, device, there in zip(pair.links, keys, devices, (one, other), strict=True):
                await until(lambda there=there: there.card)  # type: ignore[misc]
                claim = {"table": table, "key": key, "rated": True}
                async with signing:
                    assert await asyncio.to_thread(ask, link, device, "/api/tag/claim", claim)
            await until(lambda: one.card["begun"] and other.card["begun"])
            await other.say("resign")
            for there in (one, other):
                await until(lambda there=there: there.card["rating"]["counted"])  # type: ignore[misc]
        return str(table)

    async def check() -> None:
        tables = [await play(), *await asyncio.gather(*(play() for _ in range(GAMES)))]
        with psycopg.connect(pair.database) as database:
            counted = database.execute("SELECT table_id, number FROM rated_games").fetchall()
            rows = database.execute(KEPT).fetchall()
        assert {table for table, _ in counted} == {*tables}
        assert sorted(number for _, number in counted) == list(range(1, GAMES + 2))
        store = Store(pair.database)
        try:
            name, scale = ScaleName(DUEL, 2), scale_of(rookery.load(DUEL), 2)
            found = await store.transact(lambda it: replayed(it, name, scale))
        finally:
            store.close()
        assert found == {player: msgspec.json.decode(text, type=Skill) for player, text in rows}
        assert {skill.games for skill in found.values()} == {GAMES + 1}

    asyncio.run(check())
