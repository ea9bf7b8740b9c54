"""Monte Carlo tree search: which actions are visited how often, what they are worth, and how play goes on."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from rookery.core.chance import stream_from
from rookery.core.errors import CannotPlay
from rookery.core.position import Position
from rookery.search.checks import check_budget, check_mover, check_number
from rookery.search.kernels.growing import NODE, NONE, WHOLE
from rookery.search.plan import Plan

__all__ = ["Findings", "Tree", "grown", "mcts"]

FIRST_SLICE = 16  # simulations before the first look at the clock; slices grow while they are short
MOST_SLICE = 0.01  # seconds, about


@dataclass(frozen=True, slots=True)
class Findings:
    """What a tree search found. Rows follow `actions`, the most visited first."""

    actions: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]  # mean utility of the mover, -1 .. 1
    means: tuple[float, ...]  # [P] mean utility of each seat, over all simulations of this root
    simulations: int
    nodes: int  # of the tree
    positions: int  # that were reached, in the tree and in playouts
    seconds: float
    full: bool  # the tree could not grow any more

    @property
    def best(self) -> int:
        return self.actions[0]


class Tree:
    """A search that can go on: `think`, look at `findings`, `think` again, `advance` when something was played."""

    def __init__(
        self,
        position: Position,
        generator: np.random.Generator,
        plan: Plan | None = None,
        *,
        nodes: int = 500_000,
        most: int | None = None,
    ) -> None:
        """A view is searched in worlds that are guessed from it, a whole position as it stands. `nodes` bounds the
        memory: 37 bytes each. `most`: simulations that there will ever be; children that cannot come into play by then
        are not made. Raises CannotPlay when no seat decides, NotYourTurn for the view of a seat that does not,
        ValueError for too few nodes."""
        check_mover(position)
        if nodes <= len(position.legal_actions):
            raise ValueError(f"nodes {nodes}; the position and its {len(position.legal_actions)} actions need one each")
        facts = position.game.facts
        self._kernels = position.game.made("rookery.search.kernels.mcts")
        self._growing = position.game.made("rookery.search.kernels.growing")
        self._nodes = np.empty(nodes, NODE)  # not touched before it is needed: an unused part costs no memory
        self._plan = (plan or Plan()).record(most or nodes)
        self._stream = stream_from(generator)
        self._scratch = np.empty(facts.max_legal, np.int32), np.empty(facts.max_legal)
        self._guesses = tuple(np.zeros(position.players) for _ in range(2))
        self._path = np.zeros(facts.longest + 2, np.int32)
        self._marks = np.zeros(facts.actions + 1 if facts.hidden else 1, np.int64)
        self._begin(position)

    def _begin(self, position: Position) -> None:
        self.position = position
        self._nodes[0] = (0.0, 0.0, 0, 0, NONE, NONE, 0, position.mover)
        self._used, self._done, self._seconds = 1, 0, 0.0
        self._looked = np.zeros(1, np.int64)
        self._totals, self._kept = np.zeros(position.players), 0

    def think(self, simulations: int | None = None, seconds: float | None = None) -> "Tree":
        """Search on, until `simulations` or `seconds` run out, whichever comes first. Raises ValueError without a
        budget, or for one that is none."""
        check_budget(simulations, seconds)
        position, game = self.position, self.position.game
        states = game.blank(3)
        states[0] = position.record
        seat = position.viewer if game.facts.hidden and position.viewer is not None else WHOLE
        began, aim, size = perf_counter(), self._done + (simulations or 1 << 60), FIRST_SLICE
        while self._done < aim:
            batch, before = min(size, aim - self._done), perf_counter()
            self._used = self._kernels.simulate(
                states, self._nodes, self._used, batch, seat, self._plan, game.weights, self._marks, *self._scratch,
                *self._guesses, self._totals, self._looked, self._path, self._stream,
            )  # fmt: skip
            self._done += batch
            if seconds is not None and perf_counter() - began >= seconds:
                break
            if 2.0 * (perf_counter() - before) < MOST_SLICE:
                size *= 2
        self._seconds += perf_counter() - began
        return self

    def findings(self) -> Findings:
        """What was found until now."""
        rows = self._nodes[self._children(0)]
        rows = rows[np.argsort(-rows["visits"], kind="stable")]
        return Findings(
            actions=tuple(rows["action"].tolist()),
            visits=tuple(rows["visits"].tolist()),
            values=tuple((rows["total"] / np.maximum(rows["visits"], 1)).tolist()),
            means=tuple((self._totals / max(self._done - self._kept, 1)).tolist()),
            simulations=self._done,
            nodes=self._used,
            positions=int(self._looked[0]),
            seconds=self._seconds,
            full=len(self._nodes) - self._used < min(self.position.game.facts.max_legal, int(self._plan["widest"][0])),
        )

    def line(self, action: int, least: int = 8) -> tuple[int, ...]:
        """How play most likely goes on: the action, then the most visited ones, as long as a seat decides and a node
        was visited `least` times."""
        line, node = [action], self._child(0, action)
        while node != NONE and self._nodes[node]["visits"] >= least and self._nodes[node]["mover"] >= 0:
            children = self._children(node)
            if not children:
                break
            node = max(children, key=lambda child: int(self._nodes[child]["visits"]))
            if self._nodes[node]["visits"] < least:
                break
            line.append(int(self._nodes[node]["action"]))
        return tuple(line)

    def advance(self, actions: Iterable[int], position: Position) -> "Tree":
        """Go on from `position`, which `actions` led to (those that the searching seat may not learn: -1). What was
        found out about it is kept; of the means of all seats only what is found from now on. Raises CannotPlay when no
        seat decides there or it is of another game or table, NotYourTurn for the view of a seat that does not decide;
        then nothing has changed."""
        check_mover(position)
        if position.game is not self.position.game or position.players != self.position.players:
            wanted = f"{self.position.game.facts.name} with {self.position.players} players"
            raise CannotPlay(f"this tree is of {wanted}, not of {position.game.facts.name} with {position.players}")
        if position == self.position:
            return self
        node = 0
        for action in actions:
            node = self._child(node, action) if node != NONE else NONE
        old = self._nodes
        kept = node > 0 and old[node]["mover"] == position.mover and position.viewer == self.position.viewer
        self._nodes = np.empty_like(old)
        self._begin(position)
        if kept:
            self._used = int(self._growing.move_up(old, node, self._nodes))
            self._done = self._kept = int(self._nodes[0]["visits"])
        return self

    def _children(self, node: int) -> list[int]:
        """Indices, in the order of their scores."""
        found, child = [], int(self._nodes[node]["first"])
        while child != NONE:
            found.append(child)
            child = int(self._nodes[child]["next"])
        return found

    def _child(self, node: int, action: int) -> int:
        return next((child for child in self._children(node) if self._nodes[child]["action"] == action), NONE)


def mcts(
    position: Position,
    generator: np.random.Generator,
    plan: Plan | None = None,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    nodes: int = 500_000,
    workers: int = 1,
) -> Findings:
    """Search from a position or a seat's view until `simulations` or `seconds` run out, whichever comes first.

    With several workers each thread grows a tree of its own, and the visits are added up: so many times the work, and
    the memory. Raises ValueError without a budget or workers, CannotPlay when no seat decides, NotYourTurn for the view
    of a seat that does not."""
    check_budget(simulations, seconds)
    check_number("workers", workers, 1, whole=True)
    workers = workers if simulations is None else min(workers, simulations)
    trees = [Tree(position, generator, plan, nodes=nodes, most=simulations) for _ in range(workers)]
    return grown(trees, simulations, seconds)


def grown(trees: Sequence[Tree], simulations: int | None, seconds: float | None) -> Findings:
    """Let trees of one position share the simulations, each in a thread of its own, and add up what they found."""
    if len(trees) == 1:
        return trees[0].think(simulations, seconds).findings()
    shares = [None if simulations is None else (simulations + i) // len(trees) for i in range(len(trees))]
    with ThreadPoolExecutor(len(trees)) as pool:
        parts = list(pool.map(lambda tree, share: tree.think(share, seconds).findings(), trees, shares))
    visits: dict[int, int] = {}
    totals: dict[int, float] = {}
    for part in parts:
        for action, times, value in zip(part.actions, part.visits, part.values):
            visits[action] = visits.get(action, 0) + times
            totals[action] = totals.get(action, 0.0) + times * value
    actions = sorted(visits, key=lambda action: -visits[action])
    done = sum(part.simulations for part in parts)
    means = np.sum([np.array(part.means) * part.simulations for part in parts], axis=0) / max(done, 1)
    return Findings(
        actions=tuple(actions),
        visits=tuple(visits[action] for action in actions),
        values=tuple(totals[action] / max(visits[action], 1) for action in actions),
        means=tuple(means.tolist()),
        simulations=done,
        nodes=sum(part.nodes for part in parts),
        positions=sum(part.positions for part in parts),
        seconds=max(part.seconds for part in parts),
        full=all(part.full for part in parts),
    )
