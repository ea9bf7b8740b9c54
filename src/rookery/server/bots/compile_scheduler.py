"""What has never been compiled on this machine is compiled while games are played: first what somebody asks for."""

import asyncio
import enum
import functools
import logging
import re
from collections.abc import Mapping
from concurrent.futures.process import BrokenProcessPool

import rookery.core.kernel  # noqa: F401  # before there are threads: two that load Numba at once find half of it
from rookery.core.position import Game
from rookery.core.sources import closure, source_of
from rookery.core.uncompiled import interpret
from rookery.server.bots.bot_pool import BotPool
from rookery.server.bots.bot_worker import use

__all__ = ["CompileScheduler", "longest_first"]

log = logging.getLogger(__name__)
# how far it is at most while it is not done: kernels are counted in texts, and some are compiled twice
MAX_REPORTED_PROGRESS = 0.95
GENERIC_MODULES = ("rookery.core.bindings", "rookery.search.kernels.mcts")  # what is compiled for every game
KERNEL_DECORATOR = re.compile(r"^@kernel\b", re.M)


class CompileStep(enum.IntEnum):
    """What is compiled of a game at a time."""

    RULES = 0
    BOTS = 1


class CompileScheduler:
    """The games as plain Python at first, then their kernels one game after the other."""

    def __init__(self, bots: BotPool, games: Mapping[str, Game]) -> None:
        self._bots = bots
        self._games = games
        self._opened = {slug: asyncio.Event() for slug in games}
        self._loaded: set[str] = set()  # games whose rules are compiled, and in this process
        self._left = [(step, slug) for step in CompileStep for slug in longest_first(games)]  # rules of all, then bots
        self._wanted: list[str] = []  # games that somebody has asked for, in that order
        self._broken: set[str] = set()
        self._slow: set[str] = set()  # games that stay plain Python: whatever compiles their rules is lost
        self._now: tuple[CompileStep, str] | None = None  # what is being compiled
        self._interrupted = False
        self._before = 0  # kernels that the process had compiled when it began that
        self._kernels = dict.fromkeys(games, 0)  # compiled so far

    def prioritise(self, slug: str) -> None:
        """Somebody asks for this game: it comes before those that nobody asks for."""
        if slug not in self._games or slug in self._wanted:
            return
        self._wanted.append(slug)
        if self._now is not None and self._now[1] not in self._wanted and self._bots.kernels > self._before:
            self._interrupted = True
            self._bots.interrupt()

    def opened(self, slug: str) -> asyncio.Event:
        """Is set as soon as it can be played."""
        return self._opened[slug]

    def awaited(self) -> list[str]:
        """The games whose rules are not compiled yet, without those that never will be."""
        return [slug for slug in self._games if slug not in self._loaded | self._broken | self._slow]

    def progress(self) -> dict[str, float]:
        """How much is compiled of the games, and of their bots, of which not all is: 0 .. 1, by slug."""
        return {slug: self._progress(slug) for slug in self._games if any(left == slug for _, left in self._left)}

    def _progress(self, slug: str) -> float:
        now = self._bots.kernels - self._before if self._now is not None and self._now[1] == slug else 0
        return round(
            min(MAX_REPORTED_PROGRESS, (self._kernels[slug] + now) / max(1, _kernels_of(self._games[slug]))), 2
        )

    async def run(self) -> None:
        """Open every game, then compile. A game that fails is left out of play; the others go on."""
        interpret(True)
        try:
            left = list(self._games)
            while left:
                left.remove(slug := min(left, key=self._turn))
                await self._open(slug)
            while self._left:
                await self._do(*min(self._left, key=lambda step: self._turn(step[1])))
        finally:
            interpret(bool(self._slow))  # else these would be compiled here, and everybody would wait
        self._bots.rest()

    def _turn(self, slug: str) -> int:
        """When a game comes; those that nobody asks for last, and in their order."""
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
        """A step that was interrupted stays to be done."""
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
    """About how many kernels are compiled for a game and its bots."""
    package = game.package
    sources = closure(*map(source_of, (f"{package}.rules", game.scene_module, game.evaluator, *GENERIC_MODULES)))
    return sum(
        len(KERNEL_DECORATOR.findall(source.file.read_text("utf-8")))
        for source in sources
        if source.file.suffix == ".py"
    )


def longest_first(games: Mapping[str, Game]) -> list[str]:
    """Titles, most kernels first: small games need compiling least."""
    return sorted(games, key=lambda slug: -_kernels_of(games[slug]))
