"""Positions to learn from, and what searches say they are worth.

Quick searches play games; now and then a position near the game is searched for longer. So most simulations go into
labels, not into moves (playout cap randomization: Wu 2019, https://arxiv.org/abs/1902.10565), and because a tree holds
many positions that no game reaches, some random but plausible actions lead away from the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from rookery.core.generator import Generator
from rookery.core.networks import Network
from rookery.core.position import Game, Position
from rookery.core.protocol import Array
from rookery.search.chances import parts_of, share_of
from rookery.search.mcts import Tree
from rookery.search.plan import Plan, TrainingLimits, action_scores, engine
from rookery.search.result import SearchResult

LOOKED_AT = 0.35  # share of the decisions of a game near which a position is labelled
AWAY = (0, 1, 1, 2, 3)  # plies that lead from the game to the position, equally likely
STRAYING = (0.02, 0.05, 0.2)  # share of random moves in a game, equally likely
SPREAD, STRAY_SPREAD = 0.1, 0.2  # utilities by which the scores of random actions differ from the evaluator's
OLD = 0.3  # chance that a seat plays with any of the searchers so far
NODES, LEAST_NODES = 120, 5_000  # room in a tree: for each simulation, and at least


@dataclass(frozen=True, slots=True)
class Searcher:
    """The search of positions, and its network."""

    plan: Plan
    network: Network | None = None

    def search(self, position: Position, simulations: int, luck: Generator) -> SearchResult:
        """Search a whole position: a network estimates worlds, not views."""
        room = NODES * simulations + LEAST_NODES
        tree = Tree(position, luck, self.plan, nodes=room, most=simulations, network=self.network)
        return tree.think(simulations).result()


@dataclass(frozen=True, slots=True)
class Examples:
    """Positions, and the shares of the prize that parties can expect there."""

    inputs: Array  # [N, I] float32
    shares: Array  # [N, seats] float32, the seat whose turn it is first; for a team its chance to win, [N, 1]


def searcher_of(game: Game, players: int, network: Network | None, limits: TrainingLimits) -> Searcher:
    """The searcher with a network, which estimates new positions at once even where bots go on with a playout, because
    that is faster; or the one of the first round, which has none."""
    plan = engine(game).plan_for(players)
    if network is None:
        return Searcher(replace(plan, learned=False, horizon=limits.horizon))
    return Searcher(replace(plan, learned=True, horizon=0), network)


def labelled(
    game: Game, players: int, searchers: Sequence[Searcher], limits: TrainingLimits, seed: Sequence[int]
) -> Examples:
    """The positions of one game. The last searcher labels them; now and then earlier ones play a seat."""
    generator = np.random.default_rng(seed)
    luck = Generator(int(generator.integers(1 << 62)))
    anyone = [searchers[int(generator.integers(len(searchers)))] for _ in range(players)]
    seats = [old if generator.random() < OLD else searchers[-1] for old in anyone]
    straying = generator.choice(STRAYING)
    inputs, shares = list[Array](), list[Array]()
    position = game.start(players=players).settled(luck)
    while position.mover is not None:
        if len(position.legal_actions) > 1 and generator.random() < LOOKED_AT:
            beside = position
            for _ in range(int(generator.choice(AWAY))):
                beside = beside if beside.is_over else stray(beside, SPREAD, generator, luck)
            if not beside.is_over and len(beside.legal_actions) > 1:
                numbers, first = seen(beside)
                inputs.append(numbers)
                expected = shares_expected(beside, searchers[-1].search(beside, limits.label, luck).means)
                shares.append(np.roll(expected, -first))
        if generator.random() < straying:
            position = stray(position, STRAY_SPREAD, generator, luck)
        else:
            position = _play(position, seats[position.mover or 0], limits.play, luck)
    return collected(game, players, inputs, shares)


def collected(game: Game, players: int, inputs: Sequence[Array], shares: Sequence[Array]) -> Examples:
    """Positions in one piece, in their order; there may be none."""
    wide, parties = _inputs_of(game, players), 1 if game.facts.cooperative else players
    return Examples(np.array(inputs, np.float32).reshape(-1, wide), np.array(shares, np.float32).reshape(-1, parties))


def examples_from(game: Game, players: int, inputs: Array, shares: Array) -> Examples:
    """Positions that were kept in a file: `inputs` [N, I] and `shares` [N, parties], both float32. Raises ValueError
    for those of another network, or broken ones."""
    empty = collected(game, players, [], [])
    for array, wanted in ((inputs, empty.inputs), (shares, empty.shares)):
        if array.shape != (len(inputs), wanted.shape[1]) or array.dtype != wanted.dtype or not np.isfinite(array).all():
            raise ValueError(f"{array.shape} {array.dtype}")
    if ((shares < 0.0) | (shares > 1.0)).any():
        raise ValueError("shares of less than nothing, or of more than all")
    return Examples(inputs, shares)


def joined(parts: Sequence[Examples]) -> Examples:
    """All positions of some parts, which must not be empty."""
    return Examples(np.concatenate([part.inputs for part in parts]), np.concatenate([part.shares for part in parts]))


def seen(position: Position) -> tuple[Array, int]:
    """The inputs of a network for a position, [I] float32, and the seat whose numbers come first."""
    out = np.zeros(_inputs_of(position.game, position.players), np.float32)
    first = position.game.made("rookery.search.kernels.evaluate").inputs(position.states, 0, out)
    return out, int(first)


def _inputs_of(game: Game, players: int) -> int:
    return game.network_inputs.count(players)


def shares_expected(position: Position, utilities: Sequence[float]) -> Array:
    """[parties] the shares of the prize that utilities stand for, from seat 0 on; of a team its chance to win."""
    parts = parts_of(position.game, position.players)
    shares = np.clip([share_of(utility, parts) for utility in utilities], 0.0, 1.0)
    return shares[:1] if position.game.facts.cooperative else np.asarray(shares / shares.sum())


def stray(position: Position, spread: float, generator: np.random.Generator, luck: Generator) -> Position:
    """The position after an action that is random but plausible."""
    actions = position.legal_actions
    if len(actions) == 1:
        return position.after_unchecked(actions[0]).settled(luck)
    scores = action_scores(position, "ahead") + spread * generator.gumbel(size=len(actions))
    return position.after_unchecked(actions[int(np.argmax(scores))]).settled(luck)


def _play(position: Position, searcher: Searcher, simulations: int, luck: Generator) -> Position:
    """The position after the action that a quick search prefers."""
    actions = position.legal_actions
    action = actions[0] if len(actions) == 1 else searcher.search(position, simulations, luck).best
    return position.after_unchecked(action).settled(luck)
