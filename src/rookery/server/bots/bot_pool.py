"""Bots think in processes of their own, because a busy thread in the server would delay everybody.

A bot receives its seat's view and nothing more. A worker may crash, be killed, never answer or answer nonsense, and the
table still goes on: the worker is restarted and the bot is asked again. If that fails too, the weakest bot is asked.

A worker compiles the kernels that bots need, one game after the other, in the order of compile_scheduler.py. Until
then, a bot thinks in plain Python, with the same result. Where that takes longer than a few seconds, a level that does
not search moves in its place, and says so, until the kernels are compiled.
"""

import asyncio
import contextlib
import functools
import importlib
import secrets
from collections import defaultdict
from collections.abc import Collection
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from rookery.core.position import Game, Position
from rookery.server.bots import bot_worker
from rookery.server.bots.bot_queue import BotQueue, Job
from rookery.server.bots.bot_worker import BotWorker
from rookery.server.bots.table_bots import advice_from

__all__ = ["QUICK_MOVE_REMARK", "BotPool"]

QUICK_BOT_SECONDS = 0.1  # seconds; a bot that thinks no longer than this is quick
DEFAULT_BOT_SECONDS = 1.0  # seconds that a bot is expected to think before anything is measured
BOT_SECONDS_SMOOTHING = 0.2  # weight of the newest move in the running average of a bot's time
BOT_COMPILE_TIMEOUT = 600.0  # seconds that compiling the kernels of a bot may take
INTERPRETED_BOT_TIMEOUT = 2.0  # seconds that a bot may think in plain Python
QUICK_MOVE_REMARK = "I am still getting ready, so this was a quick move."


