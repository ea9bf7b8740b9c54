"""Tables with people at two processes: clocks, rematches, open seats, take-backs, chat and reminders work as at one."""

import asyncio
import contextlib
import functools
import json
import random
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.error import HTTPError

import psycopg

from tests.server.cluster.pair import MEETING, TICK, Pair, alike, count, left_to, move_on, overtaken, past, wait_for
from tests.server.cluster.visitors import new_table, page, until
from tests.server.support.app_client import opened
from tests.server.support.process import asked
from tests.server.table.test_clocks import DUEL

BLITZ = {"kind": "bank", "seconds": 60, "increment": 5, "zero": "loss"}
LATE = 3.0  # seconds by which a message may come later than another
ROUNDS = 5  # in which two people ask for the same at the same instant, at least


# ── Clocks ───────────────────────────────────────────────────────────────────
def test_clocks_are_alike_and_who_only_asks_gives_no_time_back(pair: Pair) -> None:
    (one, other), dice = pair.links, random.Random(4)
    table, keys = new_table(one, DUEL, clock=BLITZ)

    async def play() -> None:
        async with page(one, table, keys[:1]) as first, page(other, table, keys[1:]) as second:
            for _ in range(4):
                await move_on((first, second), dice)
                ply = await alike((first, second))
                here, there = first.times, second.times
                assert (mover := here["running"]) == there["running"] == ply % 2
                assert here["left"][1 - mover] == there["left"][1 - mover], "what stands still"
                assert abs(here["left"][mover] - there["left"][mover]) < 1000 * LATE
            assert (first.refused, second.refused) == ([], [])

    asyncio.run(play())
    # nobody looks now, but a server holds it: neither a process that has it, nor one that is new, lets time come back
    asked(other, f"api/tables/{table}")
    with opened(pair.database, bus=pair.redis.address) as client:
        assert client.get(f"/api/tables/{table}").json()["times"]["running"] == 0
    assert count(pair, table, "resumed") == 0


def test_a_clock_of_days_that_nobody_looks_at_runs_out_once(pair: Pair) -> None:
    """One process has the table open and believes that there is time; the other one finds it due in the database."""
    tables = []
    for one, other in (pair.links, pair.links[::-1]):
        table = left_to(pair, one, other, DUEL)
        tables.append(table)
        assert count(pair, table, "conceded") == 0
        past(pair.database, table, 3 * 3600)
        wait_for(lambda table=table: count(pair, table, "conceded"))  # type: ignore[misc]
    time.sleep(2 * TICK)
    assert [count(pair, table, "conceded") for table in tables] == [1, 1]
    for link, table in zip(pair.links, tables):
        asyncio.run(over(link, table))


async def over(link: str, table: str) -> None:
    async with page(link, table, []) as watcher:
        await until(lambda: watcher.moment["over"])


def test_bots_on_a_clock_play_on_where_somebody_still_watches(pair: Pair) -> None:
    """The process that led the table still has it, but no pages there."""
    (one, other), bot = pair.links, {"kind": "bot", "level": "first"}
    table = asked(one, "api/tables", {"game": DUEL, "seats": [bot, bot], "clock": BLITZ})["table"]

    async def watch() -> None:
        async with contextlib.AsyncExitStack() as stack:
            async with page(one, table, []) as first:
                await until(lambda: first.moves)
                second = await stack.enter_async_context(page(other, table, []))
                await until(lambda: second.card["watchers"] == 2)
            stood = second.moment["ply"]
            await until(lambda: second.moment["over"] or second.moment["ply"] > stood + 2)  # one may have been begun

    asyncio.run(watch())


# ── People ───────────────────────────────────────────────────────────────────
def test_who_both_ask_for_a_rematch_get_one(pair: Pair) -> None:
    """At the same instant, at different processes: there is one new table, and everybody has moved on by one seat."""
    (one, other), end = pair.links, time.monotonic() + MEETING
    table, keys = new_table(one, DUEL)
    before, rounds = overtaken(pair), 0
    tables = number_of_tables(pair)

    async def once_more(table: str, keys: list[str]) -> str:
        async with page(one, table, keys[:1]) as first, page(other, table, keys[1:]) as second:
            both = first, second
            await until(lambda: all(here.card["begun"] for here in both))
            await (first, second)[rounds % 2].say("resign")
            await until(lambda: all(here.moment["over"] for here in both))
            await asyncio.gather(first.say("rematch"), second.say("rematch"))
            await until(lambda: all(here.card["next"] for here in both))
            assert first.card["next"] == second.card["next"]
            assert (first.refused, second.refused) == ([], [])
            assert [seat["yours"] for seat in first.card["seats"]] == [True, False]
            return str(first.card["next"])

    while rounds < ROUNDS or (overtaken(pair) == before and time.monotonic() < end):
        following = asyncio.run(once_more(table, keys))
        assert count(pair, table, "followed") == 1
        table, keys, rounds = following, keys[::-1], rounds + 1  # who had the first seat has the last one now
    assert overtaken(pair) > before, "they never met: the test shows nothing"
    assert number_of_tables(pair) == tables + rounds


