"""A game of the day while one of two processes is killed: all words, tries, moves and claims are there, and the other
process goes on with the day."""

import asyncio
import random
from typing import Any

from rookery.days.gathering import head_of
from tests.server.cluster.pair import Pair, two_processes
from tests.server.cluster.visitors import Page, page, until
from tests.server.days.a_server import SHORT, who
from tests.server.support.process import asked
from tests.server.support.tag_device import Device, told_at

WORDS = [f"{number:032x}" for number in range(6)]
PEOPLE = 6
MOVES = 2  # of each person before the kill


async def decided(there: Page, dice: random.Random, most: int) -> None:
    """Play so many decisions, fewer when the game is over before. Bots answer in between."""
    for _ in range(most):
        await until(lambda: there.decides or there.moment["over"])
        if there.moment["over"]:
            return
        stood = there.moment["ply"]
        await there.move(dice)
        await until(lambda stood=stood: there.moment["ply"] > stood)  # type: ignore[misc]


def begun(link: str, name: str) -> tuple[str, str]:
    """A person's table and key."""
    told = asked(link, f"api/days/games/{SHORT}", {"who": name})
    return told["table"], told["seats"][0]["key"]


async def killed_midway(pair: Pair, names: list[str]) -> tuple[list[tuple[str, str]], list[dict[int, Any]]]:
    """Each person plays a bit at a process of their own, then the first process is killed: tables, and the moves that
    each page has heard."""
    tables = [begun(pair.links[seed % 2], name) for seed, name in enumerate(names)]

    async def play(seed: int) -> dict[int, Any]:
        table, key = tables[seed]
        async with page(pair.links[seed % 2], table, [key]) as there:
            await decided(there, random.Random(seed), MOVES)
            await ready.wait()
            return there.moves

    ready = asyncio.Barrier(PEOPLE + 1)
    playing = [asyncio.create_task(play(seed)) for seed in range(PEOPLE)]
    await ready.wait()
    pair.processes[0].kill()
    return tables, await asyncio.gather(*playing)


async def played_on(link: str, table: str, key: str, heard: dict[int, Any]) -> None:
    async with page(link, table, [key]) as there:
        for ply, entry in heard.items():
            assert there.moves[ply] == entry, "a move that was heard is there"
        await decided(there, random.Random(1), 1_000)


def test_a_process_is_killed_in_the_middle_of_a_day(postgres: str) -> None:
    with two_processes(postgres, ROOKERY_BRAIN="tests.server.support.calm_brain") as pair:
        (one, other), device = pair.links, Device()
        receipts = [asked(pair.links[i % 2], "api/days/words", {"word": word}) for i, word in enumerate(WORDS)]
        assert receipts[-1]["head"] == head_of(WORDS)
        value = asked(one, "api/days")["value"]
        names = [who(f"person {seed}".replace(" ", "-")) for seed in range(PEOPLE)]
        mine, key = begun(one, names[0])

        async def come() -> None:
            async with page(one, mine, [key]):
                pass

        asyncio.run(come())
        card = told_at(one, device, "/api/tag/claim", {"table": mine, "key": key, "name": "Ann"})
        names[0] = told_at(one, device, "/api/tag/days", {"who": names[0]})["who"]

        tables, heard = asyncio.run(killed_midway(pair, names))

        assert pair.processes[0].wait() != 0
        assert asked(other, "api/days")["value"] == value
        more = asked(other, "api/days/words", {"word": "f" * 32})
        assert (more["number"], more["head"]) == (len(WORDS) + 1, head_of([*WORDS, "f" * 32]))
        assert [begun(other, name)[0] for name in names] == [table for table, _ in tables], "one try each"
        assert told_at(other, device, "/api/tag")["id"] == card["id"]
        assert [game["id"] for game in told_at(other, device, "/api/tag/games")["games"]] == [mine]
        for (table, seat_key), moves in zip(tables, heard, strict=True):
            assert moves
            asyncio.run(played_on(other, table, seat_key, moves))
        day = receipts[0]["day"] - 1
        results = [asked(other, f"api/days/games/{SHORT}/result", {"who": name, "day": day}) for name in names]
        assert {(told["finished"], told["begun"]) for told in results} == {(PEOPLE - 1, PEOPLE - 1)}
