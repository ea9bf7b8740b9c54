"""Reviews in the page, and a second try at a decision. Records and positions go in; they are of games that are over, or
that the person has in full."""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from rookery.core.errors import IllegalAction
from rookery.core.record import Record
from rookery.core.registry import load
from rookery.offline.questions import read_question, written
from rookery.reviews import GrowingReview, Review
from rookery.reviews.advantages import advantages
from rookery.reviews.judging import estimate_known, judged, looked_at
from rookery.search import Line, engine

__all__ = ["AttemptAnswer", "AttemptQuestion", "ReviewAnswer", "ReviewQuestion", "ReviewRun", "attempt"]

RIGHT = 0.02  # chance that an attempt may give away


class ReviewQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be reviewed."""

    record: str  # its file
    seed: int = 0
    every: float = 0.5  # seconds between two answers


class ReviewAnswer(Struct, frozen=True):
    """A review that knows more than those told before."""

    game: str  # slug
    players: int
    options: dict[str, str]
    names: list[str]  # of those who played, as far as the record says
    actions: list[int]
    movers: list[int]  # who played each: a seat, or -1 for chance
    review: Review
    done: bool  # it is the last one


class AttemptQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """An action to be judged."""

    game: str  # slug
    players: int
    options: dict[str, str]
    actions: list[int]  # that led to the position
    action: int  # what is tried there


class AttemptAnswer(Struct, frozen=True):
    """How good it is."""

    right: bool  # it gives away next to nothing
    loss: float  # the chance that it gives away
    chance: float  # of the seat after the best action
    played: float  # after the one that was tried
    best: Line
    reasons: list[str]  # why the best is better, in words


class ReviewRun:
    """One review."""

    def __init__(self, asked: str, tell: Callable[[str, str], None]) -> None:
        """`tell`: gets "review" and each ReviewAnswer. Raises Refusal."""
        question = read_question(asked, ReviewQuestion)
        self._record = Record.loads(question.record, "this game")
        self._growing = GrowingReview(self._record, question.seed)
        self._every, self._tell, self._stopped = question.every, tell, False
        self._running = asyncio.Event()
        self._running.set()

    async def run(self) -> None:
        """Review, and tell what was found, until it is done or stopped."""
        clock = asyncio.get_running_loop().time
        told, every = clock(), 0.0
        while not self._growing.is_done:
            await self._running.wait()
            if self._stopped:
                return
            self._growing.step()
            if clock() - told >= every and not self._growing.is_done:
                self._report(done=False)
                told, every = clock(), self._every
            await asyncio.sleep(0)
        if not self._stopped:
            self._report(done=True)

    def _report(self, *, done: bool) -> None:
        record = self._record
        start = record.at(0)
        movers = [record.mover(ply) for ply in range(record.plies)]
        answer = ReviewAnswer(
            game=record.game.facts.slug,
            players=start.players,
            options=start.options,
            names=list(record.names),
            actions=list(record.actions),
            movers=[mover for mover in movers if mover is not None],
            review=self._growing.result(),
            done=done,
        )
        self._tell("review", written(answer))

    def pause(self, paused: bool) -> None:
        """Rest, or go on."""
        if paused:
            self._running.clear()
        else:
            self._running.set()

    def stop(self) -> None:
        """Tell nothing more."""
        self._stopped = True
        self._running.set()


def attempt(asked: str) -> str:
    """The AttemptAnswer to an AttemptQuestion. Equal questions have equal answers. Raises Refusal."""
    question = read_question(asked, AttemptQuestion)
    game = load(question.game)
    position = game.start_with(game.facts.settings(question.players, question.options))
    for action in question.actions:
        position = position.after(action)
    if position.mover is None or position.mover < 0 or question.action not in position.legal_actions:
        raise IllegalAction("this action cannot be tried here")
    told = engine(game)
    view = position.view(position.mover) if game.facts.hidden else position  # the other seats decide after it
    simulations = told.review.again * told.review.decision
    found = looked_at(view, simulations, 0, told.plan)
    after = None
    if found.best != question.action:
        after = estimate_known(view.after_unchecked(question.action), simulations, 1, told.plan)
    told_of = judged(len(question.actions) + 1, view, question.action, found, after)
    why = advantages(view, position.mover, told_of.best.actions, (question.action,))
    answer = AttemptAnswer(
        right=told_of.loss <= RIGHT,
        loss=told_of.loss,
        chance=told_of.best.chance,
        played=told_of.played,
        best=told_of.best,
        reasons=[reason.words for reason in why],
    )
    return written(answer)
