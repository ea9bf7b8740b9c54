"""Two server processes, one PostgreSQL, one Redis, and pages over real sockets: they share tables, and one is
killed."""

import asyncio
import random
import time
from typing import Any

from websockets.exceptions import ConnectionClosed

import rookery
from tests.server.cluster.pair import (
    DAYS,
    MEETING,
    Pair,
    alike,
    count,
    left_to,
    move_on,
    overtaken,
    past,
    two_processes,
    wait_for,
)
from tests.server.cluster.visitors import PATIENCE, Page, kept, new_table, page, plies, until
from tests.server.support.process import asked
from tests.server.table.test_clocks import DUEL

SECONDS = {"kind": "bank", "seconds": 5, "zero": "loss"}  # a clock that runs out in the test
TAKEN_OVER = 30.0  # seconds in which another process has taken over; 10 is the goal where nothing else runs
ROUNDS = 25  # of two moves at the same instant, at least


def test_a_table_is_one_wherever_its_pages_are(pair: Pair) -> None:
    (one, other), dice, slug = pair.links, random.Random(1), rookery.slugs()[0]
    table, keys = new_table(one, slug)

    async def play() -> None:
        async with page(one, table, keys[:1]) as first, page(other, table, keys[1:]) as second:
            both = first, second
            for here in both:
                await until(lambda here=here: all(seat["here"] for seat in here.card["seats"]))  # type: ignore[misc]
            for _ in range(6):
                await move_on(both, dice)
            async with page(other, table, []):  # somebody who watches there is counted here
                await until(lambda: first.card["watchers"] == 1)
            await until(lambda: first.card["watchers"] == 0)
            await alike(both)
            assert (first.refused, second.refused) == ([], [])

    asyncio.run(play())
    assert len(plies(pair.database, table)) >= 6
    assert "Redis, 2 processes" in asked(other, "api/status")["store"]


def test_of_two_moves_at_the_same_instant_one_is_played(pair: Pair) -> None:
    (one, other), dice, end = pair.links, random.Random(2), time.monotonic() + MEETING
    slug = next(slug for slug in rookery.slugs() if not rookery.load(slug).facts.hidden)
    before = overtaken(pair)

    def shown(done: int) -> bool:
        """Whether there were enough rounds: the processes must have met, if there is time."""
        return done >= ROUNDS and (overtaken(pair) > before or time.monotonic() > end)

    async def play(table: str, keys: list[str], done: int) -> tuple[int, list[str]]:
        """`done`: rounds at earlier tables."""
        began = done
        async with page(one, table, keys) as first, page(other, table, keys) as second:
            await alike((first, second))
            while not shown(done) and not first.moment["over"]:
                done += 1
                await asyncio.gather(first.move(dice), second.move(dice))
                await until(lambda done=done: len(first.refused + second.refused) == done - began)  # type: ignore[misc]
                await alike((first, second))
            assert first.moves == second.moves
            return done - began, first.refused + second.refused

    done = 0
    while not shown(done):  # at another table, where a game was over early
        table, keys = new_table(one, slug)
        rounds, refused = asyncio.run(play(table, keys, done))
        done += rounds
        assert set(refused) <= {"StaleMove", "GameOver"}  # over, where the move that was played ended it
        events = [event for event in kept(pair.database, table) if event["what"] == "played"]
        assert [event["ply"] for event in events] == list(range(1, len(events) + 1))
        assert sum(event["seat"] is not None for event in events) == rounds
    late = overtaken(pair) - before
    print(f"{done} times two moves, {late:.0f} of them written too late and decided again")
    assert late > 0, "they never met: the test shows nothing"


class Player:
    """A player of one seat, whose page goes to the other process when its connection breaks."""

    def __init__(self, links: list[str], table: str, keys: list[str], seed: int) -> None:
        self.links, self.table, self.keys = links, table, keys
        self.heard: dict[int, Any] = {}  # ply -> entry, of everything that was acknowledged
        self.breaks = 0
        self.back = 0.0  # when it heard a move after the line broke, time.monotonic()
        self.waits = 6  # plies after which it waits, until there are more to be played
        self.stops = 1 << 62  # plies after which it goes
        self._dice = random.Random(seed)

    async def play(self) -> None:
        for link in [*self.links, *self.links]:
            try:
                async with page(link, self.table, self.keys) as there:
                    await self._play(there)
                    return
            except TimeoutError:
                raise
            except (ConnectionClosed, OSError):
                self.breaks += 1

    async def _play(self, there: Page) -> None:
        for ply, entry in self.heard.items():
            assert there.moves[ply] == entry, "an acknowledged move is lost or changed"
        while not there.moment["over"] and len(self.heard) < self.stops:
            stood = there.moment["ply"]
            self.heard |= there.moves
            await until(lambda: len(self.heard) < self.waits or there.closed)
            await until(lambda: there.decides or there.moment["ply"] > stood or there.closed)  # noqa: B023
            if there.decides and there.moment["ply"] == stood and not there.closed:
                await there.move(self._dice)
                await until(lambda: there.moment["ply"] > stood or there.refused or there.closed)  # noqa: B023
            there.refused.clear()
            if self.breaks and not self.back and there.moment["ply"] > stood:
                self.back = time.monotonic()
            if there.closed:
                self.heard |= there.moves
                raise ConnectionResetError


