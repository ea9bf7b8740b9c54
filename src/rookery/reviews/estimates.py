"""The chances of all seats in any position, also where chance moves or where another seat than the viewer decides."""

import math
from dataclasses import dataclass

from rookery.core.elementary import exp, log
from rookery.core.generator import AnyGenerator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.search.analysis import Analysis
from rookery.search.chances import chance_of, in_all, margin_of, parts_of, share_of, shared_out
from rookery.search.mcts import Tree
from rookery.search.plan import Plan
from rookery.search.result import SearchResult


@dataclass(frozen=True, slots=True)
class Estimate:
    """Chances of a position, and how sure they are."""

    chances: tuple[float, ...]  # [P] of each seat to win; a shared win counts in part; equal for a team
    margins: tuple[float, ...]  # [P] half-widths of 95 % intervals, as in rookery.analyse; 0 if proved
    simulations: int  # 0: the result is known
    proved: bool = False  # the chances are exact under perfect play


def result_of(position: Position, utilities: tuple[float, ...]) -> tuple[float, ...]:
    """[P] the shares of the prize that utilities of a game that is over stand for."""
    parts = parts_of(position.game, position.players)
    return tuple(share_of(utility, parts) for utility in utilities)


def both_margins(one: float, other: float) -> float:
    """The margin of a difference between estimates that do not depend on each other."""
    return math.sqrt(one * one + other * other)


def settled_estimate(position: Position) -> Estimate | None:
    """The estimate of a position that is over; else None."""
    if position.outcome is None:
        return None
    shares = result_of(position, position.outcome.utilities)
    return Estimate(shares, (0.0,) * len(shares), 0, proved=True)


def of_analysis(found: Analysis, players: int) -> Estimate:
    """The chances by an analysis."""
    return Estimate(found.chances, (found.margin,) * players, found.positions, found.proved)


def estimate(position: Position, simulations: int, generator: AnyGenerator, plan: Plan) -> Estimate:
    """The chances by a tree search. A view is searched in worlds drawn from it, whoever decides; a whole position is
    searched as if all hands were open."""
    if (known := settled_estimate(position)) is not None:
        return known
    return estimate_of(grown(position, simulations, generator, plan))


def grown(position: Position, simulations: int, generator: AnyGenerator, plan: Plan) -> Tree:
    """The tree of so many simulations of a position that is not over, whoever decides."""
    tree = Tree(position, generator, plan, nodes=_room(position, simulations), most=simulations, any_mover=True)
    return tree.think(simulations)


def estimate_of(tree: Tree) -> Estimate:
    """The chances in a tree's position. If chance moves, or another seat than the viewer decides, that is the mean
    over its simulations."""
    position, means, simulations = tree.position, tree.means, tree.simulations  # its actions take time to read
    # with more rivals, a tree proves only what one seat gets
    if tree.is_proved and (position.players == 2 or position.game.facts.cooperative):
        nothing = (0.0,) * position.players
        return Estimate(result_of(position, tree.proved_utilities), nothing, simulations, proved=True)
    if position.mover != CHANCE and position.viewer in (None, position.mover):
        return of_decision(position, tree.result())
    chances = tuple(chance_of(mean, position) for mean in means)
    margins = tuple(margin_of(mean, simulations, position) for mean in means)
    return Estimate(in_all(position, chances), margins, simulations)


def of_decision(position: Position, found: SearchResult) -> Estimate:
    """The chances by a search of a position in which a seat decides: it is worth what the best action is worth.

    Of rivals, the mean over all simulations says too little of that, because some begin with weak actions; and the mean
    after the most visited action says too much, because the best of noisy values is too high, and because the replies
    to it are explored as well. Between two, the search has decided as far as two simulations begin with the same
    action: so the square of the share of its visits is the weight of that action, and the rest that of the mean. With
    several rivals, who share what a weak reply loses, the most visited action overstates the chance less: so the
    exponent is 2 / (number of rivals). Then a move changes the chances of its seat by nothing on average
    (benchmarks/reviews.py). For a team, whose actions all err on the same side, the most visited action counts
    alone."""
    mover = position.mover
    assert mover is not None
    value, visits, total = found.values[0], found.visits[0], found.simulations
    if not position.game.facts.cooperative and visits > 0:
        mean = found.means[mover]
        weight = exp(log(visits / total) * 2.0 / (position.players - 1))  # a power with the same bits on every machine
        value, visits = mean + weight * (value - mean), total
    margin = margin_of(value, visits, position)
    chances = shared_out(chance_of(value, position), position, found.means)
    return Estimate(chances, (margin,) * position.players, total)


def _room(position: Position, simulations: int) -> int:
    """Nodes for a tree: each simulation grows one position, by at most all its actions. Memory that is not used costs
    nothing."""
    most = position.game.facts.max_legal
    return min(500_000, (simulations + 2) * (most + 2))
