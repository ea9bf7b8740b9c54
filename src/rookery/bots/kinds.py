"""Kinds of bots, for every game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, runtime_checkable

from rookery.core.elementary import exp, log
from rookery.core.generator import AnyGenerator, Generator
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
    mixed,
    parts_of,
    share_of,
)
from rookery.search.checks import check_number
from rookery.search.result import UNPROVED

PROVED = {  # by the mover's chance to win
    1.0: "proved: with perfect play this wins",
    0.0: "proved: with perfect play this loses",
}


class Bot(Protocol):
    """Anything that chooses actions. The same view and the same state of the generator give the same action."""

    @property
    def words(self) -> str:
        """A line about its play for people who choose an opponent."""

    def choose(self, view: Position, generator: Generator) -> int:
        """One of `view.legal_actions`, which must not be empty."""


class Advice(NamedTuple):
    """The action that a bot chose, and its estimate of that action."""

    action: int
    proved: bool  # no other action is better if all play perfectly
    chance: float | None  # of the mover to win, 0 .. 1; None if the bot did not estimate it

    @property
    def words(self) -> str:
        """A remark on what was proved, for everybody at the table; "" if nothing was proved or there was no choice."""
        if not self.proved or self.chance is None:
            return ""
        return PROVED.get(self.chance, "proved: with perfect play nothing is better")


@runtime_checkable
class Adviser(Protocol):
    """A bot that can also assess its choice."""

    def advise(self, view: Position, generator: Generator) -> Advice:
        """The action that `choose` would return, and its estimate. `proved` must be False in a game with hidden
        information, because everybody hears the remark."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Plays each legal action with equal probability."""

    @property
    def words(self) -> str:
        return "plays any legal move"

    def choose(self, view: Position, generator: AnyGenerator) -> int:
        return Generator.of(generator).choice(view.legal_actions)


@dataclass(frozen=True, slots=True)
class GreedyBot:
    """Plays the action that the game's evaluator rates best. The engine's plan decides whether the evaluator rates the
    action itself or the position one ply later. There is no further search."""

    @property
    def words(self) -> str:
        return "plays what looks best right now"

    def choose(self, view: Position, generator: AnyGenerator) -> int:
        generator = Generator.of(generator)
        scores = action_scores(view.determinize(generator), engine(view.game).plan_for(view.players).ordered).tolist()
        best = max(scores)
        return generator.choice([action for action, score in zip(view.legal_actions, scores) if score == best])


@dataclass(frozen=True, slots=True)
class PlainBot:
    """A yardstick: plain UCT with random playouts, without knowledge of the game and without proofs. In a game with
    secrets it searches `worlds` worlds that agree with the view, each in its own tree, and adds up the visits
    (determinised search: Whitehouse, Powley, Cowling 2011, https://doi.org/10.1109/CIG.2011.6031993)."""

    simulations: int
    worlds: int = 10

    def __post_init__(self) -> None:
        """Raises ValueError."""
        check_number("simulations", self.simulations, 1, whole=True)
        check_number("worlds", self.worlds, 1, whole=True)

    @property
    def words(self) -> str:
        return f"knows only the rules, and tries {self.simulations:,} random games before each move"

    def choose(self, view: Position, generator: AnyGenerator) -> int:
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        generator = Generator.of(generator)
        worlds = min(self.worlds, self.simulations) if view.game.facts.hidden else 1
        visits = dict[int, int]()
        for world in range(worlds):
            share = (self.simulations + world) // worlds
            result = mcts(view.determinize(generator), generator, Plan(proves=False), simulations=share)
            for action, times in zip(result.actions, result.visits):
                visits[action] = visits.get(action, 0) + times
        return max(visits, key=lambda action: visits[action])


