"""The engine's settings for a game: engine.toml in the game's folder. A game without one is searched with plain UCT.

[plan]                  # fields of Plan; others keep their defaults
exploration = 0.5
ordered = "order"
[plan.4]                # what differs at a table of four
exploration = 0.3
[levels]                # fields of SearchLimits
easy = { simulations = 40 }
[review]                # fields of ReviewLimits; others keep their defaults
decision = 1_000
[training]              # fields of TrainingLimits
positions = 50_000
[chances]               # by number of players: shares of the prize that searches found, and shares that were won,
2 = [[0.3, 0.1], ...]   # both as if two played. `rookery arena GAME LEVEL` measures them and prints this line
[terms]                 # what terms of the evaluator count, for the reasons of a review: fields of Term
bird = { one = "bird", many = "birds", per = 10, lesson = "finish" }
"""

import functools
import math
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from rookery.core.compiling import lent
from rookery.core.errors import one_of
from rookery.core.folder import BrokenSettings
from rookery.core.position import Game, Position
from rookery.core.protocol import Array
from rookery.search.checks import check_number, check_whole
from rookery.search.kernels.nodes import AS_THEY_COME, BY_ORDER, LOOKING_AHEAD, PLAN
from rookery.search.workspace import workspace

T = TypeVar("T")
Ordered = Literal["", "order", "ahead"]
Points = tuple[tuple[float, float], ...]  # both numbers between 0 and 1, and increasing
ORDERINGS: Mapping[Ordered, int] = {"": AS_THEY_COME, "order": BY_ORDER, "ahead": LOOKING_AHEAD}
LEAST_POSITIONS = 10  # from which a network can learn, and be measured
MAX_CHILDREN = 1 << 30  # more than any game has actions


@dataclass(frozen=True, slots=True)
class Plan:
    """The parameters of a tree search. The default is plain UCT with random playouts, which does not use the game's
    evaluator."""

    exploration: float = 1.4  # the weight of uncertainty
    # the evaluator's estimate of an action counts as so many visits; needs ordered="ahead", whose scores are utilities
    prior_visits: float = 0.0
    # above 0: actions are as likely as exp(priors * score), and their uncertainty counts in proportion (PUCT)
    priors: float = 0.0
    wide: float = math.inf  # children in play: 1 + wide * sqrt(visits)
    tried: int = 1  # actions compared for a decision of a playout; 1: a random one; 0: all
    guided: Ordered = "order"  # how a playout compares them: see `ordered`
    horizon: int = -1  # decisions of a playout before the evaluator estimates its outcome; -1: no limit
    # how children are sorted: "" not at all, "order" by the evaluator's order, "ahead" by its estimate one ply later,
    # which is better and slower
    ordered: Ordered = ""
    # whether the game's trained network estimates outcomes, and scores one ply later, in the place of the evaluator's
    # terms
    learned: bool = False
    proves: bool = True  # keep proved results, and prune actions that cannot improve on them
    # whether chance draws alike in the n-th simulation of each action: helps where few simulations meet much luck
    common: bool = False
    # for levels that are mixed: plies that the search takes back, to guess from what was played since what is hidden
    back: int = 0

    def __post_init__(self) -> None:
        """Raises ValueError."""
        check_number("exploration", self.exploration, 0)
        check_number("prior_visits", self.prior_visits, 0)
        check_number("priors", self.priors, 0)
        if self.wide != math.inf:
            check_number("wide", self.wide, 0)
        check_number("tried", self.tried, 0, whole=True)
        check_number("horizon", self.horizon, -1, whole=True)
        check_number("back", self.back, 0, whole=True)
        for name, how in (("ordered", self.ordered), ("guided", self.guided)):
            if how not in tuple(ORDERINGS):  # a list has no hash
                raise ValueError(f"{name} {how!r}; allowed: {', '.join(map(repr, ORDERINGS))}")
        _check_switch("proves", self.proves)
        _check_switch("learned", self.learned)
        _check_switch("common", self.common)
        if self.learned and self.horizon < 0:
            raise ValueError("learned needs a horizon of 0 or more: playouts to the end estimate nothing")
        if self.prior_visits and self.ordered != "ahead":
            raise ValueError(f'prior_visits {self.prior_visits!r} needs ordered "ahead", not "{self.ordered}"')
        if self.priors and (self.prior_visits or not self.ordered):
            raise ValueError(f"priors {self.priors!r} needs an order, and no prior_visits")

    def for_kernel(self, position: Position, simulations: int) -> Array:
        """[1] the PLAN record for a search of at most so many simulations, which limits the number of children."""
        facts, whole = position.game.facts, not samples_worlds(position)
        sides = 1 if facts.cooperative else -1 if position.players == 2 else 0
        eye = 0 if sides else max(position.mover or 0, 0)  # where chance moves, any seat will do
        plans: Array = lent.zeros(1, PLAN)
        plans[0] = _fields(self, simulations, whole, facts.reveals and not whole, eye, sides)
        return plans


