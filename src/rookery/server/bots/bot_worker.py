"""A process that thinks for bots, and what it does there. It compiles only where it is told to."""

import asyncio
import importlib
import multiprocessing
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE, SPECTATOR
from rookery.core.registry import load
from rookery.core.uncompiled import NotInCacheError, compiled_only, counts, interpret
from rookery.server.bots.bot_queue import Job
from rookery.server.bots.worker_process import kill_pool, lower_priority

__all__ = ["BotWorker", "advise", "compile_bots", "compile_rules", "load_bot", "use"]

T = TypeVar("T")
PROGRESS_POLL_INTERVAL = 0.2  # seconds between two looks at how many kernels are compiled


class BotWorker:
    """One process, and what it is doing. It starts with its first job, and is made anew when it is lost."""

    def __init__(self) -> None:
        self.job: Job | None = None
        self.known: set[tuple[str, str]] = set()  # games and levels whose kernels are loaded
        self.lacks: set[tuple[str, str]] = set()  # and those of which some were not compiled when it looked
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
        """Raises what the task raises, BrokenProcessPool, TimeoutError."""
        if self._pool is None:
            self._compiled.value = 0
            self._pool = ProcessPoolExecutor(1, self._context, initializer=_begin, initargs=(self._compiled,))
        try:
            return await asyncio.wait_for(asyncio.wrap_future(self._pool.submit(task, *given)), limit)
        except (BrokenProcessPool, TimeoutError):
            self.end()
            raise

    def end(self) -> None:
        """Whatever it is doing; who waits for it gets BrokenProcessPool."""
        pool, self._pool = self._pool, None
        self.known.clear()
        self.lacks.clear()
        if pool is not None:
            kill_pool(pool)


def _begin(compiled: Any) -> None:
    """`compiled`: a number that the server reads."""
    lower_priority()
    interpret(True)

    def tell() -> None:
        while True:
            compiled.value = counts()[1]
            time.sleep(PROGRESS_POLL_INTERVAL)

    threading.Thread(target=tell, daemon=True).start()


def advise(brain: str, view: Position, level: str, seed: int) -> tuple[int, str, float]:
    """The action, what the bot says of it, and the seconds that it thought."""
    start = time.thread_time()
    advice = importlib.import_module(brain).advise(view, level, seed)
    return int(advice.action), str(advice.words), time.thread_time() - start


def load_bot(brain: str, slug: str, level: str) -> bool:
    """Load the rules and a level of bots. Whether all of it was compiled."""
    game = load(slug)
    try:
        with compiled_only():
            start = game.start(seed=0)
            start.view(0 if start.mover in (None, CHANCE) else start.mover).legal_actions  # noqa: B018  # asked of any bot
            importlib.import_module(brain).warm_up(game, _unheard, [level])
    except NotInCacheError:
        return False
    return True


def compile_bots(brain: str, slug: str) -> None:
    """What has never been compiled of all that a game's bots need."""
    interpret(False)
    try:
        importlib.import_module(brain).warm_up(load(slug), _unheard)
    finally:
        interpret(True)


def compile_rules(slug: str) -> None:
    """All that a server needs of a game."""
    interpret(False)
    try:
        use(load(slug), pictures=True)
    finally:
        interpret(True)


def use(game: Game, *, pictures: bool) -> bool:
    """Use everything once that a table needs; and draw the `pictures` of the rules, whose examples show all kinds of
    decisions. Whether all of it was compiled."""
    from rookery.export import rules_page  # here because a worker seldom needs it

    before = counts()[0]
    position = game.start(seed=0)
    for seat in range(SPECTATOR, position.players):
        position.scene(seat)
    position.after(position.legal_actions[0])
    if pictures and game.path.joinpath("rules.md").exists():  # a game need not have rules to read
        rules_page.rules(game)
    return counts()[0] == before


def _unheard(done: int, total: int, words: str) -> None:
    """Progress that nobody watches: the server counts kernels."""