class BotPool:
    """Workers that think with the module `brain`, which has `levels`, `advise` and `warm_up` as in rookery.bots.

    If there are several workers, the first is reserved for quick bots. They then never wait for bots that think for
    seconds, nor for another process to load their game."""

    def __init__(self, brain: str, workers: int, limit: float, pause: float = 0.0) -> None:
        """`limit`: seconds that a bot may think, not counting waiting for a worker and compiling. `pause`: seconds
        before each ply of a bot, so that people can follow."""
        self.pause = pause
        self._brain = brain
        self._limit = limit
        self._queue = BotQueue()
        self._workers = [BotWorker() for _ in range(workers)]
        self._seconds: dict[tuple[str, str], float] = {}  # by game and level: average seconds of thought
        self._compilers = [BotWorker()] if workers > 1 else self._workers
        # by game: set when its bots are compiled, or cannot be
        self._tried: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._too_slow: set[tuple[str, str]] = set()  # games and levels that take too long in plain Python
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
        given = (self._brain, view, level, secrets.randbits(63) if seed is None else seed)
        exact = seed is not None
        return await self._done(slug, level, payers, expected, given, exact=exact)  # type: ignore[no-any-return]

    # ── What is compiled ─────────────────────────────────────────────────────
    async def compile_rules(self, slug: str) -> None:
        """Compile what a table needs of a game into the cache on disk. Raises whatever the compilation raises,
        TimeoutError, and BrokenProcessPool when it is interrupted."""
        await self._done(slug, "", (), DEFAULT_BOT_SECONDS, (bot_worker.compile_rules, slug))

    async def compile(self, slug: str) -> None:
        """Compile what a game's bots need. Raises the same as `compile_rules`."""
        await self._done(slug, "", (), DEFAULT_BOT_SECONDS, (bot_worker.compile_bots, self._brain, slug))

    def tried(self, slug: str) -> None:
        """Note that a game's bots are compiled, or cannot be: from now on, none of them thinks in plain Python."""
        self._tried[slug].set()

    def interrupt(self) -> None:
        """Stop compiling, because something else comes first. Finished kernels stay in the cache."""
        for worker in self._compilers:
            if worker.job is not None and worker.job.compiles:
                worker.end()

    @property
    def kernels(self) -> int:
        """How many kernels the compiling process has compiled since it began."""
        return sum(worker.compiled for worker in self._compilers)

    def rest(self) -> None:
        """End the compiling process: nothing is left to compile."""
        for worker in set(self._compilers) - set(self._workers):
            worker.end()

    async def _done(
        self,
        slug: str,
        level: str,
        payers: Collection[str],
        expected: float,
        given: tuple[Any, ...],
        *,
        exact: bool = False,
    ) -> Any:
        """Queue a job and wait for its result. `given`: the arguments of `advise`; for a job without a level, the
        function to call and its arguments; `exact`: as in Job."""
        job = Job(
            slug,
            level,
            payers,
            expected <= QUICK_BOT_SECONDS,
            expected,
            given,
            asyncio.get_running_loop().create_future(),
            exact=exact,
        )
        self._queue.add(job)
        self._go_on()
        return await job.done

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
        return [worker for worker in (self._compilers if job.compiles else thinkers) if worker.job is None]

    def _may(self, job: Job) -> bool:
        """Whether a job may begin now."""
        return bool(self._free(job))

    async def _work(self, worker: BotWorker, job: Job) -> None:
        """Run a job to its end, even if nobody waits for it any more: a worker cannot be interrupted."""
        seconds = 0.0
        try:
            if job.compiles:
                _settle(job, await worker.run(BOT_COMPILE_TIMEOUT, *job.given))
            else:
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
        while not await self._loaded(worker, job):
            slug = job.slug
            if worker in self._compilers or self._tried[slug].is_set():  # no other process compiles it, or one tried
                await worker.run(BOT_COMPILE_TIMEOUT, bot_worker.compile_bots, self._brain, slug)
                worker.known.add((slug, job.level))
            elif (answer := await self._thought_in_python(worker, job)) is not None:
                return answer
        answer = await worker.run(self._limit, bot_worker.advise, *job.given)
        before = self._seconds.get((job.slug, job.level), answer[-1])
        self._seconds[job.slug, job.level] = before + BOT_SECONDS_SMOOTHING * (answer[-1] - before)
        return answer

    async def _loaded(self, worker: BotWorker, job: Job) -> bool:
        """Whether a worker has loaded all kernels that a job needs, or could load them now."""
        what, compiled = (job.slug, job.level), self._tried[job.slug].is_set()
        if not worker.knows(job) and (compiled or what not in worker.lacks):
            whole = await worker.run(BOT_COMPILE_TIMEOUT, bot_worker.load_bot, self._brain, *what)
            (worker.known if whole else worker.lacks).add(what)
        return worker.knows(job)

    async def _thought_in_python(self, worker: BotWorker, job: Job) -> tuple[int, str, float] | None:
        """The answer of a bot whose kernels are not compiled, or None if they are compiled before it answers. If it
        takes too long, a level that does not search answers in its place."""
        what = job.slug, job.level
        brain, view, _, seed = job.given
        *_, quick = self.levels(view.game)[:2]  # the two weakest look ahead one move at most
        if job.exact or what not in self._too_slow:
            thinking = asyncio.ensure_future(worker.run(BOT_COMPILE_TIMEOUT, bot_worker.advise, *job.given))
            compiled = asyncio.ensure_future(self._tried[job.slug].wait())
            try:
                patient = job.exact or job.level in self.levels(view.game)[:2]
                hurry = None if patient else INTERPRETED_BOT_TIMEOUT
                await asyncio.wait({thinking, compiled}, timeout=hurry, return_when=asyncio.FIRST_COMPLETED)
                if thinking.done():
                    return thinking.result()
                worker.end()
                if compiled.done():
                    return None
            finally:
                compiled.cancel()
                if not thinking.done():
                    thinking.cancel()
                with contextlib.suppress(asyncio.CancelledError, Exception):
                    await thinking
            self._too_slow.add(what)
            worker.lacks.add(what)
        action, _, seconds = await worker.run(self._limit, bot_worker.advise, brain, view, quick, seed)
        return action, QUICK_MOVE_REMARK, seconds

    def close(self) -> None:
        """Kill the workers, whatever they are doing."""
        workers, self._workers, self._compilers = {*self._workers, *self._compilers}, [], []
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
