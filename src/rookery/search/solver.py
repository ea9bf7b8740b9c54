"""The value of a whole game: a tree of positions whose leaves, the units, are proved one by one by alpha-beta.

The tree begins as its root alone. A unit that is not settled after `limit` positions becomes a node, and its actions
become new units. So the harder the game, the deeper the tree. The search asks up to two questions: does the first mover
win? If not, does the first mover lose? Every unit answers the current question, which is far cheaper than finding its
value.

The next unit is chosen as in proof-number search (Allis 1994): the one whose answer settles the root if the fewest
other units go the same way. The choice is kept until another unit looks `STICKINESS` times easier. Otherwise a unit
that turns out to be hard would send the search to another that is just as hard. Mirror images count as one position.
"""

import importlib
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

import numpy as np

from rookery.core.errors import CannotPlay
from rookery.core.position import Game, Position
from rookery.core.protocol import CHANCE
from rookery.search.exact import must_be_open, must_have_two_sides
from rookery.search.playouts import playouts
from rookery.search.solve_file import Unit
from rookery.search.solve_workers import Workers
from rookery.search.work_file import WorkFile

UNIT_NODE_LIMIT = 200_000_000  # positions of one unit; a minute or so
TABLE_BITS = 22  # of each process: 2**22 entries of 32 bytes
STICKINESS = 4
RANKING_PLAYOUTS = 400  # random games that estimate which action is best
REPORT_INTERVAL = 1.0  # seconds between two reports


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search."""

    question: str
    done: int  # units of this tree that are finished, those of the file included
    running: int
    needed: int  # units still to prove, if every answer is the expected one and no unit has to be split
    seconds: float | None  # of work for these units, estimated from finished ones; None if there are none
    nodes: int  # positions looked at, those of the file included


@dataclass(frozen=True, slots=True)
class Solved:
    """The value of a game, and a line of best play as far as the tree reaches."""

    utilities: tuple[float, ...]
    line: tuple[int, ...]  # actions
    units: int
    nodes: int
    work: float  # seconds that units took, all processes together


class Node:
    """A position of the tree. `low` and `high` bound seat 0's utility."""

    __slots__ = ("actions", "busy", "children", "easy", "high", "key", "low", "parents", "position", "wanted")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.key = position.key
        self.low, self.high = -1.0, 1.0
        self.parents: list[Node] = []
        self.children: list[Node] = []  # empty: a unit
        self.actions: list[int] = []  # that lead to the children
        self.wanted: Node | None = None  # the child that the search currently works on
        self.easy = (1.0, 1.0)  # how much has to be proved to answer yes, to answer no
        self.busy = False
        if position.outcome is not None:
            self.low = self.high = position.outcome.utilities[0]


