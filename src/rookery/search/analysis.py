"""Analysis of a position: the chance of each seat to win, its margin of error, and the best lines."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from rookery.core.generator import AnyGenerator, Generator
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.search.chances import chance_of, in_all, margin_of, parts_of, share_of, shared_out
from rookery.search.checks import check_budget, check_mover, check_number
from rookery.search.exact import Prover, may_be_proved, proves_endings
from rookery.search.mcts import Tree, grow, shares_of, streams_from
from rookery.search.plan import Plan, engine, samples_worlds
from rookery.search.ready import get_ready
from rookery.search.result import SearchResult, merged

PROVING = 0.4  # share of the time for a proof, if one is possible
UNLIMITED_AS = 2.5  # seconds of which a proof has its share, if the time has no limit
PROVED_FOR = 10  # positions of a proof for each allowed simulation; both take about as long
SPARE_LINES = 5  # of each part, besides those that are told: together with other parts the order may change
UNSURE = 0.2  # a margin above which `str` says that the analysis means little
PRINTED = 4  # plies of a line that `str` shows
LEAST_PRINTED = 0.005  # a smaller margin would be told as ±0%, as if the chances were exact

MAX_WAY = 12  # plies of a proved line
WAY_LIMIT = 20_000  # positions of each proof on it
FIRST_LIMIT = 20_000  # positions of the first attempt at a proof; each further one may have twice as many


@dataclass(frozen=True, slots=True)
class Line:
    """A likely continuation of play after one action of the mover."""

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
    margin: float  # of the mover's chance, as in Line; without lines, the largest of all seats
    lines: tuple[Line, ...]  # the best first; none if the viewer does not decide (`any_mover` of GrowingAnalysis)
    proved: bool  # chances and lines are exact under perfect play; `lines` has only proved ones
    positions: int  # positions searched, in the tree and in playouts
    seconds: float = field(compare=False)
    full: bool = False  # the tree has used all its nodes: more time would not make lines longer
    roles: tuple[str, ...] = field(kw_only=True)  # [P] the names of the seats, for `str`

    @property
    def best(self) -> int:
        """The action to play."""
        return self.lines[0].actions[0]

    def __str__(self) -> str:
        margin = f"±{self.margin:.0%}, " if self.margin >= LEAST_PRINTED else ""
        effort = "proved" if self.proved else f"{margin}{self.positions:,} positions"
        effort = f"not looked at long enough: {effort}" if self.margin > UNSURE else effort
        effort += ", tree full" if self.full else ""
        seats = ", ".join(f"{role} {chance:.0%}" for role, chance in zip(self.roles, self.chances))
        rows = [f"{seats} ({effort}, {self.seconds:.1f} s)"]
        rows += [
            f"{line.chance:6.1%} {'' if self.proved else f'±{line.margin:5.1%} '} {', '.join(line.words[:PRINTED])}"
            + (", ..." if len(line.words) > PRINTED else "")
            for line in self.lines
        ]
        return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class AnalysisLimits:
    """When an analysis ends, and how much it tells. Without `seconds` and `simulations` it ends by itself only when the
    value is proved."""

    seconds: float | None = None  # of work; ignored with `simulations`, so that the same seed gives the same analysis
    # of all trees together; a proof may search PROVED_FOR positions for each
    simulations: int | None = None
    lines: int = 5  # the most lines to tell; there is at least one
    nodes: int = 2_000_000  # of each tree, 39 bytes each
    proves: bool = True  # a proof is tried before the search, where one is possible

    def __post_init__(self) -> None:
        """Raises ValueError."""
        if self.simulations is not None or self.seconds is not None:
            check_budget(self.simulations, self.seconds)
        check_number("lines", self.lines, 1, whole=True)
        check_number("nodes", self.nodes, 1, whole=True)


@dataclass(frozen=True, slots=True)
class AnalysisPart:
    """The contribution of one process's trees to an analysis."""

    results: tuple[SearchResult, ...]
    lines: dict[int, tuple[int, ...]]  # the longest expected line of each action, or of the best ones


