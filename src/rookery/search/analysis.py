"""Analysis of a position: the chance of each seat to win, its margin of error, and the best lines."""

import math
from dataclasses import dataclass, field
from time import perf_counter

from rookery.core.generator import AnyGenerator, Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.search.chances import chance_of, margin_of, parts_of, share_of
from rookery.search.checks import check_budget, check_mover, check_number
from rookery.search.exact import Prover, may_be_proved
from rookery.search.mcts import Tree, grown
from rookery.search.plan import Plan, engine
from rookery.search.ready import get_ready
from rookery.search.result import SearchResult

__all__ = ["Analysis", "Line", "analyse"]

PROVING = 0.4  # share of the time for a proof, if one is possible
PROVED_FOR = 10  # positions of a proof for each allowed simulation; both take about as long
PRINTED = 4  # plies of a line that `str` shows

MAX_WAY = 12  # plies of a proved line
WAY_LIMIT = 20_000  # positions of each proof on it
FIRST_LIMIT = 20_000  # positions of the first attempt at a proof; each further one may have twice as many


@dataclass(frozen=True, slots=True)
class Line:
    """How play may continue after one action of the mover."""

    actions: tuple[int, ...]  # up to a ply that depends on chance or a secret, or that has too few visits
    notation: tuple[str, ...]  # the same
    words: tuple[str, ...]
    chance: float  # of the mover to win, 0 .. 1
    # half-width of a 95 % interval of `chance`, if each simulation were an independent game; 0 if proved. It does not
    # include errors of the engine itself
    margin: float
    visits: int  # simulations that began with this action; 0 for a proof without simulations


@dataclass(frozen=True, slots=True)
class Analysis:
    """The result of an analysis."""

    chances: tuple[float, ...]  # [P] of each seat to win; a shared win counts in part; equal for a team
    margin: float  # of the mover's chance, as in Line
    lines: tuple[Line, ...]  # the best first
    proved: bool  # chances and lines are exact under perfect play; `lines` has only proved ones
    positions: int  # positions searched, in the tree and in playouts
    seconds: float = field(compare=False)
    full: bool = False  # the tree has used all its nodes: more time would not make lines longer

    @property
    def best(self) -> int:
        """The action to play."""
        return self.lines[0].actions[0]

    def __str__(self) -> str:
        told = "proved" if self.proved else f"{self.positions:,} positions"
        told += ", tree full" if self.full else ""
        seats = ", ".join(f"seat {seat} {chance:.0%}" for seat, chance in enumerate(self.chances))
        rows = [f"{seats} ({told}, {self.seconds:.1f} s)"]
        rows += [
            f"{line.chance:6.1%} {'' if self.proved else f'±{line.margin:5.1%} '} {', '.join(line.words[:PRINTED])}"
            + (", ..." if len(line.words) > PRINTED else "")
            for line in self.lines
        ]
        return "\n".join(rows)


def analyse(
    position: Position,
    seconds: float = 1.0,
    *,
    simulations: int | None = None,
    seed: int | AnyGenerator = 0,
    lines: int = 5,
    plan: Plan | None = None,
    nodes: int = 2_000_000,
    workers: int = 1,
) -> Analysis:
    """Analyse a position from the view of its mover, for a number of seconds or simulations.

    A whole position is reduced to the mover's view, so nothing hidden is used. If nothing is hidden, and two sides or
    one team play, it first tries to prove the result; the tree may prove it later. With `simulations` it ignores the
    clock, and a proof may search PROVED_FOR positions for each, so that the same seed gives the same analysis. `lines`:
    the most lines to return; there is at least one. `nodes`: of each tree, 39 bytes each. `workers`: threads, each with
    its own tree.

    Raises CannotPlay if no seat decides, NotYourTurn for the view of another seat, ValueError for an invalid budget or
    number."""
    mover = check_mover(position)
    check_budget(simulations, seconds)
    check_number("lines", lines, 1, whole=True)
    check_number("workers", workers, 1, whole=True)
    view = position.view(mover) if position.game.facts.hidden else position
    get_ready(view.game, ("analyse", view.players, plan), lambda: analyse(view, simulations=1, plan=plan))
    began = perf_counter()
    if may_be_proved(view):
        most = None if simulations is None else PROVED_FOR * simulations
        exact = _proved(view, lines, seconds * PROVING, most)
        if exact is not None:
            return exact
    generator, plan = Generator.of(seed), plan or engine(view.game).plan
    trees = [Tree(view, generator, plan, nodes=nodes, most=simulations) for _ in range(workers)]
    left = None if simulations is not None else max(0.0, seconds - (perf_counter() - began))
    return _searched(trees, grown(trees, simulations, left), lines, began)


