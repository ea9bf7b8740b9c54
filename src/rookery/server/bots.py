"""Bots think in processes of their own: a busy thread in the server would make everybody wait.

A bot gets its seat's view and nothing more. Whatever happens to a worker (it crashes, is killed, never answers, answers
nonsense), the table goes on: the worker is made anew and the bot asked again, at last a weaker one.
"""

import asyncio
import importlib
import logging
import multiprocessing
import os
import secrets
import time
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.core.registry import load
from rookery.server import figures
from rookery.server.bot_queue import BotQueue, Job
from rookery.workers import follow_parent

__all__ = ["Bots", "TableBots", "end", "settle_in"]

log = logging.getLogger(__name__)
T = TypeVar("T")
QUICK = 0.1  # seconds of thought that others may be asked to wait for
SLOW = 1.0  # seconds that a bot is expected to think of which nothing is known yet
SMOOTHING = 0.2  # how much one move counts in what is known
COMPILING = 600.0  # seconds that compiling what a bot needs may take


class Bots:
    """Workers that think with the module `brain`: levels, advise, warm_up as in rookery.bots. Where there are several,
    one is kept for bots that think next to no time: they never wait for those that think for seconds."""

    def __init__(self, brain: str, workers: int, limit: float) -> None:
        """`limit`: seconds that a bot may think. Waiting for a worker and compiling do not count."""
        self._brain = brain
        self._limit = limit
        self._queue = BotQueue()
        self._workers = [_Worker() for _ in range(workers)]
        self._thinkers = max(1, workers - 1)  # that may think long at the same time
        self._seconds: dict[tuple[str, str], float] = {}  # by game and level: how long it mostly thinks
        self._tasks: set[asyncio.Task[None]] = set()

    def levels(self, game: Game) -> tuple[str, ...]:
        """The names of bots that can play a game, weakest first. The first call takes as long as importing them."""
        return tuple(importlib.import_module(self._brain).levels(game))

    async def advise(self, view: Position, level: str, addresses: Collection[str] = ()) -> tuple[int, str]:
        """A legal action of the view's mover, and what the bot says of it. `addresses`: of the people at its table."""
        title = view.game.facts.title
        for asked in (level, level, self.levels(view.game)[0]):
            start = time.perf_counter()
            try:
                action, remark = await self._asked(view, asked, addresses)
            except (BrokenProcessPool, TimeoutError) as error:
                log.error("A bot (%s, %s) was lost: %r; it is asked again", title, asked, error)
            except Exception:
                log.exception("A bot (%s, %s) failed; it is asked again", title, asked)
            else:
                figures.thought(asked, time.perf_counter() - start)
                if action in view.legal_actions:
                    return action, remark
                log.error("A bot (%s, %s) answered %r, which is not legal", title, asked, action)
        return secrets.choice(view.legal_actions), ""

    async def _asked(self, view: Position, level: str, addresses: Collection[str]) -> tuple[int, str]:
        """Raises what the bot raises, BrokenProcessPool, TimeoutError."""
        title = view.game.facts.title
        expected = self._seconds.get((title, level))
        if expected is None:  # the weakest bot of a game does not think
            expected = 0.0 if level == self.levels(view.game)[0] else SLOW
        given = (self._brain, view, level, secrets.randbits(63))
        return await self._done(title, level, addresses, expected, given)  # type: ignore[no-any-return]

    async def warm_up(self, game: Game) -> None:
        """Compile what a game and its bots need, into the cache on disk. Raises what goes wrong there."""
        await self._done(game.facts.title, "", (), SLOW, ())

    async def _done(
        self, title: str, level: str, addresses: Collection[str], expected: float, given: tuple[Any, ...]
    ) -> Any:
        job = Job(
            title, level, addresses, expected <= QUICK, expected, given, asyncio.get_running_loop().create_future()
        )
        self._queue.add(job)
        self._go_on()
        return await job.done

    # ── Who works ────────────────────────────────────────────────────────────
    def _go_on(self) -> None:
        """Give work to who is free."""
        while free := [worker for worker in self._workers if worker.job is None]:
            if (job := self._queue.take(self._may)) is None:
                return
            worker = max(free, key=lambda worker: worker.knows(job))
            worker.job = job
            task = asyncio.get_running_loop().create_task(self._work(worker, job))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _may(self, job: Job) -> bool:
        """Whether a job may begin now."""
        if job.quick:
            return True
        at_work = [worker for worker in self._workers if worker.job is not None]
        if any(worker.compiling and worker.job.title == job.title for worker in at_work if worker.job):
            return False  # else two would compile the same
        thinking = sum(bool(worker.job and worker.job.level and not worker.job.quick) for worker in at_work)
        return not job.level or thinking < self._thinkers

    async def _work(self, worker: "_Worker", job: Job) -> None:
        """To the end, though nobody may wait for it any more: a worker cannot be interrupted."""
        seconds = 0.0
        try:
            if not worker.knows(job):
                worker.compiling = True
                await worker.run(COMPILING, _warm_up, self._brain, job.title, job.level)
                worker.known.add((job.title, job.level))
                worker.compiling = False
            if job.level:
                seconds = self._limit
                *answer, seconds = await worker.run(self._limit, _advise, *job.given)
                before = self._seconds.get((job.title, job.level), seconds)
                self._seconds[job.title, job.level] = before + SMOOTHING * (seconds - before)
                _settle(job, tuple(answer))
            else:
                _settle(job, None)
        except Exception as error:  # noqa: BLE001  # it is handed to who waits
            _settle(job, error)
        finally:
            worker.job, worker.compiling = None, False
            self._queue.took(job, seconds)
            self._go_on()

    def close(self) -> None:
        """End the workers, whatever they are doing."""
        workers, self._workers = self._workers, []
        for task in self._tasks:
            task.cancel()
        for worker in workers:
            worker.end()