class GrowingAnalysis:
    """An analysis that can be continued: `grow`, read `result`, `grow` again.

    Several processes can share one: each has the trees of some of all `places`, and one of them, with place 0, gets the
    `part` of each of the others. The result does not depend on who had which."""

    def __init__(
        self,
        view: Position,
        limits: AnalysisLimits,
        seed: int | AnyGenerator = 0,
        plan: Plan | None = None,
        *,
        workers: int = 1,
        places: range | None = None,
        any_mover: bool = False,
    ) -> None:
        """`workers`: the trees of all processes, each in its own thread. `places`: those of this process, 0 ..
        workers - 1; None: all. `any_mover`: chance may move, or another seat than the viewer decide; then there are
        chances and no lines.

        Raises CannotPlay if no seat decides, NotYourTurn for the view of another seat, ValueError."""
        if view.is_over or not any_mover:
            check_mover(view)
        check_number("workers", workers, 1, whole=True)
        self.view, self.limits = view, limits
        self._led = view.mover != CHANCE and view.viewer in (None, view.mover)  # whoever looks decides
        self._generator, self._plan = Generator.of(seed), plan or engine(view.game).plan_for(view.players)
        shares = shares_of(limits.simulations, min(workers, limits.simulations or workers))
        self._count, self._places = len(shares), (places or range(workers))
        self._shares = [share for place, share in enumerate(shares) if place in self._places]
        self._trees: list[Tree] = []  # made when a proof has failed
        self._spent, self._began = 0.0, 0.0  # seconds
        self._exact: Analysis | None = None
        proves = limits.proves and self._led and may_be_proved(view) and 0 in self._places
        self._proof = _proofs(view, limits, self._seconds) if proves else None

    def _seconds(self) -> float:
        """Of work, so far."""
        return self._spent + perf_counter() - self._began

    @property
    def has_trees(self) -> bool:
        """Whether it searches: no proof was found, or none could be."""
        return bool(self._trees)

    @property
    def is_done(self) -> bool:
        """Whether the limits are reached, or the value is proved; then `grow` does nothing more."""
        if self._exact is not None or not self._shares:
            return True
        if not self._trees:
            return False
        proved = [tree.is_proved for tree in self._trees]
        if self.limits.simulations is not None:  # all make their shares, so that the analysis can be repeated
            enough = [tree.simulations >= (share or 0) for tree, share in zip(self._trees, self._shares)]
            return all(map(any, zip(proved, enough)))
        over = self.limits.seconds is not None and self._spent >= self.limits.seconds
        return over or all(proved) or (any(proved) and may_be_proved(self.view))

    def grow(self, seconds: float | None = None) -> "GrowingAnalysis":
        """Go on for so many seconds, or up to the limits; at least one step. One attempt at a proof may take longer.
        Returns the analysis itself."""
        self._began = perf_counter()
        while not self.is_done:
            left = None if seconds is None else max(0.0, seconds - (perf_counter() - self._began))
            if self._proof is None:
                self._search(left)
                break
            self._prove()
            if left == 0.0:
                break
        self._spent = self._seconds()
        return self

    def _prove(self) -> None:
        assert self._proof is not None
        try:
            self._exact = next(self._proof)
        except StopIteration:
            self._proof = None

    def _search(self, seconds: float | None) -> None:
        if not self._trees:
            self._trees = self._planted()
        if self.limits.simulations is None and self.limits.seconds is not None:
            left = max(0.0, self.limits.seconds - self._seconds())
            seconds = left if seconds is None else min(seconds, left)
        grow(self._trees, self._shares, seconds)

    def _planted(self) -> list[Tree]:
        """The trees of this process. Each place has a stream of its own, whoever has the others."""
        trees = []
        for place in range(self._count):
            if place in self._places:
                trees.append(self._tree())
            else:
                streams_from(self._generator, self._plan)
        return trees

    def _tree(self) -> Tree:
        nodes, most = self.limits.nodes, self.limits.simulations
        return Tree(self.view, self._generator, self._plan, nodes=nodes, most=most, any_mover=not self._led)

    def searched(self) -> SearchResult | None:
        """The joint result of the trees of this process; None before it has searched, and where a proof was found."""
        if not self._trees:
            return None
        return merged([tree.result() for tree in self._trees], determinized=samples_worlds(self.view))

    def part(self) -> AnalysisPart | None:
        """The contribution of this process; None before it has searched. Until it is done, it has only the lines of the
        actions that are likely to be told."""
        if not self._trees:
            return None
        results = tuple(tree.result() for tree in self._trees)
        best = sorted({action for found in results for action in found.actions[: self._listed()]})
        return AnalysisPart(results, {action: self._longest(action) for action in best})

    def _listed(self) -> int | None:
        return None if self.is_done else self.limits.lines + SPARE_LINES

    def _longest(self, action: int) -> tuple[int, ...]:
        """The longest line that any of the trees has for an action."""
        return max((tree.line(action) for tree in self._trees), key=len)

    def result(self, others: Sequence[AnalysisPart] = ()) -> Analysis | None:
        """The result so far; None before it has searched. `others`: parts of other processes, in the order of their
        places, which come after those of this one."""
        if self._exact is not None or not self._trees:
            return self._exact
        results = [tree.result() for tree in self._trees] + [found for part in others for found in part.results]

        def longest(action: int) -> tuple[int, ...]:
            return max([self._longest(action), *(part.lines.get(action, ()) for part in others)], key=len)

        found = merged(results, determinized=samples_worlds(self.view))
        if not self._led:
            return _estimated(self.view, found, self._spent)
        return _searched(self.view, found, self.limits.lines, longest, self._spent)