def _searched(trees: list[Tree], found: SearchResult, lines: int, began: float) -> Analysis:
    """The analysis that several trees of one view give together."""
    view = trees[0].position
    proved = found.proved and may_be_proved(view)
    shown = [
        _line(view, _longest(trees, action), *_told(value, visits, known, view), visits)
        for action, value, visits, known in zip(found.actions, found.values, found.visits, found.bounds)
        if (known[0] == known[1] if proved else visits)
    ][:lines]
    return Analysis(
        chances=_chances(view, shown[0].chance, found.means),
        margin=shown[0].margin,
        lines=tuple(shown),
        proved=proved,
        positions=found.positions,
        seconds=perf_counter() - began,
        full=found.full,
    )


def _told(value: float, visits: int, known: tuple[int, int], view: Position) -> tuple[float, float]:
    """The chance and the margin of an action; exact for a proved one."""
    if known[0] == known[1] and may_be_proved(view):
        return share_of(value, parts_of(view.game, view.players)), 0.0
    return chance_of(value, view), margin_of(value, visits, view)


def _longest(trees: list[Tree], action: int) -> tuple[int, ...]:
    """The longest line that any of the trees has for an action."""
    return max((tree.line(action) for tree in trees), key=len)


def _chances(view: Position, movers: float, means: tuple[float, ...]) -> tuple[float, ...]:
    """[P] the chances of all seats, given the mover's; the others share the rest in proportion to the search."""
    if view.game.facts.cooperative:
        return (movers,) * view.players
    shares = [chance_of(mean, view) for mean in means]
    others = math.fsum(shares[seat] for seat in range(len(shares)) if seat != view.mover)  # above 0: see `chance_of`
    return tuple(movers if seat == view.mover else (1 - movers) * share / others for seat, share in enumerate(shares))


def _line(view: Position, actions: tuple[int, ...], chance: float, margin: float = 0.0, visits: int = 0) -> Line:
    """A line with notation and words, made in the position in which each action is played."""
    notation, words, position = [], [], view
    if not view.game.facts.hidden:  # then there is only one world, and it has the actions of others
        position = view.determinize(Generator(0))
    for action in actions:
        if action not in position.legal_actions:
            break  # an action of another seat, of which the view knows nothing
        notation.append(position.format(action))
        words.append(position.words(action))
        position = position.after_unchecked(action)
    return Line(actions[: len(words)], tuple(notation), tuple(words), chance, margin, visits)


# ── Proofs ───────────────────────────────────────────────────────────────────
def _proved(view: Position, lines: int, seconds: float, most: int | None) -> Analysis | None:
    """The exact value of the position and of its actions; None if the time, or `most` positions, did not suffice.

    Each attempt may search twice as many positions as the one before."""
    began, looked, limit = perf_counter(), 0, FIRST_LIMIT if most is None else most
    mover, prover = view.mover, Prover(view.game, view.players)
    assert mover is not None
    while not (proof := prover.prove(view, limit)).proved:
        looked += proof.nodes
        if most is not None or 3.0 * (perf_counter() - began) > seconds:
            return None
        limit *= 2
    assert proof.action is not None
    values = {proof.action: proof.utilities}
    left = limit if most is None else most - proof.nodes

    def going_on() -> bool:
        return most is not None or perf_counter() - began < seconds

    for action, other in prover.others(view, proof.action, left, going_on):
        looked += other.nodes
        if other.proved:
            values[action] = other.utilities
    parts = parts_of(view.game, view.players)
    best = sorted(values, key=lambda action: -values[action][mover])
    shown = tuple(_line(view, _way(prover, view, a), share_of(values[a][mover], parts)) for a in best[:lines])
    chances = tuple(share_of(worth, parts) for worth in proof.utilities)
    return Analysis(chances, 0.0, shown, True, looked + proof.nodes, perf_counter() - began)


def _way(prover: Prover, view: Position, action: int) -> tuple[int, ...]:
    """An action and best replies, up to a ply of chance or one that a short proof cannot settle."""
    way, position = [action], view.after_unchecked(action)
    while len(way) < MAX_WAY and position.mover not in (None, CHANCE):
        proof = prover.prove(position, WAY_LIMIT)
        if proof.action is None:
            break
        way.append(proof.action)
        position = position.after_unchecked(proof.action)
    return tuple(way)
