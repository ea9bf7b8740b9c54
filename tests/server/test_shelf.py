"""Which game is compiled first."""

import asyncio
import threading

import pytest

from rookery.core.position import Game
from rookery.server.bots import Bots
from rookery.server.shelf import Shelf


def test_a_game_that_is_asked_for_does_not_wait_for_those_that_nobody_asks_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, bots, begun, go_on = list[str](), list[str](), threading.Event(), threading.Event()

    def use(shelf: Shelf, game: Game) -> None:
        rules.append(game.facts.title)
        begun.set()
        assert go_on.wait(10)

    async def warm_up(house: Bots, game: Game) -> None:
        bots.append(game.facts.title)

    monkeypatch.setattr(Shelf, "_use", use)
    monkeypatch.setattr(Bots, "warm_up", warm_up)

    async def play() -> tuple[str, str]:
        shelf = Shelf(Bots("tests.server.brain", 1, 1.0), ready_wait=10.0)
        work = asyncio.create_task(shelf.warm_up())
        await asyncio.to_thread(begun.wait, 10)
        *_, passing, last = shelf.awaited()
        seen = asyncio.create_task(shelf.ready(passing, wanted=False))
        asked = asyncio.create_task(shelf.ready(last))
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(work, seen, asked)
        return passing, last

    passing, last = asyncio.run(play())
    assert rules[1] == bots[0] == last
    assert rules[-1] == passing