def analyse(
    position: Position,
    seconds: float = 1.0,
    *,
    simulations: int | None = None,
    seed: int | AnyGenerator = 0,
    lines: int = 5,
    plan: Plan | None = None,
    nodes: int = 2_000_000,
    proves: bool = True,
    workers: int = 1,
) -> Analysis:
    """Analyse a position from the view of its mover, for a number of seconds or simulations.

    A whole position is reduced to the mover's view, so nothing hidden is used. If nothing is hidden, and two sides or
    one team play, it first tries to prove the result; the tree may prove it later. With `simulations` it ignores the
    clock, and a proof may search PROVED_FOR positions for each, so that the same seed gives the same analysis. `lines`:
    the most lines to return; there is at least one. `nodes`: of each tree, 39 bytes each. `proves`: whether it tries
    that proof. `workers`: threads, each with its own tree.

    Raises CannotPlay if no seat decides, NotYourTurn for the view of another seat, ValueError for an invalid budget or
    number."""
    check_budget(simulations, seconds)
    mover = check_mover(position)
    check_number("workers", workers, 1, whole=True)
    view = position.view(mover) if position.game.facts.hidden else position
    get_ready(view.game, ("analyse", view.players, plan), lambda: _called_once(view, plan))
    limits = AnalysisLimits(seconds, simulations, lines, nodes, proves)
    analysis = GrowingAnalysis(view, limits, seed, plan, workers=workers).grow().result()
    assert analysis is not None
    return analysis


def _called_once(view: Position, plan: Plan | None) -> None:
    """Call once whatever an analysis of this game calls, so that nobody waits for the first call."""
    analyse(view, simulations=1, plan=plan)
    if proves_endings(view.game.facts, view.players) and not may_be_proved(view):
        Prover(view.game, view.players).compile(view)