@functools.lru_cache(maxsize=256)
def _fields(plan: Plan, simulations: int, whole: bool, reveals: bool, eye: int, sides: int) -> tuple[Any, ...]:
    """The fields of the PLAN record. A review asks for the same ones again and again."""
    wide = min(plan.wide, MAX_CHILDREN)  # infinity times 0 visits would be nan
    widest = int(min(1.0 + wide * math.sqrt(simulations), MAX_CHILDREN))
    return (
        plan.exploration,
        plan.prior_visits,
        plan.priors,
        wide,
        widest,
        plan.tried,
        plan.horizon,
        ORDERINGS[plan.guided],
        ORDERINGS[plan.ordered],
        0,  # a tree has its own seed
        plan.proves and whole,
        eye,
        sides,
        reveals,
    )


def _check_switch(name: str, switch: object) -> None:
    """Raises ValueError."""
    if not isinstance(switch, bool):
        raise ValueError(f"{name} {switch!r}; allowed: true, false")


def samples_worlds(position: Position) -> bool:
    """Whether a search of the position draws worlds: it is a view of a game with secrets."""
    return position.game.facts.hidden and position.viewer is not None


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """The amount of a level's search before a move, and its way to choose afterwards."""

    simulations: int  # 1 or more
    proof: int = 0  # positions that it may search for a proof; 0: it does not try
    # 0: plays the most visited action; 1: plays actions in proportion to their visits; above 1: plays weak actions
    # more often
    temperature: float = 0.0
    # share of the actions that it does not notice, others at each decision: people overlook a good move, but rarely
    # play a bad one on purpose
    overlooks: float = 0.0
    # for games in which seats choose in secret: in the search nobody knows what is hidden from them (search/mixed.py),
    # and actions are drawn as often as keeps others from reading them
    mixed: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError."""
        check_number("simulations", self.simulations, 1, whole=True)
        check_number("proof", self.proof, 0, whole=True)
        check_number("temperature", self.temperature, 0)
        check_number("overlooks", self.overlooks, 0)
        if self.overlooks >= 1.0:
            raise ValueError(f"overlooks {self.overlooks!r}; allowed: a share from 0 to below 1")
        _check_switch("mixed", self.mixed)
        if self.mixed and (self.proof or self.temperature or self.overlooks):
            raise ValueError("mixed needs no proof, temperature or overlooks: it draws actions by their shares")


@dataclass(frozen=True, slots=True)
class ReviewLimits:
    """The amount of search in a review of a game: in simulations, not in seconds, so that a game has one review."""

    decision: int = 400  # simulations for a position in which a seat decides
    draw: int = 400  # for all outcomes of a draw together
    hands: int = 200  # in a game with secrets: for a position with all hands open
    again: int = 4  # times as many for the decisions that seem to have lost the most
    leads: bool = True  # whether greedy games say how many points of the game a better move is worth

    def __post_init__(self) -> None:
        """Raises ValueError."""
        for name in ("decision", "draw", "hands", "again"):
            check_number(name, getattr(self, name), 1, whole=True)
        _check_switch("leads", self.leads)


@dataclass(frozen=True, slots=True)
class TrainingLimits:
    """The parameters for training a network of a game (rookery.training)."""

    rounds: int = 3  # each learns from searches with the network of the one before
    positions: int = 100_000  # of each round
    play: int = 60  # simulations before each move of the games that lead to them
    label: int = 800  # simulations that tell what a position is worth
    # above 0: no such simulations. All positions of a game are learned from, and searches and the result say what they
    # are worth. This is the λ of TD(λ): near 0 the position's own search counts, at 1 the result (training/traces.py)
    trace: float = 0.0
    hidden: tuple[int, ...] = (48, 32)  # widths of the hidden layers
    horizon: int = 0  # of playouts in the first round, which has no network; -1: to the end
    slow: int = 1  # divides the positions and simulations of the first round, whose playouts take long

    def __post_init__(self) -> None:
        """Raises ValueError."""
        for name in ("rounds", "positions", "play", "label", "slow"):
            check_number(name, getattr(self, name), 1, whole=True)
        for wide in self.hidden:
            check_number("hidden", wide, 1, whole=True)
        if self.positions < LEAST_POSITIONS * self.slow:
            raise ValueError(
                f"positions {self.positions!r}, slow {self.slow!r}; the first round must have {LEAST_POSITIONS} or more"
            )
        check_number("horizon", self.horizon, -1, whole=True)
        check_number("trace", self.trace, 0)
        if self.trace > 1.0:
            raise ValueError(f"trace {self.trace!r}; allowed: a number from 0 to 1")

    def of_round(self, number: int) -> "TrainingLimits":
        """The limits of a round, from 1."""
        if number > 1:
            return self
        least = {name: max(1, getattr(self, name) // self.slow) for name in ("positions", "play", "label")}
        return replace(self, **least, slow=1)


def _has_count(words: str) -> bool:
    """Whether they name a count, and nothing unknown."""
    return "{count}" in words and "{" not in words.replace("{count}", "").replace("{things}", "").replace("{s}", "")


@dataclass(frozen=True, slots=True)
class Term:
    """The name of the things that a term of the evaluator counts, for players."""

    one: str  # "bird on the wires"
    many: str  # "birds on the wires"
    per: float = 1.0  # things for which the term is 1
    lesson: str = ""  # the id of the lesson that shows what it is good for, or how it is lost; "" without one
    # what the better move does, to the player whose move it is; {count} is how many more or fewer, {things} are they,
    # and {s} makes another noun a plural
    more: str = "leaves {count} more {things}"
    fewer: str = "leaves {count} fewer {things}"

    def words(self, amount: float) -> str:
        """The effect of a move that leaves so many more of them, or fewer if that is below 0."""
        count = round(abs(amount))
        things = self.one if count == 1 else self.many
        words = self.more if amount > 0 else self.fewer
        return words.format(count="one" if count == 1 else count, things=things, s="" if count == 1 else "s")

    def change(self, amount: float) -> str:
        """The same effect in short, without a number: the theme of puzzles whose right move has it."""
        return f"{'more' if amount > 0 else 'fewer'} {self.many}"

    def __post_init__(self) -> None:
        """Raises ValueError."""
        for words in (self.more, self.fewer):
            if not isinstance(words, str) or not _has_count(words):
                raise ValueError(f"words {words!r}; they need {{count}}, and may have {{things}}")
        if not isinstance(self.lesson, str):
            raise ValueError(f"lesson {self.lesson!r}; it must be the id of a lesson")
        if not (isinstance(self.per, int | float) and self.per > 0.0 and self.one and self.many):
            raise ValueError(f"per {self.per!r}; it must be a number above 0, and there must be words for one and many")


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine's settings for one game."""

    plan: Plan = Plan()  # at tables for which `plans` has no other
    plans: Mapping[int, Plan] = field(default_factory=lambda: MappingProxyType({}))  # by number of players
    review: ReviewLimits = ReviewLimits()
    training: TrainingLimits = TrainingLimits()
    levels: Mapping[str, SearchLimits] = field(default_factory=lambda: MappingProxyType({}))
    chances: Mapping[int, Points] = field(default_factory=lambda: MappingProxyType({}))  # by number of players
    terms: Mapping[str, Term] = field(default_factory=lambda: MappingProxyType({}))  # by name in the evaluator

    def __post_init__(self) -> None:
        """Raises ValueError."""
        for players, points in self.chances.items():
            line = ((0.0, 0.0), *points, (1.0, 1.0))
            if not all(left < right and low < high for (left, low), (right, high) in pairwise(line)):  # nan is refused
                raise ValueError(f"the chances of {players} players do not rise from above 0 to below 1: {points}")

    def plan_for(self, players: int) -> Plan:
        """The plan for a game of so many players."""
        return self.plans.get(players, self.plan)


