"""A process that thinks for bots, and the functions that run in it. It compiles only when told to."""

import asyncio
import importlib
import multiprocessing
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from rookery.core.compiling.uncompiled import NotInCacheError, compiled_only, counts, interpret
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.registry import load
from rookery.server.bots.bot_queue import Job
from rookery.server.bots.worker_process import kill_pool, lower_priority

__all__ = ["BotWorker", "advise", "compile_bots", "compile_rules", "load_bot", "use"]

T = TypeVar("T")
PROGRESS_POLL_INTERVAL = 0.2  # seconds between two reports of how many kernels are compiled


class BotWorker:
    """One process and its current job. The process starts with its first job, and again after it was lost."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.known: set[tuple[str, str]] = set()  # (game, level) whose kernels are loaded
        self.lacks: set[tuple[str, str]] = set()  # (game, level) of which some kernels were not yet compiled
        self._pool: ProcessPoolExecutor | None = None
        self._context = multiprocessing.get_context("spawn")  # a fork of a process with threads (this one) may hang
        self._compiled = self._context.Value("i", 0, lock=False)

    def knows(self, job: Job) -> bool:
        return (job.slug, job.level) in self.known

    @property
    def compiled(self) -> int:
        """How many kernels the process has compiled since it began."""
        return int(self._compiled.value)

    async def run(self, limit: float, task: Callable[..., T], *given: Any) -> T:
        """Run `task(*given)` in the process for at most `limit` seconds. Raises what the task raises,
        BrokenProcessPool, TimeoutError."""
        if self._pool is None:
            self._compiled.value = 0
            self._pool = ProcessPoolExecutor(1, self._context, initializer=_begin, initargs=(self._compiled,))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self._pool.submit(task, *given)), limit)
        except (BrokenProcessPool, TimeoutError):
            self.end()
            raise

    def end(self) -> None:
        """Kill the process, whatever it is doing. A waiting `run` raises BrokenProcessPool."""
        pool, self._pool = self._pool, None
        self.known.clear()
        self.lacks.clear()
        if pool is not None:
            kill_pool(pool)


def _begin(compiled: Any) -> None:
    """Set up the process. `compiled`: a shared counter that the server reads."""
    lower_priority()
    interpret(True)

    def tell() -> None:
        while True:
            compiled.value = counts()[1]
            time.sleep(PROGRESS_POLL_INTERVAL)

    threading.Thread(target=tell, daemon=True).start()


def advise(brain: str, view: Position, level: str, seed: int) -> tuple[int, str, float]:
    """The action, the bot's remark, and the seconds of CPU time that it thought."""
    start = time.thread_time()
    advice = importlib.import_module(brain).advise(view, level, seed)
    return int(advice.action), str(advice.words), time.thread_time() - start


def load_bot(brain: str, slug: str, level: str) -> bool:
    """Load the rules and the kernels of a level. Returns whether all of them were compiled before."""
    game = load(slug)
    try:
        with compiled_only():
            start = game.start(seed=0)
            start.view(0 if start.mover in (None, CHANCE) else start.mover).legal_actions  # noqa: B018  # every bot needs it
            importlib.import_module(brain).warm_up(game, _unheard, [level])
    except NotInCacheError:
        return False
    return True


def compile_bots(brain: str, slug: str) -> None:
    """Compile what a game's bots need and the cache lacks."""
    interpret(False)
    try:
        importlib.import_module(brain).warm_up(load(slug), _unheard)
    finally:
        interpret(True)


def compile_rules(slug: str) -> None:
    """Compile all that a table needs of a game."""
    interpret(False)
    try:
        use(load(slug), pictures=True)
    finally:
        interpret(True)


def use(game: Game, *, pictures: bool) -> bool:
    """Use everything that a table needs once. With `pictures`, also draw those of the rules page, whose examples show
    all kinds of decisions. Returns whether all of it was compiled before."""
    from rookery.export import rules_page  # imported here because a worker seldom needs it

    before = counts()[0]
    position = game.start(seed=0)
    for seat in range(SPECTATOR, position.players):
        position.scene(seat)
    position.after(position.legal_actions[0])
    if pictures and game.path.joinpath("rules.md").exists():  # a game may have no rules page
        rules_page.rules(game)
    return counts()[0] == before


def _unheard(done: int, total: int, words: str) -> None:
    """Ignore progress: the server counts kernels instead."""