def _searched(
    view: Position, found: SearchResult, lines: int, longest: Callable[[int], tuple[int, ...]], seconds: float
) -> Analysis:
    """The analysis that trees of one view give together. `longest`: from an action to its longest expected line."""
    proved = found.proved and may_be_proved(view)
    rows = zip(found.actions, found.values, found.visits, found.bounds)
    chosen = [row for row in rows if (row[3][0] == row[3][1] if proved else row[2])]
    continuations = [
        _line(view, longest(action), *_told(value, visits, known, view), visits)
        for action, value, visits, known in chosen[:lines]
    ]
    return Analysis(
        chances=shared_out(continuations[0].chance, view, found.means),
        margin=continuations[0].margin,
        lines=tuple(continuations),
        proved=proved,
        positions=found.positions,
        seconds=seconds,
        full=found.full,
        roles=tuple(map(view.role, range(view.players))),
    )


def _estimated(view: Position, found: SearchResult, seconds: float) -> Analysis:
    """The analysis where whoever looks does not decide."""
    chances = in_all(view, tuple(chance_of(mean, view) for mean in found.means))
    margin = max(margin_of(mean, found.simulations, view) for mean in found.means)
    roles, looked = tuple(map(view.role, range(view.players))), found.positions
    return Analysis(chances, margin, (), proved=False, positions=looked, seconds=seconds, full=found.full, roles=roles)


def _told(value: float, visits: int, known: tuple[int, int], view: Position) -> tuple[float, float]:
    """The chance and the margin of an action; exact for a proved one."""
    if known[0] == known[1] and may_be_proved(view):
        return share_of(value, parts_of(view.game, view.players)), 0.0
    return chance_of(value, view), margin_of(value, visits, view)


def _line(view: Position, actions: tuple[int, ...], chance: float, margin: float = 0.0, visits: int = 0) -> Line:
    """A line with notation and words, made in the position in which each action is played."""
    notation, words, position = [], [], view
    if view.is_open:  # then there is only one world, and it has the actions of others
        position = view.opened()
    for action in actions:
        if action not in position.legal_actions:
            break  # an action of another seat, of which the view knows nothing
        notation.append(position.format(action))
        words.append(position.words(action))
        position = position.after_unchecked(action)
    return Line(actions[: len(words)], tuple(notation), tuple(words), chance, margin, visits)


# ── Proofs ───────────────────────────────────────────────────────────────────
def _proofs(view: Position, limits: AnalysisLimits, spent: Callable[[], float]) -> Iterator[Analysis | None]:
    """None after each attempt, at last the exact value of the position and of its actions; it ends without one if the
    time, or the simulations, do not suffice. `spent`: seconds of work so far.

    Each attempt may search twice as many positions as the one before."""
    most = None if limits.simulations is None else PROVED_FOR * limits.simulations
    seconds = PROVING * (UNLIMITED_AS if limits.seconds is None else limits.seconds)
    nodes, limit, view = 0, FIRST_LIMIT if most is None else most, view.opened()
    mover, prover = view.mover, Prover(view.game, view.players)
    assert mover is not None
    while not (proof := prover.prove(view, limit)).proved:
        nodes += proof.nodes
        if most is not None or 3.0 * spent() > seconds:
            return
        limit *= 2
        yield None
    assert proof.action is not None
    values = {proof.action: proof.utilities}
    left = limit if most is None else most - proof.nodes
    for action, other in prover.others(view, proof.action, left, lambda: most is not None or spent() < seconds):
        nodes += other.nodes
        if other.proved:
            values[action] = other.utilities
        yield None
    parts = parts_of(view.game, view.players)
    best = sorted(values, key=lambda action: -values[action][mover])
    lines = tuple(_line(view, _way(prover, view, a), share_of(values[a][mover], parts)) for a in best[: limits.lines])
    chances = tuple(share_of(worth, parts) for worth in proof.utilities)
    yield Analysis(
        chances, 0.0, lines, True, nodes + proof.nodes, spent(), roles=tuple(map(view.role, range(view.players)))
    )


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