def solve(
    position: Position,
    workers: Workers,
    *,
    limit: int = UNIT_NODE_LIMIT,
    file: WorkFile[Unit] | None = None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> Solved:
    """The value of a position under perfect play. Every answer is kept in `file`.

    Raises CannotPlay for a game with hidden information or with more than two sides."""
    return _Search(position, workers, limit, file, report).run()


class _Search:
    def __init__(
        self,
        position: Position,
        workers: Workers,
        limit: int,
        file: WorkFile[Unit] | None,
        report: Callable[[Progress], None],
    ) -> None:
        must_be_open(position.game.facts)
        must_have_two_sides(position.game.facts, position.players)
        self.workers, self.limit, self.file, self.report = workers, limit, file, report
        self.images = Images(position)
        self.nodes: dict[str, Node] = {}
        self.known: dict[str, list[Unit]] = {}
        for unit in file.held if file else ():
            self.known.setdefault(unit.key, []).append(unit)
        self.done: list[Unit] = []  # of this tree
        self.running: dict[Any, Node] = {}
        self.low, self.high, self.words = -1.0, 1.0, ""  # the question
        self.root = self._node(position, None)

    def run(self) -> Solved:
        root, mover = self.root, self.root.position.mover
        cooperative = root.position.game.facts.cooperative
        first_wants_high = mover in (None, CHANCE, 0) or cooperative
        for low, high in ((0.0, 1.0), (-1.0, 0.0)) if first_wants_high else ((-1.0, 0.0), (0.0, 1.0)):
            if root.low == root.high:
                break
            self.low, self.high = low, high
            self.words = "can the first to move win" if (low == 0.0) == first_wants_high else "does the other win"
            for node in self.nodes.values():
                node.wanted = None
                if not node.children:
                    self._spread(node)
            self._answer()
        sides = [1 if cooperative or seat == 0 else -1 for seat in range(root.position.players)]
        return Solved(
            utilities=tuple(root.low * side + 0.0 for side in sides),
            line=self._line(),
            units=len(self.done),
            nodes=sum(unit.nodes for unit in self.done),
            work=sum(unit.seconds for unit in self.done),
        )

    # ── The tree ─────────────────────────────────────────────────────────────
    def _node(self, position: Position, parent: Node | None) -> Node:
        position = self.images.plainest(position)
        node, new = self.nodes.get(position.key), False
        if node is None:
            node, new = Node(position), True
            self.nodes[node.key] = node
        if parent is not None:
            node.parents.append(parent)
        if new:
            known = self.known.get(node.key, ())
            self.done += known
            for unit in known:
                self._learn(node, unit)
            self._rate(node)
            if self._open(node) and any(unit.limit >= self.limit for unit in known):
                self._grow(node)
        return node

    def _grow(self, node: Node) -> None:
        """Turn a unit into a node: its actions become units, the most promising first."""
        mover, generator = node.position.mover, np.random.default_rng(0)
        children: dict[str, tuple[float, int, Node]] = {}
        for action in node.position.legal_actions:
            child = self._node(node.position.after_unchecked(action), node)
            if child.key not in children:
                estimate = playouts(child.position, RANKING_PLAYOUTS, generator).means[mover or 0]
                children[child.key] = (-estimate, action, child)
        for _, action, child in sorted(children.values(), key=lambda each: each[:2]):
            node.actions.append(action)
            node.children.append(child)
        self._spread(node)

    def _open(self, node: Node) -> bool:
        """Whether the current question is still unanswered at this node."""
        return node.low < node.high and node.low < self.high and node.high > self.low

    def _wants_high(self, node: Node) -> bool:
        return node.position.mover == 0 or node.position.game.facts.cooperative

    def _rate(self, node: Node) -> None:
        """Update a node's bounds, and how much remains to be proved there, from its children."""
        if node.children and node.low < node.high:
            choose = max if self._wants_high(node) else min
            node.low = max(node.low, choose(child.low for child in node.children))
            node.high = min(node.high, choose(child.high for child in node.children))
        if not self._open(node):
            yes = node.low >= self.high or (node.low == node.high and node.low > self.low)
            node.easy = (0.0, math.inf) if yes else (math.inf, 0.0)
        elif node.children:
            yes_first, no_first = [child.easy[0] for child in node.children], [child.easy[1] for child in node.children]
            if self._wants_high(node):
                node.easy = (min(yes_first), sum(no_first))
            else:
                node.easy = (sum(yes_first), min(no_first))
        elif node.position.mover != CHANCE:
            many = float(len(node.position.legal_actions))
            node.easy = (1.0, many) if self._wants_high(node) else (many, 1.0)

    def _spread(self, node: Node) -> None:
        """Rate a node, and every ancestor that changes with it."""
        self._rate(node)
        waiting = list(node.parents)
        while waiting:
            node = waiting.pop()
            before = node.low, node.high, node.easy
            self._rate(node)
            if before != (node.low, node.high, node.easy):
                waiting += node.parents

    # ── Units ────────────────────────────────────────────────────────────────
    def _answer(self) -> None:
        """Prove units until the current question is answered at the root."""
        reported = -math.inf
        while self._open(self.root):
            while len(self.running) < self.workers.slots and (node := self._next(self.root)) is not None:
                node.busy = True
                whole = node.position.mover == CHANCE  # a chance node is not split
                limit = 2**62 if whole else self.limit
                self.running[self.workers.begin(node.position, self.low, self.high, limit)] = node
            if monotonic() - reported > REPORT_INTERVAL:
                reported = monotonic()
                self.report(self._progress())
            for future in self.workers.finished(REPORT_INTERVAL):
                node = self.running.pop(future)
                node.busy = False
                low, high, nodes, seconds = future.result()
                unit = Unit(node.key, low, high, nodes, seconds, self.limit if (low, high) == (-1.0, 1.0) else 0)
                if self.file is not None:
                    self.file.write(unit)
                self.done.append(unit)
                self._learn(node, unit)
                if unit.limit and not node.children and self._open(node):
                    self._grow(node)
                self._spread(node)

    def _learn(self, node: Node, unit: Unit) -> None:
        node.low, node.high = max(node.low, unit.low), min(node.high, unit.high)

    def _next(self, node: Node) -> Node | None:
        """A unit below this node that no worker proves yet; None if workers already prove all that could help."""
        if node.busy or not self._open(node):
            return None
        if not node.children:
            return node
        which = 0 if self._wants_high(node) else 1  # what the mover hopes for: yes or no
        order = sorted(node.children, key=lambda child: child.easy[which])
        last = node.wanted
        if last is not None and self._open(last) and last.easy[which] <= STICKINESS * order[0].easy[which]:
            order.insert(0, last)
        for child in order:
            if (leaf := self._next(child)) is not None:
                if child is order[0]:
                    node.wanted = child
                return leaf
        return None

    # ── Reports ──────────────────────────────────────────────────────────────
    def _progress(self) -> Progress:
        needed, seconds, known = self._needed(), 0.0, True
        means: dict[int, list[float]] = {}
        for unit in self.done:
            if (node := self.nodes.get(unit.key)) is not None:
                means.setdefault(self._depth(node), []).append(unit.seconds)
        for depth, count in needed.items():
            if not means:
                known = False
                break
            times = means.get(depth) or means[min(means, key=lambda other: abs(other - depth))]
            seconds += count * sum(times) / len(times)
        return Progress(
            question=self.words,
            done=len(self.done),
            running=len(self.running),
            needed=sum(needed.values()),
            seconds=seconds if known else None,
            nodes=sum(unit.nodes for unit in self.done),
        )

    def _depth(self, node: Node) -> int:
        depth = 0
        while node.parents:
            node, depth = node.parents[0], depth + 1
        return depth

    def _needed(self) -> dict[int, int]:
        """Depth -> the fewest units that the more likely answer still needs."""
        counts: dict[int, int] = {}
        hope = 0 if self.root.easy[0] <= self.root.easy[1] else 1
        waiting, seen = [self.root], set[str]()
        while waiting:
            node = waiting.pop()
            if not self._open(node) or node.key in seen:
                continue
            seen.add(node.key)
            if not node.children:
                counts[self._depth(node)] = counts.get(self._depth(node), 0) + 1
            elif (0 if self._wants_high(node) else 1) == hope:
                favourite = node.wanted if node.wanted is not None and self._open(node.wanted) else None
                waiting.append(favourite or min(node.children, key=lambda child: child.easy[hope]))
            else:
                waiting += node.children
        return counts

    def _line(self) -> tuple[int, ...]:
        """Actions that keep the value, as far as the tree reaches."""
        node, line = self.root, []
        while node.children:
            best = [
                (action, child)
                for action, child in zip(node.actions, node.children)
                if child.low == child.high == node.low == node.high
            ]
            if not best:
                break
            line.append(best[0][0])
            if node.position.after_unchecked(best[0][0]).key != best[0][1].key:
                break  # below this, the tree holds a mirror image
            node = best[0][1]
        return tuple(line)


class Images:
    """The symmetries that leave the root of a tree unchanged. Positions below it that they map to each other have the
    same value."""

    def __init__(self, root: Position) -> None:
        self.evaluator = importlib.import_module(root.game.evaluator)
        self.settings = root.game.facts.settings(root.players, root.options)
        images = range(1, self.evaluator.SYMMETRIES)
        self.which: Sequence[int] = [which for which in images if self._of(root, which) == root]

    def _of(self, position: Position, which: int) -> Position:
        states = position.states
        self.evaluator.mirror(states[0], which)
        return Position(position.game, states, self.settings)

    def plainest(self, position: Position) -> Position:
        """The image whose bytes come first."""
        images = [position, *(self._of(position, which) for which in self.which)]
        return min(images, key=lambda image: image.states.tobytes())


def first_decision(game: Game, players: int | None, options: dict[str, str], text: str | None = None) -> Position:
    """The first position of a game, or the position that a text describes.

    Raises UnknownOption, UnreadablePosition, and CannotPlay if the game cannot be solved or chance moves first."""
    must_be_open(game.facts)
    must_have_two_sides(game.facts, int(game.facts.settings(players, {})[0]))
    if text is not None:
        position = game.position(text, players=players, **options)
    else:
        position = game.start(seed=None, players=players, **options)
    if position.mover == CHANCE:
        names = ", ".join(option.name for option in game.facts.options)
        hint = f"; choose with --option ({names})" if names else ""
        raise CannotPlay(f"chance moves first here, but a solution begins with a player's choice{hint}")
    return position
