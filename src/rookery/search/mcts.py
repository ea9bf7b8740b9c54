"""Monte Carlo tree search: visits and values of actions, and how play is expected to continue."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from time import perf_counter

import numpy as np

from rookery.core.chance import stream_from
from rookery.core.compiling import lent
from rookery.core.errors import CannotPlay
from rookery.core.generator import AnyGenerator, Generator
from rookery.core.networks import UNTRAINED, Network, size_of
from rookery.core.position import Position
from rookery.core.protocol import Array, Stream
from rookery.search.checks import check_budget, check_mover, check_number
from rookery.search.kernels.bundles import Search, Sums
from rookery.search.kernels.nodes import HIDDEN_ACTION, NO_NODE, NODE, REVEAL_NODE, WHOLE, TreeNodes
from rookery.search.kernels.proving import ALMOST
from rookery.search.plan import Plan, samples_worlds
from rookery.search.ready import get_ready
from rookery.search.result import UNPROVED, SearchResult, merged
from rookery.search.workspace import workspace

FIRST_SLICE = 16  # simulations before the first look at the clock; slices grow while they are short
UNTIMED_SLICE = 400  # the same where only simulations count: now and then it can be interrupted
MAX_SLICE = 0.01  # seconds, about
WORLDS = 50  # in which an action that ends the game is tried; one that fails in 10 % of worlds passes once in 200 times


def streams_from(generator: AnyGenerator, plan: Plan) -> tuple[Stream, Stream]:
    """The stream of a tree, and that of the luck that the actions of its root have in common. Trees that share work
    draw them in the order of their places, also for those that others grow."""
    stream = stream_from(generator)
    return stream, stream_from(generator) if plan.common else stream


class Tree:
    """A search that can be continued: `think`, read `result`, `think` again, and `advance` after something was
    played."""

    def __init__(
        self,
        position: Position,
        generator: AnyGenerator,
        plan: Plan | None = None,
        *,
        nodes: int = 500_000,
        most: int | None = None,
        any_mover: bool = False,
        network: Network | None = None,
    ) -> None:
        """A view is searched in worlds drawn from it, a whole position as it is.

        `nodes` limits the memory: 39 bytes each. `most`: the most simulations that there will ever be; children that
        cannot come into play by then are not made. `any_mover`: chance may move, or another seat than the viewer
        decide; then only the means of the result say something. `network`: for a plan with `learned`, in the place of
        the game's own. Raises CannotPlay if no seat decides, NotYourTurn for the view of another seat, ValueError for
        too few nodes or a network of another shape."""
        if position.is_over or not any_mover:
            check_mover(position)
        check_number("nodes", nodes, 1, whole=True)
        if most is not None:
            check_number("most", most, 1, whole=True)
        if plan is not None and not isinstance(plan, Plan):
            raise ValueError(f"plan {plan!r}; allowed: a Plan, or None for the usual one")
        _check_room(nodes, position)
        facts = position.game.facts
        self._kernels = position.game.made("rookery.search.kernels.mcts")
        self._growing = position.game.made("rookery.search.kernels.growing")
        self._proving = position.game.made("rookery.search.kernels.proving")
        self._nodes = lent.empty(nodes, NODE)  # not touched before it is needed
        self._wanted, self._most = plan or Plan(), most or nodes
        self._stream, self._luck = streams_from(generator, self._wanted)
        self._seed = int(self._luck[0]) if self._wanted.common else 0
        self._work = workspace(position, self._stream, self._network(network, position))
        self._path = lent.zeros(3 * facts.longest + 3, np.int32)
        self._marks = lent.zeros(facts.actions + 1 if facts.hidden else 1, np.int64)
        self._begin(position)

    def _network(self, given: Network | None, position: Position) -> Network:
        if not self._wanted.learned:
            return UNTRAINED
        if given is None:
            return position.game.network_for(position.players)
        ends = position.game.network_shapes[position.players]
        if (given.layers[:1] + given.layers[-1:]) != ends or len(given.numbers) != size_of(given.layers):
            raise ValueError(
                f"a network for {position.game.facts.name} with {position.players} players leads from {ends[0]} inputs "
                f"to {ends[1]} outputs; the given one has layers {given.layers} and {len(given.numbers)} numbers"
            )
        _check_numbers(given.numbers)
        return given

    def _begin(self, position: Position) -> None:
        self.position = position
        self._plan = self._wanted.for_kernel(position, self._most)
        self._plan["luck"][0] = self._seed
        self._worst = -1.0 if self._plan["others"][0] else -1.0 / max(position.players - 1, 1)
        self._seat = position.viewer if samples_worlds(position) and position.viewer is not None else WHOLE
        assert position.mover is not None  # it was checked
        _write_root(self._nodes, position.mover)
        self._used, self._done, self._seconds = 1, 0, 0.0
        self._positions = np.zeros(1, np.int64)
        self._totals, self._kept = np.zeros(position.players), 0
        states = position.game.blank(3)
        states[0] = position.state
        self._search: Search = Search(states, lent.words_of(states), self._plan, self._marks, self._work, self._luck)
        self._sums = Sums(np.zeros(position.players), self._path, self._totals, self._positions)
        self._certain = self._certain_ends() if self._wanted.proves and self._seat == position.mover else {}

    def _certain_ends(self) -> dict[int, int]:
        """Actions that win (1) or lose (-1) at once in all of WORLDS worlds. This does not change the draws of the
        search."""
        actions, outcomes = self._work.actions, np.empty(len(self._work.actions), np.int8)
        stream = np.zeros(1, np.uint64)
        stream[0] = self._stream[0]
        search = self._search._replace(work=self._work._replace(stream=stream))
        count = self._proving.certain_ends(search, self._seat, WORLDS, self._worst, outcomes)
        ends = zip(actions[:count].tolist(), outcomes[:count].tolist())
        return {action: end for action, end in ends if end}

    def think(self, simulations: int | None = None, seconds: float | None = None) -> "Tree":
        """Search until `simulations` or `seconds` run out, whichever comes first, or the value of the position is
        proved.

        Returns the tree itself. Raises ValueError without a budget, or for an invalid one."""
        check_budget(simulations, seconds)
        began, aim = perf_counter(), self._done + (simulations or 1 << 60)
        size = UNTIMED_SLICE if seconds is None else FIRST_SLICE
        while self._done < aim and not self.is_proved:
            batch, before = min(size, aim - self._done), perf_counter()
            self._used = self._kernels.simulate(self._search, self._nodes, self._used, batch, self._seat, self._sums)
            self._done = int(self._nodes[0]["visits"])
            if seconds is not None and perf_counter() - began >= seconds:
                break
            if 2.0 * (perf_counter() - before) < MAX_SLICE:
                size *= 2
        self._seconds += perf_counter() - began
        return self

    @property
    def simulations(self) -> int:
        """So far, those included that `advance` kept."""
        return self._done

    @property
    def is_proved(self) -> bool:
        """Whether the value of the position is proved; then `think` does nothing more."""
        return bool(self._nodes[0]["low"] == self._nodes[0]["high"])

    def result(self) -> SearchResult:
        """The result of the search so far."""
        children = self._children(0)
        played, visits, totals = (self._nodes[name] for name in ("action", "visits", "total"))  # a record is slower
        actions = [int(played[child]) for child in children]
        unsearched = [action for action, end in self._certain.items() if end > 0 and action not in actions]
        return SearchResult(
            actions=(*actions, *unsearched),
            visits=(*(int(visits[child]) for child in children), *(0 for _ in unsearched)),
            values=(),
            bounds=(*(self._bounds(child) for child in children), *((1, 1) for _ in unsearched)),
            means=self.means,
            simulations=self._done,
            nodes=self._used,
            positions=int(self._positions[0]),
            seconds=self._seconds,
            full=len(self._nodes) - self._used < min(self.position.game.facts.max_legal, int(self._plan["widest"][0])),
        ).ranked([*(float(totals[child]) for child in children), *(0.0 for _ in unsearched)], self._worst)

    @property
    def means(self) -> tuple[float, ...]:
        """[P] mean utilities over the simulations of this root; for a proved root without any, the proved utilities."""
        if self._done > self._kept or not self.is_proved:
            return tuple(total / max(self._done - self._kept, 1) for total in self._totals.tolist())
        return self.proved_utilities

    @property
    def proved_utilities(self) -> tuple[float, ...]:
        """[P] the utilities of a proved position. With more than two rivals, only that of the mover is proved."""
        proved, eye, others = int(self._nodes[0]["low"]), self._plan["eye"][0], int(self._plan["others"][0])
        return tuple(float(proved * (1 if seat == eye else others)) for seat in range(self.position.players))

    def _bounds(self, child: int) -> tuple[int, int]:
        """Proved bounds of a child of the root, for the root's mover. In the tree of a view: what held in all
        worlds."""
        node = self._nodes[child]
        if self._seat == WHOLE:
            with_eye = self.position.mover == self._plan["eye"][0] or self._plan["others"][0] > 0
            low, high = int(node["low"]), int(node["high"])
            return (low, high) if with_eye else (-high, -low)
        end = self._certain.get(int(node["action"]), 0)
        worth = 1.0 if end > 0 else self._worst
        if end == 0 or abs(node["total"] - node["visits"] * worth) > node["visits"] * ALMOST:
            return UNPROVED  # the search has met a world that disagrees
        return end, end

    def line(self, action: int, least: int = 8) -> tuple[int, ...]:
        """The expected line: the action, then the most visited actions, while a seat decides and nodes have `least`
        visits."""
        line, node = [action], self._seen(self._child(0, action))
        while node != NO_NODE and self._nodes[node]["visits"] >= least and self._nodes[node]["mover"] >= 0:
            children = self._children(node)
            if not children:
                break
            node = max(children, key=lambda child: int(self._nodes[child]["visits"]))
            if self._nodes[node]["visits"] < least or self._nodes[node]["action"] == HIDDEN_ACTION:
                break
            line.append(int(self._nodes[node]["action"]))
            node = self._seen(node)
        return tuple(line)

    def _seen(self, node: int) -> int:
        """The node at which the game continues after a node; NO_NODE if that depends on a secret."""
        if node == NO_NODE or self._nodes[node]["mover"] != REVEAL_NODE:
            return node
        children = self._children(node)
        return children[0] if len(children) == 1 else NO_NODE

    def advance(self, actions: Iterable[int], position: Position) -> "Tree":
        """Continue from `position`, to which `actions` led (-1 for each that the searching seat may not learn).

        Keeps what the tree knows of it, but the mean utilities of seats start again. Returns the tree itself. Raises
        CannotPlay if no seat decides there or it belongs to another game or table, NotYourTurn for the view of a seat
        that does not decide, ValueError if the tree is too small for its actions; then nothing has changed."""
        check_mover(position)
        if position.game is not self.position.game or position.players != self.position.players:
            wanted = f"{self.position.game.facts.name} with {self.position.players} players"
            raise CannotPlay(f"this tree is of {wanted}, not of {position.game.facts.name} with {position.players}")
        if position == self.position:
            return self
        _check_room(len(self._nodes), position)
        node, old = self._reached(actions, position), self._nodes
        reuse = node > 0 and old[node]["mover"] == position.mover and position.viewer == self.position.viewer
        # a leaf may be proved by a win that was looked up, without a child for the winning action
        reuse = reuse and old[node]["first"] != NO_NODE

        if reuse and self._plan["others"][0] == 0:  # bounds are those of one seat, and say nothing about other rivals
            reuse = position.mover == self.position.mover and old[node]["low"] < old[node]["high"]
        self._nodes = lent.empty(len(old), NODE)
        self._begin(position)
        if reuse:
            self._used = int(self._growing.move_up(old, node, self._nodes))
            self._done = self._kept = int(self._nodes[0]["visits"])
        return self

    def _reached(self, actions: Iterable[int], position: Position) -> int:
        """The node to which the actions led and at which the seat sees `position`; NO_NODE unless there is exactly
        one."""
        nodes = [0]
        for action in actions:
            nodes = [child for node in nodes for child in self._children(node)]
            nodes = [child for child in nodes if self._nodes[child]["action"] == action]
            revealed = [self._children(node) if self._nodes[node]["mover"] == REVEAL_NODE else [node] for node in nodes]
            nodes = [node for seen in revealed for node in seen]
        if self._plan["reveals"][0]:
            states = position.game.blank(3)
            states[1] = position.state
            key = self._growing.key_of(states, lent.words_of(states), self._seat)
            nodes = [node for node in nodes if self._nodes[node]["key"] == key]
        return nodes[0] if len(nodes) == 1 else NO_NODE

    def _children(self, node: int) -> list[int]:
        """The indices of the children, highest score first."""
        children, following = [], self._nodes["next"]
        child = int(self._nodes["first"][node])
        while child != NO_NODE:
            children.append(child)
            child = int(following[child])
        return children

    def _child(self, node: int, action: int) -> int:
        return next((child for child in self._children(node) if self._nodes[child]["action"] == action), NO_NODE)


def _check_room(nodes: int, position: Position) -> None:
    """Raises ValueError if so many nodes are too few."""
    if nodes <= position.game.facts.max_legal and nodes <= len(position.legal_actions):
        raise ValueError(f"nodes {nodes}; the position and its {len(position.legal_actions)} actions need one each")


def _check_numbers(numbers: Array) -> None:
    """Raises ValueError if a network cannot have these. Kernels would be compiled again for other kinds of numbers, and
    estimates of numbers that are not finite would be none."""
    plain = numbers.dtype == np.float32 and numbers.ndim == 1 and numbers.flags.c_contiguous
    if not plain or not np.isfinite(numbers).all():
        raise ValueError("a network needs finite float32 numbers in one row, one beside the other")


def _write_root(nodes: TreeNodes, mover: int) -> None:
    """A root about which nothing is known."""
    root = nodes[0]
    root["total"], root["score"], root["visits"], root["seen"], root["action"] = 0.0, 0.0, 0, 0, 0
    root["first"], root["next"], root["mover"], (root["low"], root["high"]) = NO_NODE, NO_NODE, mover, UNPROVED


def mcts(
    position: Position,
    generator: AnyGenerator,
    plan: Plan | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    nodes: int = 500_000,
    workers: int = 1,
) -> SearchResult:
    """Search a position or a seat's view until `simulations` or `seconds` run out, or its value is proved.

    Each worker is a thread that grows its own tree of at most `nodes` nodes of 39 bytes; their visits are added up.
    Raises ValueError without a budget or workers, CannotPlay if no seat decides, NotYourTurn for the view of another
    seat."""
    check_budget(simulations, seconds)
    check_number("workers", workers, 1, whole=True)
    workers = workers if simulations is None else min(workers, simulations)

    def first() -> None:
        Tree(position, Generator(0), plan, nodes=nodes, most=1).think(1)

    get_ready(position.game, ("mcts", position.players, plan), first)
    trees = [Tree(position, generator, plan, nodes=nodes, most=simulations) for _ in range(workers)]
    grow(trees, shares_of(simulations, workers), seconds)
    return merged([tree.result() for tree in trees], determinized=samples_worlds(position))


def shares_of(simulations: int | None, trees: int) -> list[int | None]:
    """[trees] how many of the simulations each of so many trees makes."""
    return [None if simulations is None else (simulations + i) // trees for i in range(trees)]


def grow(trees: Sequence[Tree], shares: Sequence[int | None], seconds: float | None) -> None:
    """Continue trees, each in its own thread, until each has made its share of simulations or `seconds` run out."""
    left = [(tree, None if share is None else share - tree.simulations) for tree, share in zip(trees, shares)]
    work = [partial(tree.think, more, seconds) for tree, more in left if more is None or more > 0]
    if len(work) > 1:
        _at_once(work)
    elif work:
        work[0]()


def _at_once(work: Sequence[Callable[[], Tree]]) -> None:
    """Each in its own thread."""
    from concurrent.futures import ThreadPoolExecutor  # here because it is rarely needed, and slow to import

    with ThreadPoolExecutor(len(work)) as pool:
        for done in [pool.submit(think) for think in work]:
            done.result()