@functools.cache
def engine(game: Game) -> Engine:
    """The settings in the game's engine.toml. Raises BrokenSettings."""
    path = game.path / "engine.toml"
    if not path.exists():
        return Engine()
    try:
        tables: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
        plan, plans = _plans(game, _table(tables, "plan"))
        levels = {_name(name): _limits(name, limits) for name, limits in _table(tables, "levels").items()}
        review = read_settings(ReviewLimits, _table(tables, "review"))
        limits = _training(_table(tables, "training"))
        chances = {_players(game, name): _points(points) for name, points in _table(tables, "chances").items()}
        terms = {name: _term(game, name, term) for name, term in _table(tables, "terms").items()}
        if not game.facts.hidden and any(limits.mixed for limits in levels.values()):
            raise ValueError("a level is mixed, but nothing is hidden in the game")
        if tables:
            raise TypeError(f"unknown names: {sorted(tables)}")
        others = MappingProxyType(levels), MappingProxyType(chances), MappingProxyType(terms)
        return Engine(plan, plans, review, limits, *others)
    except (TypeError, ValueError, RecursionError) as error:
        raise BrokenSettings(f"{path.name} of {game.facts.name} cannot be read: {error}") from None


def has_mixed_level(game: Game) -> bool:
    """Whether a level of the game is `mixed`, so that it needs `undo`. Raises BrokenSettings."""
    return any(limits.mixed for limits in engine(game).levels.values())


