"""How good a decision was, by what its seat could know."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.reviews.advantages import Advantage
from rookery.reviews.estimates import Estimate, estimate, settled_estimate
from rookery.reviews.leads import Lead
from rookery.search.analysis import Analysis, Line, analyse
from rookery.search.chances import WITHIN_95
from rookery.search.plan import Plan

__all__ = [
    "DecisionLook",
    "Judgement",
    "accuracy",
    "estimate_known",
    "judged",
    "known_to_mover",
    "look",
    "looked_at",
    "lost",
]


@dataclass(frozen=True, slots=True)
class Judgement:
    """A decision between several legal actions, judged from the view of its seat."""

    ply: int  # that it led to; plies are counted from 1
    seat: int
    choices: int  # legal actions
    action: int  # played
    words: str  # the same in words
    best: Line  # the best that the engine found; may begin with the action that was played
    played: float  # the seat's chance after the action that was played
    loss: float  # the chance that the decision gave away, 0 .. 1; see `lost`
    margin: float  # half-width of a 95 % interval of the loss, as in rookery.analyse; 0 if proved
    proved: bool  # both chances are exact under perfect play
    advantages: tuple[Advantage, ...] = ()  # of the best action; only for the decisions that lost the most
    worth: Lead | None = None  # of the best action, in points of the game; likewise

    @property
    def is_certain(self) -> bool:
        """Whether the difference is more than the engine's doubt."""
        return self.best.chance - self.played > self.margin

    @property
    def accuracy(self) -> float:
        """0 .. 100; see `accuracy`."""
        return accuracy(self.loss)


def lost(seen: float, margin: float) -> float:
    """The loss behind a difference that was seen. The best of many estimates is likely to be one that is too high, so a
    difference counts only as far as it exceeds its noise (positive-part James-Stein estimator)."""
    noise = margin / WITHIN_95
    return seen * max(0.0, 1.0 - (noise / seen) ** 2) if seen > 0.0 else 0.0


def accuracy(loss: float) -> float:
    """The accuracy of a decision that gave away so much of its chance, 0 .. 100: that of lichess,
    https://lichess.org/page/accuracy, without its bonus for doubt."""
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * loss) - 3.1669)) if loss > 0.0 else 100.0


def known_to_mover(position: Position) -> Position:
    """What a decision is judged from: the view of its seat. Without secrets it is the position itself, because others
    go on from there."""
    assert position.mover is not None
    return position.view(position.mover) if position.game.facts.hidden else position


class DecisionLook(NamedTuple):
    """What the engine found at a decision."""

    found: Analysis
    after: Estimate | None  # after the action that was played; None: it is the best one, or was not looked at


def look(view: Position, action: int, simulations: int, seeds: tuple[int, int], plan: Plan) -> DecisionLook:
    """Look at a decision, and at the position after the action that was played. `view`: see `known_to_mover`; `seeds`:
    of both searches."""
    found = looked_at(view, simulations, seeds[0], plan)
    if found.best == action:
        return DecisionLook(found, None)
    return DecisionLook(found, estimate_known(view.after_unchecked(action), simulations, seeds[1], plan))


def looked_at(view: Position, simulations: int, seed: int, plan: Plan, *, proves: bool = True) -> Analysis:
    """The analysis by which a decision is judged. `proves`: a proof is tried first, where one is possible."""
    return analyse(view, simulations=simulations, seed=seed, lines=1, plan=plan, nodes=200_000, proves=proves)


def estimate_known(view: Position, simulations: int, seed: int, plan: Plan) -> Estimate:
    """The chances of all seats, by what the viewer knows: an analysis where that is possible, because it may prove
    the value."""
    if (known := settled_estimate(view)) is not None:
        return known
    if view.mover == CHANCE or view.game.facts.hidden:
        return estimate(view, simulations, Generator(seed), plan)
    found = looked_at(view, simulations, seed, plan)
    return Estimate(found.chances, (found.margin,) * view.players, found.positions)


def judged(ply: int, view: Position, action: int, seen: DecisionLook) -> Judgement:
    """`view`: see `known_to_mover`."""
    found, after = seen
    seat, best = view.mover, found.lines[0]
    assert seat is not None
    same = after is None or best.actions[0] == action
    played = best.chance if after is None or same else after.chances[seat]
    margin = best.margin if after is None or same else math.hypot(best.margin, after.margins[seat])
    return Judgement(
        ply=ply,
        seat=seat,
        choices=len(view.legal_actions),
        action=action,
        words=view.words(action),
        best=best,
        played=played,
        loss=lost(best.chance - played, margin),
        margin=margin,
        proved=found.proved and (same or margin == 0.0),
    )
