"""Bots think in processes of their own: a busy thread in the server would make everybody wait.

A bot gets its seat's view and nothing more. Whatever happens to a worker (it crashes, is killed, never answers, answers
nonsense), the table goes on: the pool is made anew and the bot asked again, at last a weaker one.
"""

import asyncio
import importlib
import logging
import multiprocessing
import os
import secrets
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from rookery.core.position import Game, Position
from rookery.core.registry import load
from rookery.server import figures
from rookery.workers import follow_parent

__all__ = ["Bots", "end", "settle_in"]

log = logging.getLogger(__name__)
T = TypeVar("T")


class Bots:
    """A pool of workers that think with the module `brain`: levels, advise, warm_up as in rookery.bots."""

    def __init__(self, brain: str, workers: int, limit: float) -> None:
        """`limit`: seconds that a bot may think, from when a worker is free for it."""
        self._brain = brain
        self._workers = workers
        self._limit = limit
        self._free = asyncio.Semaphore(workers)  # workers: what waits for one is not in the pool yet
        self._pool = self._new_pool()

    def levels(self, game: Game) -> tuple[str, ...]:
        """The names of bots that can play a game, weakest first. The first call takes as long as importing them."""
        return tuple(importlib.import_module(self._brain).levels(game))

    async def advise(self, view: Position, level: str) -> tuple[int, str]:
        """A legal action of the view's mover, and what the bot says of it."""
        for asked in (level, level, self.levels(view.game)[0]):
            start = time.perf_counter()
            try:
                action, remark = await self._ask(self._limit, _advise, self._brain, view, asked, secrets.randbits(63))
            except (BrokenProcessPool, TimeoutError) as error:
                log.error("A bot (%s, %s) was lost: %r; it is asked again", view.game.facts.title, asked, error)
            except Exception:
                log.exception("A bot (%s, %s) failed; it is asked again", view.game.facts.title, asked)
            else:
                figures.thought(asked, time.perf_counter() - start)
                if action in view.legal_actions:
                    return action, remark
                log.error("A bot (%s, %s) answered %r, which is not legal", view.game.facts.title, asked, action)
        return secrets.choice(view.legal_actions), ""

    async def warm_up(self, game: Game, limit: float = 600.0) -> None:
        """Compile what a game and its bots need, into the cache on disk. Raises what goes wrong there."""
        await self._ask(limit, _warm_up, self._brain, game.facts.title)

    async def _ask(self, limit: float, task: Callable[..., T], *given: Any) -> T:
        """Raises what the task raises, BrokenProcessPool, TimeoutError."""
        await self._free.acquire()
        # a worker is busy to the end, though nobody may wait for it any more
        return await asyncio.shield(asyncio.create_task(self._work(limit, task, *given)))

    async def _work(self, limit: float, task: Callable[..., T], *given: Any) -> T:
        """With a worker that is free."""
        pool = self._pool
        try:
            future = pool.submit(task, *given)
            return await asyncio.wait_for(asyncio.wrap_future(future), limit)
        except (BrokenProcessPool, TimeoutError):
            if pool is self._pool:  # else somebody else who waited has made a new one
                self._pool = self._new_pool()
                end(pool)
            raise
        finally:
            self._free.release()

    def _new_pool(self) -> ProcessPoolExecutor:
        # spawn: a fork of a process with threads (this one) may hang
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self._workers, context, initializer=settle_in)

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        end(self._pool)


def end(pool: ProcessPoolExecutor) -> None:
    """Shut a pool down without waiting for what its workers think about; who waits for them gets BrokenProcessPool."""
    for process in list((getattr(pool, "_processes", None) or {}).values()):  # Python 3.14 has kill_workers() for this
        process.kill()
    pool.shutdown(wait=False)


# ── In the worker ────────────────────────────────────────────────────────────
def settle_in() -> None:
    """A worker lets the server go first, and ends with it."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(10)
    follow_parent()


def _advise(brain: str, view: Position, level: str, seed: int) -> tuple[int, str]:
    advice = importlib.import_module(brain).advise(view, level, seed)
    return int(advice.action), str(advice.words)


def _warm_up(brain: str, title: str) -> None:
    importlib.import_module(brain).warm_up(load(title), _unheard)


def _unheard(done: int, total: int, words: str) -> None:
    """Progress that nobody watches: pages are told when a game is ready."""