class TableBots:
    """The bots of one table."""

    def __init__(self, bots: Bots, addresses: Callable[[], Collection[str]]) -> None:
        """`addresses`: of the people who are at the table now."""
        self._bots = bots
        self._addresses = addresses

    async def advise(self, view: Position, level: str) -> tuple[int, str]:
        """See Bots.advise."""
        return await self._bots.advise(view, level, self._addresses())


def _settle(job: Job, answer: Any) -> None:
    if job.done.done():
        return
    if isinstance(answer, Exception):
        job.done.set_exception(answer)
    else:
        job.done.set_result(answer)


class _Worker:
    """One process, and what it is doing. It starts with its first job, and is made anew when it is lost."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.compiling = False
        self.known: set[tuple[str, str]] = set()  # games and levels that are compiled and loaded; level "": all
        self._pool: ProcessPoolExecutor | None = None

    def knows(self, job: Job) -> bool:
        return not self.known.isdisjoint({(job.title, job.level), (job.title, "")})

    async def run(self, limit: float, task: Callable[..., T], *given: Any) -> T:
        """Raises what the task raises, BrokenProcessPool, TimeoutError."""
        if self._pool is None:
            # spawn: a fork of a process with threads (this one) may hang
            self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=settle_in)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self._pool.submit(task, *given)), limit)
        except (BrokenProcessPool, TimeoutError):
            self.end()
            raise

    def end(self) -> None:
        pool, self._pool = self._pool, None
        self.known.clear()
        if pool is not None:
            end(pool)


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


def _advise(brain: str, view: Position, level: str, seed: int) -> tuple[int, str, float]:
    """The action, what the bot says of it, and the seconds that it thought."""
    start = time.thread_time()
    advice = importlib.import_module(brain).advise(view, level, seed)
    return int(advice.action), str(advice.words), time.thread_time() - start


def _warm_up(brain: str, title: str, level: str) -> None:
    """Load the rules and a level of bots, or ("") all, and compile what has never been compiled."""
    game = load(title)
    start = game.start(seed=0)
    start.view(0 if start.mover in (None, CHANCE) else start.mover).legal_actions  # noqa: B018  # it is asked of any bot
    importlib.import_module(brain).warm_up(game, _unheard, [level] if level else None)


def _unheard(done: int, total: int, words: str) -> None:
    """Progress that nobody watches: pages are told when a game is ready."""