@dataclass(frozen=True, slots=True)
class EngineBot(SearchLimits):
    """Rookery's engine, with limits on its search. search/plan.py holds the settings of the search for each game.

    If searching at most `proof` positions proves the value of the position, the bot plays perfectly. Of the actions
    proved to win it plays a random one, so that games differ. If none wins, it plays, of the actions proved equally
    good, the one that its tree search rates best against imperfect play. The same holds if the tree search itself
    proves the value; if that proves a loss, the bot plays the action that took longest to refute.

    With a temperature above 0, it plays an action with v visits with probability in proportion to
    v ** (1 / temperature) (Silver and others 2017, https://doi.org/10.1038/nature24270), not always the most visited
    one. It chooses among the actions that it notices: each is overlooked with the probability `overlooks`. It never
    gives up a proved result. Raises ValueError for limits out of range."""

    @property
    def words(self) -> str:
        often = "plays what works best"
        if self.temperature > 1.0:
            often = "plays almost anything that it looked at"
        elif self.temperature == 1.0:
            often = "plays what looks promising"
        elif self.temperature > 0.0:
            often = "mostly plays what works best"
        surely = f"never errs where {self.proof:,} positions are enough for a proof; else " if self.proof else ""
        if self.overlooks:
            often = f"overlooks {self.overlooks:.0%} of the moves, and of the others {often}"
        return f"{surely}{often} after looking ahead {self.simulations:,} times"

    def choose(self, view: Position, generator: AnyGenerator) -> int:
        return self.advise(view, generator).action

    def advise(self, view: Position, generator: AnyGenerator) -> Advice:
        """The action to play, whether it is proved to be best, and the mover's chance to win after it."""
        if len(view.legal_actions) == 1:
            return Advice(view.legal_actions[0], proved=True, chance=None)
        generator = Generator.of(generator)
        if self.proof and may_be_proved(view):
            best, worth = _proved_best(view, self.proof)
            if best:
                chosen = generator.choice(best) if worth >= 1.0 else self._most_visited(view, generator, best)
                return Advice(chosen, proved=True, chance=share_of(worth, parts_of(view.game, view.players)))
        result = self._search(view, generator)
        chosen, lost = result.best, set(result.bounds) == {(-1, -1)}
        if result.proved and may_be_proved(view):
            worth = result.values[0]
            if worth < 1.0 and not lost:
                chosen = self._most_visited(view, generator, [*result.alike()])
            return Advice(chosen, proved=True, chance=share_of(worth, parts_of(view.game, view.players)))
        if not lost and (self.temperature or self.overlooks):
            seen = _noticed(result, self.overlooks, generator)
            often = [result.visits[i] for i in seen]
            at = generator.choice(seen, _heated(often, self.temperature)) if self.temperature else seen[0]
            chosen = result.actions[at]
        at = result.actions.index(chosen)
        known = result.visits[at] > 0 or result.bounds[at] != UNPROVED  # else the search never looked at it
        return Advice(chosen, proved=False, chance=chance_of(result.values[at], view) if known else None)

    def _search(self, view: Position, generator: Generator, *, proves: bool = True) -> SearchResult:
        plan = engine(view.game).plan_for(view.players)
        return mcts(view, generator, plan if proves else replace(plan, proves=False), simulations=self.simulations)

    def _most_visited(self, view: Position, generator: Generator, best: list[int]) -> int:
        """Of actions that are equally good under perfect play, the one that makes play hardest for the others."""
        if len(best) == 1:
            return best[0]
        found = self._search(view, generator, proves=False)  # others do not play perfectly
        return next((action for action in found.actions if action in best), best[0])


@dataclass(frozen=True, slots=True)
class MixedBot:
    """Draws each action as often as a search finds best against players who may know how often it does
    (search/mixed.py). So it bluffs, and doubts, about as often as pays."""

    simulations: int

    def __post_init__(self) -> None:
        """Raises ValueError."""
        check_number("simulations", self.simulations, 1, whole=True)

    @property
    def words(self) -> str:
        return f"bluffs where it pays, after looking ahead {self.simulations:,} times"

    def choose(self, view: Position, generator: AnyGenerator) -> int:
        return self.advise(view, generator).action

    def advise(self, view: Position, generator: AnyGenerator) -> Advice:
        """The action that was drawn, and the mover's chance to win."""
        if len(view.legal_actions) == 1:
            return Advice(view.legal_actions[0], proved=False, chance=None)
        generator = Generator.of(generator)
        found = mixed(view, generator, engine(view.game).plan_for(view.players), simulations=self.simulations)
        return Advice(generator.choice(found.actions, found.shares), proved=False, chance=chance_of(found.value, view))


def advised(bot: Bot, view: Position, seed: int | AnyGenerator) -> Advice:
    """The advice of a bot. A bot that is not an Adviser only chooses an action."""
    generator = Generator.of(seed)
    if isinstance(bot, Adviser):
        return bot.advise(view, generator)
    return Advice(bot.choose(view, generator), proved=False, chance=None)


def _noticed(found: SearchResult, overlooks: float, generator: Generator) -> list[int]:
    """The places of the actions that are noticed, of those that give up no proved result; at least one."""
    places = range(found.sound)
    return [i for i in places if overlooks == 0.0 or generator.uniform() >= overlooks] or [generator.choice(places)]


def _heated(visits: Sequence[int], temperature: float) -> list[float]:
    """v ** (1 / temperature) for each number of visits v, relative to the largest; equal weights if all are 0."""
    most = max(visits)
    if most == 0:
        return [1.0] * len(visits)
    return [float(exp(log(times / most) / temperature)) if times else 0.0 for times in visits]


def _proved_best(view: Position, limit: int) -> tuple[list[int], float]:
    """The actions proved to be best, and their utility for the mover; ([], 0.0) if `limit` positions are too few to
    prove one."""
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
