"""Bots think in processes of their own, because a busy thread in the server would delay everybody.

A bot receives its seat's view and nothing more. A worker may crash, be killed, never answer or answer nonsense, and the
table still goes on: the worker is restarted and the bot is asked again. If that fails too, the weakest bot is asked.
"""

import asyncio
import functools
import importlib
import secrets
from collections.abc import Collection
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from rookery.core.position import Game, Position
from rookery.server.bots import bot_worker
from rookery.server.bots.bot_queue import BotQueue, Job
from rookery.server.bots.bot_worker import BotWorker
from rookery.server.bots.table_bots import advice_from

QUICK_BOT_SECONDS = 0.1  # seconds; a bot that thinks no longer than this is quick
DEFAULT_BOT_SECONDS = 1.0  # seconds that a bot is expected to think before anything is measured
BOT_SECONDS_SMOOTHING = 0.2  # weight of the newest move in the running average of a bot's time
LOAD_TIMEOUT = 120.0  # seconds that starting a process and loading a bot may take


class BotPool:
    """Workers that think with the module `brain`, which has `levels`, `advise` and `warm_up` as in rookery.bots.

    If there are several workers, the first is reserved for quick bots. They then never wait for bots that think for
    seconds, nor for another process to load their game."""

    def __init__(self, brain: str, workers: int, limit: float, pause: float = 0.0) -> None:
        """`limit`: seconds that a bot may think, not counting waiting for a worker and loading. `pause`: seconds
        before each ply of a bot, so that people can follow."""
        self.pause = pause
        self._brain = brain
        self._limit = limit
        self._queue = BotQueue()
        self._workers = [BotWorker() for _ in range(workers)]
        self._seconds: dict[tuple[str, str], float] = {}  # by game and level: average seconds of thought
        self._tasks: set[asyncio.Task[None]] = set()

    def levels(self, game: Game) -> tuple[str, ...]:
        """The names of the bots that can play a game, weakest first. The first call imports the module of the bots."""
        return tuple(importlib.import_module(self._brain).levels(game))

    async def advise(
        self, view: Position, level: str, payers: Collection[str] = (), seed: int | None = None
    ) -> tuple[int, str]:
        """See BotService."""
        ask = functools.partial(self._asked, payers=payers, seed=seed)
        return await advice_from(ask, view, level, self.levels(view.game)[0], lost=(BrokenProcessPool, TimeoutError))

    async def _asked(
        self, view: Position, level: str, payers: Collection[str], seed: int | None = None
    ) -> tuple[int, str]:
        """Raises what the bot raises, BrokenProcessPool, TimeoutError."""
        slug = view.game.facts.slug
        expected = self._seconds.get((slug, level))
        if expected is None:  # the weakest bot of a game does not think
            expected = 0.0 if level == self.levels(view.game)[0] else DEFAULT_BOT_SECONDS
        arguments = (self._brain, view, level, secrets.randbits(63) if seed is None else seed)
        future: asyncio.Future[tuple[int, str]] = asyncio.get_running_loop().create_future()
        self._queue.add(Job(slug, level, payers, expected <= QUICK_BOT_SECONDS, expected, arguments, future))
        self._go_on()
        return await future

    # ── Who works ────────────────────────────────────────────────────────────
    def _go_on(self) -> None:
        """Give jobs to free workers."""
        while (job := self._queue.take(self._may)) is not None:
            worker = max(self._free(job), key=lambda worker: worker.knows(job))
            worker.job = job
            task = asyncio.get_running_loop().create_task(self._work(worker, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _free(self, job: Job) -> list[BotWorker]:
        """The workers that could begin a job now."""
        thinkers = self._workers if job.quick else self._workers[1:] or self._workers
        return [worker for worker in thinkers if worker.job is None]

    def _may(self, job: Job) -> bool:
        """Whether a job may begin now."""
        return bool(self._free(job))

    async def _work(self, worker: BotWorker, job: Job) -> None:
        """Run a job to its end, even if nobody waits for it any more: a worker cannot be interrupted."""
        seconds = 0.0
        try:
            *answer, seconds = await self._thought(worker, job)
            _settle(job, tuple(answer))
        except Exception as error:  # noqa: BLE001  # passed on to the caller that waits
            _settle(job, error)
        finally:
            worker.job = None
            self._queue.took(job, seconds)
            self._go_on()

    async def _thought(self, worker: BotWorker, job: Job) -> tuple[int, str, float]:
        """A bot's action and remark, and the seconds that it thought."""
        if not worker.knows(job):
            await worker.run(LOAD_TIMEOUT, bot_worker.load_bot, self._brain, job.slug, job.level)
            worker.known.add((job.slug, job.level))
        answer = await worker.run(self._limit, bot_worker.advise, *job.given)
        before = self._seconds.get((job.slug, job.level), answer[-1])
        self._seconds[job.slug, job.level] = before + BOT_SECONDS_SMOOTHING * (answer[-1] - before)
        return answer

    def close(self) -> None:
        """Kill the workers, whatever they are doing."""
        workers, self._workers = self._workers, []
        for task in self._tasks:
            task.cancel()
        for worker in workers:
            worker.end()


def _settle(job: Job, answer: Any) -> None:
    if job.done.done():
        return
    if isinstance(answer, Exception):
        job.done.set_exception(answer)
    else:
        job.done.set_result(answer)
