"""Compiles kernels that this machine has never compiled while games are played, requested games first."""

import asyncio
import enum
import functools
import logging
import re
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool

import rookery.core.kernel  # noqa: F401  # before threads start: two that import Numba at once find it half loaded
from rookery.core.compiling.sources import closure, source_of
from rookery.core.compiling.uncompiled import interpret
from rookery.core.position import Game
from rookery.server.bots.bot_pool import BotPool
from rookery.server.bots.bot_worker import use

__all__ = ["CompileScheduler", "longest_first"]

log = logging.getLogger(__name__)
# the highest progress shown before the end: kernels are counted in source texts, and some are compiled twice
MAX_REPORTED_PROGRESS = 0.95
GENERIC_MODULES = ("rookery.core.bindings", "rookery.search.kernels.mcts")  # compiled for every game
KERNEL_DECORATOR = re.compile(r"^@kernel\b", re.M)


class CompileStep(enum.IntEnum):
    """The two parts of a game that are compiled separately."""

    RULES = 0
    BOTS = 1


class CompileScheduler:
    """Opens all games as plain Python first, then compiles their kernels, one game after the other."""

    def __init__(self, bots: BotPool, games: Mapping[str, Game]) -> None:
        self._bots = bots
        self._games = games
        self._opened = {slug: asyncio.Event() for slug in games}
        self._loaded: set[str] = set()  # games whose compiled rules this process has loaded
        self._left = [(step, slug) for step in CompileStep for slug in longest_first(games)]  # all rules, then all bots
        self._wanted: list[str] = []  # requested games, in the order of the requests
        self._broken: set[str] = set()
        self._slow: set[str] = set()  # games that stay plain Python, because compiling their rules kills the worker
        self._now: tuple[CompileStep, str] | None = None  # the step in progress
        self._interrupted = False
        self._before = 0  # kernels that the process had compiled when the step began
        self._kernels = dict.fromkeys(games, 0)  # compiled so far

    def prioritise(self, slug: str) -> None:
        """Compile a game before those that nobody has asked for."""
        if slug not in self._games or slug in self._wanted:
            return
        self._wanted.append(slug)
        if self._now is not None and self._now[1] not in self._wanted and self._bots.kernels > self._before:
            self._interrupted = True
            self._bots.interrupt()

    def opened(self, slug: str) -> asyncio.Event:
        """The event that is set as soon as the game can be played."""
        return self._opened[slug]

    def awaited(self) -> list[str]:
        """The slugs of games whose rules are not compiled yet, except those that never will be."""
        return [slug for slug in self._games if slug not in self._loaded | self._broken | self._slow]

    def progress(self) -> dict[str, float]:
        """How much is compiled of each unfinished game and its bots, from 0 to 1, by slug."""
        return {slug: self._progress(slug) for slug in self._games if any(left == slug for _, left in self._left)}

    def _progress(self, slug: str) -> float:
        now = self._bots.kernels - self._before if self._now is not None and self._now[1] == slug else 0
        return round(
            min(MAX_REPORTED_PROGRESS, (self._kernels[slug] + now) / max(1, _kernels_of(self._games[slug]))), 2
        )

    async def run(self) -> None:
        """Open every game, then compile. A game that fails cannot be played; the others go on."""
        interpret(True)
        try:
            left = list(self._games)
            while left:
                left.remove(slug := min(left, key=self._turn))
                await self._open(slug)
            while self._left:
                await self._do(*min(self._left, key=lambda step: self._turn(step[1])))
        finally:
            interpret(bool(self._slow))  # else slow games would be compiled in this process and delay everybody
        self._bots.rest()

    def _turn(self, slug: str) -> int:
        """The place of a game in line. Games without requests come last, in their own order."""
        return self._wanted.index(slug) if slug in self._wanted else len(self._wanted)

    async def _open(self, slug: str) -> None:
        try:
            if await asyncio.to_thread(use, self._games[slug], pictures=False):
                self._loaded.add(slug)
        except Exception:
            log.exception("The rules of %s cannot be used", slug)
            self._fail(slug)
        else:
            self._opened[slug].set()

    async def _do(self, step: CompileStep, slug: str) -> None:
        """Do one step. An interrupted step stays on the list."""
        self._now, self._before, self._interrupted = (step, slug), self._bots.kernels, False
        try:
            await (self._rules(slug) if step is CompileStep.RULES else self._bots.compile(slug))
        except (BrokenProcessPool, TimeoutError):
            if self._interrupted:
                return
            log.error("The process that compiled %s was lost", slug)
            if step is CompileStep.RULES:
                self._slow.add(slug)
        except Exception:
            log.exception("The %s of %s could not be compiled", step.name.lower(), slug)
            if step is CompileStep.RULES:
                self._fail(slug)
                return
        finally:
            self._kernels[slug] += max(0, self._bots.kernels - self._before)
            self._now = None
        self._left.remove((step, slug))
        if step is CompileStep.BOTS:
            self._bots.tried(slug)

    async def _rules(self, slug: str) -> None:
        if slug not in self._loaded:
            await self._bots.compile_rules(slug)
        await asyncio.to_thread(use, self._games[slug], pictures=True)
        self._loaded.add(slug)

    def _fail(self, slug: str) -> None:
        self._broken.add(slug)
        self._opened[slug].clear()
        self._left = [(step, left) for step, left in self._left if left != slug]
        self._bots.tried(slug)


@functools.cache
def _kernels_of(game: Game) -> int:
    """Roughly how many kernels are compiled for a game and its bots."""
    package = game.package
    sources = closure(*map(source_of, (f"{package}.rules", game.scene_module, game.evaluator, *GENERIC_MODULES)))
    return sum(
        len(KERNEL_DECORATOR.findall(source.file.read_text("utf-8")))
        for source in sources
        if source.file.suffix == ".py"
    )


def longest_first(games: Mapping[str, Game]) -> list[str]:
    """Slugs, the game with the most kernels first: small games profit least from compiling."""
    return sorted(games, key=lambda slug: -_kernels_of(games[slug]))
