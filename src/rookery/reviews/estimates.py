"""The chances of all seats in any position, also where chance moves or where another seat than the viewer decides."""

from dataclasses import dataclass

from rookery.core.generator import AnyGenerator
from rookery.core.position import Position
from rookery.search.chances import chance_of, in_all, margin_of, parts_of, share_of
from rookery.search.mcts import Tree
from rookery.search.plan import Plan

__all__ = ["Estimate", "estimate", "estimate_of", "grown", "result_of", "settled_estimate"]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Chances of a position, and how sure they are."""

    chances: tuple[float, ...]  # [P] of each seat to win; a shared win counts in part; equal for a team
    margins: tuple[float, ...]  # [P] half-widths of 95 % intervals, as in rookery.analyse; 0 if proved
    simulations: int  # 0: the result is known


def result_of(position: Position, utilities: tuple[float, ...]) -> tuple[float, ...]:
    """[P] the shares of the prize that utilities of a game that is over stand for."""
    parts = parts_of(position.game, position.players)
    return tuple(share_of(utility, parts) for utility in utilities)


def settled_estimate(position: Position) -> Estimate | None:
    """The estimate of a position that is over; else None."""
    if position.outcome is None:
        return None
    shares = result_of(position, position.outcome.utilities)
    return Estimate(shares, (0.0,) * len(shares), 0)


def estimate(position: Position, simulations: int, generator: AnyGenerator, plan: Plan) -> Estimate:
    """The mean over a tree's simulations. A view is searched in worlds drawn from it, whoever decides; a whole position
    is searched as if all hands were open."""
    if (known := settled_estimate(position)) is not None:
        return known
    return estimate_of(grown(position, simulations, generator, plan))


def grown(position: Position, simulations: int, generator: AnyGenerator, plan: Plan) -> Tree:
    """The tree of so many simulations of a position that is not over, whoever decides."""
    tree = Tree(position, generator, plan, nodes=_room(position, simulations), most=simulations, any_mover=True)
    return tree.think(simulations)


def estimate_of(tree: Tree) -> Estimate:
    """The mean over the simulations of a tree."""
    position, means, made = tree.position, tree.means, tree.simulations  # its actions take time to read
    # with more rivals, a tree proves only what one seat gets
    if tree.is_proved and (position.players == 2 or position.game.facts.cooperative):
        return Estimate(result_of(position, tree.proved_utilities), (0.0,) * position.players, made)
    chances = tuple(chance_of(mean, position) for mean in means)
    margins = tuple(margin_of(mean, made, position) for mean in means)
    return Estimate(in_all(position, chances), margins, made)


def _room(position: Position, simulations: int) -> int:
    """Nodes for a tree: each simulation grows one position, by at most all its actions. Memory that is not used costs
    nothing."""
    most = position.game.facts.max_legal
    return min(500_000, (simulations + 2) * (most + 2))