def number_of_tables(pair: Pair) -> int:
    with psycopg.connect(pair.database) as connection:
        rows = connection.execute("SELECT count(*) FROM tables").fetchall()
    return int(rows[0][0])


def test_of_two_who_take_an_open_seat_one_has_it(pair: Pair) -> None:
    """At different processes, at the same instant. The other person learns that another person is sitting down."""
    (one, other), host = pair.links, {"name": "Host"}
    for _ in range(ROUNDS):
        links = asked(one, "api/tables", {"game": DUEL, "seats": [host, {"open": True}], "public": True})
        table, key = links["table"], links["seats"][0]["key"]
        with ThreadPoolExecutor() as pool:
            sat, late = sorted(pool.map(functools.partial(take_seat, table), pair.links), key=lambda got: "code" in got)
        assert late["code"] == "SeatTaken"
        assert "is sitting down" in late["words"]

        async def come(table: str = table, key: str = key, taken: str = sat["key"]) -> None:
            async with page(one, table, [key]) as first, page(other, table, [taken]) as seated:
                await until(lambda: first.card["begun"])
                assert seated.card["seats"][1]["yours"]
                assert (first.refused, seated.refused) == ([], [])
                assert first.card["seats"][1]["name"] in pair.links

        asyncio.run(come())
        assert count(pair, table, "begun") == 1
        assert count(pair, table, "sat") == 1


def take_seat(table: str, link: str) -> Any:
    """The key of the seat, or the refusal."""
    try:
        return asked(link, f"api/tables/{table}/seats/1", {"name": link})
    except HTTPError as refused:
        return json.load(refused)


def test_taking_back_and_talk_go_from_one_to_the_other(pair: Pair) -> None:
    (one, other), dice = pair.links, random.Random(5)
    table, keys = new_table(one, DUEL)

    async def play() -> None:
        async with (
            page(one, table, keys[:1]) as first,
            page(other, table, keys[1:]) as second,
            page(other, table, []) as watcher,
        ):
            both = first, second
            await move_on(both, dice)
            await move_on(both, dice)
            await first.say("take back")
            await until(lambda: second.card["asked"])
            assert second.card["asked"]["seats"] == [0]
            await second.say("answer", yes=True)
            await until(lambda: all(here.moment["ply"] == 0 for here in (*both, watcher)))
            assert [here.card["asked"] for here in both] == [None, None]
            await move_on(both, dice)
            await second.say("say", text="Well played")
            await watcher.say("say", text="Who leads?")
            await until(lambda: first.talk and second.talk and watcher.talk)
            assert (first.talk, second.talk, watcher.talk) == (["Well played"], ["Well played"], ["Who leads?"])
            assert (first.refused, second.refused, watcher.refused) == ([], [], [])

    asyncio.run(play())
    assert count(pair, table, "took back") == 1


# ── Reminders ────────────────────────────────────────────────────────────────
def test_who_is_away_is_told_once_and_who_is_at_the_other_process_is_not(pair: Pair) -> None:
    (one, other), dice, hook = pair.links, random.Random(6), f"{pair.service.site}/hook"
    table, keys = new_table(one, DUEL)
    before = len(pair.service.heard)

    async def play() -> None:
        async with page(one, table, keys[:1]) as first:
            async with page(other, table, keys[1:]) as second:
                await second.say("remind", seat=1, webhook=hook)
                await until(lambda: second.card["seats"][1]["webhook"] == hook)
                await move_on((first, second), dice)  # it is the turn of the other player, who is present
                await alike((first, second))
                await asyncio.to_thread(pair.service.waited, before)
                await move_on((first, second), dice)
            await until(lambda: not first.card["seats"][1]["here"])
            async with page(other, table, []):  # that process has the table, and hears of the turn
                await first.move(dice)
                told = await asyncio.to_thread(pair.service.waited, before + 1)
            said = json.loads(told[-1][2])
            assert (said["table"], said["seat"]) == (table, 1)
            assert first.refused == []

    asyncio.run(play())
