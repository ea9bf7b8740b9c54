"""A process that thinks for bots, and the functions that run in it."""

import asyncio
import importlib
import multiprocessing
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.registry import load
from rookery.server.bots.bot_queue import Job
from rookery.server.bots.worker_process import kill_pool, lower_priority

T = TypeVar("T")


class BotWorker:
    """One process and its current job. The process starts with its first job, and again after it was lost."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.known: set[tuple[str, str]] = set()  # (game, level) that are loaded
        self._pool: ProcessPoolExecutor | None = None
        self._context = multiprocessing.get_context("spawn")  # a fork of a process with threads (this one) may hang

    def knows(self, job: Job) -> bool:
        return (job.slug, job.level) in self.known

    async def run(self, limit: float, task: Callable[..., T], *given: Any) -> T:
        """Run `task(*given)` in the process for at most `limit` seconds. Raises what the task raises,
        BrokenProcessPool, TimeoutError."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(1, self._context, initializer=lower_priority)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self._pool.submit(task, *given)), limit)
        except (BrokenProcessPool, TimeoutError):
            self.end()
            raise

    def end(self) -> None:
        """Kill the process, whatever it is doing. A waiting `run` raises BrokenProcessPool."""
        pool, self._pool = self._pool, None
        self.known.clear()
        if pool is not None:
            kill_pool(pool)


def advise(brain: str, view: Position, level: str, seed: int) -> tuple[int, str, float]:
    """The action, the bot's remark, and the seconds of CPU time that it thought."""
    start = time.thread_time()
    advice = importlib.import_module(brain).advise(view, level, seed)
    return int(advice.action), str(advice.words), time.thread_time() - start


def load_bot(brain: str, slug: str, level: str) -> None:
    """Load the rules and the kernels of a level."""
    game = load(slug)
    start = game.start(seed=0)
    start.view(0 if start.mover in (None, CHANCE) else start.mover).legal_actions  # noqa: B018  # every bot needs it
    importlib.import_module(brain).warm_up(game, [level])
