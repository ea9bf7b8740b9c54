"""The review of a game: how the chances went, what was luck and what were decisions, and which decisions mattered.

Each ply changes the chances of the seats. The change is the sum of three parts: what the decision gave away, judged by
what its seat could know; the luck of the draw; and what nobody could foresee: hidden cards, and what later thought
corrects. All parts of a game add up to its result.

A review counts simulations, not seconds: a record and a seed have one review, on every machine and in the page.
"""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from time import perf_counter
from typing import NamedTuple

from rookery.core.errors import CannotPlay
from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.record import Record
from rookery.reviews.accuracy import accuracy
from rookery.reviews.advantages import Advantage, advantages
from rookery.reviews.carried import carried
from rookery.reviews.draws import Drawing
from rookery.reviews.estimates import Estimate, both_margins, result_of, settled_estimate
from rookery.reviews.judging import DecisionLook, Judgement, judged, known_to_mover, lost
from rookery.reviews.leads import Lead, worth
from rookery.reviews.review_data import ChancePoint, Review, ReviewedPly, SeatReview
from rookery.reviews.review_tasks import ON_WORTH, Looker, ReviewTask, TaskResult, stream
from rookery.reviews.why_better import reasons
from rookery.search.exact import may_be_proved
from rookery.search.plan import ReviewLimits, engine
from rookery.search.ready import get_ready

SECOND_LOOKS = 3  # decisions of each seat that are looked at again
WORTH_A_LOOK = 0.02  # loss from which a decision is looked at again
FIRST_ROUND = 0.7  # of the work, about
MATTERS = 0.05  # loss from which a decision can be one that mattered
MOST_THAT_MATTER = 3  # decisions of each seat
# positions before those that the first looks proved, at which a second look tries a proof: it may search more
PROVED_EARLIER = 3


class Grounds(NamedTuple):
    """The reasons why the best action is better than the one that was played."""

    advantages: tuple[Advantage, ...]
    worth: Lead | None
    reply: str | None  # the best one to what was played, in words; None: it is not proved


# what is told of a ply: the estimates before and after it, and what was found at the decision
PlyBasis = tuple[Estimate, Estimate, DecisionLook | None, Grounds | None]


