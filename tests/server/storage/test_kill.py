"""The server is killed in the middle of games again and again: what it acknowledged exists once, and games go on."""

import asyncio
import json
import random
import sqlite3
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import rookery
from tests.server.support.played import Played, check, new_table
from tests.server.support.process import started

KILLS, MORE_KILLS = 4, 50  # more in a soak
TABLES = 6  # played at the same time
LONGEST = 0.25  # seconds of play before a kill


async def play(link: str, played: Played, dice: random.Random, begun: asyncio.Event) -> bool:
    """Play at random as fast as possible until the connection breaks. Returns whether the game has ended. Sets
    `begun`."""
    address = link.replace("http", "ws") + f"ws/{played.table}"
    try:
        async with connect(address, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "keys": played.keys}))
            async for text in socket:
                message = json.loads(text)
                if message["type"] == "welcome":
                    check(played, message["moves"])
                    begun.set()
                elif message["type"] == "moved":
                    played.hear(message["moves"])
                else:
                    assert message["type"] == "tabled", message
                    continue
                moment = message["moment"]
                if moment["over"]:
                    return True
                if moment["scene"]["choices"]:
                    action = dice.choice(moment["scene"]["choices"])["action"]
                    move = {"type": "move", "seat": moment["mover"], "ply": moment["ply"], "action": action}
                    await socket.send(json.dumps(move))
                    played.sent += 1
    except (ConnectionClosed, InvalidHandshake, OSError):  # the kill may come before all are connected
        pass
    return False


async def play_until_killed(link: str, process: Any, tables: list[Played], dice: random.Random) -> list[bool]:
    begun = asyncio.Event()  # the rules are there
    games = [asyncio.create_task(play(link, played, dice, begun)) for played in tables]
    await asyncio.wait_for(begun.wait(), 60)
    await asyncio.sleep(dice.random() * LONGEST)
    process.kill()
    return await asyncio.gather(*games)


@pytest.mark.parametrize(
    ("seed", "kills"), [(1, KILLS), *(pytest.param(seed, MORE_KILLS, marks=pytest.mark.soak) for seed in range(2, 11))]
)
def test_no_acknowledged_move_is_lost_or_doubled(tmp_path: Path, seed: int, kills: int) -> None:
    file, dice = tmp_path / "t.sqlite3", random.Random(seed)
    slugs = rookery.slugs()
    tables: list[Played] = []
    finished: list[Played] = []
    midway = 0
    for kill in range(kills):
        with started(file) as (process, link):
            while len(tables) < TABLES:
                tables.append(new_table(link, slugs[(len(tables) + kill) % len(slugs)]))
            over = asyncio.run(play_until_killed(link, process, tables, dice))
        finished += [played for played, ended in zip(tables, over, strict=True) if ended]
        tables = [played for played, ended in zip(tables, over, strict=True) if not ended]
        midway += bool(tables)
    assert midway >= kills // 2, "games end before the kill: play shorter"
    with started(file) as (_, link):
        for played in finished + [played for played in tables if not rookery.load(played.slug).facts.hidden]:
            with urllib.request.urlopen(f"{link}api/tables/{played.table}/record") as answer:
                record = rookery.Record.loads(answer.read())
            assert record.plies >= len(played.heard)
            for ply, entry in played.heard.items():
                assert entry["text"] in (record.text(ply), "?")  # a secret is not told
    database = sqlite3.connect(file)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    events = database.execute("SELECT table_id, count(*), max(number) FROM events GROUP BY table_id").fetchall()
    assert all(count == newest for _, count, newest in events)
    kept, every = {name for name, *_ in events}, {played.table for played in tables + finished}
    assert {name for (name,) in database.execute("SELECT id FROM tables")} == every
    assert {played.table for played in tables + finished if played.heard} <= kept <= every  # some had just been made
    database.close()
    heard = sum(len(played.heard) for played in tables + finished)
    print(f"{kills} kills, {heard} plies acknowledged, {len(finished)} games ended")
