"""What an engine says of a position: everybody's chances, how sure that is, the best lines in words."""

import math
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from rookery.core.errors import NotYourTurn
from rookery.core.position import Position
from rookery.search.chances import chance_of, parts_of, share_of
from rookery.search.exact import Prover, may_be_proved
from rookery.search.mcts import Tree
from rookery.search.plan import Plan, engine

__all__ = ["WITHIN_95", "Analysis", "Line", "analyse"]

WITHIN_95 = 1.959964  # standard deviations that hold 95 % of a normal distribution
PROVING = 0.4  # share of the time that is spent on a proof, where one may succeed
FIRST_LIMIT = 20_000  # positions of the first attempt at a proof; each further one may have twice as many


@dataclass(frozen=True, slots=True)
class Line:
    """How play may go on, beginning with one action of the mover."""

    actions: tuple[int, ...]  # it ends where chance or a secret has its say, or where too little was seen
    notation: tuple[str, ...]  # the same
    words: tuple[str, ...]
    chance: float  # of the mover to win, 0 .. 1
    margin: float  # 95 % of such figures are no further from the true mean of this search; 0 when proved
    visits: int  # simulations that began with this action; 0 when proved


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found in the time that was given."""

    chances: tuple[float, ...]  # [P] of each seat to win: a shared win counts for a part; of a team the same for all
    margin: float  # of the mover's, as in Line
    lines: tuple[Line, ...]  # the best first
    proved: bool  # chances and lines are facts, under perfect play of all; lines are those that were proved
    positions: int  # that were looked at
    seconds: float

    @property
    def best(self) -> int:
        """The action to play."""
        return self.lines[0].actions[0]

    def __str__(self) -> str:
        told = "proved" if self.proved else f"{self.positions:,} positions"
        seats = ", ".join(f"seat {seat + 1} {chance:.0%}" for seat, chance in enumerate(self.chances))
        rows = [f"{seats} ({told}, {self.seconds:.1f} s)"]
        rows += [f"{line.chance:6.1%} ±{line.margin:5.1%}  {', '.join(line.words)}" for line in self.lines]
        return "\n".join(rows)


def analyse(
    view: Position,
    seconds: float = 1.0,
    *,
    simulations: int | None = None,
    seed: int = 0,
    lines: int = 5,
    plan: Plan | None = None,
) -> Analysis:
    """What the engine says of a position or of a seat's view, after so many seconds or simulations of thought.

    Where nothing is hidden and two sides or one team play, it tries to prove the result first. With `simulations` it
    does not look at the clock: then the same seed gives the same analysis. At least one line is given. Raises
    CannotPlay when no seat decides, NotYourTurn for the view of a seat that does not."""
    if view.viewer not in (None, view.mover) and view.mover is not None and view.mover >= 0:
        raise NotYourTurn(f"this is not the view of seat {view.mover}, which decides; position.view(mover) is")
    lines = max(1, lines)
    began = perf_counter()
    if simulations is None and may_be_proved(view):
        exact = _proved(view, seconds * PROVING, lines)
        if exact is not None:
            return exact
    generator = np.random.default_rng(seed)
    left = None if simulations is not None else max(0.0, seconds - (perf_counter() - began))
    tree = Tree(view, generator, plan or engine(view.game).plan).think(simulations, left)
    found = tree.findings()
    shown = [
        _line(view, tree.line(action), chance_of(value, view), visits)
        for action, value, visits in list(zip(found.actions, found.values, found.visits))[:lines]
        if visits
    ]
    return Analysis(
        chances=_chances(view, shown[0].chance, found.means),
        margin=shown[0].margin,
        lines=tuple(shown),
        proved=False,
        positions=found.nodes,
        seconds=perf_counter() - began,
    )


def _chances(view: Position, movers: float, means: tuple[float, ...]) -> tuple[float, ...]:
    """[P] of each seat, given the mover's: the others share what is left as they did in the search."""
    if view.game.facts.cooperative:
        return (movers,) * view.players
    shares = [chance_of(mean, view) for mean in means]
    others = sum(share for seat, share in enumerate(shares) if seat != view.mover)
    return tuple(movers if seat == view.mover else (1 - movers) * share / others for seat, share in enumerate(shares))


def _line(view: Position, actions: tuple[int, ...], chance: float, visits: int) -> Line:
    """`visits` 0: proved. Words are those of the position in which each action is played."""
    notation, words, position = [], [], view
    if not view.game.facts.hidden:  # then there is one world, and others' actions are known in it
        position = view.guess(np.random.default_rng(0))
    for action in actions:
        if action not in position.legal_actions:
            break  # what others can do where something is hidden
        notation.append(position.format(action))
        words.append(position.words(action))
        position = position.after_unchecked(action)
    kept = len(words)
    margin = WITHIN_95 * math.sqrt(chance * (1.0 - chance) / visits) if visits else 0.0
    return Line(actions[:kept], tuple(notation), tuple(words), chance, margin, visits)


# ── Proofs ───────────────────────────────────────────────────────────────────
def _proved(view: Position, seconds: float, lines: int) -> Analysis | None:
    """The exact value of the position and of every action, if the time suffices; each attempt takes twice as long."""
    began, limit, looked = perf_counter(), FIRST_LIMIT, 0
    mover, prover = view.mover, Prover(view.game, view.players)
    assert mover is not None
    while not (proof := prover.prove(view, limit)).proved:
        looked += proof.nodes
        limit *= 2
        if 3.0 * (perf_counter() - began) > seconds:
            return None
    assert proof.action is not None
    values = {proof.action: proof.utilities}
    for action, other in prover.others(view, proof.action, limit, lambda: perf_counter() - began < seconds):
        looked += other.nodes
        if other.proved:
            values[action] = other.utilities
    parts = parts_of(view.game, view.players)
    best = sorted(values, key=lambda action: -values[action][mover])
    shown = tuple(_line(view, (action,), share_of(values[action][mover], parts), 0) for action in best[:lines])
    chances = tuple(share_of(worth, parts) for worth in proof.utilities)
    return Analysis(chances, 0.0, shown, True, looked + proof.nodes, perf_counter() - began)