class GrowingReview:
    """A review in steps: `step` until `is_done`; `result` at any time.

    It has batches of tasks that do not depend on each other, so several processes can share one. Each tells all others
    what it finds. When its own tasks are done, it takes those of processes that have told nothing, or are lost."""

    def __init__(
        self, record: Record, seed: int = 0, limits: ReviewLimits | None = None, place: int = 0, workers: int = 1
    ) -> None:
        """`limits`: how much is searched; None: what the game's engine.toml says. `place`: of this process, below
        `workers`. Raises CannotPlay for a record without a ply, ValueError for a negative seed."""
        if not record.plies:
            raise CannotPlay("this game has not begun: there is nothing to review")
        Generator(seed)  # refuses a seed
        self.record, self._seed = record, seed
        settings = engine(record.game)
        self._limits, self._place, self._workers = limits or settings.review, place, workers
        self._looker = Looker(record, seed, self._limits, settings.plan_for(record.at(0).players))
        self._estimates: dict[int, Estimate] = {}  # by number of plies played
        self._draws: dict[int, Drawing] = {}
        self._looks: dict[int, DecisionLook] = {}
        self._grounds: dict[int, Grounds] = {}
        self._unproved = -1  # plies before the latest position that could not be proved
        self._told: dict[int, tuple[PlyBasis, ReviewedPly]] = {}  # by number of plies before it: what was told, of what
        self._positions = [record.at(played) for played in range(record.plies + 1)]
        self._end = settled_estimate(record.position)
        self._worked = [played for played in range(record.plies + 1) if self._needs_work(played)]
        self._batches = self._all_batches()
        self._part, self._share = 0.0, 0.0  # of the work: what came before this batch, and what it has itself
        self._batch: list[ReviewTask] = []
        self._waiting: list[ReviewTask] = []  # of this batch, not known yet
        self._heard: set[int] = set()  # places that tell what they find
        self._begin_batch()

    def _needs_work(self, played: int) -> bool:
        """Not where the game is over, nor where a seat has only one action: there the chances are those one ply
        later."""
        position = self._positions[played]
        if played == self.record.plies:
            return not position.is_over
        return len(position.legal_actions) > 1

    @property
    def is_done(self) -> bool:
        return not self._waiting

    @property
    def _done(self) -> float:
        """Share of the work. The first round decides how many decisions get a second look."""
        if self.is_done:
            return 1.0
        return self._part + self._share * (1.0 - len(self._waiting) / len(self._batch))

    @property
    def has_work(self) -> bool:
        """Whether `step` has something to do. If not, and it is not done, others are looking at all that is left."""
        return self._next_task() is not None

    def step(self) -> TaskResult | None:
        """Look at one more position, and return what others should `hear`; None if nothing is left to do."""
        task = self._next_task()
        if task is None:
            return None
        result = self._looker.look(task)
        self.hear(result, self._place)
        return result

    def _next_task(self) -> ReviewTask | None:
        """One of its own; else one of a process that has told nothing yet."""
        left = [(at % self._workers, task) for at, task in enumerate(self._batch) if task in self._waiting]
        own = (task for place, task in left if place == self._place)
        others = [task for place, task in left if place not in self._heard]
        first = len(others) * self._place // self._workers  # not where the others begin
        return next(own, others[first] if others else None)

    def lose(self, places: Iterable[int]) -> None:
        """Other processes have failed, or are slow: this one does their part."""
        self._heard.difference_update(places)

    def hear(self, found: TaskResult, place: int) -> None:
        """Take the result of a task, from this process or another."""
        self._heard.add(place)
        if found.task not in self._waiting:
            return
        self._waiting.remove(found.task)
        played = found.task.played
        self._estimates[played] = found.estimate
        if found.drawing:
            self._draws[played] = found.drawing
        if found.decision:
            known = self._looks.get(played)
            self._looks[played] = replace(found.decision, at_random=known.at_random) if known else found.decision
            if found.task.times == 1 and not found.decision.found.proved:
                self._unproved = max(self._unproved, played)
        if not self._waiting:
            self._begin_batch()

    def estimate_at(self, played: int) -> Estimate | None:
        """The review's estimate of one position, at once; None if none is needed."""
        return self._looker.look(ReviewTask(played)).estimate if played in self._worked else None

    # ── Batches ──────────────────────────────────────────────────────────────
    def _begin_batch(self) -> None:
        """The next batch that has tasks, if there is one."""
        while not self._waiting and (found := next(self._batches, None)) is not None:
            self._part, self._share = self._part + self._share, found[0]
            self._batch, self._waiting = found[1], list(found[1])

    def _all_batches(self) -> Iterator[tuple[float, list[ReviewTask]]]:
        """The tasks of each batch, and its share of the work, about. The results of one decide about the next."""
        for level in _coarse_to_fine(self._worked):
            # what came before a position that cannot be proved hardly can be, and an attempt costs as much as a search
            yield FIRST_ROUND * len(level) / len(self._worked), [ReviewTask(at, 1, at > self._unproved) for at in level]
        doubted = self._worth_another_look()
        after = [] if self.record.game.facts.hidden else [self._next_worked(played) for played in doubted]
        yield 1.0 - FIRST_ROUND, self._again({played for played in doubted + after if played is not None})
        for played in doubted if self._place == 0 else ():
            if self._looks[played].found.best != self.record.actions[played]:
                self._grounds[played] = self._grounds_of(played)

    def _next_worked(self, played: int) -> int | None:
        return next((each for each in self._worked if each > played), None)

    def _again(self, doubted: set[int]) -> list[ReviewTask]:
        """Second looks. More simulations prove positions a little earlier."""
        unproved = [played for played in self._worked if played <= self._unproved]
        since = unproved[-PROVED_EARLIER] if len(unproved) >= PROVED_EARLIER else 0
        return [ReviewTask(played, self._limits.again, played >= since) for played in sorted(doubted)]

    def _worth_another_look(self) -> list[int]:
        """The decisions of each seat that seem to have lost the most, or whose outcome surprised the engine."""
        losses: dict[int, list[tuple[float, int]]] = {}
        for each in self.result().plies:
            if each.judgement and not each.judgement.proved:
                losses.setdefault(each.judgement.seat, []).append((self._seems_lost(each), each.ply - 1))
        worst = [sorted(own, reverse=True)[:SECOND_LOOKS] for own in losses.values()]
        return sorted(played for own in worst for loss, played in own if loss >= WORTH_A_LOOK)

    def _seems_lost(self, ply: ReviewedPly) -> float:
        """The chance that a decision gave away, or by which its outcome was worse than the engine had thought."""
        assert ply.judgement is not None
        seat, before = ply.judgement.seat, self._estimates[ply.ply - 1]
        if self.record.game.facts.hidden:
            return ply.judgement.loss
        margin = both_margins(before.margins[seat], ply.margins[seat])
        return max(ply.judgement.loss, lost(-ply.unforeseen[seat], margin))

    def _grounds_of(self, played: int) -> Grounds:
        """The reasons why another action is better than the one that was played."""
        action, analysis = self.record.actions[played], self._looks[played].found
        view, seat = known_to_mover(self._positions[played]), self._positions[played].mover
        better, line = analysis.lines[0].actions, (action, *self._expected(played + 1))
        assert seat is not None
        why = advantages(view, seat, better, line)
        return Grounds(why, self._worth(played, view, better[0]), self._reply(played + 1))

    def _worth(self, played: int, view: Position, better: int) -> Lead | None:
        action, seat = self.record.actions[played], view.mover
        if not self._limits.leads or seat is None:
            return None
        generator = Generator(stream(self._seed, played, ON_WORTH))
        return worth(view.after_unchecked(better), view.after_unchecked(action), seat, generator)

    def _reply(self, played: int) -> str | None:
        """The best action there, in words that can follow others; None if that is not proved, or if the seat that has
        just decided goes on itself."""
        seen = self._looks.get(played)
        if seen is None or not seen.found.proved or self.record.mover(played) == self.record.mover(played - 1):
            return None
        words = seen.found.lines[0].words[0]
        return words[:1].lower() + words[1:]

    def _expected(self, played: int) -> tuple[int, ...]:
        """The line that the engine expected there; none in a game with secrets, where it is that of another view."""
        if self.record.game.facts.hidden or played not in self._looks:
            return ()
        return self._looks[played].found.lines[0].actions

    # ── Putting it together ──────────────────────────────────────────────────
    def result(self) -> Review:
        """The results so far."""
        record, end = self.record, self.record.result
        known = self._resolved()
        plies = tuple(
            self._ply(n, known[n], known[n + 1]) for n in range(record.plies) if n in known and n + 1 in known
        )
        shares = None if end is None else result_of(record.position, end.utilities)
        nothing = (0.0,) * record.position.players
        last = known.get(record.plies)
        gave_up = nothing if shares is None or last is None else _less(shares, last.chances)
        rivals = 1 if record.game.facts.cooperative else record.position.players - 1
        seats = tuple(_seat_review(seat, plies, rivals) for seat in range(record.position.players))
        start = known[0].chances if 0 in known else ()
        points = tuple(ChancePoint(played, known[played].chances) for played in sorted(known))
        roles = tuple(map(record.position.role, range(record.position.players)))
        return Review(start, points, plies, shares, gave_up, seats, self._done, roles)

    def _resolved(self) -> dict[int, Estimate]:
        """By number of plies played: the estimates, also where no search was needed."""
        known, plies = dict(self._estimates), self.record.plies
        if self._end is not None:
            known[plies] = self._end
        if may_be_proved(self.record.position):
            best = {played: seen.found.best for played, seen in self._looks.items() if seen.found.proved}
            known = carried(self.record, known, best, lambda played: played not in self._worked)
        for played in range(plies - 1, -1, -1):
            if played not in known and played + 1 in known and played not in self._worked:
                known[played] = known[played + 1]
        return known

    def _ply(self, played: int, before: Estimate, after: Estimate) -> ReviewedPly:
        """The same object as before, if nothing is new: a review tells all plies again and again."""
        basis = before, after, self._looks.get(played), self._grounds.get(played)
        told = self._told.get(played)
        if told is None or any(new is not old for new, old in zip(basis, told[0])):
            told = self._told[played] = basis, self._reviewed(played, before, after)
        return told[1]

    def _reviewed(self, played: int, before: Estimate, after: Estimate) -> ReviewedPly:
        mover = self.record.mover(played)
        assert mover is not None
        nothing = (0.0,) * len(before.chances)
        luck = self._draws[played].luck(self.record.actions[played]) if played in self._draws else nothing
        judgement = self._judgement(played, after)
        decision = _given_away(judgement, after, self.record.position) if judgement else nothing
        rest = tuple(
            late - early - one - other for late, early, one, other in zip(after.chances, before.chances, luck, decision)
        )
        return ReviewedPly(played + 1, mover, after.chances, after.margins, decision, luck, rest, judgement)

    def _judgement(self, played: int, after: Estimate) -> Judgement | None:
        if played not in self._looks:
            return None
        seen = self._looks[played]
        if seen.after is None and not self.record.game.facts.hidden:
            seen = replace(seen, after=after)
        view = known_to_mover(self._positions[played])
        judgement = judged(played + 1, view, self.record.actions[played], seen)
        why, worth, reply = self._grounds.get(played) or Grounds((), None, self._reply(played + 1))
        return replace(judgement, advantages=why, worth=worth, reasons=reasons(view, judgement, why, worth, reply))


