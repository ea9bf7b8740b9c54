"""Reviews in the page, and a second try at a decision. Records and positions go in; they are of games that are over, or
that the person has in full."""

import asyncio
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from rookery.core.errors import IllegalAction
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.offline.questions import read_question, refusal_of, written
from rookery.offline.stoppable import StoppableRun
from rookery.offline.studied import studied
from rookery.reviews import GrowingReview, Review
from rookery.reviews.judging import Mark, judged, known_to_mover, look
from rookery.reviews.review_tasks import TaskResult
from rookery.search import Line, engine

SLOW_AFTER = 3.0  # seconds without news of another worker; then the others do its part
RIGHT = 0.02  # chance that an attempt may give away


class ReviewQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """A game to be reviewed."""

    record: str  # its file
    seed: int = 0
    every: float = 0.5  # seconds between two answers


class ReviewedMove(Struct, frozen=True):
    """A move in the list of all moves. Draws are none."""

    ply: int  # that it led to
    seat: int
    words: str
    mark: Mark | None  # None: there was no choice, or it was not looked at yet


class ReviewAnswer(Struct, frozen=True):
    """A review that knows more than those told before."""

    game: str  # slug
    rules: int  # version of its rules
    players: int
    options: dict[str, str]
    names: list[str]  # of those who played, as far as the record says
    actions: list[int]
    movers: list[int]  # the player of each: a seat, or -1 for chance
    stand_ins: list[int]  # plies, counted from 1, that a bot played for a person
    team: bool  # the seats win and lose together
    moves: list[ReviewedMove]  # of all seats, in the order of the game
    review: Review
    done: bool  # it is the last one


class ReviewPart(Struct, frozen=True):
    """The findings of a worker, for the others."""

    found: TaskResult


class AttemptQuestion(Struct, frozen=True, forbid_unknown_fields=True):
    """An action to be judged."""

    game: str  # slug
    players: int
    options: dict[str, str]
    actions: list[int]  # that led to the position
    action: int  # the action that is tried there
    told: int | None = None  # the action that the page calls better: it is right, whatever a new search says


class AttemptAnswer(Struct, frozen=True):
    """The judgement of the action."""

    right: bool  # it gives away next to nothing
    loss: float  # the chance that it gives away
    chance: float  # of the seat after the best action
    played: float  # after the one that was tried
    best: Line


class ReviewRun(StoppableRun):
    """One review, in one of several workers. Each tells the others what it finds; that with place 0 answers."""

    def __init__(self, asked: str, place: int, workers: int, tell: Callable[[str, str], None]) -> None:
        """`tell`: gets "part" and each ReviewPart, and at place 0 "review" and each ReviewAnswer. Raises Refusal."""
        super().__init__()
        question = read_question(asked, ReviewQuestion)
        self._record = Record.loads(question.record, "this game")
        self._place, self._workers, self._news = place, workers, asyncio.Event()
        try:
            self._growing = GrowingReview(self._record, question.seed, place=place, workers=workers)
        except ValueError as error:
            raise refusal_of(error) from None
        self._every, self._tell = question.every, tell
        record = self._record
        plies = [(ply, mover) for ply in range(record.plies) if (mover := record.mover(ply)) is not None]
        self._moves = [
            ReviewedMove(ply + 1, mover, record.at(ply).words(record.actions[ply]), None)
            for ply, mover in plies
            if mover != CHANCE
        ]

    async def run(self) -> None:
        """Review, and tell what was found, until it is done or stopped."""
        clock = asyncio.get_running_loop().time
        last, every = clock(), 0.0
        while not self._growing.is_done:
            await self.running.wait()
            if self.stopped:
                return
            if not self._growing.has_work:
                await self._others()
                continue
            step = self._growing.step()
            if step is not None and self._workers > 1:
                self._tell("part", written(ReviewPart(step)))
            if self._place == 0 and clock() - last >= every and not self._growing.is_done:
                self._report(done=False)
                last, every = clock(), self._every
            await asyncio.sleep(0)
        if self._place == 0 and not self.stopped:
            self._report(done=True)

    async def _others(self) -> None:
        """Wait for those who are looking at what is left, but not for ever."""
        self._news.clear()
        try:
            async with asyncio.timeout(SLOW_AFTER):
                await self._news.wait()
        except TimeoutError:
            self._growing.lose(range(self._workers))

    def hear(self, place: int, part: str) -> None:
        self._growing.hear(read_question(part, ReviewPart).found, place)
        self._news.set()

    def lose(self, place: int) -> None:
        self._growing.lose([place])
        self._news.set()

    def stop(self) -> None:
        super().stop()
        self._news.set()

    def _report(self, *, done: bool) -> None:
        record = self._record
        start = record.at(0)
        movers = [record.mover(ply) for ply in range(record.plies)]
        review = self._growing.result()
        moves = [
            replace(move, mark=judgement.mark) if (judgement := review.judgement(move.ply)) else move
            for move in self._moves
        ]
        answer = ReviewAnswer(
            game=record.game.facts.slug,
            rules=record.game.facts.rules_version,
            players=start.players,
            options=start.options,
            names=list(record.names),
            actions=list(record.actions),
            movers=[mover for mover in movers if mover is not None],
            stand_ins=sorted(record.stand_ins),
            team=record.game.facts.cooperative,
            moves=moves,
            review=review,
            done=done,
        )
        self._tell("review", written(answer))


def attempt(asked: str) -> str:
    """The AttemptAnswer to an AttemptQuestion. Equal questions have equal answers. Raises Refusal."""
    question = read_question(asked, AttemptQuestion)
    position = studied(question.game, question.players, question.options, question.actions)
    if position.mover in (None, CHANCE) or question.action not in position.legal_actions:
        raise IllegalAction("this action cannot be tried here")
    settings, view = engine(position.game), known_to_mover(position)
    result = look(
        view, question.action, settings.review.again * settings.review.decision, (0, 1), settings.plan_for(view.players)
    )
    judgement = judged(len(question.actions) + 1, view, question.action, result)
    answer = AttemptAnswer(
        right=judgement.loss <= RIGHT or question.action == question.told,
        loss=judgement.loss,
        chance=judgement.best.chance,
        played=judgement.played,
        best=judgement.best,
    )
    return written(answer)
