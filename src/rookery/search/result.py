"""The result of a tree search: actions, best first, with their values and proved bounds."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

UNPROVED = (-1, 1)  # bounds of an action about which nothing is proved


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a tree search. `visits`, `values` and `bounds` have one entry for each of `actions`.

    Proved wins come first, actions proved to be worse than another come last, and the others are sorted by visits."""

    actions: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]  # utility of the mover, -1 .. 1: proved, else the mean
    means: tuple[float, ...]  # [P] mean utility of each seat, over all simulations of this root
    simulations: int
    nodes: int  # of the tree
    positions: int  # positions searched, in the tree and in playouts
    seconds: float
    full: bool  # the tree cannot grow any more
    # proved (lower, upper) bounds of the value: 1 a win, -1 a loss, 0 between them. For a view these are not proofs:
    # they hold in all worlds that were drawn
    bounds: tuple[tuple[int, int], ...]

    def ranked(self, totals: Sequence[float], worst: float) -> "SearchResult":
        """The same with its actions in order, and with their values. `totals`: sums of utilities; `worst`: the utility
        of a loss."""
        exact = {(1, 1): 1.0, (0, 0): 0.0, (-1, -1): worst}
        means = [total / max(times, 1) for total, times in zip(totals, self.visits)]
        values = [exact.get(known, mean) for known, mean in zip(self.bounds, means)]
        ranks = _ranks(self.bounds)
        order = sorted(range(len(self.actions)), key=lambda i: (-ranks[i], -self.visits[i]))
        return replace(
            self,
            actions=tuple(self.actions[i] for i in order),
            visits=tuple(self.visits[i] for i in order),
            values=tuple(values[i] for i in order),
            bounds=tuple(self.bounds[i] for i in order),
        )

    @property
    def best(self) -> int:
        return self.actions[0]

    @property
    def proved(self) -> bool:
        """Whether the value of the best action is proved, and that no action is worth more."""
        if not self.bounds:  # of a tree that has not begun
            return False
        sure, most = max(low for low, _ in self.bounds), max(high for _, high in self.bounds)
        return sure == most

    @property
    def sound(self) -> int:
        """The number of leading actions that do not give up a proved result."""
        ranks = _ranks(self.bounds)
        return ranks.count(ranks[0]) if ranks else 0

    def alike(self) -> tuple[int, ...]:
        """If the value of the position is proved: the actions that have that value."""
        sure = max(low for low, _ in self.bounds)
        return tuple(action for action, (low, _) in zip(self.actions, self.bounds) if low == sure)


def _ranks(bounds: Sequence[tuple[int, int]]) -> list[int]:
    """2: a proved win; 0: proved to be no better than another action with a higher lower bound; 1: all others."""
    sure = max((low for low, _ in bounds), default=-1)
    return [2 if low > 0 else 0 if high < 0 or (high <= sure and low < sure) else 1 for low, high in bounds]


def merged(parts: Sequence[SearchResult], *, determinized: bool) -> SearchResult:
    """The merged result of several trees of one position.

    A proof of one tree holds for all. Bounds from worlds (`determinized`) count only if all trees agree."""
    if len(parts) == 1:
        return parts[0]
    rows: dict[int, list[Any]] = {}
    known: dict[int, list[tuple[int, int]]] = {}
    for part in parts:
        for action, times, value, bounds in zip(part.actions, part.visits, part.values, part.bounds):
            row = rows.setdefault(action, [0, 0.0])
            row[:] = row[0] + times, row[1] + times * value
            known.setdefault(action, []).append(bounds)
    simulations = sum(part.simulations for part in parts)
    worst = min(value for part in parts for value in part.values)  # the utility of a loss, if one is proved
    sums = [math.fsum(part.means[seat] * part.simulations for part in parts) for seat in range(len(parts[0].means))]
    agreed = [_agreed(known[action], len(parts)) if determinized else _narrowest(known[action]) for action in rows]
    return SearchResult(
        actions=tuple(rows),
        visits=tuple(row[0] for row in rows.values()),
        values=(),
        bounds=tuple(agreed),
        means=tuple(total / max(simulations, 1) for total in sums),
        simulations=simulations,
        nodes=sum(part.nodes for part in parts),
        positions=sum(part.positions for part in parts),
        seconds=max(part.seconds for part in parts),
        full=all(part.full for part in parts),
    ).ranked([row[1] for row in rows.values()], worst)


def _narrowest(bounds: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return max(low for low, _ in bounds), min(high for _, high in bounds)


def _agreed(bounds: Sequence[tuple[int, int]], parts: int) -> tuple[int, int]:
    """The bounds on which all parts agree; else UNPROVED."""
    return bounds[0] if len(bounds) == parts and len(set(bounds)) == 1 else UNPROVED