def _less(left: tuple[float, ...], right: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(one - other for one, other in zip(left, right))


def _given_away(judgement: Judgement, after: Estimate, position: Position) -> tuple[float, ...]:
    """[P] The change of all chances by a decision, as it was seen: its noise cancels out over a game, but would not if
    small losses, or moves that seem better than the best one, were left out. The rivals of a seat gain what it gives
    away, in proportion to their chances; a team loses it together."""
    seen = judgement.seen
    if position.game.facts.cooperative:
        return (-seen,) * position.players
    others = math.fsum(chance for seat, chance in enumerate(after.chances) if seat != judgement.seat)
    even = 1.0 / (position.players - 1)
    return tuple(
        -seen if seat == judgement.seat else seen * (chance / others if others > 0.0 else even)
        for seat, chance in enumerate(after.chances)
    )


def _seat_review(seat: int, plies: tuple[ReviewedPly, ...], rivals: int) -> SeatReview:
    own = [each.judgement for each in plies if each.judgement and each.judgement.seat == seat]
    worst = sorted((one for one in own if one.loss >= MATTERS and one.is_certain), key=lambda one: -one.loss)
    return SeatReview(
        decisions=len(own),
        accuracy=accuracy(own, rivals),
        lost=max(0.0, math.fsum(one.seen for one in own)),
        luck=math.fsum(each.luck[seat] for each in plies),
        mattered=tuple(one.ply for one in worst[:MOST_THAT_MATTER]),
    )


def _coarse_to_fine(numbers: list[int]) -> list[list[int]]:
    """The same numbers in levels: the first, the middle one, those halfway between, and so on; so a graph has its form
    early."""
    size = 1 << max(0, len(numbers) - 1).bit_length()
    levels = [numbers[:1]]
    while size > 1:
        levels.append(numbers[size >> 1 :: size])
        size >>= 1
    return [level for level in levels if level]


def review(record: Record, *, seed: int = 0, limits: ReviewLimits | None = None) -> Review:
    """Review a game: chances, luck, decisions, and what would have been better. An unfinished game is reviewed as far
    as it goes. `limits`: how much is searched; None: what the game's engine.toml says.

    Raises CannotPlay for a record without a ply, ValueError for a negative seed."""
    growing = _begun(record, seed, limits)
    while not growing.is_done:
        growing.step()
    return growing.result()


def estimated(record: Record, played: int, *, seed: int = 0) -> Estimate | None:
    """The estimate by a review of one position of a game; None where it does not look. Raises CannotPlay, ValueError as
    `review`."""
    growing = _begun(record, seed, None)
    return growing.estimate_at(played)


def reviewing(
    record: Record, *, seed: int = 0, limits: ReviewLimits | None = None, every: float = 0.5
) -> Iterator[Review]:
    """The same in parts: a review about `every` so many seconds, each of more positions; the last one is whole."""
    growing = _begun(record, seed, limits)
    if growing.is_done:  # nobody had a choice
        yield growing.result()
    while not growing.is_done:
        until = perf_counter() + every
        growing.step()
        while not growing.is_done and perf_counter() < until:
            growing.step()
        yield growing.result()


def _begun(record: Record, seed: int, limits: ReviewLimits | None) -> GrowingReview:
    growing = GrowingReview(record, seed, limits)
    small = ReviewLimits(1, 1, 1, 1)
    get_ready(record.game, ("review", record.position.players), lambda: GrowingReview(record, seed, small).step())
    return growing
