"""Which kernels a module has, and the types of their arguments.

A module is compiled for the types with which the library itself calls a kernel. For a search, the library makes its
calls once, on one position.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple, get_args

import numpy as np

from rookery.core.errors import Trouble
from rookery.core.kernel import prepared
from rookery.core.position import Game, Position
from rookery.search import Plan, Prover, engine, proves_endings
from rookery.search.kernels.nodes import NODE
from rookery.search.mcts import Tree
from rookery.search.plan import Ordered, action_scores
from rookery.search.playouts import guided_points, playouts
from rookery.wasm.calls import BINDINGS

__all__ = ["MODULES", "TEMPLATES", "EntryPoint", "entry_points"]

SEARCH_PACKAGE = "rookery.search.kernels"
VERBS = {BINDINGS: ("setup", "mover", "legal", "weights", "play", "utilities", "hide", "determinize", "knows", "draw")}
SECRET_VERBS = {BINDINGS: ("resample_history",)}  # only where something is hidden
POINT_VERBS = {BINDINGS: ("points",)}  # only where points are counted
WORLD_KERNELS = {f"{SEARCH_PACKAGE}.proving": ("certain_ends",)}
TREE_KERNELS = {
    f"{SEARCH_PACKAGE}.mcts": ("simulate",),
    f"{SEARCH_PACKAGE}.growing": ("move_up", "key_of"),
    f"{SEARCH_PACKAGE}.evaluate": ("evaluate", "order", "ahead"),
    f"{SEARCH_PACKAGE}.playouts": ("playouts",),
}
POINT_KERNELS = {f"{SEARCH_PACKAGE}.guided": ("guided_points",)}  # only where points are counted
PROOF_KERNELS = {f"{SEARCH_PACKAGE}.exact": ("solve", "ask")}  # only where endings can be proved
RIVALS_KERNELS = {f"{SEARCH_PACKAGE}.maxn": ("solve",)}  # the same for more rivals
TEMPLATES = (*VERBS, *TREE_KERNELS, *POINT_KERNELS, *WORLD_KERNELS, *PROOF_KERNELS, *RIVALS_KERNELS)
MODULES = ("rules", "search")


class EntryPoint(NamedTuple):
    """A kernel that a module exports."""

    name: str  # "rules.legal", "mcts.simulate"
    kernel: Any  # Numba's dispatcher
    types: tuple[Any, ...]  # of its arguments


def entry_points(game: Game, module: str) -> list[EntryPoint]:
    """The kernels of a module: "rules" has the verbs of the game, "search" has those and all that a search calls."""
    if module == "search":
        _search_once(game)
    _prepare_rules(game)
    return [
        EntryPoint(called, kernel, _types(called, kernel))
        for template, names in _wanted(game, module)
        for name in names
        for called, kernel in [(f"{_short(template)}.{name}", getattr(game.made(template), name))]
    ]


def _wanted(game: Game, module: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    facts = game.facts
    yield from VERBS.items()
    if facts.hidden:
        yield from SECRET_VERBS.items()
    if facts.points:
        yield from POINT_VERBS.items()
    if module == "search":
        yield from TREE_KERNELS.items()
        if facts.points:
            yield from POINT_KERNELS.items()
        if facts.hidden:
            yield from WORLD_KERNELS.items()
        if any(proves_endings(facts, players) for players in facts.players):
            yield from PROOF_KERNELS.items()
        if not facts.hidden and not facts.cooperative and max(facts.players) > 2:
            yield from RIVALS_KERNELS.items()


def _short(template: str) -> str:
    return "rules" if template == BINDINGS else template.rpartition(".")[2]


def _types(name: str, kernel: Any) -> tuple[Any, ...]:
    """The types of a kernel's arguments. Positions also lend verbs states that are read-only; a module lends none.

    Raises Trouble unless the kernel was compiled for exactly one list of types."""
    found = [types for types in kernel.signatures if all(one.mutable for one in types if hasattr(one, "layout"))]
    if len(found) != 1:
        raise Trouble(f"the kernel {name} was compiled for {len(found)} lists of types, and a module needs one")
    return tuple(found[0])


# ── Compiling ────────────────────────────────────────────────────────────────
def _prepare_rules(game: Game) -> None:
    """Compile the verbs for states in memory that a caller may write, without calling them."""
    kernels = game.bindings
    states, stream, settings = game.blank(1), np.ones(1, np.uint64), game.facts.settings(None, {})
    actions, weights, utilities = np.zeros(1, np.int32), np.zeros(1), np.zeros(1)
    prepared(kernels.setup, states, 0, settings)
    prepared(kernels.mover, states, 0)
    prepared(kernels.legal, states, 0, actions)
    prepared(kernels.weights, states, 0, actions, 0, weights)
    prepared(kernels.draw, states, 0, actions, weights, stream)
    prepared(kernels.play, states, 0, 0)
    prepared(kernels.utilities, states, 0, utilities)
    if game.facts.points:
        prepared(kernels.points, states, 0, 0)
    prepared(kernels.hide, states, 0, 0)
    prepared(kernels.determinize, states, 0, 0, stream)
    prepared(kernels.knows, states, 0, 0, 0)
    if game.facts.hidden:
        prepared(kernels.resample_history, states, 0, states[0], 0, actions, stream)


def _first_choice(game: Game, players: int) -> Position:
    """The first position in which a seat has a choice. Raises Trouble if a random game has none."""
    generator = np.random.default_rng(0)
    position = game.start(seed=generator, players=players)
    while len(position.legal_actions) == 1:
        position = position.after_unchecked(position.legal_actions[0]).settled(generator)
    if position.mover is None:
        raise Trouble(f"a random game of {game.facts.name} ended before any seat had a choice")
    return position


def _search_once(game: Game) -> None:
    """Call what a search calls, once, on the first choice: so the types are those of the library's own calls."""
    facts, generator = game.facts, np.random.default_rng(0)
    position = _first_choice(game, facts.players[0])
    assert position.mover is not None
    for seen, plan in ((position.view(position.mover), engine(game).plan_for(position.players)), (position, Plan())):
        Tree(seen, generator, plan).think(1)
    growing, nodes, states = game.made(f"{SEARCH_PACKAGE}.growing"), np.zeros(1, NODE), game.blank(3)
    prepared(growing.move_up, nodes, 0, nodes)
    prepared(growing.key_of, states, states.view(np.uint64).reshape(3, -1), 0)
    prepared(
        game.made(f"{SEARCH_PACKAGE}.evaluate").evaluate,
        states,
        0,
        game.weights_for(position.players),
        np.zeros(position.players),
    )
    playouts(position, 1, generator)
    if facts.points:
        guided_points(position, 1, generator)
    for ordered in get_args(Ordered):
        action_scores(position, ordered)
    for players in facts.players:
        if not facts.hidden or proves_endings(facts, players):
            Prover(game, players, 1).compile(_first_choice(game, players))
