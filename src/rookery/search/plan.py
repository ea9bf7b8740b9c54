"""How the engine thinks about a game: engine.toml in the game's folder; a game without one is searched plainly.

[plan]                  # as in Plan; what is not named stays as it is there
exploration = 0.5
ordered = "order"
[levels]                # as in SearchLimits
easy = { simulations = 40 }
[chances]               # with so many players: shares of the prize as searches found them, and as they were won,
2 = [[0.3, 0.1], ...]   # both as if between two. `rookery arena GAME LEVEL` counts them and prints this line
"""

import functools
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal

import numpy as np

from rookery.core.errors import one_of
from rookery.core.position import Game, Position
from rookery.core.protocol import Array
from rookery.search.checks import check_number, check_whole
from rookery.search.kernels.nodes import AS_THEY_COME, BY_ORDER, LOOKING_AHEAD, PLAN
from rookery.search.workspace import workspace

__all__ = ["Engine", "Plan", "Points", "SearchLimits", "action_scores", "engine", "samples_worlds"]

Ordered = Literal["", "order", "ahead"]
Points = tuple[tuple[float, float], ...]  # both numbers between 0 and 1, and rising
ORDERINGS: Mapping[Ordered, int] = {"": AS_THEY_COME, "order": BY_ORDER, "ahead": LOOKING_AHEAD}
MOST_CHILDREN = 1 << 30  # no game has so many actions


@dataclass(frozen=True, slots=True)
class Plan:
    """How a tree is searched. As it stands: plain UCT with random playouts, which asks the game's evaluator nothing."""

    exploration: float = 1.4  # the weight of what is uncertain
    prior_visits: float = (
        0.0  # so many visits counts what the evaluator says of an action; only where it is "ahead" that says it,
    )
    # whose estimate is a utility
    wide: float = math.inf  # children in play: so many times the square root of the visits, and one
    tried: int = 1  # actions that are looked at for a decision of a playout; 1: any; 0: all
    guided: Ordered = "order"  # how they are ordered there: see `ordered`
    horizon: int = -1  # decisions of a playout before the evaluator estimates the utilities; -1: it goes to the end
    ordered: Ordered = ""  # actions are tried as they come, in the evaluator's order, or by its estimate
    # about the position one ply later, which sees more and takes longer
    proves: bool = True  # proved results are kept, and moves that cannot improve on a proved result are pruned

    def __post_init__(self) -> None:
        """Raises ValueError."""
        check_number("exploration", self.exploration, 0)
        check_number("prior_visits", self.prior_visits, 0)
        if self.wide != math.inf:
            check_number("wide", self.wide, 0)
        check_number("tried", self.tried, 0, whole=True)
        check_number("horizon", self.horizon, -1, whole=True)
        for name, how in (("ordered", self.ordered), ("guided", self.guided)):
            if how not in tuple(ORDERINGS):  # a list has no hash
                raise ValueError(f"{name} {how!r}; allowed: {', '.join(map(repr, ORDERINGS))}")
        if not isinstance(self.proves, bool):
            raise ValueError(f"proves {self.proves!r}; allowed: true, false")
        if self.prior_visits and self.ordered != "ahead":
            raise ValueError(f'prior_visits {self.prior_visits} needs ordered "ahead", not "{self.ordered}"')

    def for_kernel(self, position: Position, simulations: int) -> Array:
        """[1] PLAN for a search of so many simulations: more children than can come into play are not made."""
        facts, whole = position.game.facts, not samples_worlds(position)
        sides = 1 if facts.cooperative else -1 if position.players == 2 else 0
        eye = 0 if sides else position.mover
        wide = min(self.wide, MOST_CHILDREN)  # infinite times no visits would be no number
        widest = int(min(1.0 + wide * math.sqrt(simulations), MOST_CHILDREN))
        guided, ordered = ORDERINGS[self.guided], ORDERINGS[self.ordered]
        plan = np.zeros(1, PLAN)
        plan[0] = (
            self.exploration,
            self.prior_visits,
            wide,
            widest,
            self.tried,
            self.horizon,
            guided,
            ordered,
            self.proves and whole,
            eye,
            sides,
            facts.reveals and not whole,
        )
        return plan