def test_one_is_killed_and_the_other_takes_over(postgres: str) -> None:
    """Half of the pages are here and half there; at every other table a bot plays, led by the one that is killed. Two
    clocks run there: one of seconds, and one of days at a table that nobody looks at."""
    slug = next(slug for slug in rookery.slugs() if not rookery.load(slug).facts.hidden)
    with two_processes(postgres) as pair:
        tables = [new_table(pair.links[0], slug, bots=number % 2) for number in range(4)]
        players = [
            Player(pair.links if seat % 2 == 0 else pair.links[::-1], table, [key], seed)
            for seed, (table, keys) in enumerate(tables)
            for seat, key in enumerate(keys)
        ]
        quick, keys = new_table(pair.links[0], DUEL, clock=SECONDS)
        slow = left_to(pair, pair.links[0], pair.links[1], DUEL)
        killed = asyncio.run(killed_midway(pair, players, quick, keys))
        past(pair.database, slow, DAYS["seconds"])
        wait_for(lambda: count(pair, slow, "conceded"))
        assert [count(pair, table, "conceded") for table in (quick, slow)] == [1, 1]
        took = max(player.back for player in players) - killed
        print(
            f"{len(tables)} tables, {sum(map(len, (player.heard for player in players)))} plies heard; "
            f"play went on after {took:.1f} s at the latest"
        )
        assert took < TAKEN_OVER
        assert sum(player.breaks for player in players) == len(tables), "one page of each table had to go elsewhere"
        for player in players:
            played = [event for event in kept(pair.database, player.table) if event["what"] == "played"]
            assert [event["ply"] for event in played] == list(range(1, len(played) + 1))
            stood = {event["ply"]: event.get("seat") for event in played}
            assert {ply: entry["seat"] for ply, entry in player.heard.items()}.items() <= stood.items()


async def lose_on_time(pair: Pair, table: str, keys: list[str]) -> None:
    """Sit down at the process that will be killed, and at the other one; then wait for the end of somebody's time."""
    async with page(pair.links[0], table, keys[:1]), page(pair.links[1], table, keys[1:]) as there:
        await until(lambda: there.moment["over"])


async def killed_midway(pair: Pair, players: list[Player], quick: str, keys: list[str]) -> float:
    """Play, kill the first process, and play on, every table a few moves: when it was killed, time.monotonic()."""
    waiting = asyncio.create_task(lose_on_time(pair, quick, keys))
    games = [asyncio.create_task(player.play()) for player in players]
    await until(lambda: all(len(player.heard) >= player.waits for player in players))
    for player in players:
        player.waits = 1 << 62
    await asyncio.sleep(0.05)  # in the middle of moves
    pair.processes[0].kill()
    killed = time.monotonic()
    for player in players:
        player.stops = 10 + max(len(other.heard) for other in players if other.table == player.table)
    await asyncio.wait_for(asyncio.gather(waiting, *games), 2 * PATIENCE)
    return killed


def test_play_goes_on_while_redis_is_away(pair: Pair) -> None:
    (one, other), dice, slug = pair.links, random.Random(3), rookery.slugs()[0]
    table, keys = new_table(one, slug)

    async def moves(both: tuple[Page, Page]) -> int:
        """How many ms one takes."""
        begin = time.monotonic()
        for _ in range(3):
            await move_on(both, dice)
        return round(1000 * (time.monotonic() - begin) / 3)

    async def play() -> None:
        async with page(one, table, keys[:1]) as first, page(other, table, keys[1:]) as second:
            both = first, second
            await until(lambda: all(here.card["begun"] for here in both))
            await moves(both)
            pair.redis.stop()
            slow = await moves(both)
            await until(lambda: "Redis is away" in asked(one, "api/status")["store"])
            assert asked(one, "ready") == {"ready": True}
            pair.redis.start()
            await until(lambda: "Redis, 2 processes" in asked(one, "api/status")["store"])
            print(f"a move is seen at the other process after {await moves(both)} ms, without Redis after {slow} ms")
            assert (first.refused, second.refused) == ([], [])

    asyncio.run(play())
