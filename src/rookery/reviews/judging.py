"""The quality of a decision, by what its seat could know."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from rookery.core.generator import Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.reviews.advantages import Advantage
from rookery.reviews.estimates import Estimate, both_margins, estimate, of_analysis, of_decision, settled_estimate
from rookery.reviews.leads import Lead
from rookery.reviews.themes_of_chances import themes_of_chances
from rookery.search.analysis import Analysis, AnalysisLimits, GrowingAnalysis, Line
from rookery.search.chances import WITHIN_95, parts_of
from rookery.search.plan import Plan

Mark = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
# shares of an even chance that a decision gives away, and what it is called from there on
LEAST_OF_MARKS: Final[tuple[tuple[float, Mark], ...]] = ((0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy"))


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
    mark: Mark
    stake: float = 0.0  # the chance that an action drawn at random gives away, about; see `chance_at_random`
    advantages: tuple[Advantage, ...] = ()  # of the best action; only for the decisions that lost the most
    worth: Lead | None = None  # of the best action, in points of the game; likewise
    reasons: tuple[str, ...] = ()  # why the best action is better, in sentences to the player who decided; likewise
    themes: tuple[str, ...] = ()  # that it shares with puzzles by its chances; each advantage has one more

    @property
    def seen(self) -> float:
        """The chance of the best action less that of this one, as the engine saw it; may be below 0."""
        return self.best.chance - self.played

    @property
    def is_certain(self) -> bool:
        """Whether the difference is more than the engine's doubt."""
        return self.seen > self.margin


def lost(seen: float, margin: float) -> float:
    """The loss behind a difference that was seen. The best of many estimates is likely to be one that is too high, so a
    difference counts only as far as it exceeds its noise (positive-part James-Stein estimator)."""
    if seen <= 0.0:
        return 0.0
    share = margin / WITHIN_95 / seen  # of what was seen, that is noise
    return seen * max(0.0, 1.0 - share * share)


def known_to_mover(position: Position) -> Position:
    """The position that a decision is judged from: the view of its seat. If nothing is hidden, it is the position
    itself, because others go on from there."""
    assert position.mover is not None
    return position if position.is_open else position.view(position.mover)


@dataclass(frozen=True, slots=True)
class DecisionLook:
    """The engine's results at a decision."""

    found: Analysis
    after: Estimate | None  # after the action that was played; None: it is the best one, or was not looked at
    at_random: float | None = None  # the mean chance after an action drawn at random; None: nobody asked


def look(view: Position, action: int, simulations: int, seeds: tuple[int, int], plan: Plan) -> DecisionLook:
    """Look at a decision, and at the positions after the best action and the one that was played. `view`: see
    `known_to_mover`; `seeds`: of the search that finds the best action, and of those that compare it."""
    analysis, seat, half = looked_at(view, simulations, seeds[0], plan), view.mover, max(1, simulations // 2)
    assert seat is not None
    if not analysis.proved:  # the value by which it was chosen is likely to be too high
        analysis = worth_as(analysis, estimate_known(view.after_unchecked(analysis.best), half, seeds[1], plan), seat)
    if analysis.best == action:
        return DecisionLook(analysis, None)
    return DecisionLook(analysis, estimate_known(view.after_unchecked(action), half, seeds[1], plan))


def looked_at(view: Position, simulations: int, seed: int, plan: Plan, *, proves: bool = True) -> Analysis:
    """The analysis by which a decision is judged. `proves`: a proof is tried first, where one is possible."""
    limits = AnalysisLimits(None, simulations, lines=1, nodes=200_000, proves=proves)
    growing = GrowingAnalysis(view, limits, seed, plan).grow()
    analysis, searched = growing.result(), growing.searched()
    assert analysis is not None
    assert view.mover is not None
    return (
        analysis if analysis.proved or searched is None else worth_as(analysis, of_decision(view, searched), view.mover)
    )


def worth_as(found: Analysis, estimate: Estimate, seat: int) -> Analysis:
    """An analysis whose best line is worth what an estimate says."""
    chance, margin = estimate.chances[seat], estimate.margins[seat]
    best, proved = replace(found.lines[0], chance=chance, margin=margin), estimate.proved and chance == 1.0
    return replace(found, chances=estimate.chances, margin=margin, lines=(best,), proved=proved)


def estimate_known(view: Position, simulations: int, seed: int, plan: Plan) -> Estimate:
    """The chances of all seats, by what the viewer knows: an analysis where that is possible, because it may prove
    the value."""
    if (known := settled_estimate(view)) is not None:
        return known
    if view.mover == CHANCE or not view.is_open:
        return estimate(view, simulations, Generator(seed), plan)
    return of_analysis(looked_at(view.opened(), simulations, seed, plan), view.players)


def judged(ply: int, view: Position, action: int, seen: DecisionLook) -> Judgement:
    """`view`: see `known_to_mover`."""
    analysis, after = seen.found, seen.after
    seat, best = view.mover, analysis.lines[0]
    assert seat is not None
    same = after is None or best.actions[0] == action
    played = best.chance if after is None or same else after.chances[seat]
    margin = best.margin if after is None or same else both_margins(best.margin, after.margins[seat])
    loss = lost(best.chance - played, margin)
    proved = analysis.proved and (after is None or same or after.proved)
    even = 1.0 / parts_of(view.game, view.players)
    return Judgement(
        ply=ply,
        seat=seat,
        choices=len(view.legal_actions),
        action=action,
        words=view.words(action),
        best=best,
        played=played,
        loss=loss,
        margin=margin,
        proved=proved,
        mark="best" if same or played == 1.0 else _mark(loss, view),
        stake=0.0 if seen.at_random is None else best.chance - seen.at_random,
        themes=themes_of_chances(best.chance, played, even, proved=proved) if loss > 0.0 else (),
    )


def _mark(loss: float, view: Position) -> Mark:
    share = loss * parts_of(view.game, view.players)
    return next((mark for least, mark in LEAST_OF_MARKS if share >= least), "good")
