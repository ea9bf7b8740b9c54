"""Which bot thinks when: workers, what they have loaded, and which bots wait for others."""

import asyncio
import contextlib
import multiprocessing
import time
from collections.abc import AsyncIterator

import pytest

import rookery
from rookery.core.position import Position
from rookery.server.bots.bot_pool import BotPool
from rookery.server.bots.table_bots import FAILED_REMARK
from tests.often import KINDS
from tests.server.support.app_client import QUICK

ANY = KINDS[0]  # how bots fail does not depend on the game


@pytest.mark.anyio
async def test_a_pool_that_is_closed_leaves_no_process() -> None:
    before = set(multiprocessing.active_children())
    bots = BotPool(QUICK.brain, 2, limit=60.0)
    view = rookery.load(ANY).start(seed=3)
    assert view.mover is not None
    assert await bots.advise(view.view(view.mover), "first") == (view.legal_actions[0], "")
    bots.close()
    deadline = time.monotonic() + 60
    while set(multiprocessing.active_children()) - before and time.monotonic() < deadline:
        time.sleep(0.02)  # noqa: ASYNC251  # nothing else runs here
    assert not set(multiprocessing.active_children()) - before


@pytest.mark.anyio
async def test_who_waits_for_a_worker_does_not_think_yet(caplog: pytest.LogCaptureFixture) -> None:
    async with thinking(1, limit=1.5) as (bots, view):
        await bots.advise(view, "first")  # now the worker is running, and has loaded the game
        asked = asyncio.create_task(bots.advise(view, "slow"))
        await asyncio.sleep(0.1)
        asked.cancel()  # its table is closed, but the worker goes on thinking
        several = [bots.advise(view, "slow") for _ in range(6)]
        assert await asyncio.gather(*several) == [(view.legal_actions[0], "")] * 6
    assert "lost" not in caplog.text


@pytest.mark.anyio
async def test_loading_is_not_thinking(caplog: pytest.LogCaptureFixture) -> None:
    """Loading a bot takes a second here; starting a process also takes longer than the limit."""
    async with thinking(1, limit=0.3) as (bots, view):
        assert await bots.advise(view, "loads") == (view.legal_actions[0], "")
    assert "lost" not in caplog.text


@pytest.mark.anyio
async def test_a_bot_that_is_given_up_takes_no_other_bot_with_it(caplog: pytest.LogCaptureFixture) -> None:
    async with thinking(3, limit=1.0) as (bots, view):
        stuck = asyncio.create_task(bots.advise(view, "stuck", ["here"]))
        for _ in range(8):
            assert await bots.advise(view, "slow", ["there"]) == (view.legal_actions[0], "")
        assert await stuck == (view.legal_actions[0], FAILED_REMARK)
    assert "slow" not in caplog.text
    assert caplog.text.count("was lost") == 2


@pytest.mark.anyio
async def test_bots_of_one_address_keep_no_others_waiting() -> None:
    """Sixty tables of one address ask for bots that think, as fast as they can."""
    async with thinking(2, limit=60.0) as (bots, view):
        await asyncio.gather(*(bots.advise(view, level) for level in ("slow", "first")))  # now the workers are running
        crowd = [asyncio.create_task(bots.advise(view, "slow", ["crowd"])) for _ in range(60)]
        for level, most in (("first", 1), ("slow", 4)):
            before = sum(task.done() for task in crowd)
            # a spectator from the crowd's address must not matter
            await bots.advise(view, level, ["somebody", "crowd"])
            assert sum(task.done() for task in crowd) - before <= most
        for task in crowd:
            task.cancel()


@contextlib.asynccontextmanager
async def thinking(workers: int, limit: float) -> AsyncIterator[tuple[BotPool, Position]]:
    """A bot pool, and the view of a bot."""
    bots, start = BotPool(QUICK.brain, workers, limit), rookery.load(ANY).start(seed=3)
    assert start.mover is not None
    try:
        yield bots, start.view(start.mover)
    finally:
        bots.close()
