"""Four kinds of bots, for every game."""

from collections import Counter
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from rookery.core.position import Position
from rookery.search import Prover, mcts

__all__ = ["Bot", "ExactBot", "GreedyBot", "RandomBot", "TreeBot"]


class Bot(Protocol):
    """Anything that chooses. The same view and the same state of the generator give the same action."""

    @property
    def words(self) -> str:
        """What it does, in one line for people who choose an opponent."""

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        """One of view.legal_actions, which are not empty."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Every legal action as likely."""

    @property
    def words(self) -> str:
        return "plays anything that is allowed"

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        return int(generator.choice(view.legal_actions))


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Looks one ply ahead: what it then has, by the game's own judge, and wins when it can."""

    @property
    def words(self) -> str:
        return "takes what looks best right now"

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        mover = view.mover
        assert mover is not None  # a bot is asked when its seat decides
        world = view.guess(generator)
        worths = {action: _worth(world.after_unchecked(action), mover) for action in view.legal_actions}
        return _any_best(worths, generator)


@dataclass(frozen=True, slots=True)
class TreeBot:
    """Monte Carlo tree search with so many simulations. Games with secrets are searched in `worlds` worlds that agree
    with the view, and the visits are added up."""

    simulations: int
    worlds: int = 8

    @property
    def words(self) -> str:
        return f"plays {self.simulations:,} games in its head before each move"

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        worlds = self.worlds if view.game.facts.hidden else 1
        visits: Counter[int] = Counter()
        for _ in range(worlds):
            found = mcts(view.guess(generator), generator, simulations=max(1, self.simulations // worlds))
            visits.update(dict(zip(found.actions, found.visits, strict=True)))
        return visits.most_common(1)[0][0]


@dataclass(frozen=True, slots=True)
class ExactBot:
    """Plays perfectly where it can prove the position within `limit` positions, else as a TreeBot.

    Of actions that are worth the same it takes one by chance, so that it does not always play the same game."""

    simulations: int
    limit: int

    @property
    def words(self) -> str:
        return f"never errs where {self.limit:,} positions suffice to prove a move, else {self._else.words}"

    @property
    def _else(self) -> TreeBot:
        return TreeBot(self.simulations)

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        mover, legal = view.mover, view.legal_actions
        assert mover is not None
        if len(legal) == 1:
            return legal[0]
        prover = Prover(view.game, view.players)
        left, worths = self.limit, {}
        for action in legal:
            proof = prover.prove(view.after_unchecked(action), left)
            left -= proof.nodes
            if not proof.proved or left <= 0:
                return self._else.choose(view, generator)
            worths[action] = proof.utilities[mover]
        return _any_best(worths, generator)


def _any_best(worths: dict[int, float], generator: np.random.Generator) -> int:
    best = max(worths.values())
    return int(generator.choice([action for action, worth in worths.items() if worth == best]))


def _worth(position: Position, seat: int) -> float:
    """What a position promises a seat: its utility, or what the judge guesses."""
    if position.outcome is not None:
        return position.outcome.utilities[seat]
    out = np.zeros(position.players)
    position.game.made("rookery.search.kernels.evaluate").evaluate(position.states, 0, out)
    return float(out[seat])
