"""The engine in a page: analyses that grow while the page listens, threats, and advice for bots. It runs in workers of
its own (web/src/engine), one tree in each, so that the worker of the tables stays free.

Questions and answers are JSON: the types below, of which web/src/engine/engine_types.ts is made (engine_types.py).
Views of tables go in: what a seat may not know cannot come out. Of a game that a person studies, and so has in full,
goes in what the person chooses: the view of one seat, or the whole position.
"""

import asyncio
import contextlib
import functools
import json
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from msgspec import Struct

from rookery.core.errors import BrokenModule, Refusal, UnreadablePosition
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.registry import load
from rookery.offline.questions import BotAdvice, BotQuestion, read_question, refusal_of, written
from rookery.offline.reviewer import ReviewRun, attempt
from rookery.offline.stoppable import StoppableRun
from rookery.offline.studied import StudiedPosition, seen_by_eyes
from rookery.offline.threat_run import ThreatQuestion, ThreatRun
from rookery.search import Analysis, AnalysisLimits, AnalysisPart, GrowingAnalysis

log = logging.getLogger(__name__)

SLICE: Final = 0.03  # seconds of work, after which messages of the page are heard


class EngineQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """The position to be analysed, and how far.

    Without `seconds` and `simulations` it goes on until it is stopped, or the value is proved."""

    # of the seat that decides, as Position.to_json writes it; or a position that the person has in full
    view: str | StudiedPosition
    seconds: float | None = None  # of work; ignored with `simulations`
    simulations: int | None = None  # of all workers together
    seed: int = 0
    lines: int = 5  # the most to tell
    nodes: int = 500_000  # of the tree in each worker, 39 bytes each
    every: float = 0.3  # seconds between two answers


class EngineAnswer(Struct, frozen=True):
    """An analysis, better than those told before."""

    analysis: Analysis
    done: bool  # it is the last one


class EnginePart(Struct, frozen=True):
    """The findings of a worker with a place above 0, for the one with place 0."""

    part: AnalysisPart | None  # None: it has nothing to contribute
    done: bool  # it is the last one


def position_of(text: str) -> Position:
    """The view or position that `Position.to_json` wrote. Raises UnreadablePosition, UnknownGame."""
    try:
        slug = str(json.loads(text)["game"])
    except (ValueError, TypeError, LookupError, RecursionError):
        raise UnreadablePosition("this text is no view of a game; a view's to_json() writes one") from None
    return load(slug).from_json(text)


def view_of(text: str) -> Position:
    """The view that `Position.to_json` wrote. Raises UnreadablePosition, also for a whole position, and UnknownGame."""
    view = position_of(text)
    if view.viewer is None:
        raise UnreadablePosition("the engine is given what one seat sees, and this is a whole position")
    return view


def _analysed(view: str | StudiedPosition) -> Position:
    """The position that is analysed. Raises Refusal."""
    return view_of(view) if isinstance(view, str) else seen_by_eyes(view)


def advice(asked: str) -> str:
    """The BotAdvice to a BotQuestion. Equal questions have equal answers. Raises Refusal."""
    from rookery.bots import advise  # here because an analysis needs no bots

    question = read_question(asked, BotQuestion)
    advice = advise(view_of(question.view), question.level, question.seed)
    return written(BotAdvice(int(advice.action), str(advice.words)))


class EngineRun(StoppableRun):
    """One question in one of several workers. That with place 0 answers; the others tell it their parts."""

    def __init__(self, asked: str, place: int, workers: int, tell: Callable[[str, str], None]) -> None:
        """`asked`: an EngineQuestion; `tell`: gets "answer" and each EngineAnswer, or at other places "part" and each
        EnginePart. Raises Refusal."""
        super().__init__()
        question = read_question(asked, EngineQuestion)
        try:
            limits = AnalysisLimits(question.seconds, question.simulations, question.lines, question.nodes)
            view, mine = _analysed(question.view), range(place, place + 1)
            any_mover = not isinstance(question.view, str)
            self._growing = GrowingAnalysis(
                view, limits, question.seed, workers=workers, places=mine, any_mover=any_mover
            )
        except ValueError as error:
            raise refusal_of(error) from None
        self._every, self._tell, self._place = question.every, tell, place
        self._parts: dict[int, EnginePart | None] = dict.fromkeys(range(1, workers) if place == 0 else ())
        self._known = False  # known: no other part can change what is told
        self._heard = asyncio.Event()

    async def run(self) -> None:
        """Search in slices and tell what was found, until it is done or stopped."""
        clock = asyncio.get_running_loop().time
        last = clock()
        while not (self._growing.is_done or self._known):
            await self.running.wait()
            if self.stopped:
                return
            self._grow()
            if not self._growing.is_done and clock() - last >= self._every and self._report(done=False):
                last = clock()
            await asyncio.sleep(0)
        await self._others()
        if not self.stopped:
            self._report(done=True)

    def _grow(self) -> None:
        """Raises Refusal for a number of the question that is found unusable only now, such as too few nodes."""
        try:
            self._growing.grow(SLICE)
        except ValueError as error:
            raise refusal_of(error) from None

    async def _others(self) -> None:
        """If simulations are counted, wait for the last parts of the other places, unless the value is proved."""
        self._known = self._known or not self._growing.has_trees or self._growing.limits.simulations is None
        while not (self.stopped or self._known or all(part and part.done for part in self._parts.values())):
            self._heard.clear()
            await self._heard.wait()
            if not self.stopped:
                self._report(done=False)

    def _report(self, *, done: bool) -> bool:
        """Tell what was found, if anything was; returns whether it was."""
        if self._place > 0:
            part = self._growing.part()
            if part is not None or done:
                self._tell("part", written(EnginePart(part, done)))
            return part is not None
        analysis = self._growing.result([each.part for each in self._parts.values() if each and each.part])
        if analysis is not None:
            self._known = analysis.proved and self._growing.limits.simulations is None
            self._tell("answer", written(EngineAnswer(analysis, done)))
        return analysis is not None

    def hear(self, place: int, part: str) -> None:
        """At place 0: the newest EnginePart of another place."""
        self._parts[place] = read_question(part, EnginePart)
        self._heard.set()

    def lose(self, place: int) -> None:
        """At place 0: another worker has failed; go on with what it told."""
        last = self._parts.get(place)
        self._parts[place] = EnginePart(last.part if last else None, done=True)
        self._heard.set()

    def stop(self) -> None:
        """Tell nothing more."""
        super().stop()
        self._heard.set()


