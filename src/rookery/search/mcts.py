"""Monte Carlo tree search: the share of visits and the mean utility of every action."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from rookery.core.chance import stream_from
from rookery.core.errors import CannotPlay
from rookery.core.position import Position
from rookery.core.protocol import CHANCE
from rookery.search.kernels.mcts import NODE

__all__ = ["Findings", "mcts"]

SLICE = 512  # simulations between two looks at the clock


@dataclass(frozen=True, slots=True)
class Findings:
    """What a tree search found. Rows follow `actions`, the most visited first."""

    actions: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[float, ...]  # mean utility of the mover, -1 .. 1
    simulations: int
    nodes: int
    seconds: float

    @property
    def best(self) -> int:
        return self.actions[0]


def mcts(
    position: Position,
    generator: np.random.Generator,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    exploration: float = 1.4,
    nodes: int = 500_000,
) -> Findings:
    """Search from a position in which a seat decides, until `simulations` or `seconds` run out, whichever comes first.

    A view is searched as it stands, so games with secrets want `view.guess(...)` first. `nodes` bounds the memory: 25
    bytes each. Raises ValueError without a budget, CannotPlay when no seat decides."""
    if simulations is None and seconds is None:
        raise ValueError("mcts needs a budget: simulations=..., seconds=..., or both")
    if simulations is not None and simulations < 1:
        raise ValueError(f"simulations {simulations}; it must be 1 or more")
    if nodes <= len(position.legal_actions):
        raise ValueError(f"nodes {nodes}; the position and its {len(position.legal_actions)} actions need one each")
    if position.mover is None or position.mover == CHANCE:
        what = "the game is over" if position.is_over else "chance moves"
        raise CannotPlay(f"{what}; tree search answers when a seat decides")
    facts = position.game.facts
    kernels = position.game.made("rookery.search.kernels.mcts")
    states = position.game.blank(2)
    states[0] = position.record
    tree = np.empty(min(nodes, 1 + (simulations or nodes) * facts.max_legal), NODE)
    tree[0] = (0.0, 0, 0, 0, -1, position.mover)
    actions, chances, scores = np.empty(facts.max_legal, np.int32), np.empty(facts.max_legal), np.empty(facts.max_legal)
    out, path = np.zeros(position.players), np.zeros(facts.longest + 2, np.int32)
    stream = stream_from(generator)
    used, done, began = 1, 0, perf_counter()
    while simulations is None or done < simulations:
        batch = SLICE if simulations is None else min(SLICE, simulations - done)
        used = kernels.simulate(states, tree, used, batch, exploration, actions, chances, scores, out, path, stream)
        done += batch
        if seconds is not None and perf_counter() - began >= seconds:
            break
    root = tree[0]
    children = tree[root["first"] : root["first"] + root["children"]]
    children = children[np.argsort(-children["visits"], kind="stable")]
    values = children["total"] / np.maximum(children["visits"], 1)
    return Findings(
        actions=tuple(children["action"].tolist()),
        visits=tuple(children["visits"].tolist()),
        values=tuple(values.tolist()),
        simulations=done,
        nodes=int(used),
        seconds=perf_counter() - began,
    )