def _table(told: dict[str, Any], name: str) -> dict[str, Any]:
    table = told.pop(name, {})
    if not isinstance(table, dict):
        raise ValueError(f"{name} is {table!r}; it must be a table: [{name}]")
    return table


def read_settings(kind: type[T], told: Any) -> T:
    """Settings from a table of a TOML file. Raises ValueError if `told` is no table, or has a name too many or too
    few."""
    if not isinstance(told, dict):
        raise ValueError(f"{told!r}; it must be a table")
    known = fields(kind)  # type: ignore[arg-type]  # a dataclass
    names = [each.name for each in known]
    for name in told:
        if name not in names:
            raise ValueError(f"{name!r} is unknown; {one_of(name, names)}")
    if missing := [each.name for each in known if each.name not in told and each.default is MISSING]:
        raise ValueError(f"{' and '.join(missing)} must be given")
    return kind(**told)


def _plans(game: Game, told: dict[str, Any]) -> tuple[Plan, Mapping[int, Plan]]:
    """The common plan, and the plans of tables that have their own."""
    others = {name: change for name, change in told.items() if isinstance(change, dict)}
    common = {name: value for name, value in told.items() if name not in others}
    plans = {_players(game, name): read_settings(Plan, {**common, **change}) for name, change in others.items()}
    return read_settings(Plan, common), MappingProxyType(plans)


def _training(told: dict[str, Any]) -> TrainingLimits:
    hidden = told.get("hidden", [*TrainingLimits().hidden])
    if not isinstance(hidden, list):
        raise ValueError(f"hidden {hidden!r}; it must be a list of widths")
    return read_settings(TrainingLimits, {**told, "hidden": tuple(hidden)})


def _name(level: str) -> str:
    if level in ("random", "greedy"):  # bots/levels.py has these
        raise ValueError(f"a level that searches cannot be called {level!r}: that is another bot")
    if not level.isidentifier():
        raise ValueError(f"no level can be called {level!r}; a name is one word of letters")
    return level


def _term(game: Game, name: str, told: Any) -> Term:
    if name not in (known := game.weighed):
        raise ValueError(f"the evaluator has no term {name!r}; {one_of(name, known)}")
    try:
        return read_settings(Term, told)
    except (TypeError, ValueError) as error:
        raise ValueError(f"term {name}: {error}") from None


def _limits(name: str, told: Any) -> SearchLimits:
    try:
        return read_settings(SearchLimits, told)
    except (TypeError, ValueError) as error:
        raise ValueError(f"level {name}: {error}") from None


def _players(game: Game, name: str) -> int:
    allowed = [str(players) for players in game.facts.players]
    if name not in allowed:
        raise ValueError(f"{name!r} is no number of players; {one_of(name, allowed)}")
    return int(name)


def _points(told: Any) -> Points:
    try:
        return tuple((float(found), float(won)) for found, won in told)
    except (TypeError, ValueError):
        raise ValueError(
            f"{told!r} are not points; each is two numbers, the share that was found and the share that was won"
        ) from None


def action_scores(position: Position, ordered: Ordered) -> Array:
    """[L] the evaluator's score of each legal action: by its order ("order"), else by its estimate one ply later. Its
    weights count even where searches use a network.

    Raises CannotPlay for a view that hides something."""
    check_whole(position)
    game, legal, work = position.game, position.legal_actions, workspace(position)
    states, kernels = game.blank(3), game.made("rookery.search.kernels.evaluate")
    states[1] = position.state
    work.actions[: len(legal)] = legal
    (kernels.order if ordered == "order" else kernels.ahead)(states, work, len(legal))
    return work.scores[: len(legal)]
