"""The tasks of a review.

The result of a task depends on the record, the seed and the limits alone. So several processes can share a review,
and it is the same as one process would make.
"""

import math
from dataclasses import dataclass, replace

from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.core.record import Record
from rookery.reviews.draws import Drawing, drawing
from rookery.reviews.estimates import Estimate, estimate, of_analysis
from rookery.reviews.judging import DecisionLook, known_to_mover, look, looked_at
from rookery.search.plan import Plan, ReviewLimits

# streams of random numbers
ON_DECISION, ON_AFTER, ON_HANDS, ON_DRAW, ON_WORTH, ON_STAKE = range(6)
STREAMS = 6


@dataclass(frozen=True, slots=True)
class ReviewTask:
    """A look at one position of the game."""

    played: int  # plies before the position
    times: int = 1  # as many simulations as usual
    proves: bool = True  # whether a proof is tried, where one is possible


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The result of a task."""

    task: ReviewTask
    estimate: Estimate
    drawing: Drawing | None = None  # where chance moves
    decision: DecisionLook | None = None  # where a seat decides


def stream(seed: int, played: int, what: int, times: int = 1) -> int:
    """A seed for each use at each ply."""
    return (seed << 64) + played * 2 * STREAMS + what + STREAMS * (times > 1)


class Looker:
    """Looks at the tasks of one record."""

    def __init__(self, record: Record, seed: int, limits: ReviewLimits, plan: Plan) -> None:
        self._record, self._seed, self._limits, self._plan = record, seed, limits, plan

    def look(self, task: ReviewTask) -> TaskResult:
        """Look at a position that is not over."""
        position = self._record.at(task.played)
        if position.mover == CHANCE:
            simulations = task.times * self._limits.draw
            draw = drawing(position, simulations, self._generator(task, ON_DRAW), self._plan)
            return TaskResult(task, Estimate(draw.chances, draw.margins, simulations), drawing=draw)
        if task.played == self._record.plies:
            return TaskResult(task, self._with_open_hands(task, position))
        seen = self._seen(task, position)
        hidden = position.game.facts.hidden
        chances = self._with_open_hands(task, position) if hidden else of_analysis(seen.found, position.players)
        return TaskResult(task, chances, decision=seen)

    def _generator(self, task: ReviewTask, what: int) -> Generator:
        return Generator(stream(self._seed, task.played, what, task.times))

    def _with_open_hands(self, task: ReviewTask, position: Position) -> Estimate:
        return estimate(position, task.times * self._limits.hands, self._generator(task, ON_HANDS), self._plan)

    def _seen(self, task: ReviewTask, position: Position) -> DecisionLook:
        view, simulations = known_to_mover(position), task.times * self._limits.decision
        on_decision, on_after = (stream(self._seed, task.played, what, task.times) for what in (ON_DECISION, ON_AFTER))
        if position.game.facts.hidden:
            action = self._record.actions[task.played]
            seen = look(view, action, simulations, (on_decision, on_after), self._plan)
        else:  # the estimate of the next position will tell what the action was worth
            analysis = looked_at(view, simulations, on_decision, self._plan, proves=task.proves)
            seen = DecisionLook(analysis, None)
        return seen if task.times > 1 else replace(seen, at_random=self._at_random(task, view, seen))

    def _at_random(self, task: ReviewTask, view: Position, seen: DecisionLook) -> float:
        if seen.found.proved and seen.found.lines[0].chance == 0.0:
            return 0.0
        return chance_at_random(view, self._limits.decision, self._generator(task, ON_STAKE), self._plan)


ACTIONS_DRAWN = 2  # actions, if there are so many
# part of the simulations of a decision, for each of them. With a sixteenth, actions seemed worse than they are: few
# simulations see little of what may follow, and chances near 0 are too low
STAKE_SHARE = 4


def chance_at_random(view: Position, simulations: int, generator: Generator, plan: Plan) -> float:
    """The mean chance of the seat that decides after an action drawn at random, from a few such actions. It is noisy,
    but has the right mean. `simulations`: of the decision.

    The chance after the best action, less this one, is what is at stake: whoever plays at random gives all of it away
    on average, in every game and with every number of players. In a lost position, and where all actions are as good,
    nothing is at stake."""
    seat = view.mover
    assert seat is not None
    each = max(1, simulations // STAKE_SHARE)
    drawn = _drawn(view.legal_actions, generator)
    chances = [estimate(view.after_unchecked(action), each, generator, plan).chances[seat] for action in drawn]
    return math.fsum(chances) / len(chances)


def _drawn(actions: tuple[int, ...], generator: Generator) -> list[int]:
    """ACTIONS_DRAWN different actions, or all."""
    left = list(actions)
    for i in range(min(ACTIONS_DRAWN, len(left))):
        j = i + generator.below(len(left) - i)
        left[i], left[j] = left[j], left[i]
    return left[:ACTIONS_DRAWN]