def samples_worlds(position: Position) -> bool:
    """Whether a search of it plays in determinized worlds: it is a view, and something may be hidden."""
    return position.game.facts.hidden and position.viewer is not None


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How much a level thinks before a move, and how it chooses then."""

    simulations: int  # 1 or more
    proof: int = 0  # positions that it may look at to prove its move; 0: it does not try
    temperature: float = 0.0  # 0: it plays what its search visits most; 1: each action as often as it is visited;
    # beyond: more and more often what it thinks little of

    def __post_init__(self) -> None:
        """Raises ValueError."""
        check_number("simulations", self.simulations, 1, whole=True)
        check_number("proof", self.proof, 0, whole=True)
        check_number("temperature", self.temperature, 0)


@dataclass(frozen=True, slots=True)
class Engine:
    """How the engine thinks about one game."""

    plan: Plan = Plan()
    levels: Mapping[str, SearchLimits] = field(default_factory=lambda: MappingProxyType({}))
    chances: Mapping[int, Points] = field(default_factory=lambda: MappingProxyType({}))  # by number of players

    def __post_init__(self) -> None:
        """Raises ValueError."""
        for players, points in self.chances.items():
            line = ((0.0, 0.0), *points, (1.0, 1.0))
            if not all(left < right and low < high for (left, low), (right, high) in pairwise(line)):  # nan is refused
                raise ValueError(f"the chances of {players} players do not rise from above 0 to below 1: {points}")


@functools.cache
def engine(game: Game) -> Engine:
    """What the game's engine.toml says. Raises ValueError for what it may not say."""
    path = game.path / "engine.toml"
    if not path.exists():
        return Engine()
    try:
        told: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        plan = Plan(**_table(told, "plan"))
        levels = {_name(name): _thought(name, thought) for name, thought in _table(told, "levels").items()}
        chances = {_players(game, name): _points(points) for name, points in _table(told, "chances").items()}
        if told:
            raise TypeError(f"unknown are {sorted(told)}")
        return Engine(plan, MappingProxyType(levels), MappingProxyType(chances))
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path.name} of {game.facts.name} cannot be read: {error}") from None


def _table(told: dict[str, Any], name: str) -> dict[str, Any]:
    table = told.pop(name, {})
    if not isinstance(table, dict):
        raise ValueError(f"{name} is {table!r}; it must be a table: [{name}]")
    return table


def _name(level: str) -> str:
    if not level.isidentifier():
        raise ValueError(f"no level can be called {level!r}; a name is one word of letters")
    return level


def _thought(name: str, told: Any) -> SearchLimits:
    try:
        return SearchLimits(**told)
    except (TypeError, ValueError) as error:
        raise ValueError(f"level {name}: {error}") from None


def _players(game: Game, name: str) -> int:
    allowed = [str(players) for players in game.facts.players]
    if name not in allowed:
        raise ValueError(f"chances are of a number of players, not of {name!r}; {one_of(name, allowed)}")
    return int(name)


def _points(told: Any) -> Points:
    try:
        return tuple((float(found), float(won)) for found, won in told)
    except (TypeError, ValueError):
        raise ValueError(
            f"{told!r} are no points; each is two numbers, a share as it was found and as it was won"
        ) from None


def action_scores(position: Position, ordered: Ordered) -> Array:
    """[L] how promising the evaluator finds each legal action: after one ply ("ahead", and where the plan does not
    say), or by its order. Raises CannotPlay for a view that hides something."""
    check_whole(position)
    game, legal, work = position.game, position.legal_actions, workspace(position)
    states, kernels = game.blank(3), game.made("rookery.search.kernels.evaluate")
    states[1] = position.state
    work.actions[: len(legal)] = legal
    (kernels.order if ordered == "order" else kernels.ahead)(states, work, len(legal))
    return work.scores[: len(legal)]
