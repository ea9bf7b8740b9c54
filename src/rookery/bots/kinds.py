"""Kinds of bots, for every game."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, runtime_checkable

import numpy as np

from rookery.core.position import Position
from rookery.search import (
    Plan,
    Prover,
    SearchLimits,
    SearchResult,
    action_scores,
    chance_of,
    engine,
    may_be_proved,
    mcts,
    parts_of,
    share_of,
)
from rookery.search.checks import check_number

__all__ = ["Advice", "Adviser", "Bot", "EngineBot", "GreedyBot", "PlainBot", "RandomBot", "advised"]


PROVED = {  # by the mover's chance
    1.0: "proved: with perfect play this wins",
    0.0: "proved: with perfect play this loses",
}


class Bot(Protocol):
    """Anything that chooses. The same view and the same state of the generator give the same action."""

    @property
    def words(self) -> str:
        """What it does, in one line for people who choose an opponent."""

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        """One of view.legal_actions, which are not empty."""


class Advice(NamedTuple):
    """What a bot plays, and what it thinks of it."""

    action: int
    proved: bool  # no other action is better if all play perfectly
    chance: float | None  # of the mover to win, 0 .. 1; None where it did not think

    @property
    def words(self) -> str:
        """What it proved, to be said to everybody; "" where it proved nothing, or had no choice."""
        if not self.proved or self.chance is None:
            return ""
        return PROVED.get(self.chance, "proved: with perfect play nothing is better")


@runtime_checkable
class Adviser(Protocol):
    """What else a bot may do: say what it thinks of its choice."""

    def advise(self, view: Position, generator: np.random.Generator) -> Advice:
        """What `choose` would choose, and more. Proved only where nothing is hidden: everybody is told."""


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
    """Takes what the game's judge likes best: as the engine's plan has it, by the action alone or by the position one
    ply later. It searches no further."""

    @property
    def words(self) -> str:
        return "takes what looks best right now"

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        scores = action_scores(view.guess(generator), engine(view.game).plan.ordered)
        return int(generator.choice(np.array(view.legal_actions)[scores == scores.max()]))


@dataclass(frozen=True, slots=True)
class PlainBot:
    """The yardstick: plain UCT with random playouts, without any knowledge of the game and without proofs. Games with
    secrets are searched in `worlds` worlds that agree with the view, each in a tree of its own, and the visits are
    added up (determinised search: Whitehouse, Powley, Cowling 2011, https://doi.org/10.1109/CIG.2011.6031993)."""

    simulations: int
    worlds: int = 10

    def __post_init__(self) -> None:
        """Raises ValueError."""
        check_number("simulations", self.simulations, 1, whole=True)
        check_number("worlds", self.worlds, 1, whole=True)

    @property
    def words(self) -> str:
        return f"knows nothing but the rules, and plays {self.simulations:,} random games before each move"

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        worlds = min(self.worlds, self.simulations) if view.game.facts.hidden else 1
        visits: Counter[int] = Counter()
        for world in range(worlds):
            share = (self.simulations + world) // worlds
            found = mcts(view.guess(generator), generator, Plan(proves=False), simulations=share)
            visits.update(dict(zip(found.actions, found.visits, strict=True)))
        return visits.most_common(1)[0][0]


@dataclass(frozen=True, slots=True)
class EngineBot(SearchLimits):
    """The engine of the house, which thinks so much (search/plan.py: how it thinks about the game).

    Where `proof` positions suffice to prove a position it plays perfectly: of actions that are proved to win it takes
    one by chance, so that it does not always play the same game; where none wins, of those that are as good as any the
    one that its search rates best against imperfect play. The same where its search proves the position by the way;
    where that proves a loss, it plays what took longest to refute.
    With a temperature it does not always play what its search visits most, but an action with v visits in proportion to
    v ** (1 / temperature) (Silver and others 2017, https://doi.org/10.1038/nature24270); it never throws away what its
    search has proved. Raises ValueError like a thought."""

    @property
    def words(self) -> str:
        often = "plays what works best"
        if self.temperature > 1.0:
            often = "plays almost anything that it looked at"
        elif self.temperature == 1.0:
            often = "plays what looks promising"
        elif self.temperature > 0.0:
            often = "mostly plays what works best"
        surely = f"never errs where {self.proof:,} positions suffice for a proof, else " if self.proof else ""
        return f"{surely}{often} after thinking {self.simulations:,} times ahead"

    def choose(self, view: Position, generator: np.random.Generator) -> int:
        return self.advise(view, generator).action

    def advise(self, view: Position, generator: np.random.Generator) -> Advice:
        """What it plays, whether that is proved to be best, and its chance after that."""
        if len(view.legal_actions) == 1:
            return Advice(view.legal_actions[0], proved=True, chance=None)
        if self.proof and may_be_proved(view):
            best, worth = _proved_best(view, self.proof)
            if best:
                chosen = int(generator.choice(best)) if worth >= 1.0 else self._most_visited(view, generator, best)
                return Advice(chosen, proved=True, chance=share_of(worth, parts_of(view.game, view.players)))
        found = self._search(view, generator)
        chosen, lost = found.best, set(found.bounds) == {(-1, -1)}
        if found.proved and may_be_proved(view):
            worth = found.values[0]
            if worth < 1.0 and not lost:
                chosen = self._most_visited(view, generator, [*found.alike()])
            return Advice(chosen, proved=True, chance=share_of(worth, parts_of(view.game, view.players)))
        if self.temperature > 0.0 and not lost:
            often = np.array(found.visits[: found.sound], float)
            often = (often / often.max()) ** (1.0 / self.temperature) if often.any() else np.ones(len(often))
            chosen = int(generator.choice(found.actions[: found.sound], p=often / often.sum()))
        value = found.values[found.actions.index(chosen)]
        return Advice(chosen, proved=False, chance=chance_of(value, view))

    def _search(self, view: Position, generator: np.random.Generator, *, proves: bool = True) -> SearchResult:
        plan = engine(view.game).plan
        return mcts(view, generator, plan if proves else replace(plan, proves=False), simulations=self.simulations)

    def _most_visited(self, view: Position, generator: np.random.Generator, best: list[int]) -> int:
        """What makes it hardest for others, of `best`, which perfect play shows to be alike."""
        if len(best) == 1:
            return best[0]
        found = self._search(view, generator, proves=False)  # others do not play perfectly
        return next((action for action in found.actions if action in best), best[0])


def advised(bot: Bot, view: Position, generator: np.random.Generator) -> Advice:
    """What a bot does, and what it thinks of it if it says so."""
    if isinstance(bot, Adviser):
        return bot.advise(view, generator)
    return Advice(bot.choose(view, generator), proved=False, chance=None)


def _proved_best(view: Position, limit: int) -> tuple[list[int], float]:
    """Actions that are proved to be as good as any, and what they are worth; none if `limit` positions do not suffice
    to prove one."""
    mover, prover = view.mover, Prover(view.game, view.players)
    assert mover is not None
    proof = prover.prove(view, limit)
    if not proof.proved or proof.action is None:
        return [], 0.0
    worth = proof.utilities[mover]
    others = prover.others(view, proof.action, limit - proof.nodes)
    return [
        proof.action,
        *(action for action, other in others if other.proved and other.utilities[mover] >= worth),
    ], worth