class PageEngine:
    """All questions of a page to one worker. They take turns."""

    def __init__(self, tell: Callable[[int, str, str], None]) -> None:
        """`tell`: gets the number of a question, and "answer", "part", "threat", "advice", "review" or "attempt"
        with JSON; or "refused" with a sentence; or "broken", after which the worker should be used no more."""
        self._tell = tell
        self._runs: dict[int, StoppableRun] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._paused = False

    def analyse(self, number: int, asked: str, place: int, workers: int) -> None:
        """Begin to answer an EngineQuestion; see EngineRun."""
        self._run(number, lambda tell: EngineRun(asked, place, workers, tell))

    def threat(self, number: int, asked: str) -> None:
        """Begin to answer a ThreatQuestion."""
        self._run(number, lambda tell: ThreatRun(view_of(read_question(asked, ThreatQuestion).view), tell))

    def prepare(self, game: str) -> None:
        """Load a game about which a question may come, given its slug. The answer to the question will say what is
        wrong with it."""
        with contextlib.suppress(Refusal):
            load(game).start(seed=Generator(0))
            load(game).made("rookery.search.kernels.mcts")

    def review(self, number: int, asked: str, place: int, workers: int) -> None:
        """Begin to answer a ReviewQuestion; see ReviewRun."""
        self._run(number, lambda tell: ReviewRun(asked, place, workers, tell))

    def _run(self, number: int, begun: Callable[[Callable[[str, str], None]], StoppableRun]) -> None:
        try:
            run = begun(functools.partial(self._tell, number))
        except (Refusal, BrokenModule) as refusal:
            self._tell(number, "refused", str(refusal))
            return
        run.pause(self._paused)
        self._runs[number] = run
        self._begin(number, run.run())

    def attempt(self, number: int, asked: str) -> None:
        """Begin to answer an AttemptQuestion. Nothing else is done meanwhile."""
        self._begin(number, self._attempt(number, asked))

    async def _attempt(self, number: int, asked: str) -> None:
        self._tell(number, "attempt", attempt(asked))

    def advise(self, number: int, asked: str) -> None:
        """Begin to answer a BotQuestion. Nothing else is done while the bot thinks."""
        self._begin(number, self._advise(number, asked))

    async def _advise(self, number: int, asked: str) -> None:
        self._tell(number, "advice", advice(asked))

    def _begin(self, number: int, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._watched(number, work))
        self._tasks.add(task)
        task.add_done_callback(lambda done: self._tasks.discard(done))

    async def _watched(self, number: int, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (Refusal, BrokenModule) as refusal:
            self._tell(number, "refused", str(refusal))
        except Exception:
            log.exception("The engine failed")
            self._tell(number, "broken", "")
        finally:
            self._runs.pop(number, None)

    def hear(self, number: int, place: int, part: str) -> None:
        """See StoppableRun.hear."""
        if (run := self._runs.get(number)) is not None:
            run.hear(place, part)

    def lose(self, number: int, place: int) -> None:
        """See StoppableRun.lose."""
        if (run := self._runs.get(number)) is not None:
            run.lose(place)

    def stop(self, number: int) -> None:
        """Nothing more is told of a question."""
        if number in self._runs:
            self._runs.pop(number).stop()

    def pause(self, paused: bool) -> None:
        """Let all analyses rest, or go on. Advice is given all the same."""
        self._paused = paused
        for run in self._runs.values():
            run.pause(paused)
